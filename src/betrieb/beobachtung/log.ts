import process from "node:process";
import type { Config } from "../../technik/config.ts";

/** Fields of a line: ids, templates, words of ours and figures; no names, bodies, cookies or secrets. */
type Felder = Record<string, string | number | null>;
type Stufe = "info" | "warnung" | "fehler";
export type Log = (stufe: Stufe, ereignis: string, felder: Felder) => void;

export function logformat({ LOG_FORMAT, SUPERVISED }: Pick<Config, "LOG_FORMAT" | "SUPERVISED">) {
  return LOG_FORMAT ?? (SUPERVISED ? "aus" : "json");
}

const alsText = ({ zeit, stufe, ereignis, ...felder }: Felder): string =>
  [zeit, stufe, ereignis, ...Object.entries(felder).map(([name, wert]) => `${name}=${wert ?? "-"}`)].join(" ");

/**
 * One line an event: JSON for machines, text for people.
 *
 * @param gibAus takes a line without its end
 */
export const erstelleLog =
  (format: "json" | "text" | "aus", uhr: () => Date, gibAus: (zeile: string) => void = console.info): Log =>
  (stufe, ereignis, felder) => {
    if (format === "aus") return;
    const zeile = { zeit: uhr().toISOString(), stufe, ereignis, ...felder };
    gibAus(format === "json" ? JSON.stringify(zeile) : alsText(zeile));
  };

const wartetMs = 100;
const wartenHoechstens = 1_000;

/**
 * Hands lines on several at a time: to write each by itself costs a request a tenth of its CPU. None waits longer than a
 * tenth of a second, and the last ones leave with the process, unless it is killed.
 */
export function gebuendelt(gibAus: (zeilen: string) => void = console.info): (zeile: string) => void {
  let wartende: string[] = [];
  let wecker: ReturnType<typeof setTimeout> | undefined;
  const leere = (): void => {
    clearTimeout(wecker);
    wecker = undefined;
    if (wartende.length > 0) gibAus(wartende.join("\n"));
    wartende = [];
  };
  process.on("exit", leere);
  return (zeile) => {
    wartende.push(zeile);
    if (wartende.length >= wartenHoechstens) leere();
    else wecker ??= setTimeout(leere, wartetMs);
  };
}
