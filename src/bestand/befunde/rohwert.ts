import { alsMappentext } from "../../belege/exporte/mappe.ts";
import type { Mappenwert } from "../format/mappe.ts";
import { ersterSichererTag } from "../format/zelle.ts";
import type { Rohzelle } from "../lesen/rohzelle.ts";
import type { Bereich } from "../lesen/xlsx/blatt.ts";

/** What a cell of a workbook gets, and how it is shown where not as its column. */
export type Rohwert = { wert: Mappenwert; format?: string };

const fehlerwerte = ["#N/A", "#REF!", "#NAME?", "#DIV/0!", "#NULL!", "#VALUE!", "#NUM!"] as const;

/** A formula without an outcome has none here either, so that a reader finds it again. */
const unbrauchbar = (formel: boolean, text: string): Mappenwert => {
  if (formel) return { formula: "NA()", date1904: false };
  const error = fehlerwerte.find((wert) => wert === text);
  return error ? { error } : alsMappentext(text);
};

/** The cell that says, read again, what this one said. */
export function alsRohwert(zelle: Rohzelle): Rohwert {
  switch (zelle.art) {
    case "zahl":
      return { wert: zelle.zahl, format: zelle.anzeige === "prozent" ? "0.00%" : "General" };
    case "tag":
      if (zelle.tag < ersterSichererTag) return { wert: zelle.tag };
      return { wert: new Date(`${zelle.tag}T${zelle.uhrzeit ? "12" : "00"}:00:00Z`), format: "dd.mm.yyyy" };
    case "janein":
      return { wert: zelle.wert, format: "General" };
    case "unbrauchbar":
      return { wert: unbrauchbar(zelle.formel, zelle.text), format: "General" };
    case "text":
      return { wert: alsMappentext(zelle.text) };
  }
}

/** What those joined with another cell hold here: each is found until it has a value of its own. */
export const leerVerbunden: Rohwert = { wert: { error: "#N/A" } };

/** Whether the cell, in one of the rows, does not hold what all of them show. */
export function verdeckt({ oben, links, rechts }: Bereich, zeile: number, stelle: number): boolean {
  return stelle >= links && stelle <= rechts && (zeile !== oben || stelle !== links);
}
