import type postgres from "postgres";

/** A multiple of four years: no day falls on a 29 February that is not there, no period of one copy into another. */
const tageJeKopie = 1461;

/** Between the ids of one copy and the next. */
const abstand = 100_000_000;

/** Tables whose ids come from a sequence. */
const gezaehlt = ["faelligkeit", "archivkonto", "archiv_beleg"];

/** What a row of a copy has in place of the original's, by column. */
const anders: Record<string, Record<string, string>> = {
  buchungslauf: { id: "$4::uuid", datum: "tag", belegdatum: "tag" },
  faelligkeit: { id: "id", zeitraum_von: "tag", zeitraum_bis: "tag", faellig_am: "tag", buchungslauf_id: "$4::uuid" },
  gebuchter_zeitraum: { faelligkeit_id: "id", buchungslauf_id: "$4::uuid", zeitraum_von: "tag", zeitraum_bis: "tag" },
  archivkonto: { id: "id", buchungslauf_id: "$4::uuid" },
  archiv_beleg: {
    id: "id",
    archivkonto_id: "id",
    buchungslauf_id: "$4::uuid",
    faelligkeit_id: "id",
    gebuehr_beleg_id: "id",
    belegdatum: "tag",
    zeitraum_von: "tag",
    zeitraum_bis: "tag",
    leistung_von: "tag",
    leistung_bis: "tag",
    faellig_am: "tag",
    zahlbar_bis: "tag",
    belegnummer: "jahr",
    suchtext: "jahr",
  },
  archiv_zeile: { beleg_id: "id", zeitraum_von: "tag", zeitraum_bis: "tag" },
  archiv_steuer: { beleg_id: "id" },
  extaccounting_dokument: { beleg_id: "id", belegdatum: "tag" },
};

const desLaufs = "buchungslauf_id = $1";
const seinerBelege = `beleg_id in (select id from archiv_beleg where ${desLaufs})`;

/** Which rows of a table are copied: those of the run `$1`. */
const vonDort: Record<string, string> = {
  buchungslauf: "id = $1",
  faelligkeit: desLaufs,
  gebuchter_zeitraum: desLaufs,
  archivkonto: desLaufs,
  archiv_beleg: desLaufs,
  archiv_zeile: seinerBelege,
  archiv_steuer: seinerBelege,
  extaccounting_dokument: seinerBelege,
};

const wert = (spalte: string, wie: string | undefined): string => {
  if (wie === "id") return `${spalte} + $2::bigint * ${abstand}`;
  if (wie === "tag") return `${spalte} - $2::integer * ${tageJeKopie}`;
  // The year of a number is that of its document's day.
  if (wie === "jahr") return `replace(${spalte}, '-' || $3 || '-', '-' || $3::integer - 4 * $2::integer || '-')`;
  return wie ?? spalte;
};

/**
 * Books the run once more, `nummer` times four years earlier: what lies in the archive has its own days, numbers and
 * ids, and triggers and foreign keys are spared, since the originals have passed them.
 *
 * @param sql of a superuser
 */
export function vervielfache(sql: postgres.Sql, laufId: string, jahr: number, nummer: number): Promise<void> {
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const [neu] = await tx<{ id: string }[]>`select gen_random_uuid() id`;
    for (const [tabelle, spalten] of Object.entries(anders)) {
      const alle = await tx<{ name: string }[]>`
        select attname name from pg_attribute
        where attrelid = ${tabelle}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`;
      const namen = alle.map(({ name }) => name);
      // $1 to $4 have a type in each statement, used or not.
      await tx.unsafe(
        `with parameter as (select $1::uuid, $2::integer, $3::text, $4::uuid)
        insert into ${tabelle} (${namen.join(", ")}) overriding system value
        select ${namen.map((name) => wert(name, spalten[name])).join(", ")}
        from ${tabelle} where ${vonDort[tabelle]} order by 1
        on conflict do nothing`,
        [laufId, nummer, String(jahr), neu?.id ?? ""],
      );
    }
    await tx`
      insert into nummernkreis (belegart, jahr, naechste)
      select belegart, jahr - 4 * ${nummer}::integer, naechste from nummernkreis where jahr = ${jahr}`;
    // What is booked after it comes last, as it does where an archive has grown.
    for (const tabelle of gezaehlt)
      await tx`select setval(pg_get_serial_sequence(${tabelle}, 'id'), (select max(id) from ${tx(tabelle)}))`;
  }) as Promise<void>;
}
