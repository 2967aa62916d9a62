import { Buffer } from "node:buffer";
import { XMLValidator } from "fast-xml-parser";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from "pdf-lib";
import { lies } from "../../erechnung/lies.ts";
import { name } from "./baum.ts";

/** A file laid open for the rules. */
type Datei = { bytes: Uint8Array; dokument: PDFDocument; xmp: string; xmpStrom: PDFRawStream | undefined };

const oeffne = async (bytes: Uint8Array): Promise<Datei> => {
  const dokument = await PDFDocument.load(bytes, { updateMetadata: false });
  const strom = dokument.catalog.lookup(name("Metadata"));
  const xmpStrom = strom instanceof PDFRawStream ? strom : undefined;
  const inhalt = xmpStrom?.dict.has(name("Filter")) ? decodePDFRawStream(xmpStrom).decode() : xmpStrom?.contents;
  return { bytes, dokument, xmpStrom, xmp: Buffer.from(inhalt ?? []).toString("utf8") };
};

const woerterbuecher = ({ dokument }: Datei): PDFDict[] =>
  dokument.context
    .enumerateIndirectObjects()
    .map(([, objekt]) => (objekt instanceof PDFRawStream ? objekt.dict : objekt))
    .filter((objekt) => objekt instanceof PDFDict);

const mitTyp = (datei: Datei, typ: string) => woerterbuecher(datei).filter((d) => d.lookup(name("Type")) === name(typ));

const klartext = (objekt: PDFObject | undefined): string =>
  objekt instanceof PDFString || objekt instanceof PDFHexString ? objekt.decodeText() : String(objekt ?? "");

/** A font that lies in the file, and says which glyph a code means. */
const istEingebettet = (font: PDFDict): boolean => {
  if (font.lookup(name("Subtype")) === name("Type0")) {
    const kinder = font.lookup(name("DescendantFonts"), PDFArray);
    return (
      font.has(name("ToUnicode")) && [...kinder.asArray()].every((_, i) => istEingebettet(kinder.lookup(i, PDFDict)))
    );
  }
  const beschreibung = font.lookup(name("FontDescriptor"));
  if (!(beschreibung instanceof PDFDict)) return false;
  const datei = ["FontFile", "FontFile2", "FontFile3"].some(
    (n) => beschreibung.lookup(name(n)) instanceof PDFRawStream,
  );
  return datei && (font.lookup(name("Subtype")) !== name("CIDFontType2") || font.has(name("CIDToGIDMap")));
};

const istSrgb = (absicht: PDFDict): boolean => {
  const profil = absicht.lookup(name("DestOutputProfile"));
  if (!(profil instanceof PDFRawStream) || absicht.lookup(name("S")) !== name("GTS_PDFA1")) return false;
  const icc = Buffer.from(profil.dict.has(name("Filter")) ? decodePDFRawStream(profil).decode() : profil.contents);
  return (
    String(profil.dict.lookup(name("N"))) === "3" &&
    icc.readUInt32BE(0) === icc.length &&
    icc.toString("latin1", 12, 24) === "mntrRGB XYZ " &&
    icc.toString("latin1", 36, 40) === "acsp" &&
    tonwertkurven.every((kurve) => icc.toString("latin1", 128).includes(kurve))
  );
};
const tonwertkurven = ["rTRC", "gTRC", "bTRC", "rXYZ", "gXYZ", "bXYZ", "wtpt", "cprt", "desc"];

/** The value of a property in the XMP, also of the first entry of a list. */
const eigenschaft = (xmp: string, feld: string): string => {
  const [, roh = ""] = new RegExp(`<${feld}>([\\s\\S]*?)</${feld}>`).exec(xmp) ?? [];
  const wert = /<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/.exec(roh)?.[1] ?? roh;
  return wert.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
};

