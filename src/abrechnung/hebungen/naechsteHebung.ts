import type { Kontext } from "../../kern/kontext.ts";
import { naechsteHebung } from "../../kern/pacht/hebung/pruefungstermin.ts";
import { sperrePachtkonten } from "../../stammdaten/faelligkeiten/sperre.ts";
import { protokolliereAlle, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import * as q from "./queries.ts";
import type { NaechsteHebungAbgleich } from "./schema.ts";

export { ueberfaellige } from "./queries.ts";

/**
 * How many planned increases have their day behind them, on accounts that are neither inactive nor settled; nothing but a
 * person activates one.
 */
export function zaehleUeberfaelligeHebungen(sql: Db, heute: string): Promise<number> {
  return q.countUeberfaellige(sql, heute);
}

type Terminaenderung = { id: number; version: number; alt: string | null; naechsteHebung: string | null };

/** Accounts whose `naechsteHebung` is no longer what planned increases and `hebemonat` say. */
const listTerminaenderungen = async (tx: Db, ids: number[], heute: string): Promise<Terminaenderung[]> =>
  (await q.listHebungstermine(tx, ids))
    .map(({ id, version, istAbgerechnet, hebemonat, letzteHebung, naechsteHebung: alt, geplant }) => ({
      id,
      version,
      alt,
      // A settled lease has nothing left to review.
      naechsteHebung: istAbgerechnet
        ? null
        : naechsteHebung(hebemonat, letzteHebung, geplant === null ? [] : [geplant], heute),
    }))
    .filter((termin) => termin.alt !== termin.naechsteHebung);

/** Recomputes `naechsteHebung` of accounts that the transaction has locked, with an audit entry for each that moves. */
export async function berechneNaechsteHebung(tx: Db, urheber: Urheber, ids: number[], heute: string): Promise<void> {
  const geaendert = await listTerminaenderungen(tx, ids, heute);
  if (geaendert.length === 0) return;
  await q.updateNaechsteHebung(tx, geaendert);
  await protokolliereAlle(
    tx,
    urheber,
    geaendert.map(({ id, alt, naechsteHebung }) => ({
      aktion: "aendern",
      ressource: "pachtkonto",
      ressourceId: id,
      alt: { naechsteHebung: alt },
      neu: { naechsteHebung },
    })),
  );
}

const jeAbgleich = 5000;

/** Recomputes `naechsteHebung` of every account, some thousand at a time. Doing it twice changes nothing. */
export async function gleicheNaechsteHebungAb(
  tx: Db,
  urheber: Urheber,
  heute: string,
): Promise<NaechsteHebungAbgleich> {
  const abgleich = { geprueft: 0, geaendert: 0 };
  for (let ids = await q.listPachtkontoIds(tx, 0, jeAbgleich); ids.length > 0; ) {
    const zeilen = await listTerminaenderungen(tx, ids, heute);
    abgleich.geprueft += ids.length;
    if (zeilen.length > 0) {
      // The update itself takes the rows as they lie.
      await sperrePachtkonten(
        tx,
        zeilen.map(({ id }) => id),
      );
      abgleich.geaendert += (await q.updateNaechsteHebung(tx, zeilen)).count;
    }
    ids = await q.listPachtkontoIds(tx, ids.at(-1) ?? 0, jeAbgleich);
  }
  if (abgleich.geaendert > 0)
    await protokolliereAlle(tx, urheber, [
      { aktion: "naechste_hebung_abgleichen", ressource: "pachtkonto", neu: abgleich },
    ]);
  return abgleich;
}

export function synchronisiereNaechsteHebung(sql: Sql, kontext: Kontext): Promise<NaechsteHebungAbgleich> {
  return schreibe(sql, kontext, (tx) => gleicheNaechsteHebungAb(tx, kontext, kontext.heute));
}
