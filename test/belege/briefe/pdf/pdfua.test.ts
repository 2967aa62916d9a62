import { Buffer } from "node:buffer";
import { decodePDFRawStream, PDFDict, PDFDocument, PDFHexString, PDFRawStream, PDFRef } from "pdf-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { angabenVon, layoutBrief } from "../../../../src/belege/briefe/brief.ts";
import { beginneDatei, zeichneBlaetter } from "../../../../src/belege/briefe/pdf/zeichne.ts";
import { text } from "../../../../src/belege/briefe/satz/bau.ts";
import { zeichneBrief } from "../../../../src/belege/dokumente/belegbrief/zeichne.ts";
import { angabenVonAuszug, layoutKontoauszug } from "../../../../src/belege/dokumente/kontoauszug/layout.ts";
import { logo } from "../../../hilfe/bilder.ts";
import { brief, firma, kontoauszug, person, zeile } from "../../../hilfe/musterbrief.ts";
import { arten } from "../../erechnung/arten.ts";
import { alle, liesBaum, name } from "./baum.ts";
import { pdfuaRegeln, verletztePdfuaRegeln, vorgelesen } from "./pdfuaRegeln.ts";

const lang = () => brief({ logo, zeilen: Array.from({ length: 40 }, (_, i) => zeile(1000 + i)) });
const ohneErechnung = () => brief({ belegart: "gutschrift", empfaenger: person, zeilen: [zeile(120_000)] });

describe("vorlesen lässt sich", () => {
  test.each(Object.entries(arten))("%s", async (_, { brief: daten }) => {
    expect(await verletztePdfuaRegeln(await zeichneBrief(daten))).toEqual([]);
  });

  test.each([
    ["ein Schreiben über drei Seiten mit Logo", () => zeichneBrief(lang())],
    ["eine Auszahlungsmitteilung", () => zeichneBrief(ohneErechnung())],
    ["ein Entwurf", () => zeichneBrief({ ...lang(), belegnummer: "" })],
    ["ein Kontoauszug", () => zeichneBlaetter(layoutKontoauszug(kontoauszug(60)), angabenVonAuszug(kontoauszug(60)))],
    [
      "ein leerer Kontoauszug",
      () => zeichneBlaetter(layoutKontoauszug(kontoauszug(0)), angabenVonAuszug(kontoauszug(0))),
    ],
  ])("%s", async (_, mache) => {
    expect(await verletztePdfuaRegeln(await mache())).toEqual([]);
  });

  test("eine Datei aus vielen Schreiben: jedes ein Teil mit eigener Überschrift", async () => {
    const datei = await beginneDatei(angabenVon(brief()));
    for (const daten of [lang(), brief(), brief({ empfaenger: firma })]) datei.fuegeHinzu(layoutBrief(daten));
    const bytes = await datei.schliesse();
    expect(await verletztePdfuaRegeln(bytes)).toEqual([]);
    const baum = alle(liesBaum(await PDFDocument.load(bytes, { updateMetadata: false })));
    expect(baum.filter(({ art }) => art === "Part").length).toBe(3);
    expect(baum.filter(({ art }) => art === "H1").length).toBe(3);
    expect(baum.filter(({ art }) => art === "Table").length).toBe(3);
  });
});

test("auch ein Deckblatt über Zehntausende Belege findet jede seiner Stellen", async () => {
  const viele = 70_000;
  const elemente = Array.from({ length: viele }, () => ({
    ...text(25, 50, "x", { pt: 8 }),
    rolle: { art: "P" } as const,
  }));
  const dokument = await PDFDocument.load(await zeichneBlaetter([{ elemente }], angabenVon(brief())));
  const absaetze = dokument.context
    .enumerateIndirectObjects()
    .filter(([, objekt]) => String(objekt).includes("/S /P\n"));
  expect(absaetze.length).toBe(viele);
});

