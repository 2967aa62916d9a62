import { type Bruch, bruch, EINS, rundeQuotient } from "../geld/bruch.ts";
import { type Cent, cent } from "../geld/cent.ts";
import type { Periode } from "../kalender/perioden.ts";
import { addiereMonate, datum, plusTage, type Tag } from "../kalender/tag.ts";
import { anzahlTage, schnitt, type Zeitraum } from "../kalender/zeitraum.ts";
import { MONATE } from "./perioden.ts";
import type { Berechnungsart, Rhythmus } from "./typen.ts";

/**
 * Amount of a version in an uncut period. Where the interval is longer than the rhythm it is the difference of the
 * rounded amounts up to this period of the lease year and up to the one before, so that a lease year adds up.
 *
 * @param rhythmus months of the period
 */
export function vollbetrag(betragCent: number, intervall: Rhythmus, periode: Periode, rhythmus: number): Cent {
  const monate = MONATE[intervall];
  if (rhythmus >= monate) return cent(betragCent * (rhythmus / monate));
  const bis = (nummer: number) => rundeQuotient(BigInt(betragCent) * BigInt(nummer * rhythmus), BigInt(monate));
  return cent(Number(bis(periode.nummer) - bis(periode.nummer - 1)));
}

/** Part of the uncut period that `segment` (inside it) covers. */
export function bruchteil(segment: Zeitraum, periode: Periode, rhythmus: number, art: Berechnungsart): Bruch {
  if (segment.von === periode.von && segment.bis === periode.bis) return EINS;
  switch (art) {
    case "monatsgenau":
      return ausMonaten(segment, periode, rhythmus);
    case "tagesgenau":
      return bruch(anzahlTage(segment), anzahlTage(periode));
    case "dreissig360":
      return bruch(stelle360(plusTage(segment.bis, 1)) - stelle360(segment.von), 30 * rhythmus);
  }
}

/** Each covered lease month counts whole, one at the edge by its covered days; at most two are at an edge. */
function ausMonaten(segment: Zeitraum, periode: Periode, rhythmus: number): Bruch {
  let zaehler = 0;
  let nenner = 1;
  for (let k = 0; k < rhythmus; k += 1) {
    const monat = { von: addiereMonate(periode.von, k), bis: plusTage(addiereMonate(periode.von, k + 1), -1) };
    const gedeckt = schnitt(monat, segment);
    if (!gedeckt) continue;
    const [tage, von] = [anzahlTage(gedeckt), anzahlTage(monat)];
    if (tage === von) zaehler += nenner;
    else [zaehler, nenner] = [zaehler * von + tage * nenner, nenner * von];
  }
  return bruch(zaehler, nenner * rhythmus);
}

/**
 * Days before `tag` when every month has 30: the 31st lies where the next month begins and so adds none, the last of
 * February adds all that are missing.
 */
function stelle360(tag: Tag): number {
  const { jahr, monat, tag: imMonat } = datum(tag);
  return jahr * 360 + (monat - 1) * 30 + imMonat - 1;
}
