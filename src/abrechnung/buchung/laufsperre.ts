import { setTimeout as warte } from "node:timers/promises";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliereAlle, system, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { halteSchluessel } from "../../technik/database/schreibe.ts";
import { type Halter, mitHalter, nimmHalter } from "../../technik/database/sperre.ts";
import { listLaufende, updateFehlgeschlagen } from "./laeufe/queries.ts";
import { deleteStapel } from "./stapel/queries.ts";

/** For about a minute a run asks again whether one that books other accounts has ended. */
const hoechstensVersuche = 1200;
const pauseMs = 50;

const lauf = "buchungslauf";

type Sperre = Pick<Halter, "gibFrei"> | { antwort: unknown };

/**
 * One run at a time: the request that books holds a lock on a connection of its own for as long as its process lives.
 * So a run that is `laufend` while nobody holds the lock is one whose process died.
 *
 * A run of other accounts is waited for. The same Idempotency-Key is held alike and answers at once if it is known.
 *
 * @param versuche after so many tries it is not waited for any longer
 * @throws Ablehnung konflikt `lauf_aktiv` when a live run may book the same accounts, or books others for too long,
 *   `idempotenz_laeuft`
 */
export async function nimmLaufsperre(
  sql: Sql,
  kontext: Kontext,
  auswahl: number[] | null,
  versuche = hoechstensVersuche,
): Promise<Sperre> {
  for (let versuch = 1; ; versuch += 1, await warte(pauseMs)) {
    const halter = await nimmHalter(sql);
    try {
      const schon = await halteSchluessel(halter, kontext);
      if (schon) {
        await halter.gibFrei();
        return schon;
      }
      if (await halter.versuche(lauf)) return halter;
      await pruefeUeberschneidung(halter, auswahl, versuch > versuche);
    } catch (fehler) {
      await halter.gibFrei();
      throw fehler;
    }
    await halter.gibFrei();
  }
}

const laufAktiv = (wer: string) =>
  konflikt("lauf_aktiv", `${wer} Bitte nach dem Ende dieses Laufs noch einmal versuchen.`);

const pruefeUeberschneidung = async (
  { verbindung }: Halter,
  auswahl: number[] | null,
  abgelaufen: boolean,
): Promise<void> => {
  const gewaehlt = auswahl && new Set(auswahl);
  const andere = await listLaufende(verbindung);
  const gleicher = andere.find(({ auswahl: ids }) => !gewaehlt || !ids || ids.some((id) => gewaehlt.has(id)));
  if (gleicher) throw laufAktiv(`${gleicher.benutzerName} bucht gerade dieselben Pachtkonten.`);
  if (!abgelaufen) return;
  const [anderer] = andere;
  throw anderer
    ? laufAktiv(`${anderer.benutzerName} bucht gerade andere Pachtkonten, und gebucht wird nacheinander.`)
    : konflikt("lauf_aktiv", "Ein anderer Buchungslauf ist noch nicht zu Ende. Bitte später noch einmal versuchen.");
};

/** What staged and never published belongs to runs that are over; none of it was visible, no number was drawn. */
export function verwirf(sql: Sql, urheber: Urheber, laufIds: string[], fehler: string): Promise<unknown> {
  return sql.begin(async (tx) => {
    const verworfen = await updateFehlgeschlagen(tx, laufIds, fehler);
    await deleteStapel(tx, laufIds);
    await protokolliereAlle(
      tx,
      urheber,
      verworfen.map(({ id }) => ({
        aktion: "fehlschlagen",
        ressource: "buchungslauf",
        ressourceId: id,
        alt: { status: "laufend" },
        neu: { status: "fehlgeschlagen", fehler },
      })),
    );
  });
}

/** Closes runs whose process died. To be called only by who holds the lock. */
export async function verwirfTote(sql: Sql): Promise<number> {
  const tote = (await listLaufende(sql)).map(({ id }) => id);
  const fehler = "Der Dienst wurde während des Laufs beendet; es wurde nichts gebucht.";
  if (tote.length > 0) await verwirf(sql, system, tote, fehler);
  return tote.length;
}

/** The same for the worker: does nothing while a run is alive. */
export async function raeumeToteLaeufe(sql: Sql): Promise<number> {
  if ((await listLaufende(sql)).length === 0) return 0;
  return mitHalter(sql, async (halter) => ((await halter.versuche(lauf)) ? await verwirfTote(sql) : 0));
}
