import { Buffer } from "node:buffer";
import { PDFArray, PDFDict, PDFDocument, PDFRawStream, PDFString } from "pdf-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { zeichneBlaetter } from "../../../../src/belege/briefe/pdf/zeichne.ts";
import { zeichneBrief } from "../../../../src/belege/dokumente/belegbrief/zeichne.ts";
import { angabenVonAuszug, layoutKontoauszug } from "../../../../src/belege/dokumente/kontoauszug/layout.ts";
import { erechnungVon } from "../../../../src/belege/erechnung/bilde.ts";
import { liesAnhang } from "../../../../src/belege/erechnung/liesAnhang.ts";
import { logo } from "../../../hilfe/bilder.ts";
import { brief, firma, kontoauszug, person, zeile } from "../../../hilfe/musterbrief.ts";
import { arten, namen } from "../../erechnung/arten.ts";
import { name } from "./baum.ts";
import { pdfaRegeln, verletztePdfaRegeln } from "./pdfaRegeln.ts";

const xmlIn = async (pdf: Uint8Array) => {
  const anhang = await liesAnhang(pdf);
  return anhang && new TextDecoder().decode(anhang);
};

describe("der Aufbau von PDF/A-3b", () => {
  test.each(Object.entries(arten))("%s, mit der E-Rechnung", async (_, { brief: daten }) => {
    const pdf = await zeichneBrief(daten);
    expect(await verletztePdfaRegeln(pdf)).toEqual([]);
    expect(await xmlIn(pdf)).toBe(erechnungVon(daten));
    expect(Buffer.compare(pdf, await zeichneBrief(structuredClone(daten)))).toBe(0);
  });

  test("eine Abrechnung ohne Steuer, ein Kontoauszug und ein Entwurf, ohne E-Rechnung", async () => {
    const auszug = kontoauszug(12);
    const ohne = [
      await zeichneBrief(brief({ belegart: "gutschrift", empfaenger: person, zeilen: [zeile(120_000)] })),
      await zeichneBlaetter(layoutKontoauszug(auszug), angabenVonAuszug(auszug)),
      await zeichneBrief(brief({ belegnummer: "", logo })),
    ];
    for (const pdf of ohne) {
      expect(await verletztePdfaRegeln(pdf)).toEqual([]);
      expect(await xmlIn(pdf)).toBeUndefined();
    }
  });

  test.each(namen)("Aussteller und Empfänger %s", async (wer) => {
    const gedruckt = wer.normalize("NFC");
    const daten = brief({
      aussteller: { ...brief().aussteller, firma: gedruckt },
      empfaenger: { ...firma, anzeigename: wer, firma: wer },
    });
    expect(await verletztePdfaRegeln(await zeichneBrief(daten))).toEqual([]);
  });
});

/** What another program might do to a good file, each against one rule. */
const fehler: Record<string, (dokument: PDFDocument) => void> = {
  "Kennung im Trailer": ({ context }) => {
    context.trailerInfo.ID = undefined;
  },
  "alle Schriften eingebettet": ({ context }) => {
    context.register(context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" }));
  },
  "OutputIntent mit sRGB": ({ catalog, context }) => {
    const profil = catalog.lookup(name("OutputIntents"), PDFArray).lookup(0, PDFDict).lookup(name("DestOutputProfile"));
    if (profil instanceof PDFRawStream) profil.dict.set(name("N"), context.obj(4));
  },
  "Bilder nicht interpoliert": ({ context }) => {
    context.register(context.obj({ Type: "XObject", Subtype: "Image", Interpolate: true }));
  },
  "XMP unkomprimiert": ({ context, catalog }) => {
    catalog.set(name("Metadata"), context.register(context.flateStream(xmp(catalog), { Type: "Metadata" })));
  },
  "XMP ist UTF-8": aendereXmp((text) => Buffer.from(text, "latin1")),
  "XMP ist wohlgeformt": aendereXmp((text) => Buffer.from(text.replace("&amp;", "&").replace("</rdf:RDF>", ""))),
  "XMP nennt PDF/A-3b": aendereXmp((text) => Buffer.from(text.replace("<pdfaid:part>3", "<pdfaid:part>1"))),
  "XMP spiegelt Info": (dokument) => dokument.setTitle("Ein anderer Titel"),
  "Sprache genannt": ({ catalog }) => {
    catalog.delete(name("Lang"));
  },
  "Anhang heißt factur-x.xml": (dokument) => anhang(dokument).set(name("F"), PDFString.of("ZUGFeRD-invoice.xml")),
  "Anhang ist Alternative": (dokument) => anhang(dokument).set(name("AFRelationship"), name("Unspecified")),
  "Anhang über AF und Namen": ({ catalog }) => {
    catalog.delete(name("Names"));
  },
  "XMP nennt Factur-X, wo es eine gibt": aendereXmp((text) => Buffer.from(text.replace("EN 16931", "EXTENDED"))),
  "XMP erklärt die Felder von Factur-X und PDF/UA": aendereXmp((text) =>
    Buffer.from(text.replace("<pdfaProperty:name>Version", "<pdfaProperty:name>Fassung")),
  ),
};

function anhang({ catalog }: PDFDocument): PDFDict {
  return catalog.lookup(name("AF"), PDFArray).lookup(0, PDFDict);
}

function xmp(catalog: PDFDict): string {
  const strom = catalog.lookup(name("Metadata"));
  return strom instanceof PDFRawStream ? Buffer.from(strom.contents).toString("utf8") : "";
}

function aendereXmp(wie: (text: string) => Uint8Array): (dokument: PDFDocument) => void {
  return ({ context, catalog }) =>
    catalog.set(
      name("Metadata"),
      context.register(PDFRawStream.of(context.obj({ Type: "Metadata", Subtype: "XML" }), wie(xmp(catalog)))),
    );
}

describe("einen gepflanzten Fehler bemerkt", () => {
  let pdf: Uint8Array;
  beforeAll(async () => {
    pdf = await zeichneBrief(brief({ aussteller: { ...brief().aussteller, firma: "Müller & Söhne" } }));
  });

  test("jede Regel den ihren", () => {
    expect([...Object.keys(fehler), "Kopf mit Binärzeichen"].sort()).toEqual(Object.keys(pdfaRegeln).sort());
  });

  test.each(Object.entries(fehler))("%s", async (regel, plane) => {
    const dokument = await PDFDocument.load(pdf, { updateMetadata: false });
    plane(dokument);
    expect(await verletztePdfaRegeln(await dokument.save())).toContain(regel);
  });

  test("Kopf mit Binärzeichen", async () => {
    const kaputt = pdf.slice();
    kaputt.fill(0x20, 10, 14);
    expect(await verletztePdfaRegeln(kaputt)).toContain("Kopf mit Binärzeichen");
  });

  test("keine, wo keiner gepflanzt ist", async () => {
    const dokument = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(await verletztePdfaRegeln(await dokument.save())).toEqual([]);
  });
});
