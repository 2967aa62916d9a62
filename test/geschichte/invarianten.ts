import { setTimeout as warte } from "node:timers/promises";
import { aktualisiereFaelligkeiten } from "../../src/stammdaten/faelligkeiten/plan.ts";
import { pruefeAuditlog } from "../../src/technik/auditlog/siegel/pruefung.ts";
import { versiegele } from "../../src/technik/auditlog/siegel/siegel.ts";
import type { Db, Sql } from "../../src/technik/database/pool.ts";
import { listVerletzungen } from "../sicherheit/hilfe/pruefung.ts";
import { listVerletzungenDaneben } from "./nebenbuecher.ts";

/** A rule that a step has broken. */
export class Verstoss extends Error {}

/** Beside the books: parties, plan of due dates, what lists and counts keep, letters, cancellations, settlements. */
const listVerletzungenDesBestands = (sql: Db) => sql<{ regel: string; anzahl: number }[]>`
  with tage as (
    select distinct pachtkonto_id, rolle, tag
    from pachtkonto_beteiligter,
      lateral (values (coalesce(gueltig_von, '-infinity')), (case when gueltig_bis < 'infinity' then gueltig_bis + 1 end))
        t (tag)
    where rolle <> 'bevollmaechtigter' and tag is not null
  ), anteile as (
    select t.pachtkonto_id, t.rolle, t.tag, sum(coalesce(b.anteil_zaehler::numeric / b.anteil_nenner, 1)) summe
    from tage t
    join pachtkonto_beteiligter b on b.pachtkonto_id = t.pachtkonto_id and b.rolle = t.rolle
      and t.tag between coalesce(b.gueltig_von, '-infinity') and coalesce(b.gueltig_bis, 'infinity')
    group by 1, 2, 3
  ), plan as (
    select f.pachtkonto_id, f.zeitraum_von, f.zeitraum_bis, k.pachtende,
      lag(f.zeitraum_bis) over (partition by f.pachtkonto_id order by f.zeitraum_von) davor,
      greatest(k.pachtbeginn, k.abrechnung_ab) beginn
    from faelligkeit f
    join pachtkonto k on k.id = f.pachtkonto_id
    where f.status <> 'entfallen'
  ), soll as (
    select 'kontakt' bereich, concat_ws(' ', zahlungsmoral, zahlungsart, typ) schluessel, count(*) anzahl
      from kontakt where aufgegangen_in is null group by zahlungsmoral, zahlungsart, typ
    union all select 'patchobjekt', status, count(*) from patchobjekt where aufgegangen_in is null group by status
    union all select 'pachtkonto', status, count(*) from pachtkonto group by status
    union all select 'vorauszahlung_unbekannt', '', count(*) from pachtkonto
      where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt') having count(*) > 0
    union all select 'faelligkeit', faellig_am::text, count(*) from faelligkeit where status = 'offen' group by faellig_am
    union all select 'faelligkeit_inaktiv', f.faellig_am::text, count(*)
      from faelligkeit f join pachtkonto k on k.id = f.pachtkonto_id
      where f.status = 'offen' and k.status = 'inaktiv' group by f.faellig_am
    union all select 'bemerkung', ressource, count(*) from bemerkung_verlauf group by ressource
    union all select 'extaccounting', zustand || ' ' || belegdatum, count(*) from extaccounting_dokument
      group by zustand, belegdatum
  ), ist as (
    select bereich, schluessel, sum(anzahl) anzahl from zaehler group by 1, 2 having sum(anzahl) <> 0
  ), bemerkungen as (
    select 'kontakt' ressource, id, bemerkung from kontakt
    union all select 'pachtkonto', id, bemerkung from pachtkonto
    union all select 'patchobjekt', id, bemerkung from patchobjekt
  ), zuletzt as (
    select distinct on (ressource, ressource_id) ressource, ressource_id id, bemerkung
    from bemerkung_verlauf v order by v.ressource, v.ressource_id, v.id desc
  ), weitergeleitet as (
    select b.buchungslauf_id,
      sum(z.netto_cent) filter (where z.weiterleitung and b.belegart in ('rechnung', 'schlussrechnung')) paechter,
      sum(z.netto_cent) filter (where b.belegart = 'gutschrift') verpaechter
    from archiv_beleg b join archiv_zeile z on z.beleg_id = b.id
    where b.storno_von_id is null
    group by 1
  ), briefe as (
    select b.buchungslauf_id, count(*) filter (where p.status = 'erstellt') erstellt,
      count(*) filter (where p.status = 'fehlgeschlagen') fehlgeschlagen
    from archiv_pdf p join archiv_beleg b on b.id = p.beleg_id group by 1
  )
  select 'Anteile eines Tages ergeben nicht 1' regel, count(*) anzahl from anteile where abs(summe - 1) > 1e-9
  union all
  select 'Fälligkeiten mit Lücke oder Überschneidung', count(*) from plan
    where zeitraum_von <> coalesce(davor + 1, beginn) and zeitraum_von <= coalesce(pachtende, 'infinity')
  union all
  select 'offene Fälligkeit nach dem Pachtende', count(*) from faelligkeit f join pachtkonto k on k.id = f.pachtkonto_id
    where f.status = 'offen' and f.zeitraum_bis > k.pachtende
  union all
  select 'Zähler weicht vom Bestand ab', count(*) from soll full join ist using (bereich, schluessel)
    where soll.anzahl is distinct from ist.anzahl
  union all
  select 'Suchzeile weicht ab: Kontakt', count(*) from kontakt_liste l full join kontakt_suchbild b using (id)
    where l is distinct from b
  union all
  select 'Suchzeile weicht ab: Pachtkonto', count(*) from pachtkonto_liste l full join pachtkonto_suchbild b using (id)
    where l is distinct from b
  union all
  select 'Suchworte eines Vielfachen weichen ab', count(*) from pachtkonto_liste_kontakt l
    left join kontakt k on k.id = l.kontakt_id where l.suchtext is distinct from such_worte(k.suchtext_partei)
  union all
  select 'ausgelagerte Partei, die keine ist oder ohne Suchworte', count(*) from pachtkonto_liste_partei l
    where not exists (select from pachtkonto_liste_kontakt k where k.kontakt_id = l.kontakt_id) or not exists (
      select from pachtkonto_beteiligter b
      where b.pachtkonto_id = l.pachtkonto_id and b.kontakt_id = l.kontakt_id and b.rolle <> 'bevollmaechtigter')
  union all
  select 'Fristgrundlage weicht ab', count(*) from pachtkonto_frist f full join pachtkonto_fristbild b using (id)
    where f is distinct from b
  union all
  select 'Suchzeile weicht ab: Patchobjekt', count(*) from patchobjekt_liste l full join patchobjekt_suchbild b using (id)
    where l is distinct from b
  union all
  select 'Bemerkung ohne ihren Verlauf', count(*) from bemerkungen b left join zuletzt z using (ressource, id)
    where b.bemerkung is distinct from z.bemerkung
  union all
  select 'Fassungen einer Position widersprechen sich', count(*) from (
      select ursprung_id from pachtkonto_position group by ursprung_id
      having count(distinct (anteilig, positionsart_id, intervall = 'einmalig', pachtkonto_id)) > 1
    ) p
  union all
  select 'Weitergeleitetes weicht von den Gutschriften ab', count(*) from weitergeleitet
    where coalesce(paechter, 0) <> coalesce(verpaechter, 0)
  union all
  select 'Auszahlung ist nicht Gutschrift abzüglich Gebühr', count(*) from archiv_beleg b
    left join archiv_beleg g on g.id = b.gebuehr_beleg_id
    where b.belegart = 'gutschrift' and b.auszahlung_cent <> b.brutto_cent - coalesce(g.brutto_cent, 0)
  union all
  select 'Zeitraum nur zum Teil storniert', count(*) from archiv_beleg b
    join gebuchter_zeitraum g on g.faelligkeit_id = b.faelligkeit_id and g.buchungslauf_id = b.buchungslauf_id
    where b.storno_von_id is null and (g.storniert_am is not null)
      <> (select count(*) = 1 from archiv_beleg s where s.storno_von_id = b.id)
  union all
  select 'Beleg mehrmals storniert', count(*) from (
      select storno_von_id from archiv_beleg where storno_von_id is not null group by 1 having count(*) > 1
    ) s
  union all
  select 'Lauf storniert, aber nicht alles von ihm, oder umgekehrt', count(*) from buchungslauf l
    where l.status in ('abgeschlossen', 'storniert') and exists (
        select from gebuchter_zeitraum g where g.buchungslauf_id = l.id
        union all select from schlussabrechnung s where s.buchungslauf_id = l.id
      ) and (l.status = 'storniert') = (exists (
        select from gebuchter_zeitraum g where g.buchungslauf_id = l.id and g.storniert_am is null
        union all select from schlussabrechnung s where s.buchungslauf_id = l.id and s.storniert_am is null))
  union all
  select 'Schlussabrechnung und Konto widersprechen sich', count(*) from pachtkonto k
    left join schlussabrechnung s on s.pachtkonto_id = k.id and s.storniert_am is null
    where (k.schlussabrechnung is not null) <> (s.pachtkonto_id is not null)
      or (k.schlussabrechnung is not null and k.status <> 'ausgelaufen')
  union all
  select 'Stand der Hebungen und letzte Hebung widersprechen sich', count(*) from pachtkonto k
    where k.letzte_hebung is distinct from (
      select max(h.wirksam_ab) from hebung h where h.pachtkonto_id = k.id and h.status = 'abgeschlossen')
  union all
  select 'Briefe anders gezählt als vorhanden', count(*) from buchungslauf l left join briefe b on b.buchungslauf_id = l.id
    where l.pdf_erstellt <> coalesce(b.erstellt, 0) or l.pdf_fehlgeschlagen <> coalesce(b.fehlgeschlagen, 0)
  union all
  select 'Brief passt nicht zu seinem Hash', count(*) from archiv_pdf
    where status = 'erstellt' and sha256 <> encode(sha256(inhalt), 'hex')
  union all
  select 'Beleg ohne Stand der Übergabe', count(*) from archiv_beleg b
    full join extaccounting_dokument e on e.beleg_id = b.id where b.id is null or e.beleg_id is null
  union all
  select 'Lauf läuft noch', count(*) from buchungslauf where status = 'laufend'
  union all
  select 'Verbindung in einer Transaktion vergessen', count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`;

