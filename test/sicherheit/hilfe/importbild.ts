import { createHash } from "node:crypto";
import { exportiereBestand } from "../../../src/bestand/export/exportiere.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";

/** What processes write of themselves, and jobs of what others wrote; all else an execution alone writes. */
const vonProzessen = [
  "anfragezaehler",
  "auftrag",
  "ausblick",
  "betriebsverlauf",
  "lebenszeichen",
  "siegel",
  "siegel_eintrag",
  "sitzung",
  "zaehler",
];
const vomVergleich = /^duplikat_/;

export type Zaehlung = Record<string, number>;

/** How many rows each table has. */
export async function zaehle(sql: Sql): Promise<Zaehlung> {
  const tabellen = await sql<{ tabelle: string }[]>`
    select c.relname tabelle
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${vonProzessen}::text[])
    order by 1`;
  const zeilen = await sql.unsafe<{ tabelle: string; anzahl: number }[]>(
    tabellen.map(({ tabelle }) => `select '${tabelle}' tabelle, count(*) anzahl from "${tabelle}"`).join(" union all "),
  );
  return Object.fromEntries(zeilen.map(({ tabelle, anzahl }) => [tabelle, anzahl]));
}

/** Without those that the comparison for duplicates fills later. */
export function ohneVergleich(zaehlung: Zaehlung): Zaehlung {
  return Object.fromEntries(Object.entries(zaehlung).filter(([tabelle]) => !vomVergleich.test(tabelle)));
}

const listFaelligkeiten = (sql: Sql) => sql`
  select k.kontonummer, f.zeitraum_von, f.zeitraum_bis, f.faellig_am, f.art, f.status
  from faelligkeit f
  join pachtkonto k on k.id = f.pachtkonto_id
  order by k.kontonummer, f.zeitraum_von, f.zeitraum_bis, f.status`;

const listEintraege = (sql: Sql) => sql`
  select a.aktion, a.ressource, w ->> 'feld' feld, count(*) anzahl
  from auditlog a
  left join auditwert v on v.auditlog_id = a.id
  left join lateral jsonb_array_elements(v.werte::jsonb) w on true
  group by 1, 2, 3
  order by 1, 2, 3`;

const listSchluessel = (sql: Sql) => sql`
  select s.art, s.schluessel, i.art is not null hat_stand
  from importschluessel s
  left join importstand i using (art, datensatz_id)
  order by 1, 2`;

const mappe = async (sql: Sql): Promise<string> => {
  const [benutzer] = await sql<{ id: number; name: string }[]>`select id, name from benutzer order by id limit 1`;
  const { id = 0, name = "" } = benutzer ?? {};
  const akteur = { id, name, email: null, rollen: ["verwalter" as const] };
  const jetzt = new Date("2026-01-01T12:00:00Z");
  const kontext = { akteur, anfrageId: "export", heute: "2026-01-01", jetzt };
  const { oeffne } = await exportiereBestand(sql, kontext, new AbortController().signal, true);
  return createHash("sha256")
    .update(new Uint8Array(await new Response(oeffne()).arrayBuffer()))
    .digest("hex");
};

/**
 * The whole stock after an import, without what differs from one try to the next (ids, times): equal stocks have equal
 * pictures. The exported workbook stands for all that its columns hold.
 */
export async function bild(sql: Sql) {
  return {
    zaehlung: await zaehle(sql),
    faelligkeiten: [...(await listFaelligkeiten(sql))],
    eintraege: [...(await listEintraege(sql))],
    schluessel: [...(await listSchluessel(sql))],
    mappe: await mappe(sql),
  };
}
