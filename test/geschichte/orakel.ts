import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { Verstoss } from "./invarianten.ts";
import type { Welt } from "./welt.ts";
import { plusTage } from "./wuerfel.ts";

/** konto, lauf, ab, belegart, kontakt, then what is compared. */
type Zeile = (string | number | null)[];
type Beleg = {
  belegart: string;
  kontaktId: number;
  leistungVon: string;
  leistungBis: string;
  nettoCent: number;
  steuerCent: number;
  auszahlungCent: number | null;
  zeilen: {
    ursprungId: number | null;
    zeitraumVon: string;
    zeitraumBis: string;
    steuersatzBp: number;
    nettoCent: number;
  }[];
};
type Vorschauzeile = { gruende: object[]; perioden?: { zeitraumVon: string; belege: Beleg[] }[] };

/**
 * Accounts that the oracle can compute: one grid for all their due dates, bookings without a hole, and since the first
 * that stands no other terms, taxes or kinds of positions, which a booking remembers and the oracle does not. It looks five
 * years ahead of the lease year that the first billed day lies in.
 */
const waehleKonten = (sql: postgres.Sql, bis: string) => sql<{ id: number }[]>`
  with stehend as (
    select g.pachtkonto_id, min(l.begonnen_am) seit, max(g.zeitraum_bis) bis
    from gebuchter_zeitraum g join buchungslauf l on l.id = g.buchungslauf_id
    where g.storniert_am is null
    group by 1
  )
  select k.id
  from pachtkonto k
  left join stehend s on s.pachtkonto_id = k.id
  where k.status <> 'inaktiv' and k.ist_vorauszahlend is not null
    and coalesce(k.pachtende >= greatest(k.pachtbeginn, k.abrechnung_ab), true)
    and coalesce(k.pachtende < ${bis}, true)
    and greatest(k.pachtbeginn, k.abrechnung_ab) > ${bis}::date - interval '47 months'
    and not exists (select from faelligkeit f where f.pachtkonto_id = k.id and f.status <> 'entfallen'
      and (f.zahlungsrhythmus <> k.zahlungsrhythmus or f.pachtjahr_beginn <> k.pachtjahr_beginn
        or (f.status = 'offen' and f.zeitraum_von < s.bis)))
    and not exists (select from auditlog a left join auditwert w on w.auditlog_id = a.id where a.zeitpunkt >= s.seit and (
      a.ressource in ('positionsart', 'firmendaten')
      or (a.ressource = 'kontakt' and w.werte like '%"feld":"umsatzsteuerStatus"%')
      or (a.ressource = 'pachtkonto' and a.ressource_id = k.id::text
        and w.werte ~ '"feld":"(zahlungsrhythmus|pachtjahrBeginn|berechnungsart|verwaltungsgebuehrBp|istVorauszahlend)"')))
    -- Booked to contacts who were merged since: a booking remembers who they were.
    and not exists (select from zusammenfuehrung z where z.art = 'kontakt' and z.zurueckgenommen_am is null
      and z.zusammengefuehrt_am >= s.seit and exists (select from jsonb_array_elements(z.pachtkonten) p
        where (p ->> 'pachtkontoId')::bigint = k.id))
  order by k.id`;

