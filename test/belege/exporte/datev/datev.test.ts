import { beforeAll, describe, expect, test } from "vitest";
import type { Saatbeleg } from "../../../hilfe/archiv.ts";
import { saeLauf } from "../../../hilfe/archiv.ts";
import { dienst, mitDienst, verwalter } from "../../../hilfe/mitDienst.ts";
import { firma, person } from "../../../hilfe/musterbrief.ts";
import { bestaetigeKontakte, richteFirmaEin } from "../zahlungslauf.ts";

let grundpacht: number;
let gewerbe: number;

const paechter = { ...person, debitornummer: "10417", kreditornummer: null };
const verpaechter = { ...firma, debitornummer: null, kreditornummer: "70030" };

const richteDatevEin = () => dienst.owner`
  update firmendaten
  set datev_berater = '29411', datev_mandant = '10470', datev_wj_beginn = '07-01', datev_sachkontenlaenge = 4,
    datev_weiterleitungskonto = '5901', datev_gebuehrenkonto = '4869'`;

mitDienst();

beforeAll(async () => {
  await richteFirmaEin(dienst.owner);
  await richteDatevEin();
  const arten = await dienst.owner<{ id: number }[]>`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erloeskonto)
    values ('Grundpacht', 'GP', 0, '§ 4 Nr. 12 UStG', '4861'), ('Gewerbepacht', 'GW', 1900, null, '4862')
    returning id`;
  [grundpacht, gewerbe] = arten.map(({ id }) => id) as [number, number];
});

const sae = async (belege: Saatbeleg[]) => {
  const lauf = await saeLauf(dienst.owner, belege);
  await bestaetigeKontakte(dienst.owner, lauf.laufId);
  return lauf;
};
const pfad = (laufId: string, zusatz = "") => `/abrechnung/export/datev?buchungslaufId=${laufId}${zusatz}`;
const hole = (laufId: string, zusatz = "") => verwalter().get(pfad(laufId, zusatz));
const lies = (bytes: Uint8Array): string[] => new TextDecoder("windows-1252").decode(bytes).split("\r\n");

const beispiel = (): Saatbeleg[] => [
  { belegart: "rechnung", nettoCent: 120_000, positionsartId: grundpacht, empfaenger: paechter },
  { belegart: "rechnung", nettoCent: 33_333, steuersatzBp: 1900, positionsartId: gewerbe, empfaenger: paechter },
  { belegart: "gutschrift", nettoCent: 33_333, steuersatzBp: 1900, empfaenger: verpaechter, gebuehr: 3 },
  { belegart: "gebuehrenrechnung", nettoCent: 1_000, steuersatzBp: 1900, empfaenger: verpaechter },
  { belegart: "rechnung", nettoCent: 0, empfaenger: person },
  { belegart: "stornorechnung", nettoCent: -120_000, positionsartId: grundpacht, empfaenger: paechter, stornoVon: 0 },
  {
    belegart: "stornogutschrift",
    nettoCent: -33_333,
    steuersatzBp: 1900,
    empfaenger: verpaechter,
    stornoVon: 2,
    belegdatum: "2026-12-01",
  },
];

