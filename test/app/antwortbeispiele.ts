import { readFileSync, writeFileSync } from "node:fs";

const datei = new URL("../../src/beispielantworten.json", import.meta.url);

/** An answer as short as it explains itself: one element of each list, three of a list of plain values. */
export function kuerze(wert: unknown): unknown {
  if (Array.isArray(wert)) return wert.slice(0, typeof wert[0] === "object" ? 1 : 3).map(kuerze);
  if (typeof wert !== "object" || wert === null) return wert;
  return Object.fromEntries(Object.entries(wert).map(([feld, inhalt]) => [feld, kuerze(inhalt)]));
}

/** Which fields are where: ids and instants differ from stock to stock, the fields do not. */
export function form(wert: unknown): unknown {
  if (Array.isArray(wert)) return wert.map(form);
  if (typeof wert !== "object" || wert === null) return "Wert";
  return Object.fromEntries(Object.entries(wert).map(([feld, inhalt]) => [feld, form(inhalt)]));
}

export type Antworten = Record<string, unknown>;

export function liesAntworten(): Antworten {
  return JSON.parse(readFileSync(datei, "utf8")) as Antworten;
}

export function schreibeAntworten(antworten: Antworten): void {
  writeFileSync(datei, `${JSON.stringify(antworten, null, 1)}\n`);
}