describe("vorgelesen wird", () => {
  test("ein Brief in der Folge, in der man ihn liest", async () => {
    const gelesen = await vorgelesen(await zeichneBrief(brief({ logo, kontobezeichnung: "Am Deich" })));
    expect(gelesen.slice(0, 5)).toEqual([
      "Figure: Logo Nordholz Flächenmanagement GmbH",
      "P: Nordholz Flächenmanagement GmbH · Hafenstraße 12 · 24103 Kiel",
      "P: Herrn Dr. Łukasz Wójcik Straße der Einheit 104a 18055 Rostock",
      "Lbl: Rechnungsnummer",
      "LBody: RE-2026-000001",
    ]);
    const ab = gelesen.indexOf("H1: Rechnung RE-2026-000001");
    expect(gelesen.slice(ab + 1, ab + 13)).toEqual([
      "P: Sehr geehrter Herr Dr. Wójcik,",
      "P: für das Pachtkonto PK-000417 (Am Deich) berechnen wir Ihnen für die Zeit vom 01.10.2026 bis 30.09.2027:",
      ...["Pos", "Bezeichnung", "Zeitraum", "USt", "Netto €"].map((kopf) => `TH: ${kopf}`),
      "TD: 1",
      "TD: Grundpacht Freifläche 1.200,00 € jährlich",
      "TD: 01.10.2026–30.09.2027",
      "TD: –",
      "TD: 1.200,00",
    ]);
    expect(gelesen).toContain(
      "Figure: GiroCode: 7.483,20 € an Nordholz Flächenmanagement GmbH, IBAN DE02 1203 0000 0000 2020 51, " +
        "Verwendungszweck RE-2026-000001 PK-000417",
    );
    expect(gelesen.join(" ")).not.toMatch(/Seite 1|Amtsgericht/);
  });

  test("eine Tabelle über drei Seiten als eine, ihr Kopf und der Übertrag nur für das Auge", async () => {
    const bytes = await zeichneBrief(lang());
    const gelesen = await vorgelesen(bytes);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(3);
    expect(gelesen.filter((stelle) => stelle === "TH: Bezeichnung").length).toBe(1);
    expect(gelesen.filter((stelle) => stelle.startsWith("TD: ")).length).toBe(40 * 5);
    expect(gelesen.join(" ")).not.toContain("Übertrag");
  });
});

const katalog = (dokument: PDFDocument, feld: string) => dokument.catalog.lookup(name(feld), PDFDict);

const stelle = (dokument: PDFDocument, art: string): PDFDict => {
  const gefunden = alle(liesBaum(dokument)).find((element) => element.art === art);
  if (!gefunden) throw new Error(`Keine Stelle ${art}`);
  return gefunden.dict;
};

const aendereInhalt =
  (wie: (text: string) => string) =>
  (dokument: PDFDocument): void => {
    const { context } = dokument;
    const { node } = dokument.getPage(0);
    const strom = node.lookup(name("Contents"));
    if (!(strom instanceof PDFRawStream)) throw new TypeError("Kein Inhalt");
    const alt = Buffer.from(decodePDFRawStream(strom).decode()).toString("latin1");
    const neu = wie(alt);
    expect(neu).not.toBe(alt);
    node.set(name("Contents"), context.register(context.flateStream(Buffer.from(neu, "latin1"))));
  };

const aendereXmp = (dokument: PDFDocument, alt: string, neu: string): void => {
  const { context, catalog } = dokument;
  const strom = catalog.lookup(name("Metadata"));
  if (!(strom instanceof PDFRawStream)) throw new TypeError("Keine Metadaten");
  const text = Buffer.from(Buffer.from(strom.contents).toString("utf8").replace(alt, neu));
  catalog.set(name("Metadata"), context.register(PDFRawStream.of(strom.dict.clone(context), text)));
};

