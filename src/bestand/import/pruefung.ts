import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Db, Sql, Tx } from "../../technik/database/pool.ts";
import { inStapeln } from "../../technik/stapel.ts";
import type { Befund, Lieferung } from "../format/blaetter.ts";
import { lies } from "../lesen/lies.ts";
import { leseDatei } from "./lese.ts";
import { planeImport } from "./plan/plan.ts";
import type { Planung, Quelle } from "./plan/planung.ts";
import type { Verweise } from "./plan/verweise/verweisart.ts";
import * as q from "./queries.ts";

const jeAnweisung = 1_000;

const schreibeBefunde = async (tx: Tx, id: number, istVomLesen: boolean, befunde: readonly Befund[]): Promise<void> => {
  for (const teil of inStapeln(befunde, jeAnweisung)) await q.insertBefunde(tx, id, istVomLesen, teil);
};

/** The findings of a check in place of those of the one before. */
export async function ersetzePruefbefunde(tx: Tx, id: number, befunde: readonly Befund[]): Promise<void> {
  await q.deletePruefbefunde(tx, id);
  await schreibeBefunde(tx, id, false, befunde);
}

/** A reader delivers what it has just unpacked; fewer and larger deliveries are cheaper to put down. */
async function* buendle(lieferungen: AsyncIterable<Lieferung>): AsyncGenerator<Lieferung> {
  let zeilen: Lieferung["zeilen"] = [];
  let befunde: Lieferung["befunde"] = [];
  for await (const lieferung of lieferungen) {
    zeilen.push(...lieferung.zeilen);
    befunde.push(...lieferung.befunde);
    if (zeilen.length < jeAnweisung) continue;
    yield { zeilen, befunde };
    [zeilen, befunde] = [[], []];
  }
  yield { zeilen, befunde };
}

/** Puts the rows of a file down, in place of what an earlier try put down. */
const stelleBereit = async (sql: Sql, id: number, lieferungen: AsyncIterable<Lieferung>): Promise<void> => {
  await sql.begin((tx) => q.deleteGelesenes(tx, id));
  let anzahl = 0;
  for await (const { zeilen, befunde } of buendle(lieferungen)) {
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

/** What the execution compares with; a check that is tried again puts it down anew. */
const merkeVerweise = async (tx: Tx, id: number, verweise: Verweise): Promise<void> => {
  await q.deleteVerweise(tx, id);
  for (const [art, eine] of verweise)
    for (const teil of inStapeln([...eine], jeAnweisung)) await q.insertVerweise(tx, id, art, teil);
};

/** The staged rows of a file. */
export function liegtIn(sql: Db, id: number): Quelle {
  return {
    listeKoepfe: (blatt) => q.listKoepfe(sql, id, blatt),
    listeVerweise: (blatt, feld) => q.listVerweise(sql, id, blatt, feld),
    listeZeilen: (blatt, zeilen) => q.listZeilen(sql, id, blatt, zeilen),
  };
}

/** What the rows would do to the stock as it is now; writes nothing but that. */
const beurteile = async (sql: Sql, id: number, heute: string): Promise<Planung["zaehlung"]> => {
  const befunde: Befund[] = [];
  const zaehlung: Planung["zaehlung"] = {};
  const verweise: Verweise = new Map();
  await inMomentaufnahme(sql, async (tx) => {
    const lauf = await q.findImport(tx, id);
    if (!lauf) return;
    const { rollen } = lauf;
    const wie = { ueberschreiben: false, gesperrt: false, gesehene: undefined };
    const planung = { tx, heute, rollen, ...wie, verweise, befunde, zaehlung };
    for await (const _ of planeImport(planung, liegtIn(sql, id)));
  });
  await sql.begin(async (tx) => {
    await ersetzePruefbefunde(tx, id, befunde);
    await merkeVerweise(tx, id, verweise);
    await q.updateGeprueft(tx, id, zaehlung);
  });
  return zaehlung;
};

/**
 * Reads and checks an uploaded file; tried again, it begins anew.
 *
 * @param sql a pool of two connections or more
 */
export async function pruefeImport(sql: Sql, id: number, heute: string): Promise<object> {
  const lauf = await q.findImport(sql, id);
  if (lauf?.status !== "wird_geprueft") return {};
  await stelleBereit(sql, id, lies(await leseDatei(sql, id)));
  return beurteile(sql, id, heute);
}
