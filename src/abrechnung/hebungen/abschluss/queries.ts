import type { Db } from "../../../technik/database/pool.ts";
import type { Hebung, HebungAbschlussPosition } from "../schema.ts";

/** A version as it will stand; a new one takes everything else from the version `vorlageId`. */
export type Fassung = { betragCent: number; gueltigVon: string | null; gueltigBis: string | null };

export const updateFassungen = (tx: Db, fassungen: (Fassung & { id: number })[]) => tx`
  update pachtkonto_position p
  set betrag_cent = n.betrag_cent, gueltig_bis = n.gueltig_bis
  from unnest(${fassungen.map((f) => f.id)}::bigint[], ${fassungen.map((f) => f.betragCent)}::bigint[],
    ${fassungen.map((f) => f.gueltigBis)}::date[]) n (id, betrag_cent, gueltig_bis)
  where p.id = n.id`;

export const insertFassungen = (tx: Db, fassungen: (Fassung & { vorlageId: number })[]) => tx<
  { id: number; ursprungId: number; gueltigVon: string }[]
>`
  insert into pachtkonto_position (pachtkonto_id, ursprung_id, positionsart_id, bezeichnung, betrag_cent, intervall,
    gueltig_von, gueltig_bis, steuersatz_bp, anteilig)
  select p.pachtkonto_id, p.ursprung_id, p.positionsart_id, p.bezeichnung, n.betrag_cent, p.intervall,
    n.gueltig_von, n.gueltig_bis, p.steuersatz_bp, p.anteilig
  from unnest(${fassungen.map((f) => f.vorlageId)}::bigint[], ${fassungen.map((f) => f.betragCent)}::bigint[],
    ${fassungen.map((f) => f.gueltigVon)}::date[], ${fassungen.map((f) => f.gueltigBis)}::date[])
    n (vorlage_id, betrag_cent, gueltig_von, gueltig_bis)
  join pachtkonto_position p on p.id = n.vorlage_id
  order by p.pachtkonto_id, p.ursprung_id, n.gueltig_von
  returning id, ursprung_id, gueltig_von`;

export const updateAbgeschlossen = (
  tx: Db,
  von: string,
  abschluesse: { id: number; abschluss: HebungAbschlussPosition[] }[],
) => tx`
  update hebung h
  set status = 'abgeschlossen', abgeschlossen_am = now(), abgeschlossen_von = ${von}, abschluss = n.abschluss::jsonb
  from unnest(${abschluesse.map(({ id }) => id)}::bigint[],
    ${abschluesse.map(({ abschluss }) => JSON.stringify(abschluss))}::text[]) n (id, abschluss)
  where h.id = n.id and h.status = 'aktiv'`;

/** Moves `letzteHebung` to the latest of these days; it never goes back. */
export const updateLetzteHebung = (tx: Db, tage: { pachtkontoId: number; wirksamAb: string }[]) => tx`
  update pachtkonto k
  set letzte_hebung = n.wirksam_ab
  from (
    select pachtkonto_id, max(wirksam_ab) as wirksam_ab
    from unnest(${tage.map((t) => t.pachtkontoId)}::bigint[], ${tage.map((t) => t.wirksamAb)}::date[])
      t (pachtkonto_id, wirksam_ab)
    group by pachtkonto_id
  ) n
  where k.id = n.pachtkonto_id and n.wirksam_ab > coalesce(k.letzte_hebung, '-infinity')`;

/** The month that a clause by index has been worked with, and the one that an increase has taken it to. */
export type Basiswechsel = Pick<Hebung, "pachtkontoId"> & Record<"basis" | "neu", { reiheId: number; monat: string }>;

/** Nobody changes the values of these series until the transaction has ended. */
export const halteIndexreihen = (tx: Db, reiheIds: readonly number[]) => tx`
  select id from indexreihe where id = any(${reiheIds}) order by id for share`;

/** Moves the base of clauses on; one that a clerk has set anew meanwhile stays. */
export const updateBasismonate = (tx: Db, wechsel: readonly Basiswechsel[]) => tx<{ id: number }[]>`
  update pachtkonto k
  set wertsicherung = k.wertsicherung || jsonb_build_object('reiheId', n.reihe_id, 'basisMonat', n.monat)
  from unnest(${wechsel.map((w) => w.pachtkontoId)}::bigint[], ${wechsel.map((w) => w.basis.reiheId)}::bigint[],
    ${wechsel.map((w) => w.basis.monat)}::text[], ${wechsel.map((w) => w.neu.reiheId)}::bigint[],
    ${wechsel.map((w) => w.neu.monat)}::text[]) n (pachtkonto_id, alte_reihe_id, alter_monat, reihe_id, monat)
  where k.id = n.pachtkonto_id and k.wertsicherung ->> 'art' = 'index'
    and (k.wertsicherung ->> 'reiheId')::bigint = n.alte_reihe_id and k.wertsicherung ->> 'basisMonat' = n.alter_monat
  returning k.id`;
