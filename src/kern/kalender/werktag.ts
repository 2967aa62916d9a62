import { ausDatum, datum, plusTage, spaeterer, type Tag, wochentag } from "./tag.ts";

/** Easter Sunday, Gregorian (Meeus, Jones and Butcher). */
export function ostersonntag(jahr: number): Tag {
  const a = jahr % 19;
  const b = Math.floor(jahr / 100);
  const c = jahr % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return ausDatum(jahr, Math.floor(n / 31), (n % 31) + 1);
}

/** The nine public holidays that all German states share. */
export function istFeiertag(tag: Tag): boolean {
  const { jahr, monat, tag: imMonat } = datum(tag);
  const fest = monat * 100 + imMonat;
  if (fest === 101 || fest === 501 || fest === 1003 || fest === 1225 || fest === 1226) return true;
  const nachOstern = tag - ostersonntag(jahr);
  return nachOstern === -2 || nachOstern === 1 || nachOstern === 39 || nachOstern === 50;
}

/** `tag` itself, or the first day after it that is neither Saturday, Sunday nor a nationwide holiday (§ 193 BGB). */
export function naechsterWerktag(tag: Tag): Tag {
  let werktag = tag;
  while (wochentag(werktag) >= 5 || istFeiertag(werktag)) werktag = plusTage(werktag, 1);
  return werktag;
}

/** Last day to pay: the later of both days plus the days allowed, moved to a working day. */
export function zahlbarBis(faelligAm: Tag, belegdatum: Tag, zielTage: number): Tag {
  return naechsterWerktag(plusTage(spaeterer(faelligAm, belegdatum), zielTage));
}
