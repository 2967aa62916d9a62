import { konflikt, nichtGefunden } from "../../../kern/ablehnung.ts";
import { sperrePachtkonten } from "../../../stammdaten/faelligkeiten/sperre.ts";
import { bitteZuerst } from "../../../stammdaten/faelligkeiten/zuerst.ts";
import { planeFuerMassen } from "../../../technik/database/anweisung/massen.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { verlangeAbgeschlossenen } from "../../buchung/laeufe/lese.ts";
import type { StornierenBody } from "../schema.ts";
import { schlussIds, type Vorgang } from "../vorgang.ts";
import * as q from "./queries.ts";

/**
 * What is to be cancelled, with its accounts locked. From many accounts on the rest of the transaction is planned for
 * many rows.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `schon_storniert`, `schlussabrechnung_steht`, `lauf_nicht_abgeschlossen`
 */
export async function waehle(tx: Tx, body: StornierenBody): Promise<Vorgang[]> {
  const { buchungslaufId, pachtkontoIds, archivIds = [] } = body;
  const vorgaenge =
    buchungslaufId === undefined
      ? await waehleBelege(tx, [...new Set(archivIds)])
      : await waehleAusLauf(tx, buchungslaufId, pachtkontoIds);
  await pruefeSchlussabrechnungen(tx, vorgaenge);
  return vorgaenge;
}

const waehleAusLauf = async (tx: Tx, buchungslaufId: string, pachtkontoIds: number[] | undefined) => {
  await verlangeAbgeschlossenen(tx, buchungslaufId, "Nur ein abgeschlossener Buchungslauf lässt sich stornieren.");
  const konten = await q.listKontenDesLaufs(tx, buchungslaufId);
  if (pachtkontoIds !== undefined) return waehleKonten(tx, buchungslaufId, new Set(konten), pachtkontoIds);
  await sperre(tx, konten);
  const vorgaenge = (await q.listVorgaengeDesLaufs(tx, buchungslaufId)).filter((v) => !v.istStorniert);
  if (vorgaenge.length === 0) throw konflikt("schon_storniert", "Der Buchungslauf ist schon storniert.");
  return vorgaenge;
};

/** From so many accounts on an estimate that is wrong costs more than a plan for many rows. */
const abMassen = 250;

const sperre = async (tx: Tx, kontoIds: number[]): Promise<void> => {
  if (kontoIds.length >= abMassen) await planeFuerMassen(tx);
  await sperrePachtkonten(tx, kontoIds);
};

/** Of a run what it booked for some of its accounts. */
const waehleKonten = async (tx: Tx, laufId: string, konten: ReadonlySet<number>, genannte: readonly number[]) => {
  const ids = [...new Set(genannte)];
  const fremd = ids.find((id) => !konten.has(id));
  if (fremd !== undefined) throw nichtGefunden("Ein Pachtkonto dieses Buchungslaufs mit der id", fremd);
  await sperre(tx, ids);
  const vorgaenge = (await q.listVorgaengeDesLaufs(tx, laufId, ids)).filter((v) => !v.istStorniert);
  const offen = new Set(vorgaenge.map(({ pachtkontoId }) => pachtkontoId));
  const erledigt = ids.filter((id) => !offen.has(id));
  if (erledigt.length > 0)
    throw konflikt("schon_storniert", `Im Buchungslauf schon storniert: Pachtkonto ${erledigt.join(", ")}.`, {
      pachtkontoIds: erledigt,
    });
  return vorgaenge;
};

const waehleBelege = async (tx: Tx, ids: number[]): Promise<Vorgang[]> => {
  const genannte = await q.listGenannteBelege(tx, ids);
  const gefunden = new Set(genannte.map(({ id }) => id));
  const fehlt = ids.find((id) => !gefunden.has(id));
  if (fehlt !== undefined) throw nichtGefunden("Einen Archivbeleg mit der id", fehlt);
  const stornos = genannte.filter(({ stornoVonId }) => stornoVonId !== null).map(({ belegnummer }) => belegnummer);
  if (stornos.length > 0)
    throw konflikt("schon_storniert", "Ein Storno lässt sich nicht stornieren.", { belegnummern: stornos });
  await sperre(tx, [...new Set(genannte.map(({ pachtkontoId }) => pachtkontoId))]);
  const belegnummern = await q.listSchonStornierte(tx, ids);
  if (belegnummern.length > 0)
    throw konflikt("schon_storniert", `Schon storniert: ${belegnummern.join(", ")}.`, { belegnummern });
  return q.listVorgaengeDerBelege(tx, ids);
};

/** Newest first: what a settlement has corrected, or found right, stands as long as the settlement does. */
const pruefeSchlussabrechnungen = async (tx: Tx, vorgaenge: readonly Vorgang[]): Promise<void> => {
  const stehende = await q.listStehendeSchlussabrechnungen(tx, vorgaenge, schlussIds(vorgaenge));
  const [erste] = stehende;
  if (!erste) return;
  const belegnummern = stehende.flatMap(({ belegnummer }) => (belegnummer === null ? [] : [belegnummer]));
  throw konflikt(
    "schlussabrechnung_steht",
    `Die Schlussabrechnung des Pachtkontos ${erste.kontonummer} beruht auf diesem Zeitraum. ${bitteZuerst(erste)}`,
    {
      belegnummern,
      pachtkontoIds: [...new Set(stehende.map((schluss) => schluss.pachtkontoId))],
      buchungslaufIds: [...new Set(stehende.map((schluss) => schluss.buchungslaufId))],
    },
  );
};