/** What another program might do to a good file, each against one rule. */
const fehler: Record<string, (dokument: PDFDocument) => void> = {
  "XMP nennt PDF/UA-1": (d) => aendereXmp(d, "<pdfuaid:part>1", "<pdfuaid:part>2"),
  "Titel wird angezeigt": (d) => katalog(d, "ViewerPreferences").delete(name("DisplayDocTitle")),
  "Sprache genannt": ({ catalog }) => {
    catalog.delete(name("Lang"));
  },
  "als ausgezeichnet vermerkt": ({ catalog }) => {
    catalog.delete(name("MarkInfo"));
  },
  "alles auf dem Blatt ist ausgezeichnet": aendereInhalt((text) => `${text}\n0 0 10 10 re f`),
  "kein Stück in einem anderen": aendereInhalt((text) => `/Artifact BMC\n${text}\nEMC`),
  "Stücke haben Nummern, Beiwerk keine": aendereInhalt((text) => text.replace("/H1 <</MCID", "/H1 <</X")),
  "jedes Stück einmal im Baum, unter seinem Namen": aendereInhalt((text) => text.replace("/H1 <<", "/P <<")),
  "Lesefolge wie gezeichnet": (d) => {
    const teil = stelle(d, "Part");
    const k = teil.lookup(name("K"));
    teil.set(name("K"), d.context.obj([...(k as unknown as { asArray(): PDFRef[] }).asArray()].reverse()));
  },
  "jedes Stück findet seine Stelle (ParentTree)": (d) =>
    katalog(d, "StructTreeRoot")
      .lookup(name("ParentTree"), PDFDict)
      .set(name("Nums"), d.context.obj([0, []])),
  "StructParents je Blatt eigene": (d) => d.getPage(1).node.set(name("StructParents"), d.context.obj(0)),
  "jede Stelle kennt, worin sie steht": (d) => stelle(d, "H1").set(name("P"), PDFRef.of(1)),
  "nur bekannte Stellen am rechten Ort": (d) => stelle(d, "LBody").set(name("S"), name("Wert")),
  "ein Dokument, jeder Brief mit Überschrift": (d) => stelle(d, "H1").set(name("S"), name("H2")),
  "Einträge mit Bezeichnung und Wert": (d) => stelle(d, "Lbl").set(name("S"), name("LBody")),
  "Tabellen mit gleich vielen Spalten": (d) =>
    stelle(d, "TD").set(name("A"), d.context.obj({ O: "Table", ColSpan: 2 })),
  "Tabellen mit Kopfzeile": (d) => stelle(d, "TH").set(name("S"), name("TD")),
  "Kopfzellen sagen, wofür sie gelten": (d) => {
    stelle(d, "TH").delete(name("A"));
  },
  "Bilder mit Worten und Ort": (d) => stelle(d, "Figure").set(name("Alt"), PDFHexString.fromText(" ")),
  "Text nur aus lesbaren Zeichen": aendereInhalt((text) => text.replace(/<[0-9a-f]{4}/i, "<ffff")),
  "Tabulator folgt dem Baum": (d) => {
    d.getPage(0).node.delete(name("Tabs"));
  },
  "Fuß ist Beiwerk, auf jedem Blatt": aendereInhalt((text) => text.replaceAll("/Subtype/Footer", "/Subtype/Header")),
  "nichts Leeres": aendereInhalt((text) => `${text}\n/Artifact BMC\nEMC`),
};

describe("einen gepflanzten Fehler bemerkt", () => {
  let pdf: Uint8Array;
  beforeAll(async () => {
    pdf = await zeichneBrief(lang());
  });

  test("jede Regel den ihren", () => {
    expect(Object.keys(fehler)).toEqual(Object.keys(pdfuaRegeln));
  });

  test.each(Object.entries(fehler))("%s", async (regel, plane) => {
    const dokument = await PDFDocument.load(pdf, { updateMetadata: false });
    plane(dokument);
    expect(await verletztePdfuaRegeln(await dokument.save())).toContain(regel);
  });

  test("keine, wo keiner gepflanzt ist", async () => {
    const dokument = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(await verletztePdfuaRegeln(await dokument.save())).toEqual([]);
  });
});
