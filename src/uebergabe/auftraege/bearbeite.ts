import { setTimeout as warte } from "node:timers/promises";
import { Ablehnung, type Ablehnungsart } from "../../kern/ablehnung.ts";
import { kannGeradeNicht } from "../../technik/database/ausfall.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { leseStatus } from "../status/lese.ts";
import { brauchtMenschen } from "../verbindung/unterbrecher.ts";
import type { Ergebnis } from "../versuch/ergebnis.ts";
import { type Dienst, fuehreAus } from "../versuch/fuehreAus.ts";
import { findeStaende } from "../versuch/stand.ts";
import { type Auftrag, type Einzelergebnis, updateErgebnis } from "./queries.ts";

export type Melder = (text: string, fehler: unknown) => void;

/** A pause longer than this is not waited for: the job stops and goes on later. */
const laengstesWartenMs = 30_000;
const spaetestensMs = 60_000;
const versucheJeBeleg = 10;
/** So many documents in a row are put aside before the job stops: then it is not them. */
const beiseiteHoechstens = 3;

/** Why the job cannot go on now, and when it may; null: a person has to do something. */
export class Angehalten extends Error {
  readonly weiterAm: Date | null;

  constructor(ursache: string, weiterAm: Date | null) {
    super(ursache);
    this.weiterAm = weiterAm;
  }
}

/** One document of the job after the other: each is tried until it has a result, or the job has to stop. */
export function erstelleBearbeiter(dienst: Dienst, auftrag: Auftrag, signal: AbortSignal, melde: Melder) {
  const { sql } = dienst;
  const urheber = {
    akteur: { id: auftrag.benutzerId, name: auftrag.benutzerName },
    anfrageId: null,
    auftragId: auftrag.id,
  };
  /** Documents in a row without an answer from a system that is well. */
  let beiseite = 0;

  const versuche = async (belegId: number): Promise<void> => {
    const imAbschluss = async (tx: Tx, ergebnis: Ergebnis) => {
      if (!ergebnis.systemfehler)
        await updateErgebnis(tx, auftrag.id, belegId, ordneEin(ergebnis), ursacheVon(ergebnis));
    };
    await fuehreAus(dienst, urheber, belegId, auftrag.art, {}, { imAbschluss });
    beiseite = 0;
  };

  /** Gives the document up with its result, or says how long to wait before it is tried again. */
  const deuteFehler = async (belegId: number, fehler: unknown, nr: number): Promise<number | null> => {
    const gibAuf = async (ergebnis: Einzelergebnis, ursache: string): Promise<null> => {
      await updateErgebnis(sql, auftrag.id, belegId, ergebnis, ursache);
      return null;
    };
    if (!(fehler instanceof Ablehnung)) {
      if (kannGeradeNicht(fehler)) throw fehler;
      melde(`Auftrag ${auftrag.id}, Beleg ${belegId}`, fehler);
      return gibAuf("fehlgeschlagen", unerwartet(auftrag.id));
    }
    if (nr >= versucheJeBeleg && beiseite < beiseiteHoechstens && (await liegtAmBeleg(dienst, fehler))) {
      beiseite += 1;
      return gibAuf("fehlgeschlagen", fehler.detail);
    }
    const pauseMs = await bestimmePause(dienst, fehler, nr);
    if (pauseMs !== null) return pauseMs;
    // What a killed worker had on its way is found when the next action comes to it.
    const unklar = (await findeStaende(sql, belegId)).stand.zustand === "uncertain";
    return gibAuf(unklar ? "ungeklaert" : "uebersprungen", fehler.detail);
  };

  return async (belegId: number): Promise<void> => {
    for (let nr = 1; ; nr += 1)
      try {
        return await versuche(belegId);
      } catch (fehler) {
        const pauseMs = await deuteFehler(belegId, fehler, nr);
        if (pauseMs === null) return;
        await warte(pauseMs, undefined, { signal });
      }
  };
}

/** What the document has come to, as the job counts it. */
const ordneEin = ({ aenderung: { zustand }, versuch }: Ergebnis): Einzelergebnis => {
  if (zustand === "failed") return "fehlgeschlagen";
  if (zustand === "uncertain") return "ungeklaert";
  if (zustand !== undefined) return "erfolgreich";
  // It stands as it stood: the attempt alone tells.
  if (versuch.code === "setzzeit") return "ungeklaert";
  return versuch.ausgang === "rejected" ? "fehlgeschlagen" : "erfolgreich";
};

const ursacheVon = ({ aenderung, versuch }: Ergebnis): string | null => aenderung.ursache ?? versuch.ursache;

/** What came of the document nobody knows here: its own state says what can be done with it. */
const unerwartet = (auftragId: number): string =>
  "Unerwarteter Fehler bei diesem Beleg. Bitte seinen Stand ansehen und es noch einmal versuchen; bleibt es dabei, " +
  `bitte einem Administrator diesen Beleg und Auftrag ${auftragId} nennen: Näheres steht im Protokoll des Dienstes.`;

const ohneAntwort = new Set(["nicht_gesendet", "keine_antwort"]);

/** No usable answer for this document again and again, from a system that is well: it must not stop the others. */
const liegtAmBeleg = async ({ verbindung }: Dienst, ablehnung: Ablehnung): Promise<boolean> =>
  ohneAntwort.has(String(ablehnung.felder.grund)) && (await leseStatus(verbindung)).verbunden;

const stelltAlleAn = new Set(["nicht_eingerichtet", "kein_mandant"]);

/** What is not about this document, but about the system or the database. */
const stoert = new Set<Ablehnungsart>(["gescheitert", "fremdsystem", "nichtVerfuegbar"]);

/**
 * How long to wait before the same document is tried for the next time; null: it is skipped.
 *
 * @throws Angehalten where the job has to stop
 */
const bestimmePause = async ({ verbindung, uhr }: Dienst, ablehnung: Ablehnung, nr: number): Promise<number | null> => {
  if (stelltAlleAn.has(ablehnung.code)) throw new Angehalten(ablehnung.detail, null);
  if (ablehnung.code === "aktion_laeuft") return nr < versucheJeBeleg ? 100 * nr : null;
  if (!stoert.has(ablehnung.art)) return null;
  if (brauchtMenschen(String(ablehnung.felder.grund ?? ""))) throw new Angehalten(ablehnung.detail, null);
  const bis = (await verbindung.sperrzeit())?.bis.getTime() ?? 0;
  const wartenMs = Math.max(50 * nr, bis - uhr().getTime());
  if (wartenMs > laengstesWartenMs || nr >= 2 * versucheJeBeleg)
    throw new Angehalten(ablehnung.detail, new Date(uhr().getTime() + Math.max(wartenMs, spaetestensMs)));
  return wartenMs;
};
