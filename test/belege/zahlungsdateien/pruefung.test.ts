import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, test } from "vitest";
import type { Zahlungsbefund } from "../../../src/belege/zahlungsdateien/schema.ts";
import { gruende } from "../../../src/belege/zahlungsdateien/sepa/zahlungen.ts";
import { type Saatbeleg, saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";
import { firma, person } from "../../hilfe/musterbrief.ts";
import { bestaetigeKontakte, richteFirmaEin } from "../exporte/zahlungslauf.ts";
import { frageDatei, holeDatei, pruefe } from "./dateien.ts";
import { zahlungenIn } from "./zahlungen.ts";

mitDienst();

beforeAll(async () => {
  await richteFirmaEin(dienst.owner);
});

const mandat = { referenz: "HGT-000417", datum: "2024-03-01" };
const einzug = { ...person, zahlungsart: "lastschrift", sepaMandat: mandat } as const;

/** What a refusal says of the payments that are not ready. */
const ausgelassene = (absage: object): Zahlungsbefund[] =>
  "ausgelassen" in absage ? (absage.ausgelassen as Zahlungsbefund[]) : [];

const kontaktDes = (belegId: number | undefined) =>
  dienst.owner`select kontakt_id from archiv_beleg where id = ${belegId ?? 0}`;

describe("jeder Grund hält seine Zahlung zurück, und nur sie", () => {
  type Fall = [string, Partial<Saatbeleg>, string | null, ("lastschrift" | "ueberweisung")?];
  const faelle: Fall[] = [
    ["bank_unbestaetigt", {}, "update kontakt set bank_bestaetigt_am = null"],
    ["betrag_zu_hoch", { nettoCent: 100_000_000_000 }, null],
    ["iban_fehlt", { empfaenger: { ...einzug, iban: null } }, null],
    ["iban_geaendert", {}, "update kontakt set iban = 'DE02120300000000202051'"],
    ["iban_geaendert", {}, "update kontakt set iban = null"],
    ["iban_ungueltig", { empfaenger: { ...einzug, iban: "DE89370400440532013001" } }, null],
    ["iban_ausserhalb_sepa", { empfaenger: { ...einzug, iban: "BR1800360305000010009795493C1" } }, null],
    ["bic_fehlt", { empfaenger: { ...einzug, iban: "CH9300762011623852957", bic: null } }, null],
    [
      "anschrift_fehlt",
      { empfaenger: { ...einzug, iban: "CH9300762011623852957", bic: "UBSWCHZH80A", ort: null } },
      null,
    ],
    [
      "anschrift_fehlt",
      { empfaenger: { ...einzug, iban: "CH9300762011623852957", bic: "UBSWCHZH80A", ort: "東京" } },
      null,
    ],
    ["mandat_fehlt", { empfaenger: { ...einzug, sepaMandat: null } }, null],
    ["mandat_geaendert", {}, "update kontakt set sepa_mandat_referenz = 'NEU-1'"],
    ["mandat_geaendert", {}, "update kontakt set sepa_mandat_datum = '2025-01-01'"],
    ["mandat_geaendert", {}, "update kontakt set sepa_mandat_datum = null, sepa_mandat_referenz = null"],
    [
      "mandat_kuenftig",
      { empfaenger: { ...einzug, sepaMandat: { ...mandat, datum: "2026-11-21" } } },
      "update kontakt set sepa_mandat_datum = '2026-11-21'",
    ],
    [
      "mandat_nach_zahltag",
      { zahlbarBis: "2026-11-03", empfaenger: { ...einzug, sepaMandat: { ...mandat, datum: "2026-11-04" } } },
      "update kontakt set sepa_mandat_datum = '2026-11-04'",
    ],
    ["mandat_ungueltig", { empfaenger: { ...einzug, sepaMandat: { ...mandat, referenz: "Hof_Süd" } } }, null],
    ["name_nicht_schreibbar", { empfaenger: { ...einzug, kontoinhaber: "王伟" } }, null],
    ["zahlungsart_geaendert", {}, "update kontakt set zahlungsart = 'ueberweisung'"],
    [
      "zahlungsart_geaendert",
      { belegart: "gutschrift", auszahlungCent: 5_000, empfaenger: firma },
      "update kontakt set zahlungsart = 'verrechnung'",
      "ueberweisung",
    ],
  ];
  test.each(faelle)("%s %j %s", async (code, anders, aenderung, art = "lastschrift") => {
    const muster: Saatbeleg = { belegart: "rechnung", nettoCent: 10_000, empfaenger: einzug, ...anders };
    const gut = art === "lastschrift" ? einzug : firma;
    const { laufId, belegnummern, belegIds } = await saeLauf(dienst.owner, [
      { ...muster, nettoCent: 10_000, empfaenger: gut },
      muster,
    ]);
    await bestaetigeKontakte(dienst.owner, laufId);
    const [zeile] = await kontaktDes(belegIds[1]);
    if (aenderung) await dienst.owner.unsafe(`${aenderung} where id = ${zeile?.kontaktId}`);
    const { data, zahlungen, ausgelassen } = await pruefe(laufId, art);
    expect(data.map((z) => [z.belegnummer, z.stand, z.gruende])).toEqual([
      [belegnummern[0], "bereit", []],
      [belegnummern[1], "ausgelassen", [{ code, text: gruende[code as keyof typeof gruende] }]],
    ]);
    expect([zahlungen.anzahl, ausgelassen.anzahl]).toEqual([1, 1]);
    const { text, kopf } = await holeDatei(laufId, art);
    expect(text).toContain(`<EndToEndId>${belegnummern[0]}</EndToEndId>`);
    expect(text).not.toContain(`<EndToEndId>${belegnummern[1]}</EndToEndId>`);
    expect(kopf.get("x-ausgelassen-anzahl")).toBe("1");
  });

  test("was der Beleg selbst für immer ausschließt, nennt daneben nichts, was jemand vergebens behöbe", async () => {
    const { laufId } = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 10_000, empfaenger: { ...einzug, iban: null } },
    ]);
    await dienst.owner`update firmendaten set treuhandkonto_iban = null, glaeubiger_id = null`;
    const { json } = await frageDatei(laufId, "lastschrift");
    await richteFirmaEin(dienst.owner);
    const codes = ausgelassene(json).flatMap((z) => z.gruende.map(({ code }) => code));
    expect(codes).toContain("iban_fehlt");
    for (const vergebens of ["bank_unbestaetigt", "glaeubiger_id_fehlt", "treuhandkonto_fehlt"])
      expect(codes).not.toContain(vergebens);
  });

  test("storniert, gesperrt: keine Zahlung bleibt, 409 nennt sie", async () => {
    const { laufId, archivkontoId, belegnummern } = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 10_000, empfaenger: einzug },
      { belegart: "stornorechnung", nettoCent: -10_000, empfaenger: einzug, stornoVon: 0 },
      { belegart: "rechnung", nettoCent: 500, empfaenger: einzug },
    ]);
    await bestaetigeKontakte(dienst.owner, laufId);
    const markiere = (markierung: string | null) =>
      mitarbeiter().patch(`/abrechnung/archiv-konten/${archivkontoId}/markierung`, { markierung });
    await markiere("gesperrt");
    const gesperrt = await frageDatei(laufId, "lastschrift");
    expect([gesperrt.status, gesperrt.json.code, gesperrt.json.anzahlAusgelassen]).toEqual([409, "keine_zahlungen", 2]);
    const codes = ausgelassene(gesperrt.json).map((z) => [z.belegnummer, z.gruende.map(({ code }) => code)]);
    expect(codes).toEqual([
      [belegnummern[0], ["konto_gesperrt", "storniert"]],
      [belegnummern[2], ["konto_gesperrt"]],
    ]);
    await markiere("geprueft");
    const { text } = await holeDatei(laufId, "lastschrift");
    expect(text).toContain("<NbOfTxs>1</NbOfTxs><CtrlSum>5.00</CtrlSum>");
    expect((await pruefe(laufId, "lastschrift")).unbeteiligt).toEqual([
      { code: "stornobeleg", text: expect.any(String), anzahl: 1 },
    ]);
  });

  test("die Prüfung sagt, wer welche Datei schon geladen hat", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 10_000, empfaenger: einzug },
      { belegart: "rechnung", nettoCent: 500, empfaenger: einzug },
    ]);
    await bestaetigeKontakte(dienst.owner, laufId);
    expect((await pruefe(laufId, "lastschrift")).abrufe).toEqual([]);
    const einzelne = await holeDatei(laufId.toUpperCase(), "lastschrift", belegnummern.slice(1, 2));
    const uebrige = await holeDatei(laufId, "lastschrift");
    const { abrufe } = await pruefe(laufId, "lastschrift");
    expect(abrufe).toMatchObject([
      { benutzer: "Test verwalter", anzahl: 1, summeCent: 10_000, nachrichtenId: uebrige.datei.nachrichtenId },
      { benutzer: "Test verwalter", anzahl: 1, summeCent: 500, nachrichtenId: einzelne.datei.nachrichtenId },
    ]);
    expect((await pruefe(laufId, "ueberweisung")).abrufe).toEqual([]);
  });

  test("eine Auszahlung unter null ist eine Forderung, die jemand ausgleicht", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, [
      { belegart: "gutschrift", nettoCent: 1_000, auszahlungCent: -250, empfaenger: firma },
      { belegart: "gutschrift", nettoCent: 1_000, auszahlungCent: 900, empfaenger: firma },
    ]);
    await bestaetigeKontakte(dienst.owner, laufId);
    const { data, forderungen, zahlungen } = await pruefe(laufId, "ueberweisung", "&stand=forderung");
    expect(data).toMatchObject([
      { belegnummer: belegnummern[0], betragCent: -250, gruende: [{ code: "forderung_verpaechter" }] },
    ]);
    expect([forderungen, zahlungen]).toEqual([
      { anzahl: 1, summeCent: -250 },
      { anzahl: 1, summeCent: 900 },
    ]);
  });

  test("storniert ist sie keine mehr", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, [
      { belegart: "gutschrift", nettoCent: -50_000, empfaenger: firma },
      { belegart: "gutschrift", nettoCent: -700, empfaenger: firma },
      { belegart: "stornogutschrift", nettoCent: 50_000, empfaenger: firma, stornoVon: 0 },
    ]);
    const { data, forderungen, unbeteiligt } = await pruefe(laufId, "ueberweisung");
    expect(forderungen).toEqual({ anzahl: 1, summeCent: -700 });
    expect(unbeteiligt.map(({ code, anzahl }) => [code, anzahl])).toEqual([
      ["storniert", 1],
      ["stornobeleg", 1],
    ]);
    expect(data.find(({ belegnummer }) => belegnummer === belegnummern[0])).toMatchObject({
      stand: "unbeteiligt",
      betragCent: null,
      gruende: [{ code: "storniert" }],
    });
  });

  test("eine andere IBAN am Kontakt hebt die Bestätigung auf", async () => {
    const { laufId, belegIds } = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 10_000, empfaenger: einzug },
    ]);
    await bestaetigeKontakte(dienst.owner, laufId);
    const [zeile] = await kontaktDes(belegIds[0]);
    const aendere = async (body: object) =>
      (await mitarbeiter().put(`/kontakte/${zeile?.kontaktId}`, body)).json.bankBestaetigtAm;
    expect(await aendere({ bemerkung: "Rückruf" })).toBe("2026-01-15");
    expect(await aendere({ iban: "DE02120300000000202051", bankBestaetigtAm: "2026-01-15" })).toBe(null);
    expect(await aendere({ iban: person.iban })).toBe(null);
    expect((await frageDatei(laufId, "lastschrift")).json.code).toBe("keine_zahlungen");
    expect(await aendere({ bankBestaetigtAm: "2026-11-20" })).toBe("2026-11-20");
    expect(await aendere({ iban: "DE02120300000000202051", bankBestaetigtAm: "2026-11-19" })).toBe("2026-11-19");
    expect(await aendere({ iban: person.iban, bankBestaetigtAm: "2026-11-20" })).toBe("2026-11-20");
    expect((await holeDatei(laufId, "lastschrift")).status).toBe(200);
  });

  test("ohne Treuhandkonto und Gläubiger-ID geht nichts hinaus; eine andere Gläubiger-ID als im Brief auch nicht", async () => {
    const { laufId } = await saeLauf(dienst.owner, [{ belegart: "rechnung", nettoCent: 10_000, empfaenger: einzug }]);
    await bestaetigeKontakte(dienst.owner, laufId);
    const codes = async () =>
      ausgelassene((await frageDatei(laufId, "lastschrift")).json).flatMap((z) => z.gruende.map(({ code }) => code));
    await dienst.owner`update firmendaten set treuhandkonto_iban = null, glaeubiger_id = null, firma = null, rechtsform = null`;
    expect(await codes()).toEqual(["firma_fehlt", "glaeubiger_id_fehlt", "treuhandkonto_fehlt"]);
    await richteFirmaEin(dienst.owner);
    await dienst.owner`update firmendaten set glaeubiger_id = 'DE02ZZZ01234567890'`;
    expect(await codes()).toEqual(["glaeubiger_id_geaendert"]);
    await richteFirmaEin(dienst.owner);
    // Its letters are printed, but a bank would read full stops.
    await dienst.owner`update firmendaten set firma = 'ȺɁꞄ', rechtsform = null`;
    expect(await codes()).toEqual(["firma_nicht_schreibbar"]);
    await richteFirmaEin(dienst.owner);
    expect((await holeDatei(laufId, "lastschrift")).status).toBe(200);
  });
});

