import type { Urheber } from "../../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { neuerStand } from "../plan/abgleich.ts";
import type { Planteil } from "../plan/plan.ts";
import { istVorlaeufig } from "../plan/verweise/verweise.ts";
import { hatAenderung, type Vorgang } from "../plan/vorgang.ts";
import { nebeneinander } from "./nebeneinander.ts";
import { upsertStaende } from "./queries.ts";

const jeAnweisung = 500;

/** What the pieces of a plan are written with. */
export type Rahmen = {
  tx: Tx;
  urheber: Urheber;
  heute: string;
  /** The ids that new records got, by those of the plan. */
  ids: Map<number, number>;
  /** Those of the new accounts that the file leaves without one. */
  kontonummern: Iterator<string, undefined>;
  /** What the job behind the import compares, and the new accounts, which get their rows for lists at the end. */
  geschriebene: { kontakte: number[]; patchobjekte: number[]; neueKonten: number[] };
};

export function wirklich({ ids }: Rahmen, id: number): number {
  return istVorlaeufig(id) ? (ids.get(id) as number) : id;
}

/**
 * Writes part by part, so that no statement is too long.
 *
 * @param haengenZusammen a part may need what one before it has written
 */
export function jeTeil<T>(
  alle: readonly T[],
  schreibe: (teil: T[]) => Promise<void>,
  haengenZusammen = true,
): Promise<void> {
  return nebeneinander(
    [...inStapeln(alle, jeAnweisung)].map((teil, nr) => ({
      tue: () => schreibe(teil),
      gruppe: haengenZusammen ? nr : "frei",
    })),
  );
}

const alsBild = (datensatz: object): Record<string, unknown> => datensatz as Record<string, unknown>;

/**
 * Keeps how the import leaves each record that it wrote or that the file says something of.
 *
 * @param geschriebene the records as they are now; one that is not among them is as it was
 * @param bildVon a record as it is compared
 */
export async function merkeStaende<R extends object, W>(
  rahmen: Rahmen,
  art: string,
  felder: readonly string[],
  vorgaenge: readonly Vorgang<R, W>[],
  geschriebene: ReadonlyMap<number, R>,
  bildVon: (datensatz: R) => Record<string, unknown> = alsBild,
): Promise<void> {
  await jeTeil(vorgaenge, async (teil) => {
    const staende = teil.flatMap((vorgang) => {
      const id = wirklich(rahmen, vorgang.id);
      const jetzt = geschriebene.get(id) ?? vorgang.alt;
      // Nothing was written, and the last import said as much.
      if (!jetzt || (vorgang.stand && !hatAenderung(vorgang))) return [];
      return [{ id, ...neuerStand(felder, bildVon(jetzt), vorgang) }];
    });
    if (staende.length > 0) await upsertStaende(rahmen.tx, art, staende);
  });
}

type Neuer<W> = { id: number; werte: W };

/** Writes new and changed records of one kind and remembers their ids. @returns them by id */
export async function schreibeDatensaetze<R extends { id: number }, W>(
  rahmen: Rahmen,
  vorgaenge: readonly Vorgang<R, W>[],
  legeAn: (neue: Neuer<W>[]) => Promise<R[]>,
  aendere: (geaenderte: { alt: R; werte: W }[]) => Promise<R[]>,
): Promise<Map<number, R>> {
  const geschriebene = new Map<number, R>();
  const neue = vorgaenge.filter(({ alt }) => alt === undefined);
  await jeTeil(neue, async (teil) => {
    const angelegte = await legeAn(teil);
    for (const [nr, datensatz] of angelegte.entries()) {
      rahmen.ids.set((teil[nr] as Neuer<W>).id, datensatz.id);
      geschriebene.set(datensatz.id, datensatz);
    }
  });
  const geaenderte = vorgaenge.flatMap((vorgang) =>
    vorgang.alt && hatAenderung(vorgang) ? [{ alt: vorgang.alt, werte: vorgang.werte }] : [],
  );
  await jeTeil(geaenderte, async (teil) => {
    for (const datensatz of await aendere(teil)) geschriebene.set(datensatz.id, datensatz);
  });
  return geschriebene;
}

export type Teil<W extends Planteil["was"]> = Extract<Planteil, { was: W }>;
