import { XMLParser } from "fast-xml-parser";

/** An element: its text, or its attributes ("@name"), its text ("#text") and its children by name without prefix. */
export type Knoten = string | { [name: string]: string | Knoten[] };

const leser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (_name, _pfad, _istBlatt, istAttribut) => !istAttribut,
});

export function lies(xml: string): Knoten {
  return leser.parse(xml) as Knoten;
}

/** All elements at the path, seen from `knoten`. */
export function alle(knoten: Knoten | undefined, pfad: string): Knoten[] {
  return pfad.split("/").reduce<Knoten[]>(
    (gefunden, name) =>
      gefunden.flatMap((k) => {
        const kinder = typeof k === "string" ? undefined : k[name];
        return Array.isArray(kinder) ? kinder : [];
      }),
    knoten === undefined ? [] : [knoten],
  );
}

export function text(knoten: Knoten | undefined, pfad?: string): string {
  const k = pfad === undefined ? knoten : alle(knoten, pfad)[0];
  if (k === undefined || typeof k === "string") return k ?? "";
  const inhalt = k["#text"];
  return typeof inhalt === "string" ? inhalt : "";
}

export function attribut(knoten: Knoten | undefined, name: string): string {
  const wert = typeof knoten === "object" ? knoten[`@${name}`] : undefined;
  return typeof wert === "string" ? wert : "";
}

const stellen = 6;

/** A decimal number in millionths; null if it is none. */
export function zahl(wert: string): bigint | null {
  const teile = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(wert);
  if (!teile) return null;
  const [, minus, ganze = "0", bruch = ""] = teile;
  const betrag = BigInt(ganze + bruch.padEnd(stellen, "0"));
  return minus ? -betrag : betrag;
}

export const jeCent = 10_000n;