/** Numbers that depend on the place alone, so that a failure can be seen again. */
const zufall = (saat: number) => () => {
  saat = (Math.imul(saat, 1_664_525) + 1_013_904_223) >>> 0;
  return saat / 2 ** 32;
};

test.each([1, 2, 3])("in einem beliebigen Lauf zählt jeder Beleg genau einmal, mit seinen Cent (%i)", async (saat) => {
  const z = zufall(saat);
  const arten = ["rechnung", "schlussrechnung", "gutschrift", "gebuehrenrechnung"] as const;
  const belege: Saatbeleg[] = Array.from({ length: 150 }, () => {
    const belegart = arten[Math.floor(z() * 4)] ?? "rechnung";
    const nettoCent = Math.floor(z() * 50_000) - (belegart === "gebuehrenrechnung" ? 0 : 10_000);
    const zahlungsart = (["ueberweisung", "lastschrift", "bar", "verrechnung"] as const)[Math.floor(z() * 4)] ?? "bar";
    return {
      belegart,
      nettoCent: z() < 0.05 ? 0 : nettoCent,
      ...(belegart === "gutschrift" && z() < 0.5 ? { auszahlungCent: nettoCent - Math.floor(z() * 5_000) } : {}),
      empfaenger: {
        ...person,
        zahlungsart,
        iban: z() < 0.1 ? null : person.iban,
        sepaMandat: z() < 0.8 ? mandat : null,
      },
    };
  });
  for (let i = 0; i < 150; i += 10) {
    const { belegart = "rechnung", nettoCent = 0, empfaenger = person } = belege[i] ?? {};
    belege.push({
      belegart: belegart === "gutschrift" ? "stornogutschrift" : "stornorechnung",
      nettoCent: -nettoCent,
      empfaenger,
      stornoVon: i,
    });
  }
  const { laufId, belegnummern } = await saeLauf(dienst.owner, belege);
  await bestaetigeKontakte(dienst.owner, laufId);
  for (const art of ["lastschrift", "ueberweisung"] as const) {
    const vorher = await pruefe(laufId, art, "&limit=500");
    expect(vorher.data.map(({ belegnummer }) => belegnummer)).toEqual([...belegnummern].sort());
    const { status, text } = await holeDatei(laufId, art);
    expect(status).toBe(200);
    const bezahlt = zahlungenIn(text);
    const pruefung = await pruefe(laufId, art, "&limit=500&stand=ausgelassen");
    const nummern = [...bezahlt.map(([nummer]) => nummer), ...pruefung.data.map(({ belegnummer }) => belegnummer)];
    expect(new Set(nummern).size).toBe(nummern.length);
    const uebrige = pruefung.unbeteiligt.reduce((summe, { anzahl }) => summe + anzahl, pruefung.forderungen.anzahl);
    expect(nummern.length + uebrige).toBe(belegnummern.length);
    const summe = bezahlt.reduce((s, [, cent]) => s + cent, 0);
    expect(vorher.zahlungen).toEqual({ anzahl: bezahlt.length, summeCent: summe });
    expect([pruefung.inDateien, pruefung.zahlungen.anzahl]).toEqual([vorher.zahlungen, 0]);
    const archiv = await dienst.owner<{ belegnummer: string; cent: number }[]>`
      select belegnummer, case when belegart = 'gutschrift' then coalesce(auszahlung_cent, brutto_cent)
        else abs(brutto_cent) end cent
      from archiv_beleg where belegnummer = any(${nummern})`;
    const cent = new Map(archiv.map((zeile) => [zeile.belegnummer, zeile.cent]));
    for (const [nummer, betrag] of bezahlt) expect(cent.get(nummer)).toBe(betrag);
    for (const { belegnummer, betragCent } of pruefung.data) expect(cent.get(belegnummer)).toBe(betragCent);
    const kopf = new XMLParser({ parseTagValue: false }).parse(text).Document[
      art === "lastschrift" ? "CstmrDrctDbtInitn" : "CstmrCdtTrfInitn"
    ].GrpHdr;
    expect(kopf).toMatchObject({ NbOfTxs: String(bezahlt.length), CtrlSum: (summe / 100).toFixed(2) });
    expect(text.replace(/<[^>]*>|\n/g, "")).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
  }
  const seiten = await Promise.all([1, 2].map((page) => pruefe(laufId, "ueberweisung", `&limit=3&page=${page}`)));
  const erste = (await pruefe(laufId, "ueberweisung", "&limit=6")).data;
  expect(seiten.flatMap(({ data }) => data)).toEqual(erste);
});
