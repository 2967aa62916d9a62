import { isDeepStrictEqual } from "node:util";
import type { Aenderung } from "../../technik/auditlog/protokolliere.ts";

/** A field with a value of somebody else. */
export type Fremdes = Pick<Aenderung, "feld" | "neu">;

/** An entry on the contact without what is another's. */
export function ohneFremdes<E extends { aenderungen: readonly Aenderung[] }>(
  eintrag: E,
  fremde: readonly Fremdes[],
): E {
  const eigener = (feld: string, wert: unknown): unknown =>
    fremde.some((eines) => eines.feld === feld && isDeepStrictEqual(eines.neu, wert)) ? null : wert;
  const aenderungen = eintrag.aenderungen.map(({ feld, alt, neu }) => ({
    feld,
    alt: eigener(feld, alt),
    neu: eigener(feld, neu),
  }));
  return { ...eintrag, aenderungen };
}

const seine = (parteien: unknown, ids: readonly number[]): unknown[] =>
  Array.isArray(parteien) ? parteien.filter(({ kontaktId }) => ids.includes(kontaktId)) : [];

/** Of an entry on an account his own part: which fields were changed, and what he was party with before and after. */
export function nurSeinTeil<E extends { aenderungen: readonly Aenderung[] }>(
  { aenderungen, ...eintrag }: E,
  ids: readonly number[],
) {
  const parteien = aenderungen.find(({ feld }) => feld === "beteiligte");
  return {
    ...eintrag,
    felder: aenderungen.map(({ feld }) => feld),
    beteiligung: parteien ? { alt: seine(parteien.alt, ids), neu: seine(parteien.neu, ids) } : null,
  };
}
