import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { neueSepaDatei } from "../../../../src/belege/zahlungsdateien/sepa/datei.ts";
import type { ZahlungsBeleg } from "../../../../src/belege/zahlungsdateien/sepa/zahlungen.ts";
import { parseTag } from "../../../../src/kern/kalender/tag.ts";
import { aussteller, person } from "../../../hilfe/musterbrief.ts";

setFlagsFromString("--expose-gc");
const raeumeAuf: () => void = runInNewContext("gc");

const firma = { ...aussteller, name: "Nordholz", treuhandkonto: { iban: "DE02120300000000202051", bic: null } };

const beleg = (id: number): ZahlungsBeleg => ({
  id,
  belegnummer: `RE-2026-${id}`,
  belegart: "rechnung",
  kontonummer: "PK-1",
  leistungVon: "2026-10-01",
  leistungBis: "2027-09-30",
  zahlbarBis: "2026-12-04",
  bruttoCent: 1,
  auszahlungCent: null,
  empfaenger: { ...person, sepaMandat: { referenz: "M-1", datum: "2024-03-01" } },
  glaeubigerId: aussteller.glaeubigerId,
  stornonummer: null,
  markierung: null,
  heuteIban: person.iban,
  heuteZahlungsart: "lastschrift",
  heuteMandat: null,
  bankBestaetigtAm: "2026-01-15",
  zahlungsdateiId: null,
  istWidersprochen: false,
});

test.each(["lastschrift", "ueberweisung"] as const)(
  "%s: jeder Tag ist eine Gruppe mit eigener Kennung, Zahl und Summe; der Kopf nennt die ganze Datei",
  async (art) => {
    const datei = neueSepaDatei(art, firma, `LS-${"0".repeat(32)}`, new Date("2026-11-20T09:00:00Z"));
    const nimm = (tag: string, ...cent: number[]) =>
      datei.nimm(
        parseTag(tag),
        cent.map((betragCent, i) => ({ beleg: beleg(i), betragCent })),
      );
    await nimm("2026-12-07", 5);
    await nimm("2026-12-04", 100_000_000_001, 7);
    await nimm("2026-12-07", 99, 1_000);
    const xml = Buffer.concat([...datei.schreibe()]).toString();
    expect([...xml.matchAll(/<NbOfTxs>(.*?)<\/NbOfTxs><CtrlSum>(.*?)<\/CtrlSum>/g)].map(([, n, s]) => [n, s])).toEqual([
      ["5", "1000000011.12"],
      ["2", "1000000000.08"],
      ["3", "11.04"],
    ]);
    const gruppen = xml.split("<PmtInf>").slice(1);
    expect(gruppen.map((gruppe) => gruppe.match(/<EndToEndId>/g)?.length)).toEqual([2, 3]);
    const kennungen = gruppen.map((gruppe) => /<PmtInfId>(.*?)</.exec(gruppe)?.[1] ?? "");
    expect(kennungen).toEqual(["20261204", "20261207"].map((tag) => `LS-${"0".repeat(23)}-${tag}`));
    for (const kennung of kennungen) expect(kennung.length).toBeLessThanOrEqual(35);
  },
);

test.each([
  ["Łódź", "ul. Żabia", "7/3", ["<StrtNm>ul. Zabia</StrtNm>", "<BldgNb>7/3</BldgNb>", "<TwnNm>Lodz</TwnNm>"]],
  ["Θεσσαλονίκη", "中山路", "🏡", ["<TwnNm>Thessaloniki</TwnNm>"]],
  ["東京", "Marktstraße", "1", []],
  ["🏡", null, null, []],
])("Anschrift in %s: strukturiert, in Zeichen der SEPA, oder keine", async (ort, strasse, hausnummer, erwartet) => {
  const datei = neueSepaDatei("ueberweisung", firma, `LS-${"0".repeat(32)}`, new Date("2026-11-20T09:00:00Z"));
  const { empfaenger, ...rest } = beleg(1);
  const einer = { ...rest, empfaenger: { ...empfaenger, ort, strasse, hausnummer, plz: null } };
  await datei.nimm(parseTag("2026-12-04"), [{ beleg: einer, betragCent: 1 }]);
  const xml = Buffer.concat([...datei.schreibe()]).toString();
  const [, inhalt = ""] = /<Cdtr><Nm>[^<]*<\/Nm>(?:<PstlAdr>(.*?)<\/PstlAdr>)?<\/Cdtr>/.exec(xml) ?? [];
  expect(inhalt.replace("<Ctry>DE</Ctry>", "")).toBe(erwartet.join(""));
});

test("die Mandatsreferenz steht Zeichen für Zeichen da, wie der Zahler sie kennt", async () => {
  const datei = neueSepaDatei("lastschrift", firma, `LS-${"0".repeat(32)}`, new Date("2026-11-20T09:00:00Z"));
  const { empfaenger, ...rest } = beleg(1);
  const sepaMandat = { referenz: "HOF  12 (a)", datum: "2024-03-01" };
  await datei.nimm(parseTag("2026-12-04"), [
    { beleg: { ...rest, empfaenger: { ...empfaenger, sepaMandat } }, betragCent: 1 },
  ]);
  const xml = Buffer.concat([...datei.schreibe()]).toString();
  expect(/<MndtId>(.*?)<\/MndtId>/.exec(xml)?.[1]).toBe("HOF  12 (a)");
});

test("solange ihr Kopf noch nicht feststeht, wartet die Datei in einem Bruchteil ihrer Größe", async () => {
  const datei = neueSepaDatei("lastschrift", firma, `LS-${"0".repeat(32)}`, new Date("2026-11-20T09:00:00Z"));
  const belegt = (): number => {
    raeumeAuf();
    return process.memoryUsage().arrayBuffers;
  };
  const vorher = belegt();
  for (let stapel = 0; stapel < 100; stapel += 1) {
    const zahlungen = Array.from({ length: 100 }, (_, i) => ({ beleg: beleg(100 * stapel + i), betragCent: i + 1 }));
    await datei.nimm(parseTag("2026-12-04"), zahlungen);
  }
  let groesse = 0;
  const hash = createHash("sha256");
  for (const teil of datei.schreibe()) {
    groesse += teil.length;
    hash.update(teil);
  }
  expect(datei.gesamt.anzahl).toBe(10_000);
  // What the compressor has used goes a little later.
  await expect.poll(() => belegt() - vorher, { timeout: 25_000 }).toBeLessThan(groesse / 5);
  expect(
    createHash("sha256")
      .update(Buffer.concat([...datei.schreibe()]))
      .digest("hex"),
  ).toBe(hash.digest("hex"));
});
