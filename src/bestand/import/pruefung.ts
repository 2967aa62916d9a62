import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import { type Db, hoechstensUntaetigMs, type Sql, type Tx } from "../../technik/database/pool.ts";
import { haltWach, sperre } from "../../technik/database/sperre.ts";
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
    listeSchluesselOhne: (blatt, feld) => q.listSchluesselOhne(sql, id, blatt, feld),
    listeZeilen: (blatt, zeilen) => q.listZeilen(sql, id, blatt, zeilen),
  };
}

/** What the rows would do to the stock as it is now; the findings are written by `wache`, and nothing else. */
const beurteile = async (sql: Sql, wache: Tx, lauf: q.Importzeile, heute: string): Promise<Planung["zaehlung"]> => {
  const { id, rollen } = lauf;
  const befunde: Befund[] = [];
  const zaehlung: Planung["zaehlung"] = {};
  const verweise: Verweise = new Map();
  await inMomentaufnahme(sql, async (tx) => {
    const wie = { ueberschreiben: false, gesperrt: false, gesehene: undefined };
    const planung = { tx, heute, rollen, ...wie, verweise, befunde, zaehlung };
    for await (const _ of planeImport(planung, liegtIn(wache, id)));
  });
  await ersetzePruefbefunde(wache, id, befunde);
  await merkeVerweise(wache, id, verweise);
  await q.updateGeprueft(wache, id, zaehlung);
  return zaehlung;
};

/**
 * Reads and checks an uploaded file; tried again, it begins anew. A worker that stands still for a while is taken for
 * dead and its job is handed out once more: the second one waits until the first has ended, and finds it done.
 *
 * @param sql a pool of two connections or more: one holds the lock and reads the staged rows, one does the rest
 */
export function pruefeImport(sql: Sql, id: number, heute: string): Promise<object> {
  return sql.begin(async (wache) => {
    await sperre(wache, `import-pruefung ${id}`);
    const lauf = await q.findImport(wache, id);
    if (lauf?.status !== "wird_geprueft") return {};
    const verstumme = haltWach(wache, hoechstensUntaetigMs);
    try {
      await stelleBereit(sql, id, lies(await leseDatei(sql, id)));
      return await beurteile(sql, wache, lauf, heute);
    } finally {
      verstumme();
    }
  });
}
