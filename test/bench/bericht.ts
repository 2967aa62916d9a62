import { cpus } from "node:os";
import process from "node:process";
import type { Anweisung } from "./stoppuhr.ts";

/** What is to be reached. */
export type Ziel = { hoechstens: number } | { mindestens: number };

/** One line of the report: one figure, what it compares to, and what bounds it. */
export type Messwert = {
  was: string;
  /** Of how much: "45,823 accounts". */
  umfang: string;
  wert: number;
  einheit: string;
  ziel?: Ziel;
  /** Against a yardstick of the same run: `1.8` times `the fetch`. */
  verhaeltnis?: { wert: number; zu: string; ziel?: Ziel };
  /** What bounds it, where no statements say it. */
  grenze?: string;
  /** Its statements, slowest first: the table names the first three. */
  anweisungen?: readonly Anweisung[];
};

/** What one bench measured, in so many seconds. */
export type Ergebnis = { name: string; sekunden: number; werte: readonly Messwert[] };

/** Three digits that say something; counts in full. */
export function zahl(n: number): string {
  const betrag = Math.abs(n);
  const stellen = Number.isInteger(n) || betrag >= 100 ? 0 : betrag >= 10 ? 1 : 2;
  return n.toLocaleString("en-US", { minimumFractionDigits: stellen, maximumFractionDigits: stellen });
}

export function anzahlVon(n: number, was: string): string {
  return `${zahl(n)} ${was}`;
}

/** What the figures were measured on. */
export function maschine(): string {
  return `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;
}

/** The value that the part `p` of all are below. */
export function anteil(werte: readonly number[], p: number): number {
  return [...werte].sort((a, b) => a - b)[Math.min(werte.length - 1, Math.floor(werte.length * p))] ?? Number.NaN;
}

export function mitte(werte: readonly number[]): number {
  return anteil(werte, 0.5);
}

const istErreicht = (wert: number, ziel: Ziel): boolean =>
  "hoechstens" in ziel ? wert <= ziel.hoechstens : wert >= ziel.mindestens;

const alsZiel = (wert: number, einheit: string, ziel: Ziel | undefined): string[] => {
  if (!ziel) return [];
  const grenze = "hoechstens" in ziel ? `≤ ${zahl(ziel.hoechstens)}` : `≥ ${zahl(ziel.mindestens)}`;
  return [`${grenze} ${einheit}${istErreicht(wert, ziel) ? "" : " (missed)"}`];
};

const gezeigt = 3;

const alsGrenze = ({ grenze, anweisungen = [], wert, einheit }: Messwert): string => {
  if (grenze !== undefined) return grenze;
  const ganz = einheit === "s" ? wert : anweisungen.reduce((summe, { sekunden }) => summe + sekunden, 0);
  return anweisungen
    .slice(0, gezeigt)
    .map(({ text, sekunden }) => `${Math.round((100 * sekunden) / ganz)} % \`${text.slice(0, 48).trim()}\``)
    .join(", ");
};

const spalten = ["what", "size", "figure", "ratio", "aim", "bounded by"];

const alsZeile = (felder: readonly string[]): string =>
  `| ${felder.map((feld) => feld.replaceAll("|", "\\|")).join(" | ")} |`;

/** The lines as a table of `docs/leistung.md`. */
export function alsTabelle(werte: readonly Messwert[]): string {
  return [
    spalten,
    spalten.map(() => "---"),
    ...werte.map((messwert) => {
      const { was, umfang, wert, einheit, ziel, verhaeltnis } = messwert;
      return [
        was,
        umfang,
        `${zahl(wert)} ${einheit}`,
        verhaeltnis ? `${zahl(verhaeltnis.wert)} × ${verhaeltnis.zu}` : "",
        [
          ...alsZiel(wert, einheit, ziel),
          ...(verhaeltnis ? alsZiel(verhaeltnis.wert, "×", verhaeltnis.ziel) : []),
        ].join(", "),
        alsGrenze(messwert),
      ];
    }),
  ]
    .map(alsZeile)
    .join("\n");
}

export function alsMarkdown(kopf: string, ergebnisse: readonly Ergebnis[]): string {
  return [
    kopf,
    ...ergebnisse.map(
      ({ name, sekunden, werte }) => `## ${name}, ${zahl(Math.round(sekunden))} s\n\n${alsTabelle(werte)}`,
    ),
  ]
    .join("\n\n")
    .concat("\n");
}
