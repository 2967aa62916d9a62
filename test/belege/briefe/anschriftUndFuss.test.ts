import { describe, expect, test } from "vitest";
import { layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { breite } from "../../../src/belege/briefe/satz/schrift.ts";
import { anschriftVon } from "../../../src/kern/pacht/anschrift.ts";
import { aussteller, brief, firma, person, texte, zeile } from "../../hilfe/musterbrief.ts";

const lang = (wort: string, anzahl: number) => Array.from({ length: anzahl }, () => wort).join(" ");

/** What wraps to twelve lines and more in the usual type. */
const zwoelf = {
  ...firma,
  firma: lang("Hafenlogistik Ost Verwaltungsgesellschaft", 5),
  vorname: lang("Łukasz", 12),
  adresszusatz: lang("Gebäude C, drittes Obergeschoss", 4),
  strasse: lang("Straße der Einheit", 3),
  land: "AT",
};

const imFenster = (daten: BriefDaten) =>
  texte(layoutBrief(daten)[0]).filter(({ x, y }) => x === 25 && y > 62 && y < 100);

describe("die Anschrift", () => {
  test("bis sechs Zeilen steht sie in der üblichen Größe", () => {
    expect(anschriftVon(person)).toEqual({
      zeilen: ["Herrn", "Dr. Łukasz Wójcik", "Straße der Einheit 104a", "18055 Rostock"],
      istKlein: false,
      istGekuerzt: false,
    });
  });

  test("was so nicht passt, wird kleiner neu umbrochen", () => {
    const { zeilen, istKlein, istGekuerzt } = anschriftVon({
      ...firma,
      adresszusatz: lang("Gebäude C", 2),
      land: "AT",
    });
    expect([istKlein, istGekuerzt]).toEqual([true, false]);
    expect(zeilen.length).toBeLessThanOrEqual(8);
  });

  test("was auch dann nicht passt, verliert Zeilen der längsten Teile und endet mit Auslassung", () => {
    const { zeilen, istGekuerzt } = anschriftVon(zwoelf);
    expect(istGekuerzt).toBe(true);
    expect(zeilen).toHaveLength(8);
    expect(zeilen.filter((z) => z.endsWith("…")).length).toBeGreaterThan(0);
    expect(zeilen.slice(-2)).toEqual(["18055 Rostock", "ÖSTERREICH"]);
  });

  test("wer einen langen Titel und einen Namen ohne Leerzeichen hat, verliert nicht den ganzen Namen", () => {
    const { zeilen } = anschriftVon({
      ...person,
      titel: "Prof. Dr. Dr. h. c. mult.",
      vorname: "Maximiliane".repeat(9),
      nachname: "Kapitän".repeat(14),
      adresszusatz: "Z".repeat(150),
      strasse: "S".repeat(150),
      ort: "O".repeat(100),
    });
    expect(zeilen).toHaveLength(8);
    expect(zeilen.find((zeile) => zeile.startsWith("Prof."))).toMatch(/^Prof\. Dr\. Dr\. h\. c\. mult\. Maximiliane/);
  });

  test.each([
    ["zwölf Zeilen", zwoelf],
    [
      "nur breite Buchstaben",
      { ...firma, firma: "W".repeat(200), strasse: "M".repeat(100), adresszusatz: "Щ".repeat(90) },
    ],
    ["zerlegte Umlaute", { ...firma, firma: lang("Müller & Söhne Güterverwaltung", 8).normalize("NFD") }],
  ])("%s: keine steht auf der anderen, keine verlässt das Fenster, alle in einer Größe", (_, empfaenger) => {
    const zeilen = imFenster(brief({ empfaenger }));
    expect(new Set(zeilen.map(({ pt }) => pt)).size).toBe(1);
    for (const [i, { x, y, breite: weit, pt }] of zeilen.entries()) {
      expect(x + weit).toBeLessThanOrEqual(103.01);
      expect(y).toBeLessThanOrEqual(89.5);
      if (i > 0) expect(y - (zeilen[i - 1]?.y ?? 0)).toBeGreaterThan((pt * 25.4) / 72);
    }
  });

  test("lateinische Buchstaben sind nie breiter als geschätzt", () => {
    const buchstaben = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüßŁłŞşĐđÅåŐőČčİğễấ0123456789.,-&/()„“";
    for (const zeichen of buchstaben) {
      // The more of them fit in a line by the rule, the narrower they have to be.
      const [erste = ""] = anschriftVon({
        ...person,
        anrede: null,
        titel: null,
        vorname: null,
        nachname: zeichen.repeat(300),
      }).zeilen;
      expect(breite(erste, "normal", 8.2), zeichen).toBeLessThanOrEqual(78);
    }
  });
});

describe("der Fuß", () => {
  const geschaeftsfuehrung = Array.from({ length: 12 }, (_, i) => `Dr. Jörg-Friedrich Süßmilch-Petersen ${i + 1}`);
  const daten = brief({
    aussteller: {
      ...aussteller,
      firma: "Nordholz Flächenmanagement Verwaltungsgesellschaft mbH & Co. KG",
      rechtsform: null,
      geschaeftsfuehrung: `Nordholz Verwaltungs GmbH, diese vertreten durch ${geschaeftsfuehrung.join(", ")}`,
    },
    zeilen: Array.from({ length: 40 }, (_, i) => zeile(10_000 + i)),
  });
  const blaetter = layoutBrief(daten);
  const fuss = (i: number) => {
    const stuecke = texte(blaetter[i]);
    const seite = stuecke.find(({ text }) => text.startsWith("Seite "))?.y ?? 0;
    return { seite, zeilen: stuecke.filter(({ y }) => y > seite), inhalt: stuecke.filter(({ y }) => y < seite) };
  };

  test("nennt alle Geschäftsführer einer GmbH & Co. KG und wächst nach oben", () => {
    for (const i of blaetter.keys()) {
      const { seite, zeilen, inhalt } = fuss(i);
      const woerter = zeilen.map(({ text }) => text).join(" ");
      for (const name of geschaeftsfuehrung) expect(woerter).toContain(name);
      expect(Math.max(...zeilen.map(({ y }) => y))).toBeLessThan(292.5);
      expect(Math.max(...inhalt.map(({ y }) => y))).toBeLessThan(seite);
    }
  });

  test("hat in allen Zeilen dieselbe Größe", () => {
    expect(new Set(fuss(0).zeilen.map(({ pt }) => pt)).size).toBe(1);
    const { zeilen } = { zeilen: texte(layoutBrief(brief())[0]).filter(({ y }) => y > 268) };
    expect(new Set(zeilen.map(({ pt }) => pt)).size).toBe(1);
  });
});

test("der Zusatz zur Anschrift der Firma steht über dem Fenster und im Fuß", () => {
  const [blatt] = layoutBrief(brief({ aussteller: { ...aussteller, adresszusatz: "Speicher 3" } }));
  const stuecke = texte(blatt).filter(({ text }) => text.includes("Speicher 3"));
  expect(stuecke.filter(({ y }) => y < 62)).toHaveLength(1);
  expect(stuecke.filter(({ y }) => y > 268)).toHaveLength(1);
});

test("Kopf und Linien der Tabelle enden am Rand des Textes", () => {
  for (const element of layoutBrief(brief()).flatMap(({ elemente }) => elemente)) {
    if (element.art !== "flaeche" || element.hoehe < 5) continue;
    expect(element.x).toBeGreaterThanOrEqual(25);
    expect(element.x + element.breite).toBeLessThanOrEqual(190.001);
  }
});
