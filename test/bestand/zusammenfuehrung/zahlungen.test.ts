import { beforeAll, describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { richteFirmaEin } from "../../belege/exporte/zahlungslauf.ts";
import { holeDatei, pruefe } from "../../belege/zahlungsdateien/dateien.ts";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { fuehreZusammen, saeKontakt } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

beforeAll(async () => {
  await richteFirmaEin(dienst.owner);
});

const [ibanEins, ibanZwei] = ["DE02120300000000202051", "DE89370400440532013000"];
const anschrift = { strasse: "Ring", hausnummer: "4" };
const einzug = (iban: string, referenz: string) => ({
  ...anschrift,
  iban,
  zahlungsart: "lastschrift",
  sepaMandatReferenz: referenz,
  sepaMandatDatum: "2024-03-01",
  bankBestaetigtAm: "2026-01-15",
});

/** Books a year of an account of this lessee. */
const gebucht = async (paechter: number) => {
  const id = await konto({ paechter: [[paechter, null, null]] });
  const { id: laufId } = await buche("2025-10-01", [id]);
  return { id, laufId };
};

const gruende = async (laufId: string) =>
  (await pruefe(laufId, "lastschrift")).data
    .filter(({ belegnummer }) => belegnummer.startsWith("RE-"))
    .map(({ stand, gruende }) => [stand, ...gruende.map(({ code }) => code)]);

describe("zwei Kontakte mit je einem Mandat", () => {
  test("das Mandat, das ein Brief nennt, wird unter seiner Referenz eingezogen", async () => {
    const eins = await saeKontakt(einzug(ibanEins, "M-EINS"));
    const zwei = await saeKontakt(einzug(ibanZwei, "M-ZWEI"));
    const alt = await gebucht(zwei);
    const { felder } = await fuehreZusammen(eins, zwei);
    expect(felder).toEqual([]);
    const { text } = await holeDatei(alt.laufId, "lastschrift");
    expect(text).toContain("<MndtId>M-ZWEI</MndtId>");
    expect(text).toContain(ibanZwei);
    // What is booked from now on is collected by the one mandate that the contact has.
    const lauf = await buche("2026-10-01", [alt.id]);
    const neu = await holeDatei(lauf.id, "lastschrift");
    expect(neu.text).toContain("<MndtId>M-EINS</MndtId>");
    expect(neu.text).not.toContain("M-ZWEI");
  });

  test("bis jemand Bankverbindung oder Mandat dessen ändert, der geblieben ist; auch über zwei Stufen", async () => {
    const eins = await saeKontakt(einzug(ibanEins, "M-1"));
    const zwei = await saeKontakt(einzug(ibanZwei, "M-2"));
    const drei = await saeKontakt(einzug("DE02500105170137075030", "M-3"));
    const { laufId } = await gebucht(drei);
    await fuehreZusammen(zwei, drei);
    await fuehreZusammen(eins, zwei);
    expect(await gruende(laufId)).toEqual([["bereit"]]);
    await verwalter().put(`/kontakte/${eins}`, { telefon: "0395 9" });
    expect(await gruende(laufId)).toEqual([["bereit"]]);
    await verwalter().put(`/kontakte/${eins}`, { sepaMandat: null });
    expect(await gruende(laufId)).toEqual([["ausgelassen", "iban_geaendert", "mandat_geaendert"]]);
  });
});

describe("nur wer geht, hat ein Mandat", () => {
  test("es kommt mit seiner Bankverbindung mit und gilt für Altes wie für Neues", async () => {
    const eins = await saeKontakt(anschrift);
    const zwei = await saeKontakt(einzug(ibanZwei, "M-MIT"));
    const alt = await gebucht(zwei);
    const { felder } = await fuehreZusammen(eins, zwei);
    expect(felder.map(({ feld }) => feld).sort()).toEqual(["bankBestaetigtAm", "iban", "sepaMandat", "zahlungsart"]);
    expect(await gruende(alt.laufId)).toEqual([["bereit"]]);
    const lauf = await buche("2026-10-01", [alt.id]);
    expect(await gruende(lauf.id)).toEqual([["bereit"]]);
  });

  test("neben einem anderen Konto bleibt es zurück, und nur sein Brief wird damit eingezogen", async () => {
    const eins = await saeKontakt({ ...anschrift, iban: ibanEins, bankBestaetigtAm: "2026-01-15" });
    const zwei = await saeKontakt(einzug(ibanZwei, "M-ALT"));
    const alt = await gebucht(zwei);
    expect((await fuehreZusammen(eins, zwei)).felder).toEqual([]);
    expect(await gruende(alt.laufId)).toEqual([["bereit"]]);
    const lauf = await buche("2026-10-01", [alt.id]);
    expect(await gruende(lauf.id)).toEqual([["unbeteiligt", "anderer_zahlweg"]]);
  });

  test("dasselbe Konto, bestätigt nur an dem, der bleibt: der Brief wird eingezogen", async () => {
    const eins = await saeKontakt({ ...anschrift, iban: ibanZwei, bankBestaetigtAm: "2026-01-15" });
    const zwei = await saeKontakt({ ...einzug(ibanZwei, "M-GLEICH"), bankBestaetigtAm: null });
    const { laufId } = await gebucht(zwei);
    expect(await gruende(laufId)).toEqual([["ausgelassen", "bank_unbestaetigt"]]);
    const { felder } = await fuehreZusammen(eins, zwei);
    expect(felder.map(({ feld }) => feld)).toEqual(["zahlungsart", "sepaMandat"]);
    expect(await gruende(laufId)).toEqual([["bereit"]]);
  });
});

describe("ein Mandat steht nie neben einem Konto, für das es nicht gegeben ist", () => {
  const bankVon = async (id: number) => {
    const { json } = await verwalter().get<Kontakt>(`/kontakte/${id}`);
    return [json.iban, json.sepaMandat?.referenz ?? null, json.zahlungsart, json.bankBestaetigtAm];
  };
  const [mitMandat, ohneMandat] = [einzug(ibanEins, "M-ALT"), { ...anschrift, iban: ibanZwei }];
  test.each([
    ["mit der IBAN geht das alte Mandat", mitMandat, ohneMandat, ["iban"], [ibanZwei, null, "ueberweisung", null]],
    [
      "mit der IBAN kommt das andere Mandat",
      mitMandat,
      einzug(ibanZwei, "M-NEU"),
      ["iban"],
      [ibanZwei, "M-NEU", "lastschrift", "2026-01-15"],
    ],
    [
      "mit dem Mandat kommt seine IBAN",
      { ...anschrift, iban: ibanEins },
      einzug(ibanZwei, "M-NEU"),
      ["sepaMandat"],
      [ibanZwei, "M-NEU", "lastschrift", "2026-01-15"],
    ],
    [
      "dasselbe Konto behält sein Mandat",
      mitMandat,
      { ...anschrift, iban: ibanEins },
      ["iban"],
      [ibanEins, "M-ALT", "lastschrift", null],
    ],
    [
      "ein Mandat, das nicht mehr gilt, geht allein",
      mitMandat,
      ohneMandat,
      ["sepaMandat"],
      [ibanEins, null, "lastschrift", "2026-01-15"],
    ],
    [
      "ohne Mandate bleibt der Zahlweg",
      { ...anschrift, iban: ibanEins, zahlungsart: "bar" },
      ohneMandat,
      ["iban"],
      [ibanZwei, null, "bar", null],
    ],
    [
      "das Mandat kommt auch mit, wo anderes von der Bankverbindung genannt ist",
      anschrift,
      einzug(ibanZwei, "M-NEU"),
      ["zahlungsart", "kontoinhaber"],
      [ibanZwei, "M-NEU", "lastschrift", "2026-01-15"],
    ],
    [
      "und wo dieselbe IBAN genannt ist",
      { ...anschrift, iban: ibanZwei },
      einzug(ibanZwei, "M-NEU"),
      ["iban"],
      [ibanZwei, "M-NEU", "lastschrift", "2026-01-15"],
    ],
    [
      "ein Konto ist nicht bestätigt, weil es ein anderes ist",
      { ...anschrift, iban: ibanEins },
      { ...anschrift, iban: ibanZwei, bank_bestaetigt_am: "2026-01-15" },
      ["bankBestaetigtAm"],
      [ibanEins, null, "ueberweisung", null],
    ],
    [
      "dasselbe Konto ist bestätigt, wo es einer der beiden ist",
      { ...anschrift, iban: ibanEins },
      { ...anschrift, iban: ibanEins, bank_bestaetigt_am: "2026-01-15" },
      ["bankBestaetigtAm"],
      [ibanEins, null, "ueberweisung", "2026-01-15"],
    ],
  ])("%s", async (_, bleibt, geht, felder, erwartet) => {
    const [eins, zwei] = [await saeKontakt(bleibt), await saeKontakt(geht)];
    await fuehreZusammen(eins, zwei, { felder });
    expect(await bankVon(eins)).toEqual(erwartet);
  });
});

test("DATEV: ein Beleg bleibt auf der Nummer des Kontakts von damals; hat der keine, gilt die dessen, der bleibt", async () => {
  await dienst.owner`
    update firmendaten set datev_berater = '29411', datev_mandant = '10470', datev_wj_beginn = '07-01',
      datev_sachkontenlaenge = 4, datev_weiterleitungskonto = '5901', datev_gebuehrenkonto = '4869'`;
  await dienst.owner`update positionsart set erloeskonto = '4861'`;
  await dienst.owner`update kontakt set kreditornummer = '70004' where id = 4`;
  const eins = await saeKontakt({ ...anschrift, debitornummer: "10001" });
  const [zwei, drei] = [await saeKontakt({ ...anschrift, debitornummer: "10002" }), await saeKontakt(anschrift)];
  const konten = [await konto({ paechter: [[zwei, null, null]] }), await konto({ paechter: [[drei, null, null]] })];
  const { id: laufId } = await buche("2025-10-01", konten);
  await fuehreZusammen(eins, zwei);
  await fuehreZusammen(eins, drei);
  const { bytes } = await verwalter().get(`/abrechnung/export/datev?buchungslaufId=${laufId}`);
  const text = new TextDecoder("windows-1252").decode(bytes);
  const nummern = await Promise.all(konten.map(async (id) => (await belegeVon(id))[0]?.belegnummer ?? ""));
  const kontoVon = (nummer: string) =>
    text
      .split("\r\n")
      .find((zeile) => zeile.includes(nummer))
      ?.split(";")[6];
  expect(nummern.map(kontoVon)).toEqual(["10002", "10001"]);
});
