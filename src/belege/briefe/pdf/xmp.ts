import { schuetze } from "../../xml/element.ts";

/** What the file says about itself; the same as in its Info dictionary. */
export type XmpAngaben = {
  titel: string | undefined;
  thema: string | undefined;
  verfasser: string | undefined;
  programm: string | undefined;
  hersteller: string | undefined;
  erstelltAm: Date;
  geaendertAm: Date;
};

/**
 * The XMP packet of a PDF/A-3b file.
 *
 * @param rechnung name of the attached e-invoice; it is then declared as Factur-X of the profile EN 16931
 */
export const xmp = (angaben: XmpAngaben, rechnung: string | null): string => {
  const { titel, thema, verfasser, programm, hersteller, erstelltAm, geaendertAm } = angaben;
  const eigenschaften = [
    "<pdfaid:part>3</pdfaid:part>",
    "<pdfaid:conformance>B</pdfaid:conformance>",
    "<dc:format>application/pdf</dc:format>",
    titel && `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${sichtbar(titel)}</rdf:li></rdf:Alt></dc:title>`,
    verfasser && `<dc:creator><rdf:Seq><rdf:li>${sichtbar(verfasser)}</rdf:li></rdf:Seq></dc:creator>`,
    thema &&
      `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${sichtbar(thema)}</rdf:li></rdf:Alt></dc:description>`,
    programm && `<xmp:CreatorTool>${sichtbar(programm)}</xmp:CreatorTool>`,
    `<xmp:CreateDate>${sekunde(erstelltAm)}</xmp:CreateDate>`,
    `<xmp:ModifyDate>${sekunde(geaendertAm)}</xmp:ModifyDate>`,
    hersteller && `<pdf:Producer>${sichtbar(hersteller)}</pdf:Producer>`,
  ];
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    '  xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
    '  xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    ...eigenschaften.filter(Boolean),
    "</rdf:Description>",
    ...(rechnung === null ? [] : facturX(rechnung)),
    "</rdf:RDF>",
    "</x:xmpmeta>",
    '<?xpacket end="r"?>',
  ].join("\n");
};

const namensraum = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** PDF/A knows the properties of Factur-X only by the extension schema that describes them. */
const facturX = (dateiname: string): string[] => [
  `<rdf:Description rdf:about="" xmlns:fx="${namensraum}">`,
  "<fx:DocumentType>INVOICE</fx:DocumentType>",
  `<fx:DocumentFileName>${dateiname}</fx:DocumentFileName>`,
  "<fx:Version>1.0</fx:Version>",
  "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
  "</rdf:Description>",
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  '  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
  "<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>",
  `<pdfaSchema:namespaceURI>${namensraum}</pdfaSchema:namespaceURI>`,
  "<pdfaSchema:prefix>fx</pdfaSchema:prefix>",
  "<pdfaSchema:property><rdf:Seq>",
  ...eigenschaft("DocumentFileName", "The name of the embedded XML document"),
  ...eigenschaft("DocumentType", "The type of the hybrid document in capital letters"),
  ...eigenschaft("Version", "The version of the standard applying to the embedded XML document"),
  ...eigenschaft("ConformanceLevel", "The conformance level of the embedded XML document"),
  "</rdf:Seq></pdfaSchema:property>",
  "</rdf:li></rdf:Bag></pdfaExtension:schemas>",
  "</rdf:Description>",
];

const eigenschaft = (name: string, beschreibung: string): string[] => [
  '<rdf:li rdf:parseType="Resource">',
  `<pdfaProperty:name>${name}</pdfaProperty:name>`,
  "<pdfaProperty:valueType>Text</pdfaProperty:valueType>",
  "<pdfaProperty:category>external</pdfaProperty:category>",
  `<pdfaProperty:description>${beschreibung}</pdfaProperty:description>`,
  "</rdf:li>",
];

/** PDF dates have no milliseconds, and both must name the same instant. */
const sekunde = (zeitpunkt: Date): string => `${zeitpunkt.toISOString().slice(0, 19)}Z`;

/** Control characters have no place in XML. */
const sichtbar = (text: string): string => schuetze(text.replace(/\p{Cc}/gu, " "));
