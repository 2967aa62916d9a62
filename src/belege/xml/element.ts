declare const istXml: unique symbol;

/** Text that is XML by now. */
export type Xml = string & { readonly [istXml]: true };

type Attribute = Readonly<Record<string, string>>;

const nichts = "" as Xml;

/** An element with elements in it; nothing in it, no element. */
export function el(name: string, ...inhalt: (Xml | null)[]): Xml {
  return wurzel(name, null, ...inhalt);
}

/** The same with attributes. */
export function wurzel(name: string, attribute: Attribute | null, ...inhalt: (Xml | null)[]): Xml {
  const text = inhalt.join("");
  return text === "" ? nichts : (`<${name}${felder(attribute)}>${text}</${name}>` as Xml);
}

/** An element with text in it; no text, no element. */
export function wert(name: string, text: string | null | undefined, attribute: Attribute | null = null): Xml {
  return text ? (`<${name}${felder(attribute)}>${schuetze(text)}</${name}>` as Xml) : nichts;
}

const ersatz: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;", '"': "&quot;" };

/** What would mean something in XML, said so that it means itself. */
export function schuetze(text: string): string {
  return text.replace(/[&<>]/g, (zeichen) => ersatz[zeichen] ?? zeichen);
}

const schuetzeZitate = (text: string): string => text.replace(/['"]/g, (zeichen) => ersatz[zeichen] ?? zeichen);

const felder = (attribute: Attribute | null): string =>
  attribute === null
    ? ""
    : Object.entries(attribute)
        .map(([feld, inhalt]) => ` ${feld}="${schuetzeZitate(schuetze(inhalt))}"`)
        .join("");

/** Each element on a line of its own, for people who open the file; quotes in texts as entities too. */
export function rueckeEin(xml: Xml): string {
  let zeilen = "";
  let tiefe = 0;
  let mitText = false;
  for (const [, schluss, inhalt = "", text = ""] of xml.matchAll(/<(\/?)([^>]*)>([^<]*)/g)) {
    if (schluss && !mitText) tiefe -= 1;
    const einzug = schluss && mitText ? "" : "  ".repeat(tiefe);
    mitText = !schluss && text !== "";
    zeilen += `${einzug}<${schluss}${inhalt}>${schuetzeZitate(text)}${mitText ? "" : "\n"}`;
    if (!schluss && !mitText) tiefe += 1;
  }
  return zeilen;
}
