import { schuetze } from "../../xml/element.ts";

/** What the file says about itself; the same as in its Info dictionary. */
type XmpAngaben = {
  titel: string | undefined;
  thema: string | undefined;
  verfasser: string | undefined;
  programm: string | undefined;
  hersteller: string | undefined;
  erstelltAm: Date;
  geaendertAm: Date;
};

/**
 * The XMP packet of a file that is PDF/A-3b and PDF/UA-1.
 *
 * @param rechnung name of the attached e-invoice; it is then declared as Factur-X of the profile EN 16931
 */
export function xmp(angaben: XmpAngaben, rechnung: string | null): string {
  const { titel, thema, verfasser, programm, hersteller, erstelltAm, geaendertAm } = angaben;
  const eigenschaften = [
    "<pdfaid:part>3</pdfaid:part>",
    "<pdfaid:conformance>B</pdfaid:conformance>",
    "<pdfuaid:part>1</pdfuaid:part>",
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
    `  xmlns:pdfuaid="${barrierefrei.namensraum}"`,
    '  xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    ...eigenschaften.filter(Boolean),
    "</rdf:Description>",
    ...(rechnung === null ? [] : facturX(rechnung)),
    ...erklaerung(rechnung === null ? [barrierefrei] : [barrierefrei, eRechnung]),
    "</rdf:RDF>",
    "</x:xmpmeta>",
    '<?xpacket end="r"?>',
  ].join("\n");
}

type Erklaerung = {
  namensraum: string;
  praefix: string;
  name: string;
  eigenschaften: readonly (readonly [
    name: string,
    typ: string,
    wessen: "internal" | "external",
    beschreibung: string,
  ])[];
};

const barrierefrei: Erklaerung = {
  namensraum: "http://www.aiim.org/pdfua/ns/id/",
  praefix: "pdfuaid",
  name: "PDF/UA Universal Accessibility Schema",
  eigenschaften: [["part", "Integer", "internal", "Indicates, which part of ISO 14289 standard is followed"]],
};

const eRechnung: Erklaerung = {
  namensraum: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  praefix: "fx",
  name: "Factur-X PDFA Extension Schema",
  eigenschaften: [
    ["DocumentFileName", "Text", "external", "The name of the embedded XML document"],
    ["DocumentType", "Text", "external", "The type of the hybrid document in capital letters"],
    ["Version", "Text", "external", "The version of the standard applying to the embedded XML document"],
    ["ConformanceLevel", "Text", "external", "The conformance level of the embedded XML document"],
  ],
};

const facturX = (dateiname: string): string[] => [
  `<rdf:Description rdf:about="" xmlns:fx="${eRechnung.namensraum}">`,
  "<fx:DocumentType>INVOICE</fx:DocumentType>",
  `<fx:DocumentFileName>${dateiname}</fx:DocumentFileName>`,
  "<fx:Version>1.0</fx:Version>",
  "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
  "</rdf:Description>",
];

/** PDF/A knows properties that are not its own only by the extension schema that describes them. */
const erklaerung = (schemata: readonly Erklaerung[]): string[] => [
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  '  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
  "<pdfaExtension:schemas><rdf:Bag>",
  ...schemata.flatMap(({ namensraum, praefix, name, eigenschaften }) => [
    '<rdf:li rdf:parseType="Resource">',
    `<pdfaSchema:schema>${name}</pdfaSchema:schema>`,
    `<pdfaSchema:namespaceURI>${namensraum}</pdfaSchema:namespaceURI>`,
    `<pdfaSchema:prefix>${praefix}</pdfaSchema:prefix>`,
    "<pdfaSchema:property><rdf:Seq>",
    ...eigenschaften.flatMap(([feld, typ, wessen, beschreibung]) => [
      '<rdf:li rdf:parseType="Resource">',
      `<pdfaProperty:name>${feld}</pdfaProperty:name>`,
      `<pdfaProperty:valueType>${typ}</pdfaProperty:valueType>`,
      `<pdfaProperty:category>${wessen}</pdfaProperty:category>`,
      `<pdfaProperty:description>${beschreibung}</pdfaProperty:description>`,
      "</rdf:li>",
    ]),
    "</rdf:Seq></pdfaSchema:property>",
    "</rdf:li>",
  ]),
  "</rdf:Bag></pdfaExtension:schemas>",
  "</rdf:Description>",
];

/** PDF dates have no milliseconds, and both must name the same instant. */
const sekunde = (zeitpunkt: Date): string => `${zeitpunkt.toISOString().slice(0, 19)}Z`;

/** Control characters have no place in XML. */
const sichtbar = (text: string): string => schuetze(text.replace(/\p{Cc}/gu, " "));
