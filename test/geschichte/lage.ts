import type { Db } from "../../src/technik/database/pool.ts";

type Konto = { id: number; version: number; status: string; pachtbeginn: string; pachtende: string | null };

/** What there is to aim a call at, as the database has it now. */
export type Lage = {
  heute: string;
  konten: Konto[];
  positionen: {
    id: number;
    version: number;
    pachtkontoId: number;
    positionsartId: number;
    gueltigVon: string | null;
  }[];
  kontakte: { id: number; version: number }[];
  objekte: { id: number; version: number }[];
  arten: { id: number; version: number }[];
  hebungen: { id: number; version: number; pachtkontoId: number; status: string }[];
  zusammenfuehrungen: { id: number }[];
  reihen: { id: number; fassungen: number }[];
  laeufe: { id: string; status: string }[];
  belege: { id: number; pachtkontoId: number; belegart: string }[];
  archivkonten: { id: number; pachtkontoId: number; buchungslaufId: string }[];
  zahlungsdateien: { id: number }[];
  dokumente: { id: number; pachtkontoId: number }[];
};

export async function liesLage(sql: Db, heute: string): Promise<Lage> {
  const [zeile] = await sql<{ lage: Omit<Lage, "heute"> }[]>`
    select json_build_object(
      'konten', (select coalesce(json_agg(json_build_object('id', id, 'version', version, 'status', status,
        'pachtbeginn', pachtbeginn, 'pachtende', pachtende) order by id), '[]') from pachtkonto),
      'positionen', (select coalesce(json_agg(json_build_object('id', id, 'version', version, 'pachtkontoId', pachtkonto_id,
        'positionsartId', positionsart_id, 'gueltigVon', gueltig_von) order by id), '[]') from pachtkonto_position),
      'kontakte', (select coalesce(json_agg(json_build_object('id', id, 'version', version) order by id), '[]') from kontakt),
      'objekte', (select coalesce(json_agg(json_build_object('id', id, 'version', version) order by id), '[]')
        from patchobjekt),
      'arten', (select coalesce(json_agg(json_build_object('id', id, 'version', version) order by id), '[]')
        from positionsart),
      'hebungen', (select coalesce(json_agg(json_build_object('id', id, 'version', version, 'pachtkontoId', pachtkonto_id,
        'status', status) order by id), '[]') from hebung),
      'zusammenfuehrungen', (select coalesce(json_agg(json_build_object('id', id) order by id), '[]')
        from zusammenfuehrung where zurueckgenommen_am is null),
      'reihen', (select coalesce(json_agg(json_build_object('id', id, 'fassungen',
        (select count(*) from indexfassung f where f.reihe_id = r.id)) order by id), '[]') from indexreihe r),
      'laeufe', (select coalesce(json_agg(json_build_object('id', id, 'status', status) order by begonnen_am), '[]')
        from buchungslauf),
      'belege', (select coalesce(json_agg(json_build_object('id', id, 'pachtkontoId', pachtkonto_id,
        'belegart', belegart) order by id), '[]') from archiv_beleg),
      'archivkonten', (select coalesce(json_agg(json_build_object('id', id, 'pachtkontoId', pachtkonto_id,
        'buchungslaufId', buchungslauf_id) order by id), '[]') from archivkonto),
      'zahlungsdateien', (select coalesce(json_agg(json_build_object('id', id) order by id), '[]') from zahlungsdatei),
      'dokumente', (select coalesce(json_agg(json_build_object('id', id, 'pachtkontoId', pachtkonto_id) order by id), '[]')
        from pachtkonto_dokument)) lage`;
  return { heute, ...(zeile as { lage: Omit<Lage, "heute"> }).lage };
}

/** The same with one account alone, so that calls meet at it. */
export function nurKonto(lage: Lage, id: number): Lage {
  return {
    ...lage,
    konten: lage.konten.filter((konto) => konto.id === id),
    positionen: lage.positionen.filter(({ pachtkontoId }) => pachtkontoId === id),
    hebungen: lage.hebungen.filter(({ pachtkontoId }) => pachtkontoId === id),
    belege: lage.belege.filter(({ pachtkontoId }) => pachtkontoId === id),
    archivkonten: lage.archivkonten.filter(({ pachtkontoId }) => pachtkontoId === id),
    dokumente: lage.dokumente.filter(({ pachtkontoId }) => pachtkontoId === id),
  };
}
