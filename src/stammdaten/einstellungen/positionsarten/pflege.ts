import { type Ablehnung, konflikt, nichtGefunden, ungueltig } from "../../../kern/ablehnung.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Kontext, Schreibkontext } from "../../../kern/kontext.ts";
import { ueberholtInWorten } from "../../../kern/pacht/hebung/reihenfolge.ts";
import { protokolliere, protokolliereAlle, type Urheber } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import * as q from "./queries.ts";
import {
  leerePositionsart,
  type Positionsart,
  type PositionsartInput,
  type PositionsartUpdate,
  schreibbareFelder,
} from "./schema.ts";

export { type Positionsartwerte, sperrePositionsarten } from "./queries.ts";

export async function listePositionsarten(sql: Db): Promise<Positionsart[]> {
  return [...(await q.listPositionsarten(sql))];
}

/** @throws Ablehnung ungueltig */
export function pruefeSteuerbefreiung(art: Pick<Positionsart, "steuersatzBp" | "steuerbefreiungGrund">): void {
  if (art.steuersatzBp === 0 && art.steuerbefreiungGrund === null)
    throw ungueltig("steuerbefreiungGrund", "fehlt", "Der Satz 0 braucht den Grund der Steuerbefreiung.");
}

const nameVergeben = (name: string): Ablehnung =>
  konflikt("existiert_bereits", `Eine Positionsart mit dem Namen ${name} gibt es schon.`);

/** The locked type, in the version that the caller has seen. */
const findeGesperrte = async (tx: Tx, kontext: Kontext, id: number): Promise<Positionsart> => {
  const alt = await q.findPositionsart(tx, id);
  if (!alt) throw nichtGefunden("Eine Positionsart mit der id", id);
  pruefeVersion(kontext, alt.version);
  return alt;
};

/** @throws Ablehnung konflikt `existiert_bereits` */
export async function legePositionsartenAn(
  tx: Tx,
  urheber: Urheber,
  werte: readonly q.Positionsartwerte[],
): Promise<Positionsart[]> {
  const neue = await q.insertPositionsarten(tx, werte);
  const vergeben = werte.find(({ name }) => !neue.some((neu) => neu.name === name));
  if (vergeben) throw nameVergeben(vergeben.name);
  await protokolliereAlle(
    tx,
    urheber,
    neue.map((neu) => ({ aktion: "anlegen", ressource: "positionsart", ressourceId: neu.id, neu })),
  );
  return neue;
}

/**
 * Positions that begin to follow increases change no booked day, and stand behind no completed increase.
 *
 * @throws Ablehnung konflikt `hebung_rueckwirkend`, `hinter_abgeschlossener` that names the increase to cancel first
 */
export async function pruefeErhoehbarkeit(
  tx: Db,
  alt: Pick<Positionsart, "id" | "erhoehbar">,
  werte: Pick<Positionsart, "erhoehbar">,
): Promise<void> {
  if (alt.erhoehbar || !werte.erhoehbar) return;
  const rueckwirkende = await q.findRueckwirkende(tx, alt.id);
  if (rueckwirkende)
    throw konflikt(
      "hebung_rueckwirkend",
      `Die aktive Hebung ${rueckwirkende.hebungId} zum ${deutschesDatum(rueckwirkende.wirksamAb)} des Pachtkontos ${rueckwirkende.kontonummer} würde dann gebuchte Tage ändern. Bitte sie zuerst stornieren.`,
    );
  const ueberholende = await q.findUeberholende(tx, alt.id);
  if (ueberholende) {
    const { hebungId, wirksamAb, kontonummer, abgeschlosseneId, abgeschlossenZum } = ueberholende;
    const ueberholt = {
      hebung: { id: hebungId, wirksamAb },
      abgeschlossene: { id: abgeschlosseneId, wirksamAb: abgeschlossenZum },
    };
    const position = `eine Position des Pachtkontos ${kontonummer}`;
    throw konflikt("hinter_abgeschlossener", ueberholtInWorten(ueberholt, position));
  }
}

/**
 * @param aenderungen of locked types, each one once   @returns the types in the same order
 * @throws Ablehnung konflikt `hebung_rueckwirkend`, `hinter_abgeschlossener`
 */
export async function aenderePositionsarten(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly { alt: Positionsart; werte: q.Positionsartwerte }[],
): Promise<Positionsart[]> {
  await q.sperreVerwendende(
    tx,
    aenderungen.map(({ alt }) => alt.id),
  );
  for (const { alt, werte } of aenderungen) await pruefeErhoehbarkeit(tx, alt, werte);
  const geschrieben = await q.updatePositionsarten(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id })),
  );
  const jetzige = new Map(geschrieben.map((art) => [art.id, art]));
  const paare = aenderungen.map(({ alt }) => ({ alt, neu: jetzige.get(alt.id) as Positionsart }));
  await protokolliereAlle(
    tx,
    urheber,
    paare.map(({ alt, neu }) => ({ aktion: "aendern", ressource: "positionsart", ressourceId: alt.id, alt, neu })),
  );
  return paare.map(({ neu }) => neu);
}

export function legePositionsartAn(sql: Sql, kontext: Schreibkontext, body: PositionsartInput): Promise<Positionsart> {
  return schreibe(sql, kontext, async (tx) => {
    const werte = { ...leerePositionsart, ...body };
    pruefeSteuerbefreiung(werte);
    const [neu] = await legePositionsartenAn(tx, kontext, [werte]);
    return neu as Positionsart;
  });
}

/** What is booked keeps the rate that it was booked with; a changed rate is for later bookings. */
export function aenderePositionsart(
  sql: Sql,
  kontext: Kontext,
  id: number,
  body: PositionsartUpdate,
): Promise<Positionsart> {
  return schreibe(sql, kontext, async (tx) => {
    await q.sperrePositionsarten(tx, [id]);
    const alt = await findeGesperrte(tx, kontext, id);
    const werte = uebernimm(alt, body, schreibbareFelder);
    if (istUnveraendert(alt, werte, schreibbareFelder)) return alt;
    pruefeSteuerbefreiung(werte);
    if ((await q.findNamensvetterId(tx, werte.name, id)) !== undefined) throw nameVergeben(werte.name);
    const [neu] = await aenderePositionsarten(tx, kontext, [{ alt, werte }]);
    return neu as Positionsart;
  });
}

const verwendet = (anzahl: number): string =>
  anzahl === 1 ? "Eine Position hat diese Positionsart." : `${anzahl} Positionen haben diese Positionsart.`;

/** @throws Ablehnung konflikt with the body PositionsartDeleteConflict while positions use it */
export function loeschePositionsart(sql: Sql, kontext: Kontext, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    // How often it is used counts only once it is locked.
    await q.sperreZumLoeschen(tx, id);
    const alt = await findeGesperrte(tx, kontext, id);
    if (alt.anzahlVerwendungen > 0)
      throw konflikt("wird_verwendet", verwendet(alt.anzahlVerwendungen), {
        positionsartId: id,
        anzahlVerwendungen: alt.anzahlVerwendungen,
        beispiele: [...(await q.listVerwendungen(tx, id, 5))],
      });
    await q.deletePositionsart(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "positionsart", ressourceId: id, alt });
  });
}
