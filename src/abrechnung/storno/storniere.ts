import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { verlangeFirmendaten } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import { aktualisiereFaelligkeiten } from "../../stammdaten/faelligkeiten/plan.ts";
import { sperrePachtkonten } from "../../stammdaten/faelligkeiten/sperre.ts";
import { type Eintrag, protokolliereAlle } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { sendePdfLauf } from "../buchung/jobs.ts";
import { findOderInsertAussteller } from "../buchung/schnappschuesse.ts";
import * as q from "./queries.ts";
import { hoechstensGenannt, type StornierenBody, type StorniertesKonto, type Storno } from "./schema.ts";

/**
 * Cancels what runs have booked, whole periods of an account at a time: every document of the period, to lessees and
 * lessors, gets a counter document with its stored cents negated, and the period is open again. The counter documents
 * belong to the run and the archived account of their originals, whose own sums stay as they were booked.
 *
 * All of it in one transaction. The accounts are locked before anything is looked at, so that of two storni of the same
 * document, or a storno beside a booking, the second sees what the first has done.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `schon_storniert`, `schlussabrechnung_steht`, `lauf_nicht_abgeschlossen`,
 *   `firmendaten_unvollstaendig`
 */
export const storniere = (sql: Sql, kontext: Kontext, body: StornierenBody): Promise<Storno> =>
  schreibe(sql, kontext, async (tx) => {
    const { grund } = body;
    const vorgaenge = await waehle(tx, body);
    await pruefeSchlussabrechnungen(tx, vorgaenge);
    const kontoIds = [...new Set(vorgaenge.map((v) => v.pachtkontoId))].sort((a, b) => a - b);
    const konten = await oeffneWieder(tx, vorgaenge, kontoIds, kontext.heute);
    const laeufe = [...(await q.markiereLaeufe(tx, [...new Set(vorgaenge.map((v) => v.buchungslaufId))]))];
    const anzahlBelege = await belege(tx, vorgaenge, kontext.heute, grund);
    const storno: Storno = {
      belegdatum: kontext.heute,
      grund,
      laeufe,
      anzahlKonten: kontoIds.length,
      anzahlZeitraeume: vorgaenge.length,
      anzahlBelege,
      summen: await q.findStornosummen(tx, vorgaenge),
      konten: jeKonto(vorgaenge).slice(0, hoechstensGenannt),
      belege: [...(await q.listStornobelege(tx, vorgaenge, hoechstensGenannt))],
      extern: [],
    };
    const genannte = storno.belege.map(({ stornoVonId }) => stornoVonId);
    storno.extern = [...(await q.listUebergebene(tx, genannte))];
    await protokolliereAlle(tx, kontext, [...laeufe.map((lauf) => laufEintrag(lauf, storno)), ...konten]);
    for (const { buchungslaufId } of laeufe) await sendePdfLauf(tx, buchungslaufId);
    return storno;
  });

/** What is to be cancelled, with its accounts locked. */
const waehle = async (tx: Tx, { buchungslaufId, pachtkontoIds, archivIds = [] }: StornierenBody) => {
  if (buchungslaufId === undefined) return waehleBelege(tx, [...new Set(archivIds)]);
  const status = await q.findLaufstatus(tx, buchungslaufId);
  if (status === undefined) throw nichtGefunden("Einen Buchungslauf mit der id", buchungslaufId);
  if (status === "laufend" || status === "fehlgeschlagen")
    throw konflikt("lauf_nicht_abgeschlossen", "Nur ein abgeschlossener Buchungslauf lässt sich stornieren.");
  const konten = await q.listKontenDesLaufs(tx, buchungslaufId);
  if (pachtkontoIds !== undefined) return waehleKonten(tx, buchungslaufId, new Set(konten), pachtkontoIds);
  await sperrePachtkonten(tx, konten);
  const vorgaenge = (await q.listVorgaengeDesLaufs(tx, buchungslaufId)).filter((v) => !v.istStorniert);
  if (vorgaenge.length === 0) throw konflikt("schon_storniert", "Der Buchungslauf ist schon storniert.");
  return vorgaenge;
};

/** Of a run what it booked for some of its accounts. */
const waehleKonten = async (tx: Tx, laufId: string, konten: ReadonlySet<number>, genannte: readonly number[]) => {
  const ids = [...new Set(genannte)];
  const fremd = ids.find((id) => !konten.has(id));
  if (fremd !== undefined) throw nichtGefunden("Ein Pachtkonto dieses Buchungslaufs mit der id", fremd);
  await sperrePachtkonten(tx, ids);
  const vorgaenge = (await q.listVorgaengeDesLaufs(tx, laufId, ids)).filter((v) => !v.istStorniert);
  const offen = new Set(vorgaenge.map(({ pachtkontoId }) => pachtkontoId));
  const erledigt = ids.filter((id) => !offen.has(id));
  if (erledigt.length > 0)
    throw konflikt("schon_storniert", `Im Buchungslauf schon storniert: Pachtkonto ${erledigt.join(", ")}.`, {
      pachtkontoIds: erledigt,
    });
  return vorgaenge;
};

const waehleBelege = async (tx: Tx, ids: number[]): Promise<q.Vorgang[]> => {
  const genannte = await q.listGenannteBelege(tx, ids);
  const gefunden = new Set(genannte.map(({ id }) => id));
  const fehlt = ids.find((id) => !gefunden.has(id));
  if (fehlt !== undefined) throw nichtGefunden("Einen Archivbeleg mit der id", fehlt);
  const stornos = genannte.filter(({ stornoVonId }) => stornoVonId !== null).map(({ belegnummer }) => belegnummer);
  if (stornos.length > 0)
    throw konflikt("schon_storniert", "Ein Storno lässt sich nicht stornieren.", { belegnummern: stornos });
  await sperrePachtkonten(tx, [...new Set(genannte.map(({ pachtkontoId }) => pachtkontoId))]);
  const belegnummern = await q.listSchonStornierte(tx, ids);
  if (belegnummern.length > 0)
    throw konflikt("schon_storniert", `Schon storniert: ${belegnummern.join(", ")}.`, { belegnummern });
  return q.listVorgaengeDerBelege(tx, ids);
};

