declare const istTag: unique symbol;

/** A civil day as days since 1970-01-01, without time zone. */
export type Tag = number & { readonly [istTag]: true };

export type Datum = { readonly jahr: number; readonly monat: number; readonly tag: number };

const MONATSTAGE = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export function istSchaltjahr(jahr: number): boolean {
  return jahr % 4 === 0 && (jahr % 100 !== 0 || jahr % 400 === 0);
}

/** Days of the month 1 to 12. */
function tageImMonat(jahr: number, monat: number): number {
  return monat === 2 && istSchaltjahr(jahr) ? 29 : (MONATSTAGE[monat - 1] ?? Number.NaN);
}

/** "YYYY-MM-DD" of the years 1900 to 9999 to a day, anything else to null. */
export function findTag(text: string): Tag | null {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return null;
  const [jahr, monat, tag] = [ziffern(text, 0, 4), ziffern(text, 5, 7), ziffern(text, 8, 10)];
  const istTag = jahr >= 1900 && monat >= 1 && monat <= 12 && tag >= 1 && tag <= tageImMonat(jahr, monat);
  return istTag ? ausDatum(jahr, monat, tag) : null;
}

/** The number that the digits from `von` to before `bis` make, NaN if one of them is none. A bill reads dozens of days. */
function ziffern(text: string, von: number, bis: number): number {
  let zahl = 0;
  for (let i = von; i < bis; i += 1) {
    const ziffer = text.charCodeAt(i) - 48;
    zahl = ziffer >= 0 && ziffer <= 9 ? zahl * 10 + ziffer : Number.NaN;
  }
  return zahl;
}

/** @throws RangeError unless `text` is a real day "YYYY-MM-DD" of the years 1900 to 9999 */
export function parseTag(text: string): Tag {
  const tag = findTag(text);
  if (tag === null) throw new RangeError(`Kein Datum: ${text}`);
  return tag;
}

/** Whether it can be written "YYYY-MM-DD": days that are counted from others may lie behind all that can be entered. */
export function istImKalender(tag: Tag): boolean {
  return tag >= ausDatum(1900, 1, 1) && tag <= ausDatum(9999, 12, 31);
}

/** @throws RangeError outside the years 1900 to 9999 */
export function formatTag(tag: Tag): string {
  const { jahr, monat, tag: imMonat } = datum(tag);
  if (jahr < 1900 || jahr > 9999) throw new RangeError(`Datum außerhalb der Jahre 1900 bis 9999: ${jahr}`);
  return `${jahr}-${zweistellig(monat)}-${zweistellig(imMonat)}`;
}

/** "01.10.2026", of whatever year. */
export function deutscherTag(tag: Tag): string {
  const { jahr, monat, tag: imMonat } = datum(tag);
  return `${zweistellig(imMonat)}.${zweistellig(monat)}.${jahr}`;
}

/** "2026-10-01" as "01.10.2026". */
export function deutschesDatum(tag: string): string {
  return tag.split("-").reverse().join(".");
}

export function plusTage(tag: Tag, tage: number): Tag {
  return (tag + tage) as Tag;
}

/**
 * The day so many days after (or before) "YYYY-MM-DD", written alike.
 *
 * @throws RangeError as {@link parseTag} and {@link formatTag}
 */
export function inTagen(tag: string, tage: number): string {
  return formatTag(plusTage(parseTag(tag), tage));
}

export function tagNach(tag: string): string {
  return inTagen(tag, 1);
}

export function tagVor(tag: string): string {
  return inTagen(tag, -1);
}

export function frueherer(a: Tag, b: Tag): Tag {
  return Math.min(a, b) as Tag;
}

export function spaeterer(a: Tag, b: Tag): Tag {
  return Math.max(a, b) as Tag;
}

/**
 * The day `monate` months after (or before) the anchor, on the last day of a month that is too short. Later months are
 * counted from the same anchor: 31.01. + 1 is 28.02., + 2 is 31.03. again.
 */
export function addiereMonate(anker: Tag, monate: number): Tag {
  const von = datum(anker);
  const monatszahl = von.jahr * 12 + von.monat - 1 + monate;
  const jahr = Math.floor(monatszahl / 12);
  const monat = monatszahl - jahr * 12 + 1;
  return ausDatum(jahr, monat, Math.min(von.tag, tageImMonat(jahr, monat)));
}

/** 0 is Monday, 6 is Sunday. */
export function wochentag(tag: Tag): number {
  return (((tag + 3) % 7) + 7) % 7;
}

/** Day number in the proleptic Gregorian calendar; years start in March, so that the leap day comes last. */
export function ausDatum(jahr: number, monat: number, tag: number): Tag {
  const j = monat <= 2 ? jahr - 1 : jahr;
  const tagImJahr = Math.floor((153 * ((monat + 9) % 12) + 2) / 5) + tag - 1;
  return (j * 365 + Math.floor(j / 4) - Math.floor(j / 100) + Math.floor(j / 400) + tagImJahr - 719_468) as Tag;
}

export function datum(tag: Tag): Datum {
  const z = tag + 719_468;
  const aera = Math.floor(z / 146_097);
  const inAera = z - aera * 146_097;
  const jahrInAera = Math.floor(
    (inAera - Math.floor(inAera / 1460) + Math.floor(inAera / 36_524) - Math.floor(inAera / 146_096)) / 365,
  );
  const tagImJahr = inAera - (365 * jahrInAera + Math.floor(jahrInAera / 4) - Math.floor(jahrInAera / 100));
  const m = Math.floor((5 * tagImJahr + 2) / 153);
  const monat = m < 10 ? m + 3 : m - 9;
  const jahr = jahrInAera + aera * 400 + (monat <= 2 ? 1 : 0);
  return { jahr, monat, tag: tagImJahr - Math.floor((153 * m + 2) / 5) + 1 };
}

function zweistellig(n: number): string {
  return n < 10 ? `0${n}` : `${n}`;
}
