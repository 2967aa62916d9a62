import { setTimeout as warte } from "node:timers/promises";
import { Ablehnung, type Ablehnungsart } from "../../kern/ablehnung.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { mitHalter } from "../../technik/database/sperre.ts";
import { zustaendeJeArt } from "../schema.ts";
import { leseStatus } from "../status/lese.ts";
import { brauchtMenschen } from "../verbindung/unterbrecher.ts";
import { type Dienst, findeStaende, fuehreAus } from "../versuch/fuehreAus.ts";
import { findEinstellungen } from "../versuch/queries.ts";
import type { Ergebnis } from "../versuch/versuch.ts";
import * as q from "./queries.ts";

/** So many documents are looked up at once; each is recorded by itself. */
const jeStapel = 100;
/** A pause longer than this is not waited for: the job stops and goes on later. */
const laengstesWartenMs = 30_000;
const spaetestensMs = 60_000;
const versucheJeBeleg = 10;
/** So many documents in a row are put aside before the job stops: then it is not them. */
const beiseiteHoechstens = 3;

/** Why the job cannot go on now, and when it may; null: a person has to do something. */
class Angehalten extends Error {
  readonly weiterAm: Date | null;

  constructor(ursache: string, weiterAm: Date | null) {
    super(ursache);
    this.weiterAm = weiterAm;
  }
}

/**
 * Works a job off, document by document in the order of posting. Each result is recorded in the transaction that ends
 * the document's attempt, so that whoever takes over after a crash goes on behind it.
 *
 * @throws the reason of `signal` when aborted; the job waits for the next worker
 */
export const arbeiteAuftragAb = async (
  dienst: Dienst,
  auftragId: number,
  { signal, melde }: { signal: AbortSignal; melde: (text: string, fehler: unknown) => void },
): Promise<void> => {
  const { sql, uhr } = dienst;
  await mitHalter(sql, async (halter) => {
    // Goes with the process, so that another worker can take over at once.
    if (!(await halter.versuche(`extaccounting auftrag ${auftragId}`))) return;
    const auftrag = await q.findAuftrag(sql, auftragId);
    if (!auftrag || !(await q.updateLaeuft(sql, auftragId, uhr()))) return;
    try {
      if (!auftrag.istErmittelt) await ermittle(sql, auftrag);
      const lauf = { beiseite: 0 };
      for (;;) {
        const ids = await q.listNaechste(sql, auftragId, jeStapel);
        if (ids.length === 0) break;
        for (const id of ids) {
          signal.throwIfAborted();
          await bearbeite(dienst, auftrag, id, lauf, signal, melde);
        }
      }
      await q.updateBeendet(sql, auftragId, "abgeschlossen", uhr(), null);
    } catch (fehler) {
      if (!(fehler instanceof Angehalten)) throw fehler;
      await q.updateAngehalten(sql, auftragId, fehler.message, fehler.weiterAm);
    }
  });
};

const ermittle = (sql: Sql, { id, art, auswahl: { filter = {} } }: q.Auftrag) =>
  sql.begin(async (tx) => {
    const { integrationsstart } = await findEinstellungen(tx);
    await q.insertGefilterte(tx, id, filter.state ?? zustaendeJeArt[art][0], filter, integrationsstart);
    await q.updateErmittelt(tx, id);
  });

/** What the document has come to, as the job counts it. */
const einordnen = (zustand: string): q.Einzelergebnis =>
  zustand === "failed" ? "fehlgeschlagen" : zustand === "uncertain" ? "ungeklaert" : "erfolgreich";