/** The accounts as the plain rows that the oracle reads. */
const bildeEingabe = (sql: postgres.Sql, ids: number[], bis: string) => sql`
  create temp table orakel_eingabe as
  with gewaehlt as (
    select *, case zahlungsrhythmus when 'monatlich' then 1 when 'vierteljaehrlich' then 3 when 'halbjaehrlich' then 6
      else 12 end monate
    from pachtkonto where id = any(${ids}::bigint[])
  ), faelle as (
    select k.*, (select max(f.faellig_am) from faelligkeit f
        join gebuchter_zeitraum g on g.faelligkeit_id = f.id and g.storniert_am is null
        left join schlussabrechnung s on s.faelligkeit_id = f.id and s.storniert_am is null
        where f.pachtkonto_id = k.id and s.archivkonto_id is null) gebucht_bis
    from gewaehlt k
  )
  select jsonb_build_object(
    'faelle', (select coalesce(jsonb_agg(jsonb_build_object('fall', 3 * k.id + v.nr, 'konto', k.id,
        'variante', v.variante, 'beginn', greatest(k.pachtbeginn, k.abrechnung_ab), 'ende', v.ende,
        'jahresbeginn', k.pachtjahr_beginn, 'monate', k.monate, 'voraus', k.ist_vorauszahlend,
        'art', k.berechnungsart, 'gebuehr_bp', coalesce(k.verwaltungsgebuehr_bp, 0),
        'gebuehr_satz', (select verwaltungsgebuehr_steuersatz_bp from firmendaten), 'buche_bis', v.buche_bis)), '[]')
      from faelle k, lateral (values (0, 'endgueltig', k.pachtende, ${bis}::date), (1, 'vorher', null, k.gebucht_bis),
          (2, 'danach', k.pachtende, ${bis}::date))
        v (nr, variante, ende, buche_bis)
      where v.buche_bis is not null),
    'parteien', (select coalesce(jsonb_agg(jsonb_build_object('konto', b.pachtkonto_id, 'seite', b.rolle,
        'kontakt', b.kontakt_id, 'zaehler', coalesce(b.anteil_zaehler, 1), 'nenner', coalesce(b.anteil_nenner, 1),
        'steuer', c.umsatzsteuer_status, 'von', b.gueltig_von, 'bis', b.gueltig_bis)), '[]')
      from pachtkonto_beteiligter b join kontakt c on c.id = b.kontakt_id
      where b.pachtkonto_id = any(${ids}::bigint[]) and b.rolle <> 'bevollmaechtigter'),
    'versionen', (select coalesce(jsonb_agg(jsonb_build_object('konto', p.pachtkonto_id, 'id', p.id,
        'ursprung', p.ursprung_id, 'betrag', p.betrag_cent, 'monate', case p.intervall when 'monatlich' then 1
          when 'vierteljaehrlich' then 3 when 'halbjaehrlich' then 6 when 'jaehrlich' then 12 else 0 end,
        'von', p.gueltig_von, 'bis', p.gueltig_bis, 'satz', coalesce(p.steuersatz_bp, a.steuersatz_bp),
        'anteilig', p.anteilig, 'erhoehbar', a.erhoehbar, 'weiterleitung', a.weiterleitung)), '[]')
      from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
      where p.pachtkonto_id = any(${ids}::bigint[])),
    'hebungen', (select coalesce(jsonb_agg(jsonb_build_object('konto', h.pachtkonto_id, 'id', h.id, 'art', h.art,
        'wert', coalesce(h.wert_bp, h.betrag_cent), 'basis', h.index_basis, 'neu', h.index_neu,
        'weitergabe', h.weitergabe_bp, 'grenze', h.obergrenze_bp, 'kette_alt', h.verkettung -> 'alt',
        'kette_neu', h.verkettung -> 'neu',
        'wirksam_ab', h.wirksam_ab, 'positionen', to_jsonb(h.position_ids))), '[]')
      from hebung h where h.pachtkonto_id = any(${ids}::bigint[]) and h.status = 'aktiv')) daten`;

/** What stands in the archive, as lines and as documents. */
const liesArchiv = async (sql: postgres.Sql, ids: number[]): Promise<{ zeilen: Zeile[]; belege: Zeile[] }> => {
  const stehend = sql`
    select b.* from archiv_beleg b
    where b.pachtkonto_id = any(${ids}::bigint[]) and b.storno_von_id is null
      and not exists (select from archiv_beleg s where s.storno_von_id = b.id)`;
  return {
    zeilen: await sql`
      select b.pachtkonto_id, case b.art when 'regulaer' then 1 else 2 end, b.zeitraum_von::text, b.belegart, b.kontakt_id,
        z.ursprung_id, z.zeitraum_von::text, z.zeitraum_bis::text, z.steuersatz_bp, z.netto_cent
      from (${stehend}) b join archiv_zeile z on z.beleg_id = b.id
      where z.ursprung_id is not null`.values(),
    belege: await sql`
      select b.pachtkonto_id, case b.art when 'regulaer' then 1 else 2 end, b.zeitraum_von::text, b.belegart, b.kontakt_id,
        b.netto_cent, b.steuer_cent, b.auszahlung_cent, b.leistung_von::text, b.leistung_bis::text
      from (${stehend}) b`.values(),
  };
};