test("die Datei, von Hand geprüft", async () => {
  const { laufId, belegnummern } = await sae(beispiel());
  const antwort = await hole(laufId);
  expect(antwort.status).toBe(200);
  expect(Object.fromEntries(antwort.kopf)).toMatchObject({
    "content-type": "text/csv; charset=windows-1252",
    "content-disposition": 'attachment; filename="EXTF_Buchungsstapel_2026-11-01.csv"',
    "x-belege-anzahl": "6",
    "x-buchungen-anzahl": "6",
  });
  const [kopf, titel, ...zeilen] = lies(antwort.bytes);
  expect(kopf).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261120100000000;;"PV";"Test verwalter";"";29411;10470;20260701;4;20261120;' +
      '20261201;"Buchungslauf 01.11.2026";"";1;0;0;"EUR";;"";;;"";;;"";""',
  );
  expect(kopf?.split(";")).toHaveLength(31);
  const spalten = (titel ?? "").split(";");
  expect(spalten).toHaveLength(125);
  expect(new Set(spalten).size).toBe(125);
  expect(zeilen.pop()).toBe("");
  const [re1, re2, gs, gb, , st, sg] = belegnummern;
  const mann = '"Dr. Lukasz Wójcik"';
  const firma60 = '"Hafenlogistik Ost Verwaltungs- und Beteiligungsgesellschaft"';
  const erwartet = [
    ["11,90", '"S"', "70030", "4869", '"3"', "2011", gb, firma60, "04122026"],
    ["396,66", '"H"', "70030", "5901", '"9"', "2011", gs, firma60, "04122026"],
    ["1200,00", '"S"', "10417", "4861", "", "2011", re1, mann, "04122026"],
    ["396,66", '"S"', "10417", "4862", '"3"', "2011", re2, mann, "04122026"],
    ["396,66", '"S"', "70030", "5901", '"9"', "0112", sg, `"Storno ${firma60.slice(1, 54)}"`, ""],
    ["1200,00", '"H"', "10417", "4861", "", "2011", st, '"Storno Dr. Lukasz Wójcik"', ""],
  ].map(([umsatz, sh, konto, gegenkonto, bu, tag, beleg, text, faellig]) => {
    const felder = Array.from({ length: 125 }, () => "");
    const setze = (name: string, wert = "") => {
      felder[spalten.indexOf(name)] = wert;
    };
    setze("Umsatz (ohne Soll/Haben-Kz)", umsatz);
    setze("Soll/Haben-Kennzeichen", sh);
    setze("WKZ Umsatz", '"EUR"');
    setze("Konto", konto);
    setze("Gegenkonto (ohne BU-Schlüssel)", gegenkonto);
    setze("BU-Schlüssel", bu);
    setze("Belegdatum", tag);
    setze("Belegfeld 1", `"${beleg}"`);
    setze("Buchungstext", text);
    setze("Beleginfo - Art 1", '"Pachtkonto"');
    setze("Beleginfo - Inhalt 1", '"PK-000001"');
    setze("Fälligkeit", faellig);
    return felder.join(";");
  });
  expect(zeilen).toEqual(erwartet);
});

test("Belege oder Stornos allein; zusammen ist es der ganze Lauf", async () => {
  const { laufId, belegnummern } = await sae(beispiel());
  const nummern = async (zusatz: string) =>
    lies((await hole(laufId, zusatz)).bytes)
      .slice(2, -1)
      .map((zeile) => zeile.split(";")[10]?.replaceAll('"', ""));
  const [belege, stornos, alle] = [await nummern("&nur=belege"), await nummern("&nur=stornos"), await nummern("")];
  expect([belege.length, stornos.length]).toEqual([4, 2]);
  expect([...belege, ...stornos].sort()).toEqual([...alle].sort());
  expect(new Set(alle)).toEqual(new Set(belegnummern.filter((_, i) => i !== 4)));
});

test("liegen Belege in zwei Wirtschaftsjahren, sind es zwei Dateien", async () => {
  const { laufId } = await sae([
    { belegart: "rechnung", nettoCent: 100, positionsartId: grundpacht, empfaenger: paechter },
    {
      belegart: "stornorechnung",
      nettoCent: -100,
      positionsartId: grundpacht,
      empfaenger: paechter,
      stornoVon: 0,
      belegdatum: "2027-07-01",
    },
  ]);
  const beide = await hole(laufId);
  expect([beide.status, beide.json.code, beide.json.wirtschaftsjahre]).toEqual([
    409,
    "mehrere_wirtschaftsjahre",
    [2026, 2027],
  ]);
  for (const [jahr, wjBeginn, zeichen] of [
    [2026, "20260701", '"S"'],
    [2027, "20270701", '"H"'],
  ]) {
    const datei = await hole(laufId, `&wirtschaftsjahr=${jahr}`);
    const [kopf, , zeile, ende] = lies(datei.bytes);
    expect(datei.kopf.get("content-disposition")).toContain(`EXTF_Buchungsstapel_2026-11-01_WJ${jahr}.csv`);
    expect([kopf?.split(";")[12], zeile?.split(";")[1], ende]).toEqual([wjBeginn, zeichen, ""]);
  }
  expect((await hole(laufId, "&wirtschaftsjahr=2025")).json.code).toBe("keine_buchungen");
});

