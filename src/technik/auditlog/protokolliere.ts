import { vergleicheText } from "../../kern/vergleicheText.ts";
import { feld } from "../database/anweisung/massen.ts";
import type { Db } from "../database/pool.ts";
import { deleteWerte } from "./queries.ts";

export type Aenderung = { feld: string; alt: unknown; neu: unknown };

/** Who stands in the entry: a user in a request, or a job of the worker. */
export type Urheber = { akteur: { id: number | null; name: string }; anfrageId: string | null };

/** What nobody asked for: the nightly work and the clearing up. */
export const system: Urheber = { akteur: { id: null, name: "System" }, anfrageId: null };

export type Eintrag = {
  aktion: string;
  ressource: string;
  ressourceId?: number | string | null;
  /** Records before and after; the entry keeps the fields that differ. */
  alt?: object | null;
  neu?: object | null;
};

const verwaltet = new Set(["version", "erstelltAm", "geaendertAm"]);

/** JSON with sorted keys: one text for one value, so that its hash can be computed again. */
const kanonisch = (wert: unknown): string => {
  if (Array.isArray(wert)) return `[${wert.map(kanonisch).join(",")}]`;
  if (wert === null || typeof wert !== "object") return JSON.stringify(wert ?? null);
  const felder = Object.entries(wert)
    .filter(([, inhalt]) => inhalt !== undefined)
    .sort(([a], [b]) => vergleicheText(a, b));
  return `{${felder.map(([feld, inhalt]) => `${JSON.stringify(feld)}:${kanonisch(inhalt)}`).join(",")}}`;
};

/** The changes between two records as JSON, in the one way of writing them; each value is put into words once. */
const alsText = (alt: object | null | undefined, neu: object | null | undefined): string => {
  const vorher = (alt ?? {}) as Readonly<Record<string, unknown>>;
  const nachher = (neu ?? {}) as Readonly<Record<string, unknown>>;
  const texte: string[] = [];
  for (const name of Object.keys({ ...vorher, ...nachher })) {
    if (verwaltet.has(name)) continue;
    const [davor, danach] = [kanonisch(vorher[name]), kanonisch(nachher[name])];
    if (davor !== danach) texte.push(`{"alt":${davor},"feld":${JSON.stringify(name)},"neu":${danach}}`);
  }
  return `[${texte.join(",")}]`;
};

/** Field by field what differs between two records; fields that the database keeps itself are left out. */
export function aenderungen(alt: object | null | undefined, neu: object | null | undefined): Aenderung[] {
  return JSON.parse(alsText(alt, neu));
}

/** Writes one entry of the audit log in the caller's transaction. */
export function protokolliere(tx: Db, urheber: Urheber, eintrag: Eintrag): Promise<void> {
  return protokolliereAlle(tx, urheber, [eintrag]);
}

/**
 * Writes several entries in one statement, in their order. The values go beside them, with a salt each; the entry keeps
 * the hash of both, which tells one from another here.
 */
export async function protokolliereAlle(tx: Db, urheber: Urheber, eintraege: readonly Eintrag[]): Promise<void> {
  await tx`
    with neu as materialized (
      select e.aktion, e.ressource, e.ressource_id, e.werte, e.salz, e.nr,
        case when e.werte <> '[]' then sha256(e.salz || convert_to(e.werte, 'UTF8')) end as werte_hash
      from (
        select u.*, uuid_send(gen_random_uuid()) as salz
        from unnest(${feld(eintraege, ({ aktion }) => aktion)}::text[],
          ${feld(eintraege, ({ ressource }) => ressource)}::text[],
          ${eintraege.map(({ ressourceId }) => (ressourceId === undefined || ressourceId === null ? null : String(ressourceId)))}::text[],
          ${feld(eintraege, ({ alt, neu }) => alsText(alt, neu))}::text[])
          with ordinality u (aktion, ressource, ressource_id, werte, nr)
      ) e
    ), eintrag as (
      insert into auditlog (benutzer_id, benutzer_name, aktion, ressource, ressource_id, werte_hash, anfrage_id)
      select ${urheber.akteur.id}::bigint, ${urheber.akteur.name}, aktion, ressource, ressource_id, werte_hash,
        ${urheber.anfrageId}::text
      from neu
      order by nr
      returning id, werte_hash
    )
    insert into auditwert (auditlog_id, salz, werte)
    select eintrag.id, neu.salz, neu.werte
    from eintrag
    join neu on neu.werte_hash = eintrag.werte_hash`;
}

/**
 * Erases the values of entries in the caller's transaction. The entry that names them is what the check of the seal
 * tells an erasure from tampering by; its own values stay for ever, so they hold ids alone.
 */
export async function loescheWerte(tx: Db, urheber: Urheber, eintraege: readonly number[]): Promise<void> {
  if (eintraege.length === 0) return;
  await protokolliere(tx, urheber, { aktion: "loeschen", ressource: "auditlog", neu: { werte: eintraege } });
  await deleteWerte(tx, eintraege);
}
