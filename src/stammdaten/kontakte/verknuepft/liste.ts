import type { Sql } from "../../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../../technik/http/schema.ts";
import { leseKontakt } from "../pflege.ts";
import * as q from "./queries.ts";
import type {
  VerknuepfteKontenFilter,
  VerknuepfteObjekteFilter,
  VerknuepftesKonto,
  VerknuepftesObjekt,
} from "./schema.ts";

/** The accounts of a contact, a row for each entry among their parties. */
export async function listeVerknuepfteKonten(
  sql: Sql,
  kontaktId: number,
  filter: VerknuepfteKontenFilter,
): Promise<Liste<VerknuepftesKonto>> {
  await leseKontakt(sql, kontaktId);
  const [zeilen, total] = await Promise.all([
    q.listVerknuepfteKonten(sql, kontaktId, filter),
    q.countVerknuepfteKonten(sql, kontaktId, filter),
  ]);
  return alsListe([...zeilen], total, filter);
}

/** The objects of the accounts that a contact is party of. */
export async function listeVerknuepfteObjekte(
  sql: Sql,
  kontaktId: number,
  filter: VerknuepfteObjekteFilter,
): Promise<Liste<VerknuepftesObjekt>> {
  await leseKontakt(sql, kontaktId);
  const [zeilen, total] = await Promise.all([
    q.listVerknuepfteObjekte(sql, kontaktId, filter),
    q.countVerknuepfteObjekte(sql, kontaktId, filter),
  ]);
  return alsListe([...zeilen], total, filter);
}
