import { type Ablehnung, konflikt } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { verlangeFirmendaten } from "../../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import { zeigeVeroeffentlichung } from "../../../stammdaten/faelligkeiten/sperre.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { planeFuerEinzelne, planeFuerMassen } from "../../../technik/database/anweisung/massen.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { merkeAntwort } from "../../../technik/database/schreibe.ts";
import type { Summen } from "../../eingabe/summen.ts";
import { schliesseHebungenAb } from "../../hebungen/abschluss/schliesseAb.ts";
import type { NichtAbrechenbaresKonto } from "../../vorschau/schema.ts";
import { sendePdfLauf } from "../jobs.ts";
import { findAbgeschlossenen, findLaufendenGesperrt, updateAbgeschlossen } from "../laeufe/queries.ts";
import type { AbgeschlossenerBuchungslauf } from "../schema.ts";
import { schliesseKonten } from "../schlussabrechnung/schliesse.ts";
import { halteAusstellerFest } from "../schnappschuesse.ts";
import { deleteStapel } from "../stapel/queries.ts";
import type { Anzahl } from "../stapel/stapele.ts";
import { pruefeInvarianten } from "./invarianten/pruefe.ts";
import * as q from "./queries.ts";

type Stapel = {
  laufId: string;
  anzahl: Anzahl;
  summen: Summen;
  belegdatum: string;
  /** Due accounts that could not be billed. */
  ausgelassen: { anzahl: number; genannt: NichtAbrechenbaresKonto[] };
  /** Active increases that the amounts follow from: the booking completes them. */
  hebungIds: number[];
};

/** From so many documents on an estimate that is wrong costs more than a plan for many rows. */
const abMassen = 1000;

/**
 * Makes a staged run real, in one transaction: either every account of it is archived or nothing is. It computes
 * no amount of a document; it checks that what was computed still holds, gives numbers, and copies. The accounts that
 * it settles are closed, the increases that it billed for the first time completed.
 *
 * @throws Ablehnung konflikt `gleichzeitig_geaendert` when an account or a due date changed since it was computed,
 *   `firmendaten_unvollstaendig`, `zeichen_fehlt`
 */
export function veroeffentliche(sql: Sql, kontext: Kontext, stapel: Stapel): Promise<AbgeschlossenerBuchungslauf> {
  return sql.begin(async (tx) => {
    const { laufId } = stapel;
    if (!(await findLaufendenGesperrt(tx, laufId))) throw new Error(`Der Buchungslauf ${laufId} läuft nicht mehr.`);
    await zeigeVeroeffentlichung(tx, laufId);
    const massen = stapel.anzahl.belege >= abMassen;
    if (massen) await planeFuerMassen(tx);
    await bucheFaelligkeiten(tx, stapel);
    await kopiere(tx, stapel);
    if (!(await schliesseKonten(tx, kontext, laufId))) throw await ueberholt(tx, laufId);
    await pruefeInvarianten(tx, laufId, stapel.summen);
    if (massen) await planeFuerEinzelne(tx);
    await schliesseHebungenAb(
      tx,
      kontext,
      stapel.hebungIds.map((hebungId) => ({ hebungId })),
      kontext.heute,
    );
    await updateAbgeschlossen(tx, laufId, stapel.anzahl.konten, stapel.summen, stapel.ausgelassen);
    await deleteStapel(tx, [laufId]);
    const lauf = await findAbgeschlossenen(tx, laufId);
    if (!lauf) throw new Error(`Der Buchungslauf ${laufId} fehlt nach seinem Abschluss.`);
    await protokolliere(tx, kontext, { aktion: "buchen", ressource: "buchungslauf", ressourceId: laufId, neu: lauf });
    await sendePdfLauf(tx, laufId, kontext.akteur);
    await merkeAntwort(tx, kontext, lauf);
    return lauf;
  }) as Promise<AbgeschlossenerBuchungslauf>;
}

/** From here on no other request changes these accounts until the run is published. */
const bucheFaelligkeiten = async (tx: Tx, { laufId, anzahl }: Stapel): Promise<void> => {
  const unveraendert = await q.countUnveraenderteGesperrt(tx, laufId);
  // The documents keep the company as it is now: since the run began an administrator may have emptied a field.
  await verlangeFirmendaten(tx);
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

const kopiere = async (tx: Tx, { laufId, belegdatum, anzahl }: Stapel): Promise<void> => {
  const jahr = Number(belegdatum.slice(0, 4));
  const ausstellerId = await halteAusstellerFest(tx);
  const konten = await q.insertArchivkonten(tx, laufId);
  await q.insertNummernkreise(tx, laufId, jahr);
  await q.sperreNummernkreise(tx, jahr);
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
