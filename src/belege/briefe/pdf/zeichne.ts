import { createHash } from "node:crypto";
import { PDFDocument as Dokument, type PDFDict, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from "pdf-lib";
import type { Angaben, Blatt, Logobild, Schnitt } from "../satz/blatt.ts";
import { pruefeZeichen } from "../satz/schrift.ts";
import { bette } from "./einbettung.ts";
import { deckkraft, inhaltVon, type Mittel, namen } from "./inhalt.ts";
import { lageVon, packeMitZlib, packeZusammen, setzeLogo } from "./logobild.ts";
import { a4 } from "./masse.ts";
import { macheArchivtauglich, setzeKennung } from "./pdfa.ts";
import { schreibe } from "./schreibe.ts";
import { beginneStruktur, type Struktur } from "./struktur.ts";

/** A file while pages come in; what is drawn is packed at once, so that thousands of pages stay small. */
export type Datei = {
  /**
   * Adds the pages of one letter.
   *
   * @throws FehlendesZeichen before any of them is drawn: the file goes on without them
   */
  fuegeHinzu(blaetter: readonly Blatt[]): void;
  /** Nothing can be added any more. The same pages and details give the same bytes: no clock, no chance. */
  schliesse(): Promise<Uint8Array>;
};

/**
 * Begins a file in the structure of PDF/A-3b and PDF/UA-1. Fonts and pictures are in it once, however many pages show them.
 *
 * @param rechnungXml the e-invoice that says the same as the pages
 */
export async function beginneDatei(angaben: Angaben, rechnungXml?: string): Promise<Datei> {
  const dokument = await Dokument.create({ updateMetadata: false });
  packeMitZlib(dokument);
  beschrifte(dokument, angaben);
  const mittel = beschaffe(dokument);
  const struktur = beginneStruktur(dokument.context);
  const hash = createHash("sha256").update(JSON.stringify([angaben, rechnungXml]));
  return {
    fuegeHinzu(blaetter) {
      for (const { elemente } of blaetter)
        for (const element of elemente) if (element.art === "text") pruefeZeichen(element);
      for (const blatt of blaetter) {
        hash.update(setzeBlatt(dokument, blatt, mittel, struktur));
      }
      struktur.schliesseTeil();
    },
    async schliesse() {
      setzeKennung(dokument, hash.update(mittel.bedeutung()).digest("hex"));
      await macheArchivtauglich(dokument, rechnungXml);
      await mittel.schliesse();
      return schreibe(dokument, struktur.schliesse(dokument.catalog));
    },
  };
}

/**
 * Draws laid-out pages into a file of their own.
 *
 * @throws FehlendesZeichen before anything is drawn
 */
export async function zeichneBlaetter(
  blaetter: readonly Blatt[],
  angaben: Angaben,
  rechnungXml?: string,
): Promise<Uint8Array> {
  const datei = await beginneDatei(angaben, rechnungXml);
  datei.fuegeHinzu(blaetter);
  return datei.schliesse();
}

const beschrifte = (dokument: PDFDocument, { titel, thema, verfasser, datum }: Angaben): void => {
  const zeitpunkt = new Date(`${datum}T12:00:00Z`);
  dokument.setTitle(titel, { showInWindowTitleBar: true });
  dokument.setSubject(thema);
  dokument.setAuthor(verfasser);
  dokument.setCreator("Pachtverwaltung");
  dokument.setProducer("Pachtverwaltung");
  dokument.setLanguage("de-DE");
  dokument.setCreationDate(zeitpunkt);
  dokument.setModificationDate(zeitpunkt);
};

/** What all pages of a file share: fonts, pictures and the pale state of a watermark, under one reference. */
const beschaffe = ({ context }: PDFDocument) => {
  const schriften = { normal: bette(context, "normal"), halbfett: bette(context, "halbfett") };
  const logos = new Map<string, { logo: Logobild; ref: PDFRef; name: string; lage: string }>();
  const ref = context.nextRef();
  return {
    ref,
    glyphen: (schnitt: Schnitt, text: string): string => schriften[schnitt].glyphen(text),
    bild: (logo: Logobild): string => {
      const eintrag = logos.get(logo.sha256) ?? {
        logo,
        ref: context.nextRef(),
        name: `B${logos.size + 1}`,
        lage: lageVon(logo),
      };
      logos.set(logo.sha256, eintrag);
      return `${eintrag.lage}/${eintrag.name} Do`;
    },
    /** What the codes and names on the pages stand for. */
    bedeutung: (): string => JSON.stringify([schriften.normal.zeichen, schriften.halbfett.zeichen, ...logos.keys()]),
    schliesse: async (): Promise<void> => {
      for (const schrift of Object.values(schriften)) schrift.schliesse();
      const xObject: PDFDict = context.obj({});
      for (const { logo, ref: bildRef, name } of logos.values()) {
        await setzeLogo(context, bildRef, logo);
        xObject.set(PDFName.of(name), bildRef);
      }
      context.assign(
        ref,
        context.obj({
          Font: { [namen.normal]: schriften.normal.ref, [namen.halbfett]: schriften.halbfett.ref },
          ExtGState: { [namen.blass]: { ca: deckkraft } },
          XObject: xObject,
        }),
      );
    },
  };
};

/** @returns what is drawn, by the codes and names of this file */
const setzeBlatt = (
  { context, catalog }: PDFDocument,
  blatt: Blatt,
  mittel: Mittel & { ref: PDFRef },
  struktur: Struktur,
): string => {
  const ref = context.nextRef();
  const seite = context.obj({ Type: "Page", MediaBox: [0, 0, a4.breite, a4.hoehe], Resources: mittel.ref });
  const inhalt = inhaltVon(blatt, mittel, struktur.beginneBlatt(seite, ref));
  const strom = PDFRawStream.of(context.obj({ Filter: "FlateDecode" }), packeZusammen(inhalt));
  seite.set(PDFName.of("Contents"), context.register(strom));
  seite.set(PDFName.Parent, catalog.get(PDFName.of("Pages")) as PDFRef);
  context.assign(ref, seite);
  catalog.Pages().pushLeafNode(ref);
  return inhalt;
};
