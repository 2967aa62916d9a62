import { AFRelationship, type PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from "pdf-lib";
import { srgbProfil } from "./farbprofil.ts";
import { xmp } from "./xmp.ts";

/** The name by which every reader of ZUGFeRD and Factur-X looks for the invoice. */
const anhangName = "factur-x.xml";

/**
 * Gives a document what PDF/A-3b and PDF/UA-1 ask beside its pages: XMP metadata, which repeat the details that the file has by now, a colour
 * profile, and the e-invoice as an associated file. Fonts must be embedded and the trailer have its /ID; nothing here
 * follows from clock or chance.
 *
 * @param dokument with title, author, producer and both dates set
 * @param xml the e-invoice that says the same as the pages
 */
export async function macheArchivtauglich(dokument: PDFDocument, xml?: string): Promise<void> {
  const { context, catalog } = dokument;
  const angaben = {
    titel: dokument.getTitle(),
    thema: dokument.getSubject(),
    verfasser: dokument.getAuthor(),
    programm: dokument.getCreator(),
    hersteller: dokument.getProducer(),
    erstelltAm: pflicht(dokument.getCreationDate()),
    geaendertAm: pflicht(dokument.getModificationDate()),
  };
  const metadaten = context.obj({ Type: "Metadata", Subtype: "XML" });
  const text = new TextEncoder().encode(xmp(angaben, xml === undefined ? null : anhangName));
  catalog.set(PDFName.of("Metadata"), context.register(PDFRawStream.of(metadaten, text)));
  const profil = context.register(PDFRawStream.of(context.obj({ N: 3 }), srgb));
  const absicht = context.obj({ Type: "OutputIntent", S: "GTS_PDFA1", DestOutputProfile: profil });
  absicht.set(PDFName.of("OutputConditionIdentifier"), PDFString.of("sRGB IEC61966-2.1"));
  absicht.set(PDFName.of("Info"), PDFString.of("sRGB IEC61966-2.1"));
  catalog.set(PDFName.of("OutputIntents"), context.obj([absicht]));
  if (xml === undefined) return;
  await dokument.attach(new TextEncoder().encode(xml), anhangName, {
    mimeType: "text/xml",
    description: "Rechnungsdaten nach EN 16931",
    afRelationship: AFRelationship.Alternative,
    creationDate: angaben.erstelltAm,
    modificationDate: angaben.geaendertAm,
  });
}

/** An /ID of the trailer from the first 16 bytes of a hash (hexadecimal) of all that the document is made from. */
export function setzeKennung({ context }: PDFDocument, hash: string): void {
  const kennung = PDFHexString.of(hash.slice(0, 32));
  context.trailerInfo.ID = context.obj([kennung, kennung]);
}

const srgb = srgbProfil();

const pflicht = (datum: Date | undefined): Date => {
  if (!datum) throw new RangeError("Ein archivtaugliches Dokument braucht seine Zeitpunkte");
  return datum;
};