describe("409 nennt alles, was fehlt", () => {
  test("an Kontakten, Positionsarten und Firmendaten", async () => {
    const { laufId, belegnummern } = await sae([
      { belegart: "rechnung", nettoCent: 100, empfaenger: { ...paechter, debitornummer: null } },
      {
        belegart: "rechnung",
        nettoCent: 100,
        positionsartId: grundpacht,
        empfaenger: { ...paechter, debitornummer: "D-7" },
      },
      {
        belegart: "schlussrechnung",
        nettoCent: 100,
        steuersatzBp: 1600,
        positionsartId: gewerbe,
        empfaenger: paechter,
      },
      { belegart: "gutschrift", nettoCent: 100, empfaenger: { ...verpaechter, kreditornummer: "10030" } },
      { belegart: "gebuehrenrechnung", nettoCent: 100, empfaenger: { ...verpaechter, kreditornummer: null } },
    ]);
    await dienst.owner`update firmendaten set datev_weiterleitungskonto = null, datev_gebuehrenkonto = '48690'`;
    await dienst.owner`update positionsart set erloeskonto = '48610' where id = ${grundpacht}`;
    const { status, json } = await hole(laufId);
    expect([status, json.code]).toEqual([409, "datev_unvollstaendig"]);
    const fehlend = json.fehlend as { code: string; text: string; anzahl: number; belegnummern: string[] }[];
    expect(fehlend.map(({ code }) => code).sort()).toEqual([
      "debitornummer_fehlt",
      "debitornummer_ungueltig",
      "erloeskonto_fehlt",
      "erloeskonto_ungueltig",
      "gebuehrenkonto_ungueltig",
      "kreditornummer_fehlt",
      "kreditornummer_ungueltig",
      "steuersatz_ohne_schluessel",
      "weiterleitungskonto_fehlt",
    ]);
    expect(new Set(fehlend.flatMap((mangel) => mangel.belegnummern))).toEqual(new Set(belegnummern));
    expect(fehlend.find(({ code }) => code === "erloeskonto_ungueltig")?.text).toContain("Grundpacht");
    expect(fehlend.find(({ code }) => code === "debitornummer_fehlt")?.text).toContain("Dr. Łukasz Wójcik");
    await richteDatevEin();
    await dienst.owner`update positionsart set erloeskonto = '4861' where id = ${grundpacht}`;
  });

  test("einen Betrag, der nicht in das Feld passt; der höchste passt noch", async () => {
    const rechnung = (nettoCent: number): Saatbeleg => ({
      belegart: "rechnung",
      nettoCent,
      positionsartId: grundpacht,
      empfaenger: paechter,
    });
    const passt = await sae([rechnung(999_999_999_999)]);
    expect(lies((await hole(passt.laufId)).bytes)[2]).toMatch(/^9999999999,99;"S"/);
    const zuHoch = await sae([rechnung(100), rechnung(1_000_000_000_000)]);
    const { status, json } = await hole(zuHoch.laufId);
    expect([status, json.code]).toEqual([409, "datev_unvollstaendig"]);
    expect(json.fehlend).toEqual([
      {
        code: "betrag_zu_hoch",
        text: expect.stringContaining(zuHoch.belegnummern[1] ?? ""),
        anzahl: 1,
        belegnummern: [zuHoch.belegnummern[1]],
      },
    ]);
  });

  test("ohne DATEV-Angaben", async () => {
    const { laufId } = await sae(beispiel());
    await dienst.owner`update firmendaten set datev_berater = null`;
    const { status, json } = await hole(laufId);
    expect([status, json.fehlend]).toEqual([409, [expect.objectContaining({ code: "datev_fehlt" })]]);
    await richteDatevEin();
  });
});

describe("Zugang", () => {
  test("Audit-Log, HEAD, Rollen, Lauf", async () => {
    const { laufId } = await sae(beispiel());
    const zaehle = async () =>
      (
        await dienst.owner`
      select
      from auditlog left join auditwert on auditlog_id = id
      where werte like '%EXTF_%'`
      ).length;
    const vorher = await zaehle();
    const kopf = await dienst.frage("administrator", "head", pfad(laufId));
    expect([kopf.status, kopf.bytes.length, await zaehle()]).toEqual([200, 0, vorher]);
    const beide = await Promise.all([hole(laufId), hole(laufId)]);
    expect(beide[0]?.text).toBe(beide[1]?.text);
    expect(await zaehle()).toBe(vorher + 2);
    expect((await hole("00000000-0000-0000-0000-000000000001")).status).toBe(404);
    const { laufId: laufend } = await saeLauf(dienst.owner, [], "laufend");
    expect((await hole(laufend)).json.code).toBe("lauf_nicht_abgeschlossen");
  });
});