/** @throws Verstoss naming each broken rule */
export async function pruefeBestand(owner: Sql): Promise<void> {
  const regeln = [
    ...(await listVerletzungen(owner)),
    ...(await listVerletzungenDesBestands(owner)),
    ...(await listVerletzungenDaneben(owner)),
  ];
  const gebrochen = regeln.filter(({ anzahl }) => anzahl > 0);
  if (gebrochen.length > 0) throw new Verstoss(gebrochen.map(({ regel, anzahl }) => `${regel}: ${anzahl}`).join("; "));
}

/**
 * The audit log sealed to its end, and its chain computed anew. An entry waits for every transaction of the server that
 * was open before it, also for one of another database.
 *
 * @throws Verstoss
 */
export async function pruefeSiegel(worker: Sql): Promise<void> {
  for (const ende = performance.now() + 20_000; ; await warte(10)) {
    while ((await versiegele(worker)) > 0);
    const { bruch, offen } = await pruefeAuditlog(worker);
    if (bruch) throw new Verstoss(`Siegel: ${bruch.grund}`);
    if (offen === 0) return;
    if (performance.now() > ende) throw new Verstoss(`Siegel: ${offen} Einträge lassen sich nicht versiegeln`);
  }
}

class Zurueck extends Error {}

/** Planning all due dates anew, undone afterwards, finds nothing to change but days that have come nearer. */
export async function pruefePlan(owner: Sql, heute: string): Promise<void> {
  await owner
    .begin(async (tx) => {
      const konten = await tx<{ id: number }[]>`select id from pachtkonto order by id`;
      const ids = konten.map(({ id }) => id);
      const { geaendert, entfallen } = await aktualisiereFaelligkeiten(tx, ids, heute);
      if (geaendert + entfallen > 0)
        throw new Verstoss(`Fälligkeiten sind nicht die des Plans: ${geaendert} anders, ${entfallen} zu viel`);
      throw new Zurueck();
    })
    .catch((fehler: unknown) => {
      if (!(fehler instanceof Zurueck)) throw fehler;
    });
}

