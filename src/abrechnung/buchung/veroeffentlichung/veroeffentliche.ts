import { type Ablehnung, konflikt } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { zeigeVeroeffentlichung } from "../../../stammdaten/faelligkeiten/sperre.ts";
import { protokolliere, protokolliereAlle } from "../../../technik/auditlog/protokolliere.ts";
import { planeFuerEinzelne, planeFuerMassen } from "../../../technik/database/massen.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { merkeAntwort } from "../../../technik/database/schreibe.ts";
import type { Summen } from "../../eingabe/summen.ts";
import { schliesseHebungenAb } from "../../hebungen/schliesseAb.ts";
import type { NichtAbrechenbaresKonto } from "../../vorschau/schema.ts";
import { sendePdfLauf } from "../jobs.ts";
import { findLaufendenGesperrt, listAbgeschlossene, updateAbgeschlossen } from "../laeufe/queries.ts";
import type { AbgeschlossenerBuchungslauf } from "../schema.ts";
import * as s from "../schlussabrechnung/queries.ts";
import { halteAusstellerFest } from "../schnappschuesse.ts";
import { deleteStapel } from "../stapel/queries.ts";
import type { Anzahl } from "../stapel/stapele.ts";
import * as q from "./queries.ts";

export type Stapel = {
  laufId: string;
  anzahl: Anzahl;
  summen: Summen;
  belegdatum: string;
  /** Due accounts that could not be billed. */
  ausgelassen: { anzahl: number; genannt: NichtAbrechenbaresKonto[] };
  /** Active increases that the amounts follow from: the booking completes them. */
  hebungIds: number[];
};

/** From so many documents on reading whole tables is quicker than looking up each row. */
const abMassen = 1000;

/**
 * Makes a staged run real, in one transaction: either every account of it is archived or nothing is. It computes
 * no amount of a document; it checks that what was computed still holds, gives numbers, and copies. The accounts that
 * it settles are closed, the increases that it billed for the first time completed.
 *
 * @throws Ablehnung konflikt `gleichzeitig_geaendert` when an account or a due date changed since it was computed
 */
export const veroeffentliche = (sql: Sql, kontext: Kontext, stapel: Stapel): Promise<AbgeschlossenerBuchungslauf> =>
  sql.begin(async (tx) => {
    const { laufId } = stapel;
    if (!(await findLaufendenGesperrt(tx, laufId))) throw new Error(`Der Buchungslauf ${laufId} läuft nicht mehr.`);
    await zeigeVeroeffentlichung(tx, laufId);
    const massen = stapel.anzahl.belege >= abMassen;
    if (massen) await planeFuerMassen(tx);
    await bucheFaelligkeiten(tx, stapel);
    await kopiere(tx, stapel);
    await schliesseKonten(tx, kontext, laufId);
    await pruefeInvarianten(tx, stapel);
    if (massen) await planeFuerEinzelne(tx);
    await schliesseHebungenAb(
      tx,
      kontext,
      stapel.hebungIds.map((hebungId) => ({ hebungId })),
      kontext.heute,
    );
    await updateAbgeschlossen(tx, laufId, stapel.anzahl.konten, stapel.summen, stapel.ausgelassen);
    await deleteStapel(tx, [laufId]);
    const [lauf] = await listAbgeschlossene(tx, laufId);
    if (!lauf) throw new Error(`Der Buchungslauf ${laufId} fehlt nach seinem Abschluss.`);
    await protokolliere(tx, kontext, { aktion: "buchen", ressource: "buchungslauf", ressourceId: laufId, neu: lauf });
    await sendePdfLauf(tx, laufId);
    await merkeAntwort(tx, kontext, lauf);
    return lauf;
  }) as Promise<AbgeschlossenerBuchungslauf>;

/** From here on no other request changes these accounts until the run is published. */
const bucheFaelligkeiten = async (tx: Tx, { laufId, anzahl }: Stapel): Promise<void> => {
  const unveraendert = await q.countUnveraenderteGesperrt(tx, laufId);
  const gebucht = unveraendert === anzahl.konten ? (await q.updateGebucht(tx, laufId)).count : 0;
  if (unveraendert !== anzahl.konten || gebucht !== anzahl.faelligkeiten) throw await ueberholt(tx, laufId);
  await q.insertGebuchteZeitraeume(tx, laufId);
};

const ueberholt = async (tx: Tx, laufId: string): Promise<Ablehnung> =>
  konflikt(
    "gleichzeitig_geaendert",
    "Während des Laufs hat jemand daran gearbeitet. Es wurde nichts gebucht; bitte noch einmal versuchen.",
    { konten: [...(await q.listUeberholte(tx, laufId))] },
  );

/** Rule 7: a settled account is billed no more, whatever its documents come to. */
const schliesseKonten = async (tx: Tx, kontext: Kontext, laufId: string): Promise<void> => {
  const { konten, korrekturen } = await s.countStapelSchlussabrechnungen(tx, laufId);
  if (konten === 0) return;
  await s.insertSchlussabrechnungen(tx, laufId);
  if ((await s.insertSchlusskorrekturen(tx, laufId)).count !== korrekturen) throw await ueberholt(tx, laufId);
  await s.updateNachEndeEntfallen(tx, laufId);
  const geschlossen = await s.updateSchlussabgerechnet(tx, laufId);
  if (geschlossen.length !== konten) throw await ueberholt(tx, laufId);
  await protokolliereAlle(
    tx,
    kontext,
    geschlossen.map(({ id, status, datum }) => ({
      aktion: "schlussabrechnen",
      ressource: "pachtkonto",
      ressourceId: id,
      alt: { status, schlussabrechnung: null },
      neu: { status: "ausgelaufen", schlussabrechnung: datum },
    })),
  );
};

const kopiere = async (tx: Tx, { laufId, belegdatum, anzahl }: Stapel): Promise<void> => {
  const jahr = Number(belegdatum.slice(0, 4));
  const ausstellerId = await halteAusstellerFest(tx);
  const konten = await q.insertArchivkonten(tx, laufId);
  await q.insertNummernkreise(tx, laufId, jahr);
  await q.listNummernkreiseGesperrt(tx, jahr);
  const belege = await q.insertArchivBelege(tx, laufId, ausstellerId, belegdatum, jahr);
  await q.updateNummernkreise(tx, laufId, jahr);
  const zeilen = await q.insertArchivZeilen(tx, laufId);
  const steuer = await q.insertArchivSteuer(tx, laufId);
  for (const [kopiert, berechnet] of [
    [konten.count, anzahl.konten],
    [belege.count, anzahl.belege],
    [zeilen.count, anzahl.zeilen],
    [steuer.count, anzahl.steuer],
  ])
    if (kopiert !== berechnet) throw new Error(`${kopiert} statt ${berechnet} Zeilen im Archiv des Laufs ${laufId}`);
};

/** Rule 11: what the archive now says must be what was computed, and add up in itself. */
const pruefeInvarianten = async (tx: Tx, { laufId, summen }: Stapel): Promise<void> => {
  const archiv = await q.findArchivSummen(tx, laufId);
  for (const feld of Object.keys(summen) as (keyof Summen)[])
    if (archiv[feld] !== summen[feld])
      throw new Invariante(`Summe ${feld} des Archivs ${archiv[feld]}, des Laufs ${summen[feld]}`);
  const verletzungen = await q.listVerletzungen(tx, laufId);
  if (verletzungen.length > 0) throw new Invariante(verletzungen.join(", "));
};

/** The run does not add up: nothing of it may be booked. */
export class Invariante extends Error {
  override name = "Invariante";
}
