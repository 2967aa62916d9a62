import type { Kontaktstand } from "../../stammdaten/kontakte/schema.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { listAntwortenMit, updateAntworten } from "./queries.ts";

const ersatz = "gelöscht";

/** What a person is called by, what stands for nobody else either, and what does so only beside one of these. */
type Woerter = { namen: readonly string[]; eigene: readonly string[]; weitere: readonly string[] };

export const woerterVon = (kontakte: readonly Kontaktstand[]): Woerter => {
  const texte = (bilde: (kontakt: Kontaktstand) => (string | null | undefined)[]): string[] =>
    // One who was erased before is called what many texts of others say.
    kontakte.flatMap(bilde).filter((text): text is string => !!text && text !== ersatz);
  return {
    namen: texte((k) => [k.anzeigename, k.nachname, k.firma, k.kontoinhaber, k.sepaMandat?.referenz]),
    eigene: texte((k) => [k.strasse, k.telefon, k.mobil, k.email, k.iban, k.steuernummer, k.ustId, k.leitwegId]),
    weitere: texte((k) => [
      ...[k.titel, k.vorname, k.hausnummer, k.adresszusatz, k.plz, k.ort, k.bic, k.bemerkung],
      ...[k.debitornummer, k.kreditornummer],
    ]),
  };
};

const schwaerzeText = (text: string, { namen, eigene, weitere }: Woerter): string | null => {
  if (eigene.includes(text) || weitere.includes(text)) return null;
  return [...namen, ...eigene].some((wort) => text.includes(wort)) ? ersatz : text;
};

/** `ids`: of his records. */
type Person = { ids: readonly number[]; woerter: Woerter; leer: Record<string, unknown> };

/** Whether it is the person, or a link to him, with the name. */
const meint = (wert: { id?: unknown; kontaktId?: unknown }, ids: readonly unknown[]): boolean =>
  "anzeigename" in wert && (ids.includes(wert.kontaktId) || ids.includes(wert.id));

/**
 * The person's own fields become those of the empty record, also where he was called otherwise then. Elsewhere a field
 * that holds one of the words becomes null, a name or a sentence with one "gelöscht".
 */
const schwaerze = (wert: unknown, person: Person): unknown => {
  if (typeof wert === "string") return schwaerzeText(wert, person.woerter);
  if (Array.isArray(wert)) return wert.map((teil) => schwaerze(teil, person));
  if (wert === null || typeof wert !== "object") return wert;
  const leer = meint(wert, person.ids) ? person.leer : {};
  return Object.fromEntries(
    Object.entries(wert).map(([feld, inhalt]) => [feld, feld in leer ? leer[feld] : schwaerze(inhalt, person)]),
  );
};

/**
 * Blackens a person in the answers that are kept for requests sent twice. The answers stay: else the same request, sent
 * again, would book or create a second time.
 */
export const schwaerzeAntworten = async (tx: Tx, person: Person): Promise<void> => {
  const { namen, eigene } = person.woerter;
  const gesucht = [
    ...[...namen, ...eigene].map((wort) => JSON.stringify(wort).slice(1, -1)),
    ...person.ids.flatMap((id) => [`"id":${id},`, `"kontaktId":${id},`]),
  ];
  const antworten = await listAntwortenMit(tx, gesucht);
  if (antworten.length === 0) return;
  await updateAntworten(
    tx,
    antworten.map((eine) => ({ ...eine, antwort: schwaerze(eine.antwort, person) })),
  );
};
