import type { Db } from "../../src/technik/database/pool.ts";

/** What stands beside the books: payment files, uploads, decisions about duplicates, the books of the accounting system. */
export const listVerletzungenDaneben = (sql: Db) => sql<{ regel: string; anzahl: number }[]>`
  with lebende as (
    select z.* from zahlungsdatei_beleg z join zahlungsdatei d on d.id = z.zahlungsdatei_id where d.verworfen_am is null
  ), summen as (
    select zahlungsdatei_id, count(*) anzahl, sum(betrag_cent) summe from zahlungsdatei_beleg group by 1
  ), dateien as (
    select zahlungsdatei_id, encode(sha256(string_agg(inhalt, ''::bytea order by nr)), 'hex') sha256,
      sum(octet_length(inhalt)) groesse
    from zahlungsdatei_stueck group by 1
  ), anlagen as (
    select dokument_id, encode(sha256(string_agg(inhalt, ''::bytea order by nr)), 'hex') sha256,
      sum(octet_length(inhalt)) groesse
    from pachtkonto_dokument_stueck group by 1
  )
  select 'Zahlung in mehreren lebenden Dateien' regel, count(*) anzahl from (
      select beleg_id from lebende group by 1 having count(*) > 1
    ) m
  union all
  select 'Zahlung eines Belegs mit anderem Betrag', count(*) from zahlungsdatei_beleg z
    join archiv_beleg b on b.id = z.beleg_id
    where z.betrag_cent <> abs(coalesce(b.auszahlung_cent, b.brutto_cent))
  union all
  select 'Zahlungsdatei weicht von ihren Zahlungen ab', count(*) from zahlungsdatei d
    left join summen s on s.zahlungsdatei_id = d.id
    where d.anzahl is distinct from s.anzahl or d.summe_cent is distinct from s.summe
  union all
  select 'Zahlungsdatei passt nicht zu ihrem Hash', count(*) from zahlungsdatei d
    left join dateien s on s.zahlungsdatei_id = d.id
    where d.sha256 is distinct from s.sha256 or d.groesse is distinct from s.groesse
  union all
  select 'Dokument passt nicht zu seinem Hash', count(*) from pachtkonto_dokument d
    left join anlagen s on s.dokument_id = d.id
    where d.sha256 is distinct from s.sha256 or d.groesse is distinct from s.groesse
  union all
  select 'Logo passt nicht zu seinem Hash', count(*) from logo
    where sha256 <> encode(sha256(inhalt), 'hex') or groesse <> octet_length(inhalt)
  union all
  select 'Paar und Entscheidung widersprechen sich: Kontakt', count(*) from duplikat_kontakt_paar p
    where p.kein_duplikat <> exists (
      select from duplikat_kontakt_entscheidung e where e.a_id = p.a_id and e.b_id = p.b_id)
  union all
  select 'Paar und Entscheidung widersprechen sich: Patchobjekt', count(*) from duplikat_patchobjekt_paar p
    where p.kein_duplikat <> exists (
      select from duplikat_patchobjekt_entscheidung e where e.a_id = p.a_id and e.b_id = p.b_id)
  union all
  select 'Beleg steht außen mehr als einmal', count(*) from (
      select mandant_id, referenz from sandkasten_beleg group by 1, 2 having count(*) > 1
    ) m
  union all
  select 'Übergebener Beleg fehlt außen oder weicht ab', count(*) from extaccounting_dokument d
    join archiv_beleg b on b.id = d.beleg_id
    left join extaccounting_dokument o on o.beleg_id = b.storno_von_id
    left join sandkasten_beleg s on s.id = d.extern_id::bigint
    where d.zustand = 'synced' and d.system = 'sandkasten' and not coalesce(case
        when s.referenz = d.referenz then (s.netto_cent, s.brutto_cent) = (b.netto_cent, b.brutto_cent)
        -- A Storno is a document of its own only where the original could not be cancelled.
        else s.referenz = o.referenz and s.storniert_durch = d.extern_nummer
          and (s.netto_cent, s.brutto_cent) = (-b.netto_cent, -b.brutto_cent)
      end, false)`;
