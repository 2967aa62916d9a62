import { addiereMonate, ausDatum, datum, formatTag, parseTag, plusTage, type Tag } from "../../kern/kalender/tag.ts";
import { naechsterWerktag } from "../../kern/kalender/werktag.ts";
import { Bedienfehler } from "../../technik/befehl.ts";

/** Up to here the past is told in full; larger stocks begin with the round that is due now. */
const groessterKleinerBestand = 2000;

/** How many records of each kind there are and the days that everything else is counted from. */
export type Plan = {
  konten: number;
  paechter: number;
  verpaechter: number;
  uebrige: number;
  doppelte: number;
  kontakte: number;
  heute: Tag;
  /** Two runs have been booked, on these days; without them each account starts with its latest due period. */
  laeufe: readonly [Tag, Tag] | null;
  /** First of the month in which the operator moved to this service. */
  uebernahme: Tag;
  /** Day of the last booked run, or when it would have been. */
  gebuchtBis: Tag;
};

/** Something that the user who loads can mend: the message says all. */
export class Ladefehler extends Bedienfehler {
  override name = "Ladefehler";
}

/** @throws Ladefehler unless `konten` is a number that the generator can fill with life */
export function plane(konten: number, heute: string): Plan {
  if (!Number.isInteger(konten) || konten < 20 || konten > 2_000_000)
    throw new Ladefehler("Die Zahl der Konten muss eine ganze Zahl von 20 bis 2.000.000 sein.");
  const tag = parseTag(heute);
  const kontakte = Math.round(konten * 1.5);
  const paechter = Math.round(kontakte * 0.46);
  const uebrige = Math.max(4, Math.round(kontakte * 0.06));
  const doppelte = Math.max(2, Math.round(kontakte * 0.02));
  // Forty days hold a first of a month, so that something has become due since the second run.
  const zweiter = naechsterWerktag(plusTage(tag, -40));
  const erster = naechsterWerktag(plusTage(tag, -130));
  const { jahr, monat } = datum(addiereMonate(tag, -15));
  return {
    konten,
    paechter,
    verpaechter: kontakte - paechter - uebrige - doppelte,
    uebrige,
    doppelte,
    kontakte,
    heute: tag,
    laeufe: konten <= groessterKleinerBestand ? [erster, zweiter] : null,
    uebernahme: ausDatum(jahr, monat, 1),
    gebuchtBis: zweiter,
  };
}

/** Office hours of a day, in UTC; `minute` counts from 8 o'clock. */
export function zeitpunktAm(tag: Tag, minute: number): string {
  const stunde = String(8 + (Math.floor(minute / 60) % 9)).padStart(2, "0");
  return `${formatTag(tag)}T${stunde}:${String(minute % 60).padStart(2, "0")}:00Z`;
}
