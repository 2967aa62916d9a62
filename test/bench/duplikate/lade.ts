import postgres from "postgres";
import type { Eintrag } from "./erzeuge.ts";

const jeAnweisung = 5000;

/** Contacts with the ids 1 to n, past all triggers and search indexes, which are not what is measured. */
export async function ladeKontakte(adminUrl: string, eintraege: readonly Eintrag[]): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`set session_replication_role = replica`;
    await sql`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
    const indexe = await sql<{ name: string }[]>`
      select indexname "name" from pg_indexes
      where tablename = 'kontakt' and indexdef like '% USING gin %'`;
    for (const { name } of indexe) await sql`drop index ${sql(name)}`;
    for (let ab = 0; ab < eintraege.length; ab += jeAnweisung) {
      const zeilen = eintraege
        .slice(ab, ab + jeAnweisung)
        .map(({ kontakt }, i) => ({ id: ab + i + 1, typ: "paechter", ...kontakt }));
      await sql`
        insert into kontakt (id, typ, ist_organisation, anrede, titel, vorname, nachname, firma, strasse, hausnummer, plz,
          ort, telefon, mobil, email, iban, steuernummer, ust_id)
        overriding system value
        select id, typ, ist_organisation, anrede, titel, vorname, nachname, firma, strasse, hausnummer, plz, ort, telefon,
          mobil, email, iban, steuernummer, ust_id
        from json_populate_recordset(null::kontakt, ${JSON.stringify(zeilen)}::text::json)`;
    }
    await sql`select setval(pg_get_serial_sequence('kontakt', 'id'), ${eintraege.length})`;
    await sql`vacuum analyze kontakt`;
  } finally {
    await sql.end();
  }
}
