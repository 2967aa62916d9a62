import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { layoutBrief, layoutEntwurf } from "../../briefe/brief.ts";
import type { Angaben } from "../../briefe/satz/blatt.ts";
import { firmenname } from "../../briefe/wortlaut.ts";
import { ladeBriefe } from "../../dokumente/belegbrief/lade.ts";
import { entwurfsblaetter } from "../../dokumente/hebungsbrief/erstelle.ts";
import { ladeHebungsentwuerfe } from "../../dokumente/hebungsbrief/lade.ts";
import { ladeEntwuerfe } from "../entwurf/lade.ts";
import type { Schreiben } from "./teil.ts";

/** The letters of each id, in the order of the ids: few are in memory at a time. */
export type Quelle = AsyncIterable<Schreiben[]> | Iterable<Schreiben[]>;

const jeLadung = 100;

/** Archived documents, drawn anew from the same snapshots as the stored letters. */
export async function* ausArchiv(sql: Sql, belegIds: readonly number[]): AsyncGenerator<Schreiben[], void> {
  for (const ids of inStapeln(belegIds, jeLadung)) {
    const briefe = new Map((await ladeBriefe(sql, ids)).map((brief) => [brief.id, brief]));
    for (const id of ids) {
      const brief = briefe.get(id);
      if (!brief) throw new Error(`Der Archivbeleg ${id} fehlt.`);
      const verfasser = firmenname(brief.aussteller);
      yield [{ name: brief.belegnummer, verfasser, grundlage: "gebucht", blaetter: () => layoutBrief(brief) }];
    }
  }
}

/** What booking these accounts today would send: each hundred of them from one moment. */
export async function* ausVorschau(
  sql: Sql,
  kontoIds: readonly number[],
  datum: string,
  heute: string,
): AsyncGenerator<Schreiben[], void> {
  for (const ids of inStapeln(kontoIds, jeLadung)) {
    const entwuerfe = new Map((await ladeEntwuerfe(sql, ids, datum, heute)).map((e) => [e.pachtkontoId, e]));
    for (const id of ids) {
      const { kontonummer = "", briefe = [] } = entwuerfe.get(id) ?? {};
      yield briefe.map((entwurf) => ({
        name: kontonummer,
        verfasser: firmenname(entwurf.aussteller),
        grundlage: "eingetragen",
        blaetter: () => layoutEntwurf(entwurf),
      }));
    }
  }
}

/** What completing these increases today would send; where that is refused, a sheet says why. */
export async function* ausHebungen(
  sql: Sql,
  hebungIds: readonly number[],
  heute: string,
): AsyncGenerator<Schreiben[], void> {
  for (const ids of inStapeln(hebungIds, jeLadung)) {
    const entwuerfe = await ladeHebungsentwuerfe(sql, ids, heute);
    for (const id of ids) {
      const entwurf = entwuerfe.get(id);
      const schreiben = entwurf && {
        name: entwurf.kontonummer,
        verfasser: firmenname(entwurf.aussteller),
        grundlage: "eingetragen" as const,
        blaetter: () => entwurfsblaetter(entwurf),
      };
      yield schreiben ? [schreiben] : [];
    }
  }
}

export function angabenGesamt(datum: string, belegdatum: string): Omit<Angaben, "verfasser"> {
  return {
    titel: `Schreiben des Buchungslaufs zum ${deutschesDatum(datum)}`,
    thema: "Alle Belege des Laufs in der Folge ihrer Nummern",
    datum: belegdatum,
  };
}

export function angabenEntwurf(datum: string, heute: string): Omit<Angaben, "verfasser"> {
  return {
    titel: `Entwurf der Abrechnung zum ${deutschesDatum(datum)}`,
    thema: "Noch nicht gebucht",
    datum: heute,
  };
}

export function angabenHebungsentwurf(heute: string): Omit<Angaben, "verfasser"> {
  return {
    titel: "Entwürfe von Pachtanpassungen",
    thema: "Noch nicht abgeschlossen",
    datum: heute,
  };
}
