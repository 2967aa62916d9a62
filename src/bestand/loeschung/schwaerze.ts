import type { Tx } from "../../technik/database/pool.ts";
import type { Zusammenfuehrung } from "../zusammenfuehrung/schema.ts";
import { listAntwortenGesperrt, updateAntworten } from "./queries.ts";
import { alsGanze, ersatz, type Woerter } from "./woerter.ts";

/** `ids`: of his records. `nennt`: a text that holds one of his words, not only as part of another. */
type Person = { ids: readonly unknown[]; eigene: readonly string[]; nennt: RegExp; leer: Record<string, unknown> };

const schwaerzeText = (text: string, { eigene, nennt }: Person): string | null => {
  if (eigene.includes(text)) return null;
  return nennt.test(text) ? ersatz : text;
};

/** Whose record, or link to it with the name, this is. */
const vonWem = (wert: object): unknown => {
  if (!("anzeigename" in wert)) return undefined;
  if ("kontaktId" in wert) return wert.kontaktId;
  return "id" in wert ? wert.id : undefined;
};

/** Two contacts that became one, with what that changed. */
const istZusammenfuehrung = (wert: object): wert is Zusammenfuehrung =>
  "art" in wert && wert.art === "kontakt" && "bleibt" in wert && "geht" in wert && "felder" in wert;

/** As the merging itself forgets it: which of the values were whose nobody can tell any more. */
const ohneAenderungen = (wert: Zusammenfuehrung, { ids }: Person): Zusammenfuehrung => {
  const ohneName = (seite: Zusammenfuehrung["geht"]) => (ids.includes(seite.id) ? { ...seite, name: ersatz } : seite);
  const istSeine = ids.includes(wert.bleibt.id) || ids.includes(wert.geht.id);
  return istSeine
    ? { ...wert, bleibt: ohneName(wert.bleibt), geht: ohneName(wert.geht), felder: [], pachtkonten: [] }
    : wert;
};

/**
 * The person's own fields become those of the empty record, also where he was called otherwise then. Another contact
 * stays as it is, whatever the two have in common: an answer that tells of it what is not so may be sent back, and
 * stored. Elsewhere a field that holds what is his alone becomes null, a name or a sentence with one "gelöscht".
 */
const schwaerze = (wert: unknown, person: Person): unknown => {
  if (typeof wert === "string") return schwaerzeText(wert, person);
  if (Array.isArray(wert)) return wert.map((teil) => schwaerze(teil, person));
  if (wert === null || typeof wert !== "object") return wert;
  if (istZusammenfuehrung(wert)) return ohneAenderungen(wert, person);
  const wer = vonWem(wert);
  if (wer !== undefined && !person.ids.includes(wer)) return wert;
  const leer = wer === undefined ? {} : person.leer;
  return Object.fromEntries(
    Object.entries(wert).map(([feld, inhalt]) => [feld, feld in leer ? leer[feld] : schwaerze(inhalt, person)]),
  );
};

/**
 * Blackens a person in the answers that are kept for requests sent twice. The answers stay: else the same request, sent
 * again, would book or create a second time.
 */
export async function schwaerzeAntworten(
  tx: Tx,
  ids: readonly number[],
  { namen, eigene }: Woerter,
  leer: Record<string, unknown>,
): Promise<void> {
  const woerter = [...namen, ...eigene];
  const person = { ids, eigene, nennt: alsGanze(woerter), leer };
  const gesucht = [
    ...woerter.map((wort) => JSON.stringify(wort).slice(1, -1)),
    ...ids.flatMap((id) => [`"id":${id},`, `"kontaktId":${id},`]),
  ];
  const antworten = await listAntwortenGesperrt(tx, gesucht);
  if (antworten.length === 0) return;
  await updateAntworten(
    tx,
    antworten.map((eine) => ({ ...eine, antwort: schwaerze(eine.antwort, person) })),
  );
}