const bearbeite = async (
  dienst: Dienst,
  auftrag: q.Auftrag,
  belegId: number,
  lauf: { beiseite: number },
  signal: AbortSignal,
  melde: (text: string, fehler: unknown) => void,
): Promise<void> => {
  const { sql } = dienst;
  const urheber = {
    akteur: { id: auftrag.benutzerId, name: auftrag.benutzerName },
    anfrageId: null,
    auftragId: auftrag.id,
  };
  const imAbschluss = async (tx: Tx, { stand, versuch, systemfehler }: Ergebnis): Promise<void> => {
    if (systemfehler) return;
    const unveraendert =
      versuch.code === "setzzeit" ? "uncertain" : versuch.ausgang === "rejected" ? "failed" : "synced";
    const zustand = stand.zustand ?? unveraendert;
    await q.updateErgebnis(tx, auftrag.id, belegId, einordnen(zustand), stand.ursache ?? versuch.ursache);
  };
  for (let versuch = 1; ; versuch += 1) {
    try {
      await fuehreAus(dienst, urheber, belegId, auftrag.art, {}, imAbschluss);
      lauf.beiseite = 0;
      return;
    } catch (fehler) {
      if (!(fehler instanceof Ablehnung)) {
        if (istDerDatenbank(fehler)) throw fehler;
        melde(`Auftrag ${auftrag.id}, Beleg ${belegId}`, fehler);
        return void (await q.updateErgebnis(sql, auftrag.id, belegId, "fehlgeschlagen", "Unerwarteter Fehler."));
      }
      if (versuch >= versucheJeBeleg && lauf.beiseite < beiseiteHoechstens && (await liegtAmBeleg(dienst, fehler))) {
        lauf.beiseite += 1;
        return void (await q.updateErgebnis(sql, auftrag.id, belegId, "fehlgeschlagen", fehler.detail));
      }
      const geduld = await deute(dienst, fehler, versuch);
      if (geduld === "uebersprungen") {
        // What a killed worker had on its way is found when somebody comes to it again.
        const unklar = (await findeStaende(sql, belegId)).stand.zustand === "uncertain";
        return void (await q.updateErgebnis(
          sql,
          auftrag.id,
          belegId,
          unklar ? "ungeklaert" : "uebersprungen",
          fehler.detail,
        ));
      }
      await warte(geduld, undefined, { signal });
    }
  }
};

/** The database speaks in codes; classes 22 and 23 and what has none are about this one document. */
const istDerDatenbank = (fehler: unknown): boolean => {
  const code = (fehler as { code?: unknown } | null)?.code;
  return typeof code === "string" && !/^2[23]...$/.test(code);
};

const ohneAntwort = new Set(["nicht_gesendet", "keine_antwort"]);

/** No usable answer for this document again and again, from a system that is well: it must not stop the others. */
const liegtAmBeleg = async ({ anbindung }: Dienst, ablehnung: Ablehnung): Promise<boolean> =>
  ohneAntwort.has(String(ablehnung.felder.grund)) && (await leseStatus(anbindung)).verbunden;

const stelltAlleAn = new Set(["nicht_eingerichtet", "kein_mandant"]);

/** What is not about this document, but about the system or the database. */
const stoert = new Set<Ablehnungsart>(["gescheitert", "fremdsystem", "nichtVerfuegbar"]);

/** How long to wait before the same document is tried again, or that it is skipped. */
const deute = async (
  { anbindung, uhr }: Dienst,
  ablehnung: Ablehnung,
  versuch: number,
): Promise<number | "uebersprungen"> => {
  if (stelltAlleAn.has(ablehnung.code)) throw new Angehalten(ablehnung.detail, null);
  if (ablehnung.code === "aktion_laeuft") return versuch < versucheJeBeleg ? 100 * versuch : "uebersprungen";
  if (!stoert.has(ablehnung.art)) return "uebersprungen";
  if (brauchtMenschen(String(ablehnung.felder.grund ?? ""))) throw new Angehalten(ablehnung.detail, null);
  const bis = (await anbindung.unterbrecher.sperrzeit())?.bis.getTime() ?? 0;
  const wartenMs = Math.max(50 * versuch, bis - uhr().getTime());
  if (wartenMs > laengstesWartenMs || versuch >= 2 * versucheJeBeleg)
    throw new Angehalten(ablehnung.detail, new Date(uhr().getTime() + Math.max(wartenMs, spaetestensMs)));
  return wartenMs;
};