const schlussIds = (vorgaenge: readonly q.Vorgang[]): number[] =>
  vorgaenge.filter(({ art }) => art === "schlussabrechnung").map(({ archivkontoId }) => archivkontoId);

/** Newest first: what a settlement has corrected stands as long as the settlement does. */
const pruefeSchlussabrechnungen = async (tx: Tx, vorgaenge: readonly q.Vorgang[]): Promise<void> => {
  const stehende = await q.listStehendeSchlussabrechnungen(tx, vorgaenge, schlussIds(vorgaenge));
  const [erste] = stehende;
  if (!erste) return;
  const belegnummern = stehende.flatMap(({ belegnummer }) => (belegnummer === null ? [] : [belegnummer]));
  const { kontonummer, belegnummer, buchungslaufId, pachtkontoId } = erste;
  const zuerst = belegnummer
    ? `den Beleg ${belegnummer}`
    : `sie im Buchungslauf ${buchungslaufId} (buchungslaufId mit pachtkontoIds: [${pachtkontoId}])`;
  throw konflikt(
    "schlussabrechnung_steht",
    `Die Schlussabrechnung des Pachtkontos ${kontonummer} berichtigt diesen Zeitraum. Bitte zuerst ${zuerst} stornieren.`,
    {
      belegnummern,
      pachtkontoIds: [...new Set(stehende.map((schluss) => schluss.pachtkontoId))],
      buchungslaufIds: [...new Set(stehende.map((schluss) => schluss.buchungslaufId))],
    },
  );
};

/** Accounts whose due dates are planned in one statement. */
const jePlanung = 1000;

/** @returns the audit entries of the accounts that are no longer settled */
const oeffneWieder = async (
  tx: Tx,
  vorgaenge: readonly q.Vorgang[],
  kontoIds: number[],
  heute: string,
): Promise<Eintrag[]> => {
  const schluss = vorgaenge.filter(({ art }) => art === "schlussabrechnung");
  const abgerechnet = schluss.map(({ pachtkontoId }) => pachtkontoId);
  const vorher = await q.listKontostaende(tx, abgerechnet);
  if (schluss.length > 0) {
    await q.updateSchlussabrechnungen(tx, schlussIds(vorgaenge));
    await q.updateWiederOffen(tx, abgerechnet);
  }
  const nachher = new Map((await q.listKontostaende(tx, abgerechnet)).map((konto) => [konto.id, konto]));
  await q.updateZeitraeume(tx, vorgaenge);
  await q.updateFaelligkeitenOffen(tx, vorgaenge);
  await q.updateEingabeGeaendert(tx, kontoIds);
  // The terms may have changed since these periods were booked.
  for (let i = 0; i < kontoIds.length; i += jePlanung)
    await aktualisiereFaelligkeiten(tx, kontoIds.slice(i, i + jePlanung), heute);
  return vorher.map((alt) => ({
    aktion: "stornieren",
    ressource: "pachtkonto",
    ressourceId: alt.id,
    alt,
    neu: nachher.get(alt.id),
  }));
};

const belege = async (tx: Tx, vorgaenge: readonly q.Vorgang[], belegdatum: string, grund: string): Promise<number> => {
  await verlangeFirmendaten(tx);
  const ausstellerId = await findOderInsertAussteller(tx);
  const jahr = Number(belegdatum.slice(0, 4));
  await q.sperreStornonummern(tx, jahr);
  const anzahl = await q.insertStornobelege(tx, vorgaenge, { ausstellerId, belegdatum, jahr, grund });
  await q.insertStornozeilen(tx, vorgaenge);
  await q.insertStornosteuer(tx, vorgaenge);
  const unausgeglichen = await q.listUnausgeglichene(tx, vorgaenge);
  if (unausgeglichen.length > 0) throw new Error(`Storno gleicht nicht aus: ${unausgeglichen.join(", ")}`);
  return anzahl;
};

const jeKonto = (vorgaenge: readonly q.Vorgang[]): StorniertesKonto[] => {
  const konten = new Map<number, StorniertesKonto>();
  for (const { pachtkontoId, kontonummer, buchungslaufId, art, faelligkeitId, zeitraumVon, zeitraumBis } of vorgaenge) {
    const konto = konten.get(pachtkontoId) ?? { pachtkontoId, kontonummer, zeitraeume: [] };
    konto.zeitraeume.push({ buchungslaufId, art, faelligkeitId, zeitraumVon, zeitraumBis });
    konten.set(pachtkontoId, konto);
  }
  return [...konten.values()];
};

/** Documents that an entry of the audit log names; a run may have more. */
const hoechstensImProtokoll = 1000;

const laufEintrag = ({ buchungslaufId, status }: Storno["laeufe"][number], storno: Storno): Eintrag => {
  const eigene = storno.belege.filter((beleg) => beleg.stornoVonBuchungslaufId === buchungslaufId);
  return {
    aktion: "stornieren",
    ressource: "buchungslauf",
    ressourceId: buchungslaufId,
    alt: { status: "abgeschlossen" },
    neu: {
      status,
      grund: storno.grund,
      anzahlBelege: storno.laeufe.length === 1 ? storno.anzahlBelege : eigene.length,
      belegnummern: eigene.slice(0, hoechstensImProtokoll).map(({ belegnummer }) => belegnummer),
    },
  };
};
