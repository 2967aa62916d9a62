import { datum, parseTag, plusTage, type Tag, wochentag } from "../../../kern/kalender/tag.ts";
import { ostersonntag } from "../../../kern/kalender/werktag.ts";

/** Days on which banks settle euro payments: the calendar of TARGET (since 2002), not that of public holidays. */
export function istBankarbeitstag(tag: Tag): boolean {
  if (wochentag(tag) >= 5) return false;
  const { jahr, monat, tag: imMonat } = datum(tag);
  const fest = monat * 100 + imMonat;
  if (fest === 101 || fest === 501 || fest === 1225 || fest === 1226) return false;
  const nachOstern = tag - ostersonntag(jahr);
  return nachOstern !== -2 && nachOstern !== 1;
}

/** `tag` itself, or the first banking day after it. */
const naechsterBankarbeitstag = (tag: Tag): Tag => {
  let bankarbeitstag = tag;
  while (!istBankarbeitstag(bankarbeitstag)) bankarbeitstag = plusTage(bankarbeitstag, 1);
  return bankarbeitstag;
};

/** The last banking day before `tag`. */
const vorigerBankarbeitstag = (tag: Tag): Tag => {
  let bankarbeitstag = plusTage(tag, -1);
  while (!istBankarbeitstag(bankarbeitstag)) bankarbeitstag = plusTage(bankarbeitstag, -1);
  return bankarbeitstag;
};

/**
 * When a direct debit is collected: on the day that the letter names, or the first banking day after it. Banks take
 * core direct debits until the banking day before, and on a day that is none they take nothing: the earliest is the
 * banking day after the one that the file can be handed in on.
 */
export function einzugstag(zahlbarBis: string, heute: string): Tag {
  const eingereicht = naechsterBankarbeitstag(parseTag(heute));
  const fruehestens = naechsterBankarbeitstag(plusTage(eingereicht, 1));
  return naechsterBankarbeitstag(Math.max(parseTag(zahlbarBis), fruehestens) as Tag);
}

/**
 * When a transfer is carried out: one banking day before the day that the letter names, for so long may it be under way
 * (§ 675s BGB); never before today.
 */
export function ausfuehrungstag(zahlbarBis: string, heute: string): Tag {
  const fruehestens = naechsterBankarbeitstag(parseTag(heute));
  return Math.max(vorigerBankarbeitstag(parseTag(zahlbarBis)), fruehestens) as Tag;
}
