import type { FaelligkeitArt } from "../../kern/pacht/typen.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";

/** What one run booked for one account and period: the smallest thing that is cancelled. */
export type Vorgang = {
  buchungslaufId: string;
  archivkontoId: number;
  pachtkontoId: number;
  kontonummer: string;
  art: FaelligkeitArt;
  /** null: a final settlement whose last period had been booked before. */
  faelligkeitId: number | null;
  zeitraumVon: string;
  zeitraumBis: string;
  istStorniert: boolean;
};

/** Archived accounts whose final settlement is cancelled. */
export function schlussIds(vorgaenge: readonly Vorgang[]): number[] {
  return vorgaenge.filter(({ art }) => art === "schlussabrechnung").map(({ archivkontoId }) => archivkontoId);
}

/** Accounts that are settled no more. */
export function wiederOffene(vorgaenge: readonly Vorgang[]): number[] {
  return vorgaenge.filter(({ art }) => art === "schlussabrechnung").map(({ pachtkontoId }) => pachtkontoId);
}

const regulaere = (vorgaenge: readonly Vorgang[]) =>
  vorgaenge.filter((v): v is Vorgang & { faelligkeitId: number } => v.faelligkeitId !== null);

/** Their due dates; a settlement that only corrects has none. */
export function faelligkeitIds(vorgaenge: readonly Vorgang[]): number[] {
  return regulaere(vorgaenge).map(({ faelligkeitId }) => faelligkeitId);
}

/** The booked periods, for a `from`; a settlement that only corrects has none. */
export function zeitraeume(sql: Db, vorgaenge: readonly Vorgang[]): Fragment {
  const mitZeitraum = regulaere(vorgaenge);
  return sql`unnest(${faelligkeitIds(vorgaenge)}::bigint[],
    ${mitZeitraum.map((v) => v.buchungslaufId)}::uuid[], ${mitZeitraum.map((v) => v.archivkontoId)}::bigint[])
    v (faelligkeit_id, buchungslauf_id, archivkonto_id)`;
}
