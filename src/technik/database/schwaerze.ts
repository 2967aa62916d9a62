import type { Tx } from "./pool.ts";

/** What a person is called by, what stands for nobody else either, and what does so only beside one of these. */
export type Woerter = { namen: readonly string[]; eigene: readonly string[]; weitere: readonly string[] };

const ersatz = "gelöscht";

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

type Antwort = { benutzerId: number; route: string; schluessel: string; antwort: unknown };

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
  const antworten = await tx<Antwort[]>`
    select benutzer_id, route, schluessel, antwort
    from idempotenz
    where exists (select from unnest(${gesucht}::text[]) wort where position(wort in antwort::text) > 0)
    for update`;
  if (antworten.length === 0) return;
  await tx`
    update idempotenz i
    set antwort = n.antwort::json
    from unnest(${antworten.map(({ benutzerId }) => benutzerId)}::bigint[],
      ${antworten.map(({ route }) => route)}::text[],
      ${antworten.map(({ schluessel }) => schluessel)}::text[],
      ${antworten.map(({ antwort }) => JSON.stringify(schwaerze(antwort, person)))}::text[])
      n (benutzer_id, route, schluessel, antwort)
    where (i.benutzer_id, i.route, i.schluessel) = (n.benutzer_id, n.route, n.schluessel)`;
};
