import { cpus } from "node:os";
import process from "node:process";

/** What one line of the report says; a number left out stays empty. */
export type Zeile = { was: string; zeilen?: number; sekunden?: number; verhaeltnis?: string };

export const zahl = (n: number, stellen = 0): string =>
  n.toLocaleString("de-DE", { minimumFractionDigits: stellen, maximumFractionDigits: stellen });

/** What the figures were measured on. */
export const maschine = (): string => `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;

export const mitte = (werte: number[]): number =>
  [...werte].sort((a, b) => a - b)[Math.floor(werte.length / 2)] ?? Number.NaN;

const spalten = ["", "Zeilen", "Sekunden", "Zeilen/s", ""];

export const drucke = (titel: string, zeilen: Zeile[]): void => {
  const texte = zeilen.map(({ was, zeilen: n, sekunden: s, verhaeltnis = "" }) => [
    was,
    n === undefined ? "" : zahl(n),
    s === undefined ? "" : zahl(s, 2),
    n === undefined || s === undefined ? "" : zahl(n / s),
    verhaeltnis,
  ]);
  const breiten = spalten.map((kopf, i) => Math.max(kopf.length, ...texte.map((text) => text[i]?.length ?? 0)));
  const zeile = (felder: string[]) =>
    felder
      .map((feld, i) => (i === 0 || i === 4 ? feld.padEnd(breiten[i] ?? 0) : feld.padStart(breiten[i] ?? 0)))
      .join("  ")
      .trimEnd();
  console.log(`\n${titel}\n${[spalten, ...texte].map((felder) => `  ${zeile(felder)}`).join("\n")}`);
};
