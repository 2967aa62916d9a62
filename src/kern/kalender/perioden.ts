import { addiereMonate, ausDatum, datum, plusTage, type Tag } from "./tag.ts";
import type { Zeitraum } from "./zeitraum.ts";

/** Lease years beginning each year on `beginn` ("MM-DD", day 01 to 28), in periods of 1, 3, 6 or 12 months. */
export type Raster = { readonly beginn: string; readonly monate: number };

/** An uncut period; `nummer` counts from 1 in its lease year, `start` is the first day of that lease year. */
export type Periode = Zeitraum & { readonly nummer: number; readonly start: Tag };

/** The first day of the lease year that holds `tag`. */
export function pachtjahrMit(tag: Tag, beginn: string): Tag {
  const [monat, imMonat] = [Number(beginn.slice(0, 2)), Number(beginn.slice(3, 5))];
  const heuer = ausDatum(datum(tag).jahr, monat, imMonat);
  return heuer <= tag ? heuer : addiereMonate(heuer, -12);
}

/**
 * The uncut periods from the one that holds `ersterTag` on, without end. Period n is
 * [S + n x months, S + (n + 1) x months) with S the lease-year start on or before `ersterTag`, always computed from S.
 */
export function* periodenAb(ersterTag: Tag, raster: Raster): Generator<Periode, never> {
  const s = pachtjahrMit(ersterTag, raster.beginn);
  for (let n = monateZwischen(s, ersterTag, raster.monate); ; n += 1) yield periode(s, n, raster.monate);
}

/** The uncut period that holds `tag`. */
export function periodeMit(tag: Tag, raster: Raster): Periode {
  const start = pachtjahrMit(tag, raster.beginn);
  return periode(start, monateZwischen(start, tag, raster.monate), raster.monate);
}

function periode(s: Tag, n: number, monate: number): Periode {
  const jahr = Math.floor((n * monate) / 12);
  return {
    von: addiereMonate(s, n * monate),
    bis: plusTage(addiereMonate(s, (n + 1) * monate), -1),
    nummer: n - (jahr * 12) / monate + 1,
    start: addiereMonate(s, jahr * 12),
  };
}

/** Number of whole periods of `monate` months from `s` (day 01 to 28) to `tag`. */
function monateZwischen(s: Tag, tag: Tag, monate: number): number {
  const [a, b] = [datum(s), datum(tag)];
  const ganze = (b.jahr - a.jahr) * 12 + b.monat - a.monat - (b.tag < a.tag ? 1 : 0);
  return Math.floor(ganze / monate);
}
