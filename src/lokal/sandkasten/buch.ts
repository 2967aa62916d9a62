import type { Db } from "../../technik/database/pool.ts";
import * as q from "./queries.ts";
import { Verweigert } from "./verweigert.ts";

export const mandanten = [
  { id: "1", name: "Sandkasten Treuhand", waehrung: "EUR" },
  { id: "2", name: "Sandkasten Zweitmandant", waehrung: "EUR" },
];

const halbAufwaerts = (wert: number): number => Math.sign(wert) * Math.round(Math.abs(wert));

/** Tax by rate, as the archive computes it. */
const summen = (zeilen: readonly q.Zeile[]): { nettoCent: number; bruttoCent: number } => {
  const jeSatz = new Map<number, number>();
  for (const { steuersatzBp, nettoCent } of zeilen)
    jeSatz.set(steuersatzBp, (jeSatz.get(steuersatzBp) ?? 0) + nettoCent);
  const nettoCent = [...jeSatz.values()].reduce((summe, cent) => summe + cent, 0);
  const steuer = [...jeSatz].reduce((summe, [satz, cent]) => summe + halbAufwaerts((cent * satz) / 10_000), 0);
  return { nettoCent, bruttoCent: nettoCent + steuer };
};

const gefunden = (beleg: q.Buchbeleg | undefined, id: string): q.Buchbeleg => {
  if (!beleg) throw new Verweigert(404, "nicht_gefunden", `Einen Beleg ${id} gibt es im Sandkasten nicht.`);
  return beleg;
};

/** @throws Verweigert */
export async function liesBeleg(tx: Db, mandant: string, id: string): Promise<q.Buchbeleg> {
  return gefunden((await q.listNachId(tx, mandant, [id]))[0], id);
}

const sperre = async (tx: Db, mandant: string, id: string): Promise<q.Buchbeleg> =>
  gefunden(await q.findGesperrten(tx, mandant, id), id);

/** @param mehrCent what it is written too high */
export async function lege(tx: Db, mandant: string, neu: q.NeuerBeleg, mehrCent: number): Promise<q.Buchbeleg> {
  const { nettoCent, bruttoCent } = summen(neu.zeilen);
  const id = await q.insertBeleg(tx, mandant, neu, { nettoCent, bruttoCent: bruttoCent + mehrCent });
  if (id === undefined) throw new Verweigert(422, "ungueltig", "Die Partei gibt es im Sandkasten nicht.");
  return liesBeleg(tx, mandant, id);
}

const nummeriere = async (tx: Db, kreis: string): Promise<string> =>
  `${kreis}-${String(await q.updateNummernkreis(tx, kreis)).padStart(6, "0")}`;

/** Twice is once. */
export async function schreibeFest(tx: Db, mandant: string, id: string): Promise<q.Buchbeleg> {
  const beleg = await sperre(tx, mandant, id);
  if (beleg.zustand === "storniert") throw new Verweigert(409, "unveraenderlich", "Der Beleg ist storniert.");
  if (beleg.zustand !== "entwurf") return beleg;
  await q.updateFestgeschrieben(tx, id, await nummeriere(tx, `SAND${mandant}`));
  return liesBeleg(tx, mandant, id);
}

export async function storniere(tx: Db, mandant: string, id: string): Promise<q.Buchbeleg> {
  const beleg = await sperre(tx, mandant, id);
  if (beleg.zustand === "bezahlt") throw new Verweigert(409, "bezahlt", "Der Beleg ist im Sandkasten schon bezahlt.");
  if (beleg.zustand === "entwurf")
    throw new Verweigert(409, "ungueltig", "Ein Entwurf wird gelöscht, nicht storniert.");
  if (beleg.zustand === "offen") await q.updateStorniert(tx, id, await nummeriere(tx, `SANDST${mandant}`));
  return liesBeleg(tx, mandant, id);
}

/** What a bookkeeper does in the other system by hand. */
export async function bezahle(tx: Db, mandant: string, id: string): Promise<q.Buchbeleg> {
  await q.updateBezahlt(tx, mandant, id);
  return liesBeleg(tx, mandant, id);
}

export async function loesche(tx: Db, mandant: string, id: string): Promise<null> {
  const beleg = await sperre(tx, mandant, id);
  if (beleg.nummer !== null)
    throw new Verweigert(409, "unveraenderlich", `Der Beleg ${beleg.nummer} ist festgeschrieben.`);
  await q.deleteBeleg(tx, id);
  return null;
}
