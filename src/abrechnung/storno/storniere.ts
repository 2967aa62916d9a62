import type { Kontext } from "../../kern/kontext.ts";
import { type Eintrag, protokolliereAlle } from "../../technik/auditlog/protokolliere.ts";
import { planeFuerEinzelne } from "../../technik/database/anweisung/massen.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { sendePdfLauf } from "../buchung/jobs.ts";
import { sperreLaeufe } from "../buchung/laeufe/lese.ts";
import { berechneNaechsteHebung } from "../hebungen/naechsteHebung.ts";
import { waehle } from "./auswahl/waehle.ts";
import {
  findStornosummen,
  listInZahlungsdateien,
  listStornobelege,
  listUebergebene,
  zaehleJeLauf,
} from "./belege/queries.ts";
import { stelleStornobelegeAus } from "./belege/stelleAus.ts";
import { oeffneWieder } from "./oeffnung/oeffneWieder.ts";
import * as q from "./queries.ts";
import { hoechstensGenannt, type StornierenBody, type StorniertesKonto, type Storno } from "./schema.ts";
import { type Vorgang, wiederOffene } from "./vorgang.ts";

/**
 * Cancels what runs have booked, whole periods of an account at a time: every document of the period, to lessees and
 * lessors, gets a counter document with its stored cents negated, and the period is open again. The counter documents
 * belong to the run and the archived account of their originals, whose own sums stay as they were booked.
 *
 * All of it in one transaction. The accounts are locked before anything is looked at, so that of two storni of the same
 * document, or a storno beside a booking, the second sees what the first has done.
 *
 * @param hoechstens so many accounts and documents the answer names; it cancels and counts all
 * @throws Ablehnung nichtGefunden, or konflikt `schon_storniert`, `schlussabrechnung_steht`, `lauf_nicht_abgeschlossen`,
 *   `firmendaten_unvollstaendig`, `zeichen_fehlt`
 */
export function storniere(
  sql: Sql,
  kontext: Kontext,
  body: StornierenBody,
  hoechstens = hoechstensGenannt,
): Promise<Storno> {
  return schreibe(sql, kontext, async (tx) => {
    const { grund } = body;
    const vorgaenge = await waehle(tx, body);
    const kontoIds = [...new Set(vorgaenge.map((v) => v.pachtkontoId))].sort((a, b) => a - b);
    const konten = await oeffneWieder(tx, vorgaenge, kontoIds, kontext.heute);
    await berechneNaechsteHebung(tx, kontext, wiederOffene(vorgaenge), kontext.heute);
    const laeufe = await markiereLaeufe(tx, [...new Set(vorgaenge.map((v) => v.buchungslaufId))]);
    const anzahlBelege = await stelleStornobelegeAus(tx, vorgaenge, kontext.heute, grund);
    const storno: Storno = {
      belegdatum: kontext.heute,
      grund,
      laeufe,
      anzahlKonten: kontoIds.length,
      anzahlZeitraeume: vorgaenge.length,
      anzahlBelege,
      summen: await findStornosummen(tx, vorgaenge),
      konten: jeKonto(vorgaenge).slice(0, hoechstens),
      belege: [...(await listStornobelege(tx, vorgaenge, hoechstens))],
      extern: [...(await listUebergebene(tx, vorgaenge, hoechstens))],
      zahlungsdateien: [...(await listInZahlungsdateien(tx, vorgaenge, hoechstens))],
    };
    const einer = new Map(laeufe.map(({ buchungslaufId }) => [buchungslaufId, anzahlBelege]));
    const anzahlen = laeufe.length === 1 ? einer : await zaehleJeLauf(tx, vorgaenge);
    await planeFuerEinzelne(tx);
    await protokolliereAlle(tx, kontext, [...laeufe.map((lauf) => laufEintrag(lauf, storno, anzahlen)), ...konten]);
    for (const { buchungslaufId } of laeufe) await sendePdfLauf(tx, buchungslaufId, kontext.akteur);
    return storno;
  });
}

/** Marks the runs of which nothing stands any more. */
const markiereLaeufe = async (tx: Tx, ids: string[]): Promise<Storno["laeufe"]> => {
  await sperreLaeufe(tx, ids);
  await q.updateLaeufeStorniert(tx, ids);
  return [...(await q.listLaeufe(tx, ids))];
};

const jeKonto = (vorgaenge: readonly Vorgang[]): StorniertesKonto[] =>
  [...Map.groupBy(vorgaenge, ({ pachtkontoId }) => pachtkontoId).values()].map((eigene) => {
    const [{ pachtkontoId, kontonummer }] = eigene as [Vorgang];
    return {
      pachtkontoId,
      kontonummer,
      zeitraeume: eigene.map(({ buchungslaufId, art, faelligkeitId, zeitraumVon, zeitraumBis }) => ({
        buchungslaufId,
        art,
        faelligkeitId,
        zeitraumVon,
        zeitraumBis,
      })),
    };
  });

/** Documents that an entry of the audit log names; a run may have more. */
const hoechstensImProtokoll = 1000;

const laufEintrag = (
  { buchungslaufId, status }: Storno["laeufe"][number],
  storno: Storno,
  anzahlen: ReadonlyMap<string, number>,
): Eintrag => {
  const eigene = storno.belege.filter((beleg) => beleg.stornoVonBuchungslaufId === buchungslaufId);
  return {
    aktion: "stornieren",
    ressource: "buchungslauf",
    ressourceId: buchungslaufId,
    alt: { status: "abgeschlossen" },
    neu: {
      status,
      grund: storno.grund,
      anzahlBelege: anzahlen.get(buchungslaufId) ?? 0,
      belegnummern: eigene.slice(0, hoechstensImProtokoll).map(({ belegnummer }) => belegnummer),
    },
  };
};
