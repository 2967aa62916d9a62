import { protokolliere, protokolliereAlle } from "../auditlog/protokolliere.ts";
import type { Db, Sql } from "../database/pool.ts";

/** What somebody tried who is not signed in. */
type Fehlversuch = { aktion: "anmeldung_fehlgeschlagen" | "break_glass_fehlgeschlagen"; grund: string };

const vorsatz = "fehlversuch ";
const niemand = (anfrageId: string | null) => ({ akteur: { id: null, name: "unbekannt" }, anfrageId });

/**
 * A refused try leaves its trace: the first of a minute has an entry of its own, those after it are counted, for
 * {@link protokolliereGezaehlte}. An entry stays for ever, and a stranger can cause thousands.
 */
export function zaehleFehlversuch(sql: Sql, { aktion, grund }: Fehlversuch, anfrageId: string): Promise<void> {
  return sql.begin(async (tx) => {
    const [zeile] = await tx<{ anzahl: number }[]>`
      insert into anfragezaehler as z (schluessel, fenster, anzahl)
      values (${vorsatz + aktion}, date_trunc('minute', clock_timestamp()), 1)
      on conflict (schluessel, fenster) do update
      set anzahl = z.anzahl + 1
      returning anzahl`;
    if (zeile?.anzahl === 1)
      await protokolliere(tx, niemand(anfrageId), { aktion, ressource: "sitzung", neu: { grund } });
  }) as Promise<void>;
}

const deleteVergangene = (tx: Db) => tx<{ aktion: string; minute: string; anzahl: number }[]>`
  delete from anfragezaehler
  where schluessel like ${`${vorsatz}%`} and fenster < date_trunc('minute', clock_timestamp())
  returning substr(schluessel, ${vorsatz.length + 1}::integer) as aktion, fenster as minute, anzahl`;

/** One entry for each minute that is over and saw more than its first refused try. */
export function protokolliereGezaehlte(sql: Sql): Promise<void> {
  return sql.begin(async (tx) => {
    const minuten = await deleteVergangene(tx);
    await protokolliereAlle(
      tx,
      niemand(null),
      minuten
        .filter(({ anzahl }) => anzahl > 1)
        .map(({ aktion, minute, anzahl }) => ({
          aktion,
          ressource: "sitzung",
          neu: { minute, weitere: anzahl - 1 },
        })),
    );
  }) as Promise<void>;
}

/** Forgets counts whose window is over; those of refused tries wait for {@link protokolliereGezaehlte}. */
export async function vergissAlteZaehler(sql: Db, jetzt: Date): Promise<void> {
  await sql`
    delete from anfragezaehler
    where fenster <= ${jetzt.toISOString()}::timestamptz - interval '1 hour'
      and not starts_with(schluessel, ${vorsatz})`;
}
