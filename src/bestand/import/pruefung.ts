import { Buffer } from "node:buffer";
import { inTeilen } from "../../technik/database/massen.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import type { Befund, Lieferung } from "../format/blaetter.ts";
import { lies } from "../lesen/lies.ts";
import { planeImport } from "./plan/plan.ts";
import type { Planung } from "./plan/planung.ts";
import * as q from "./queries.ts";

const jeAnweisung = 1_000;

const schreibeBefunde = async (tx: Tx, id: number, istVomLesen: boolean, befunde: readonly Befund[]): Promise<void> => {
  for (const teil of inTeilen(befunde, jeAnweisung)) await q.insertBefunde(tx, id, istVomLesen, teil);
};

/** The findings of a check in place of those of the one before. */
export const ersetzePruefbefunde = async (tx: Tx, id: number, befunde: readonly Befund[]): Promise<void> => {
  await q.deletePruefbefunde(tx, id);
  await schreibeBefunde(tx, id, false, befunde);
};

/** Puts the rows of a file down, in place of what an earlier try put down. */
export const stelleBereit = async (
  sql: Sql,
  id: number,
  lieferungen: AsyncIterable<Lieferung>,
  ende: AbortSignal,
): Promise<void> => {
  await sql.begin((tx) => q.deleteGelesenes(tx, id));
  let anzahl = 0;
  for await (const { zeilen, befunde } of lieferungen) {
    ende.throwIfAborted();
    anzahl += zeilen.length;
    await sql.begin(async (tx) => {
      const staged = zeilen.map(({ blatt, zeile, werte, befunde: eigene }) => ({
        blatt,
        zeile,
        werte,
        istLesbar: !eigene.some(({ schwere }) => schwere === "fehler"),
      }));
      if (staged.length > 0) await q.insertZeilen(tx, id, staged);
      await schreibeBefunde(tx, id, true, [...befunde, ...zeilen.flatMap((zeile) => zeile.befunde)]);
      await q.updateGelesen(tx, id, anzahl);
    });
  }
};

/** What the rows would do to the stock as it is now; writes nothing but that. */
export const beurteile = async (sql: Sql, id: number, heute: string): Promise<Planung["zaehlung"]> => {
  const befunde: Befund[] = [];
  const zaehlung: Planung["zaehlung"] = {};
  await sql.begin("isolation level repeatable read read only", async (tx) => {
    const lauf = await q.findImport(tx, id);
    if (!lauf) return;
    const planung = { tx, heute, rollen: lauf.rollen, ueberschreiben: false, gesperrt: false, befunde, zaehlung };
    await planeImport(planung, (blatt) => q.listZeilen(tx, id, blatt));
  });
  await sql.begin(async (tx) => {
    await ersetzePruefbefunde(tx, id, befunde);
    await q.updateGeprueft(tx, id, zaehlung);
  });
  return zaehlung;
};

/** Reads and checks an uploaded file; tried again, it begins anew. */
export const pruefeImport = async (sql: Sql, id: number, heute: string, ende: AbortSignal): Promise<object> => {
  const lauf = await q.findImport(sql, id);
  if (lauf?.status !== "wird_geprueft") return {};
  const bytes = Buffer.concat((await q.listStuecke(sql, id)).map(({ inhalt }) => inhalt));
  await stelleBereit(sql, id, lies({ bytes, art: lauf.blatt ?? undefined }), ende);
  return beurteile(sql, id, heute);
};
