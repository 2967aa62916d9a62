import type { Belegart } from "../abrechnung/typen.ts";
import type { Db, Sql } from "../database/pool.ts";
import type { BelegZeile, Empfaengerseite, KontaktZeile } from "./spalten.ts";

type Lauf = { id: string; datum: string; status: "laufend" | "abgeschlossen" | "fehlgeschlagen" | "storniert" };

export const findLauf = async (sql: Db, id: string): Promise<Lauf | undefined> => {
  const [lauf] = await sql<Lauf[]>`select id, datum, status from buchungslauf where id = ${id}`;
  return lauf;
};

const arten: Record<Empfaengerseite, Belegart[]> = {
  paechter: ["rechnung", "schlussrechnung"],
  verpaechter: ["gutschrift", "gebuehrenrechnung"],
};

/** How many rows come at once; few enough that turning them into a file does not hold up other requests. */
const jeStapel = 250;

/** The documents of a run to one side, and those that cancel one of them, whenever that was. */
const dokumente = (sql: Sql, laufId: string, seite: Empfaengerseite) => sql`
  select b.id, b.belegart grundart, null::text storno_zu
  from archiv_beleg b
  where b.buchungslauf_id = ${laufId} and b.belegart = any(${arten[seite]})
  union all
  select s.id, b.belegart, b.belegnummer
  from archiv_beleg b
  join archiv_beleg s on s.storno_von_id = b.id
  where b.buchungslauf_id = ${laufId} and b.belegart = any(${arten[seite]})`;

const nummernfeld: Record<Empfaengerseite, string> = { paechter: "debitornummer", verpaechter: "kreditornummer" };

/** One row a document, by belegnummer, in batches from a cursor. */
export const streameBelege = (sql: Sql, laufId: string, seite: Empfaengerseite): AsyncIterable<BelegZeile[]> =>
  sql<BelegZeile[]>`
    select b.belegnummer, b.belegart, d.grundart, b.belegdatum, b.kontonummer, b.empfaenger ->> 'anzeigename' kontakt,
      b.empfaenger ->> ${nummernfeld[seite]} personenkonto, b.zeitraum_von, b.zeitraum_bis, b.faellig_am,
      b.zahlbar_bis, b.netto_cent, b.steuer_cent, b.brutto_cent, b.auszahlung_cent, b.empfaenger ->> 'iban' iban,
      b.empfaenger ->> 'bic' bic, coalesce(b.empfaenger ->> 'kontoinhaber', b.empfaenger ->> 'anzeigename') kontoinhaber,
      b.empfaenger ->> 'zahlungsart' zahlungsart, b.empfaenger #>> '{sepaMandat,referenz}' mandatsreferenz, d.storno_zu
    from (${dokumente(sql, laufId, seite)}) d
    join archiv_beleg b on b.id = d.id
    order by b.belegnummer`.cursor(jeStapel);

/** One row a contact and bank account, by name. */
export const streameKontakte = (sql: Sql, laufId: string, seite: Empfaengerseite): AsyncIterable<KontaktZeile[]> =>
  sql<KontaktZeile[]>`
    select max(b.empfaenger ->> 'anzeigename') kontakt, max(b.empfaenger ->> ${nummernfeld[seite]}) personenkonto,
      count(*) anzahl,
      case when count(*) <= 20 then string_agg(b.belegnummer, ', ' order by b.belegnummer)
        else min(b.belegnummer) || ' bis ' || max(b.belegnummer) end belegnummern,
      min(b.zahlbar_bis) zahlbar_bis,
      coalesce(sum(b.netto_cent) filter (where not d.gebuehr), 0)::bigint netto_cent,
      coalesce(sum(b.steuer_cent) filter (where not d.gebuehr), 0)::bigint steuer_cent,
      coalesce(sum(b.brutto_cent) filter (where not d.gebuehr), 0)::bigint brutto_cent,
      coalesce(sum(b.brutto_cent) filter (where d.gebuehr), 0)::bigint gebuehr_brutto_cent,
      coalesce(sum(b.auszahlung_cent), 0)::bigint auszahlung_cent,
      b.empfaenger ->> 'iban' iban, max(b.empfaenger ->> 'bic') bic,
      max(coalesce(b.empfaenger ->> 'kontoinhaber', b.empfaenger ->> 'anzeigename')) kontoinhaber,
      max(b.empfaenger ->> 'zahlungsart') zahlungsart, max(b.empfaenger #>> '{sepaMandat,referenz}') mandatsreferenz
    from (
      select id, grundart = 'gebuehrenrechnung' gebuehr
      from (${dokumente(sql, laufId, seite)}) t
    ) d
    join archiv_beleg b on b.id = d.id
    group by b.kontakt_id, b.empfaenger ->> 'iban'
    order by lower(max(b.empfaenger ->> 'anzeigename')), b.kontakt_id, iban`.cursor(jeStapel);