const ausVorschau = (konto: number, { perioden = [] }: Vorschauzeile): { zeilen: Zeile[]; belege: Zeile[] } => {
  const belege = perioden.flatMap(({ zeitraumVon, belege: eigene }) =>
    eigene.map((beleg) => ({ kopf: [konto, 2, zeitraumVon, beleg.belegart, beleg.kontaktId], beleg })),
  );
  return {
    zeilen: belege.flatMap(({ kopf, beleg }) =>
      beleg.zeilen
        .filter(({ ursprungId }) => ursprungId !== null)
        .map((z) => [...kopf, z.ursprungId, z.zeitraumVon, z.zeitraumBis, z.steuersatzBp, z.nettoCent]),
    ),
    belege: belege.map(({ kopf, beleg: b }) => [
      ...kopf,
      b.nettoCent,
      b.steuerCent,
      b.auszahlungCent,
      b.leistungVon,
      b.leistungBis,
    ]),
  };
};

const vergleiche = (was: string, eigene: Zeile[], orakel: Zeile[]): void => {
  const [links, rechts] = [eigene, orakel].map((zeilen) => zeilen.map((zeile) => JSON.stringify(zeile)).sort());
  if (links?.join() === rechts?.join()) return;
  const nur = (a: string[] = [], b: string[] = []) => [...new Set(a).difference(new Set(b))].slice(0, 4).join(" ");
  throw new Verstoss(`${was}: der Dienst ${nur(links, rechts)}, das Orakel ${nur(rechts, links)}`);
};

/** Archive and preview of each account that the oracle knows, to the cent. @returns how many lines were compared */
export async function pruefeOrakel(welt: Welt): Promise<number> {
  const bis = plusTage(welt.heute(), 300);
  const alsZahl = { to: 20, from: [20], serialize: String, parse: Number };
  const sql = postgres(welt.ownerUrl, { max: 1, types: { bigint: alsZahl }, onnotice: () => {} });
  try {
    const kandidaten = (await waehleKonten(sql, bis)).map(({ id }) => id);
    const vorschauen = new Map<number, Vorschauzeile>();
    for (const id of kandidaten) {
      const anruf = { methode: "get", pfad: `/abrechnung/vorschau?datum=${bis}&pachtkontoId=${id}` };
      const { text } = await welt.frage("verwalter", anruf);
      const [zeile] = (JSON.parse(text) as { data: Vorschauzeile[] }).data;
      if (zeile === undefined || zeile.gruende.length === 0) vorschauen.set(id, zeile ?? { gruende: [] });
    }
    const ids = [...vorschauen.keys()];
    if (ids.length === 0) return 0;
    await bildeEingabe(sql, ids, bis);
    await sql.unsafe(readFileSync(path.join(import.meta.dirname, "../abrechnung/orakel/orakel.sql"), "utf8"));
    const archiv = await liesArchiv(sql, ids);
    const vorschau = [...vorschauen].map(([id, zeile]) => ausVorschau(id, zeile));
    const art = sql`case when seite = 'verpaechter' then 'gutschrift' when schluss then 'schlussrechnung'
      else 'rechnung' end`;
    const zeilen = await sql`
      select konto, lauf, ab::text, ${art}, kontakt, ursprung, von::text, bis::text, satz, cent from buchzeile`.values();
    vergleiche("Zeilen", [...archiv.zeilen, ...vorschau.flatMap((eine) => eine.zeilen)], zeilen);
    const belege = await sql`
      select konto, lauf, ab::text, belegart, kontakt, netto, steuer, auszahlung, von::text, bis::text from beleg`.values();
    vergleiche("Belege", [...archiv.belege, ...vorschau.flatMap((eine) => eine.belege)], belege);
    return zeilen.length;
  } finally {
    await sql.end();
  }
}
