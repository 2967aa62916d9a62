import { fehlendeZeichen } from "../../kern/pacht/schriftzeichen.ts";
import { text } from "../../technik/http/werte.ts";

/** Text that stands on letters: with a character that their font lacks none of them could be printed. */
export function gedruckterText(max: number) {
  return text(max).refine((wert) => fehlendeZeichen(wert).length === 0, {
    error: ({ input }) => `der Schrift der Briefe fehlt ${fehlendeZeichen(String(input)).join(" ")}`,
  });
}
