import { fristenVon } from "../../../kern/fristen/fristen.ts";
import { type Kuendigungshinweis, pruefeKuendigung } from "../../../kern/fristen/hinweis.ts";
import type { Vertrag } from "../../../kern/fristen/vertrag.ts";
import { formatTag, parseTag, type Tag } from "../../../kern/kalender/tag.ts";
import type { Kontostand } from "../schema.ts";
import type { Kontofrist } from "./schema.ts";

const alsTag = (text: string | null): Tag | null => (text === null ? null : parseTag(text));

export function mitDatum<F extends { tag: Tag; wirktZum: Tag | null }>({ tag, wirktZum, ...frist }: F) {
  return {
    ...frist,
    tag: formatTag(tag),
    wirktZum: wirktZum === null ? null : formatTag(wirktZum),
  };
}

type Vertragstag = "pachtbeginn" | "pachtende" | "vertragsschlussAm" | "anfrageErhaltenAm" | "angezeigtAm";
/** The same with its days as text, as the database and the wire have them. */
export type Vertragsstand = Omit<Vertrag, Vertragstag> & Pick<Kontostand, Vertragstag>;

export function alsVertrag(konto: Vertragsstand): Vertrag {
  return {
    ...konto,
    pachtbeginn: parseTag(konto.pachtbeginn),
    pachtende: alsTag(konto.pachtende),
    vertragsschlussAm: alsTag(konto.vertragsschlussAm),
    anfrageErhaltenAm: alsTag(konto.anfrageErhaltenAm),
    angezeigtAm: alsTag(konto.angezeigtAm),
  };
}

/** The deadlines of an account as they are today: computed, never stored. */
export function berechneFristen(konto: Kontostand, heute: string): Kontofrist[] {
  return fristenVon(alsVertrag(konto), parseTag(heute)).map(mitDatum);
}

export type Kuendigung = Pick<Kontostand, "status" | "pachtende" | "gekuendigtAm" | "kuendigungZum">;
export type Kuendigungsstand = Vertragsstand & Kuendigung;

/** Whether a write brings a notice, or corrects its days. */
export function bringtKuendigung(alt: Kuendigung | null, neu: Kuendigung): boolean {
  return (
    neu.status === "gekuendigt" &&
    !(alt?.status === "gekuendigt" && alt.gekuendigtAm === neu.gekuendigtAm && alt.kuendigungZum === neu.kuendigungZum)
  );
}

/**
 * What is to be said of a notice that this write brings, by the contract as it was before it: the notice has set the end
 * of an account that is under notice.
 *
 * @param vereinbartesEnde what ended such an account before, or the end that a new one names
 */
export function hinweiseZurKuendigung(
  alt: Kuendigung | null,
  neu: Kuendigungsstand,
  vereinbartesEnde: string | null,
): Kuendigungshinweis[] {
  const { gekuendigtAm, kuendigungZum } = neu;
  if (!bringtKuendigung(alt, neu) || gekuendigtAm === null || kuendigungZum === null) return [];
  const pachtende = alt && alt.status !== "gekuendigt" ? alt.pachtende : vereinbartesEnde;
  const hinweis = pruefeKuendigung(alsVertrag({ ...neu, pachtende }), parseTag(gekuendigtAm), parseTag(kuendigungZum));
  return hinweis ? [hinweis] : [];
}
