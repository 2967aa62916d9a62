import { fehler, warnung } from "./hinweis.ts";
import type { Hinweis } from "./schema.ts";

type Strassenpruefung = { strasse: string | null; hausnummer: string | null; hinweise: Hinweis[] };

const nummer = /^[1-9]\d{0,3}\s?[a-z]?(?:\s?[-–+/]\s?\d{1,4}\s?[a-z]?)?(?:\s\d\/\d)?$/i;
const mitNummer = /^(.*\p{L}[.\p{L}]*),?\s+([1-9]\d{0,3}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}\s?[a-z]?)?)$/iu;
const postfach = /^postfach\b/i;
/** The blocks of Mannheim: "C 4", "Q7". */
const quadrat = /^[A-U]\s?[1-9]\d?$/;
const quadratMitNummer = /^([A-U]\s?[1-9]\d?),?\s+([1-9]\d{0,3}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}\s?[a-z]?)?)$/i;

const ausgeschrieben = (strasse: string): string =>
  strasse
    .replace(/\s+/g, " ")
    .replace(/(\p{Ll})str(?:\.|asse)?(?=\s|-|$)/gu, "$1straße")
    .replace(/\bStr(?:\.|asse)(?=\s|-|$)/g, "Straße");

/** Whether street and house number look like ones, and how they are usually written; `deutsch` spells out "Str.". */
export function pruefeStrasse(strasse: string | null, hausnummer: string | null, deutsch: boolean): Strassenpruefung {
  const hinweise: Hinweis[] = [];
  const eigene = strasse !== null && (postfach.test(strasse) || quadrat.test(strasse));
  const getrennt =
    hausnummer === null && strasse !== null && !eigene
      ? (quadratMitNummer.exec(strasse) ?? mitNummer.exec(strasse))
      : null;
  const name = getrennt?.[1] ?? strasse;
  const nr =
    (getrennt?.[2] ?? hausnummer)?.replace(/\s*([-–+/])\s*/g, "$1").replace(/(\d)\s+([a-z])$/i, "$1$2") ?? null;
  if (name === null) hinweise.push(warnung("strasse", "strasse_fehlt", "Die Straße fehlt."));
  else if (!quadrat.test(name) && !/\p{L}.*\p{L}/u.test(name))
    hinweise.push(fehler("strasse", "strasse_form", "Das sieht nicht nach Straße aus."));
  if (nr !== null && deutsch && !nummer.test(nr)) {
    const text = "Eine Hausnummer beginnt mit einer Zahl, z. B. 12, 12a oder 12-14.";
    hinweise.push(fehler("hausnummer", "hausnummer_form", text));
  }
  if (nr === null && name !== null && !postfach.test(name))
    hinweise.push(warnung("hausnummer", "hausnummer_fehlt", "Die Hausnummer fehlt."));
  return { strasse: name !== null && deutsch ? ausgeschrieben(name) : name, hausnummer: nr, hinweise };
}
