import type { Sql } from "../../../technik/database/pool.ts";
import { kontakte, patchobjekte } from "../arten.ts";
import { grundtext } from "../berechnung/grund.ts";
import type { DuplikatFilter, DuplikatKontaktPaar, DuplikatPachtobjektPaar } from "../schema.ts";
import * as q from "./queries.ts";

const bewertung = <K>({ score, gruende, keinDuplikat }: q.Paarzeile<K>) => ({
  score,
  gruende: gruende.map((code) => ({ code, text: grundtext[code] })),
  entscheidung: keinDuplikat ? ("kein_duplikat" as const) : ("offen" as const),
});

/** The likeliest pairs first, and how many there are in all. */
export async function listeKontaktPaare(
  sql: Sql,
  filter: DuplikatFilter,
): Promise<{ paare: DuplikatKontaktPaar[]; total: number }> {
  const [zeilen, total] = await Promise.all([
    q.listKontaktPaare(sql, kontakte, filter),
    q.countPaare(sql, kontakte, filter),
  ]);
  return { paare: zeilen.map((zeile) => ({ kontaktA: zeile.a, kontaktB: zeile.b, ...bewertung(zeile) })), total };
}

export async function listePachtobjektPaare(
  sql: Sql,
  filter: DuplikatFilter,
): Promise<{ paare: DuplikatPachtobjektPaar[]; total: number }> {
  const [zeilen, total] = await Promise.all([
    q.listPachtobjektPaare(sql, patchobjekte, filter),
    q.countPaare(sql, patchobjekte, filter),
  ]);
  return {
    paare: zeilen.map((zeile) => ({ pachtobjektA: zeile.a, pachtobjektB: zeile.b, ...bewertung(zeile) })),
    total,
  };
}
