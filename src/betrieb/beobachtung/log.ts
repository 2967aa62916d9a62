import type { Config } from "../../technik/config.ts";

/** Fields of a line: ids, templates, words of ours and figures; no names, bodies, cookies or secrets. */
export type Felder = Record<string, string | number | null>;
type Stufe = "info" | "warnung" | "fehler";
export type Log = (stufe: Stufe, ereignis: string, felder: Felder) => void;

export const logformat = ({ LOG_FORMAT, SUPERVISED }: Pick<Config, "LOG_FORMAT" | "SUPERVISED">) =>
  LOG_FORMAT ?? (SUPERVISED ? "aus" : "json");

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