/** `offen` and `auftraege` tell of jobs: those that wait or run, and all that ever were with how they stand. */
export type Fingerabdruck = { bestand: string; eintraege: number; offen: number; auftraege: string };

/** Changes with every row that a clerk's request may write, and with nothing else. */
export async function fingerabdruck(owner: Sql): Promise<Fingerabdruck> {
  const [zeile] = await owner<Fingerabdruck[]>`
    select (select count(*) from auditlog) eintraege,
      (select count(*) from auftrag where status in ('wartend', 'laeuft')) offen,
      (select coalesce(string_agg(concat(id, status), ','  order by id), '') from auftrag) auftraege, md5(concat_ws('|',
      (select string_agg(concat(id, ':', xmin), ',' order by id) from kontakt),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from patchobjekt),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from pachtkonto),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from pachtkonto_beteiligter),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from pachtkonto_position),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from hebung),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from faelligkeit),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from positionsart),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from zusammenfuehrung),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from indexreihe),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from indexfassung),
      (select string_agg(concat(fassung_id, monat, ':', xmin), ',' order by fassung_id, monat) from indexstand),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from kontaktart),
      (select string_agg(xmin::text, ',') from firmendaten),
      (select string_agg(concat(belegart, jahr, ':', xmin), ',' order by belegart, jahr) from nummernkreis),
      (select string_agg(concat(faelligkeit_id, buchungslauf_id, ':', xmin), ',' order by faelligkeit_id, buchungslauf_id)
        from gebuchter_zeitraum),
      (select string_agg(concat(archivkonto_id, ':', xmin), ',' order by archivkonto_id) from schlussabrechnung),
      (select string_agg(concat(archivkonto_id, ':', xmin), ',' order by archivkonto_id) from archivkonto_markierung
        where version > 1),
      (select string_agg(concat(id, status), ',' order by id) from buchungslauf where status <> 'fehlgeschlagen'),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from zahlungsdatei),
      (select string_agg(concat(beleg_id, ':', xmin), ',' order by beleg_id) from gutschrift_widerspruch),
      (select string_agg(concat(id, ':', xmin), ',' order by id) from pachtkonto_dokument),
      (select xmin::text from logo),
      (select string_agg(concat(a_id, ' ', b_id), ',' order by a_id, b_id) from duplikat_kontakt_entscheidung),
      (select string_agg(concat(a_id, ' ', b_id), ',' order by a_id, b_id) from duplikat_patchobjekt_entscheidung),
      (select xmin::text from extaccounting_einstellungen),
      (select string_agg(concat(beleg_id, ':', xmin), ',' order by beleg_id) from extaccounting_dokument),
      (select concat(count(*), ':', max(id)) from extaccounting_auftrag),
      (select concat(count(*), ':', max(id)) from archiv_beleg),
      (select concat(count(*), ':', max(id)) from bemerkung_verlauf))) bestand`;
  return zeile as Fingerabdruck;
}
