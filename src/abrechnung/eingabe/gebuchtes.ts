import type { Belegart, GebuchtePeriode } from "../../kern/pacht/typen.ts";
import type { Db } from "../../technik/database/pool.ts";

/** A line of a document, packed as an array like the rest of the input. */
type Belegzeile = [
  belegId: number,
  belegnummer: string,
  belegart: Belegart,
  kontaktId: number,
  ursprungId: number | null,
  positionId: number | null,
  positionsartId: number | null,
  bezeichnung: string,
  von: string,
  bis: string,
  nettoCent: number,
  steuersatzBp: number,
  grund: string | null,
  weiterleitung: boolean,
];

type Periodenzeile = Omit<GebuchtePeriode, "zeilen"> & { pachtkontoId: number; zeilen: Belegzeile[] };

/** Booked, not cancelled periods that reach past the end of their account, with grid, method and fee at booking. */
const listGebuchtePerioden = (sql: Db, pachtkontoIds: number[]) => sql<Periodenzeile[]>`
  select g.pachtkonto_id, g.faelligkeit_id, g.zeitraum_von, g.zeitraum_bis,
    coalesce(f.pachtjahr_beginn, a.konto ->> 'pachtjahrBeginn') pachtjahr_beginn,
    coalesce(f.zahlungsrhythmus, a.konto ->> 'zahlungsrhythmus') zahlungsrhythmus,
    a.konto ->> 'berechnungsart' berechnungsart,
    coalesce((a.konto ->> 'verwaltungsgebuehrBp')::integer, 0) verwaltungsgebuehr_bp,
    coalesce(z.zeilen, '[]') zeilen
  from pachtkonto k
  join gebuchter_zeitraum g on g.pachtkonto_id = k.id and g.storniert_am is null and g.zeitraum_bis > k.pachtende
  join faelligkeit f on f.id = g.faelligkeit_id
  join archivkonto a on a.buchungslauf_id = g.buchungslauf_id and a.pachtkonto_id = g.pachtkonto_id
  left join lateral (
    select json_agg(json_build_array(b.id, b.belegnummer, b.belegart, b.kontakt_id, z.ursprung_id, z.position_id,
      z.positionsart_id, z.bezeichnung, z.zeitraum_von, z.zeitraum_bis, z.netto_cent, z.steuersatz_bp,
      z.steuerbefreiung_grund, z.weiterleitung) order by b.id, z.nr) zeilen
    from archiv_beleg b
    join archiv_zeile z on z.beleg_id = b.id
    where b.faelligkeit_id = g.faelligkeit_id and b.buchungslauf_id = g.buchungslauf_id and b.storno_von_id is null
  ) z on true
  where k.id = any(${pachtkontoIds})
  order by k.id, g.zeitraum_von`;

/** By account, what is booked past its end; accounts without such a booking are not in it. */
export const ladeGebuchtes = async (sql: Db, pachtkontoIds: number[]): Promise<Map<number, GebuchtePeriode[]>> => {
  if (pachtkontoIds.length === 0) return new Map();
  const zeilen = await listGebuchtePerioden(sql, pachtkontoIds);
  const jeKonto = new Map<number, GebuchtePeriode[]>();
  for (const { pachtkontoId, ...periode } of zeilen) {
    const perioden = jeKonto.get(pachtkontoId) ?? [];
    jeKonto.set(pachtkontoId, perioden);
    perioden.push({ ...periode, zeilen: periode.zeilen.map(packeAus) });
  }
  return jeKonto;
};

const packeAus = (z: Belegzeile): GebuchtePeriode["zeilen"][number] => ({
  belegId: z[0],
  belegnummer: z[1],
  belegart: z[2],
  kontaktId: z[3],
  ursprungId: z[4],
  positionId: z[5],
  positionsartId: z[6],
  bezeichnung: z[7],
  zeitraumVon: z[8],
  zeitraumBis: z[9],
  nettoCent: z[10],
  steuersatzBp: z[11],
  steuerbefreiungGrund: z[12],
  weiterleitung: z[13],
});
