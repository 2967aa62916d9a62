import type { AusstellerSchnappschuss, EmpfaengerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { SammelBeleg } from "./layout.ts";

/**
 * Gutschriften of a run to one lessor with the fee of each, what of them was cancelled later, which stand in a payment
 * file that holds, and what those to come leave out until a clerk decides.
 */
export const listSammelBelege = (sql: Db, buchungslaufId: string, kontaktId: number) => sql<SammelBeleg[]>`
  select b.belegnummer, b.storno_von_id is not null ist_storno, b.kontonummer, k.konto ->> 'bezeichnung' kontobezeichnung,
    b.leistung_von, b.leistung_bis, b.zahlbar_bis, b.brutto_cent, g.belegnummer gebuehr_nummer,
    coalesce(g.brutto_cent, 0) gebuehr_cent, b.auszahlung_cent,
    exists (select from archiv_beleg s where s.storno_von_id = b.id) ist_storniert,
    exists (select from zahlungsdatei_beleg z where z.beleg_id = b.id and not z.verworfen) ist_in_datei,
    case
      when exists (select from gutschrift_widerspruch w where w.beleg_id = b.id and w.erledigt_am is null)
        then 'widersprochen'
      else m.markierung
    end zurueckgestellt
  from archiv_beleg b
  join archivkonto k on k.id = b.archivkonto_id
  left join archivkonto_markierung m on m.archivkonto_id = b.archivkonto_id and m.markierung = 'gesperrt'
  left join archiv_beleg g on g.id = b.gebuehr_beleg_id
  where b.buchungslauf_id = ${buchungslaufId} and b.kontakt_id = ${kontaktId}
    and b.belegart in ('gutschrift', 'stornogutschrift')
  order by b.kontonummer collate "C", b.zeitraum_von, b.id`;

type Kopf = {
  empfaenger: EmpfaengerSchnappschuss;
  aussteller: AusstellerSchnappschuss;
  logoSha256: string | null;
  belegdatum: string;
};

/** Of the latest of these documents. */
export const findSammelkopf = async (sql: Db, buchungslaufId: string, kontaktId: number): Promise<Kopf | undefined> => {
  const [zeile] = await sql<Kopf[]>`
    select b.empfaenger, a.daten aussteller, a.logo_sha256, b.belegdatum
    from archiv_beleg b
    join archiv_aussteller a on a.id = b.aussteller_id
    where b.buchungslauf_id = ${buchungslaufId} and b.kontakt_id = ${kontaktId}
      and b.belegart in ('gutschrift', 'stornogutschrift')
    order by b.id desc
    limit 1`;
  return zeile;
};