/** "D:20261120120000Z" as "2026-11-20T12:00:00Z". */
const zeitpunkt = (pdf: string): string =>
  pdf.replace(/^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");

const spiegelt = ({ dokument, xmp }: Datei): boolean => {
  const info = dokument.context.lookup(dokument.context.trailerInfo.Info, PDFDict);
  const paare: [string, string][] = [
    ["Title", "dc:title"],
    ["Author", "dc:creator"],
    ["Subject", "dc:description"],
    ["Creator", "xmp:CreatorTool"],
    ["Producer", "pdf:Producer"],
    ["CreationDate", "xmp:CreateDate"],
    ["ModDate", "xmp:ModifyDate"],
  ];
  return paare.every(([feld, imXmp]) => {
    const wert = zeitpunkt(klartext(info.lookup(name(feld))));
    return wert !== "" && wert === eigenschaft(xmp, imXmp);
  });
};

const anhaenge = ({ dokument }: Datei): PDFDict[] => {
  const liste = dokument.catalog.lookupMaybe(name("AF"), PDFArray);
  return liste ? liste.asArray().map((_, i) => liste.lookup(i, PDFDict)) : [];
};

/** All that are embedded are also found by name, and the other way round. */
const benannte = ({ dokument }: Datei): PDFObject[] => {
  const namen = dokument.catalog.lookupMaybe(name("Names"), PDFDict)?.lookupMaybe(name("EmbeddedFiles"), PDFDict);
  return (namen?.lookup(name("Names"), PDFArray).asArray() ?? []).filter((eintrag) => eintrag instanceof PDFRef);
};

const istAnhang = (datei: PDFDict): boolean => {
  const strom = datei.lookup(name("EF"), PDFDict).lookup(name("F"));
  return (
    klartext(datei.lookup(name("F"))) === "factur-x.xml" &&
    klartext(datei.lookup(name("UF"))) === "factur-x.xml" &&
    strom instanceof PDFRawStream &&
    strom.dict.lookup(name("Subtype")) === name("text/xml") &&
    strom.dict.lookup(name("Params"), PDFDict).has(name("ModDate"))
  );
};

/** The structure that PDF/A-3b asks of these files, as far as it can be told without a validator; true: kept. */
export const pdfaRegeln: Record<string, (d: Datei) => boolean> = {
  "Kopf mit Binärzeichen": ({ bytes }) =>
    /^%PDF-1\.7\n%/.test(Buffer.from(bytes.subarray(0, 10)).toString("latin1")) &&
    bytes.subarray(10, 14).every((byte) => byte > 127),
  "Kennung im Trailer": ({ dokument }) => {
    const id = dokument.context.trailerInfo.ID;
    return id instanceof PDFArray && id.size() === 2 && id.asArray().every((teil) => klartextLaenge(teil) === 16);
  },
  "alle Schriften eingebettet": (d) => mitTyp(d, "Font").every(istEingebettet),
  "OutputIntent mit sRGB": ({ dokument }) => {
    const absichten = dokument.catalog.lookupMaybe(name("OutputIntents"), PDFArray);
    return absichten?.size() === 1 && istSrgb(absichten.lookup(0, PDFDict));
  },
  "Bilder nicht interpoliert": (d) => woerterbuecher(d).every((w) => String(w.lookup(name("Interpolate"))) !== "true"),
  "XMP unkomprimiert": ({ xmpStrom }) => xmpStrom !== undefined && !xmpStrom.dict.has(name("Filter")),
  "XMP ist UTF-8": ({ xmpStrom }) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(xmpStrom?.contents);
      return true;
    } catch {
      return false;
    }
  },
  "XMP ist wohlgeformt": ({ xmp }) =>
    XMLValidator.validate(xmp.replace(/^.*\n|\n.*$/g, "")) === true && lies(xmp) !== "",
  "XMP nennt PDF/A-3b": ({ xmp }) =>
    eigenschaft(xmp, "pdfaid:part") === "3" && eigenschaft(xmp, "pdfaid:conformance") === "B",
  "XMP spiegelt Info": spiegelt,
  "Sprache genannt": ({ dokument }) => klartext(dokument.catalog.lookup(name("Lang"))) === "de-DE",
  "Anhang heißt factur-x.xml": (d) => anhaenge(d).every(istAnhang),
  "Anhang ist Alternative": (d) => anhaenge(d).every((a) => a.lookup(name("AFRelationship")) === name("Alternative")),
  "Anhang über AF und Namen": (d) => anhaenge(d).length === benannte(d).length,
  "XMP nennt Factur-X, wo es eine gibt": (d) => {
    const erwartet = anhaenge(d).length > 0 ? ["INVOICE", "factur-x.xml", "1.0", "EN 16931"] : ["", "", "", ""];
    const felder = ["DocumentType", "DocumentFileName", "Version", "ConformanceLevel"];
    return felder.every((feld, i) => eigenschaft(d.xmp, `fx:${feld}`) === erwartet[i]);
  },
  "XMP erklärt die Felder von Factur-X und PDF/UA": ({ xmp }) => {
    const felder = [...xmp.matchAll(/<(?:fx|pdfuaid):(\w+)>/g)].map(([, feld]) => feld);
    const erklaert = [...xmp.matchAll(/<pdfaProperty:name>(\w+)</g)].map(([, feld]) => feld);
    return felder.toSorted().join() === erklaert.toSorted().join();
  },
};

const klartextLaenge = (id: PDFObject): number => (id instanceof PDFHexString ? id.asBytes().length : 0);

/** Names of the rules that the file breaks. */
export async function verletztePdfaRegeln(bytes: Uint8Array): Promise<string[]> {
  const datei = await oeffne(bytes);
  return Object.entries(pdfaRegeln)
    .filter(([, gilt]) => !gilt(datei))
    .map(([regel]) => regel);
}
