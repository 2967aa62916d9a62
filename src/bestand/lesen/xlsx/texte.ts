import { Unlesbar } from "../befunde.ts";
import type { Archiv } from "./archiv.ts";
import { erstelleTextspeicher, type Textspeicher } from "./textspeicher.ts";
import { entschluessle, liesGanz } from "./xml.ts";

/** Texts that cells share stay in memory while the sheets are read: so many bytes of them, and no more. */
const hoechstens = 200 * 1024 * 1024;

/** The texts that cells refer to by their number; formatted parts of one put together, readings left out. */
export async function liesTexte(archiv: Archiv, pfad: string): Promise<Textspeicher> {
  const texte = erstelleTextspeicher();
  let [text, inText, inLesung] = ["", false, false];
  await liesGanz(archiv.lies(pfad), {
    auf(name) {
      if (name === "si") text = "";
      else if (name === "rPh") inLesung = true;
      else if (name === "t") inText = !inLesung;
    },
    text(teil) {
      if (inText) text += teil;
    },
    zu(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") inLesung = false;
      else if (name === "si") {
        if (texte.nimm(entschluessle(text)) > hoechstens)
          throw new Unlesbar(
            "datei_zu_gross_entpackt",
            "Die Mappe hat zu viel Text; bitte auf mehrere Dateien verteilen.",
          );
      }
    },
  });
  return texte;
}
