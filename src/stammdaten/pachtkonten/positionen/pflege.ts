import { konflikt, nichtGefunden, ungueltig } from "../../../kern/ablehnung.ts";
import { tagVor } from "../../../kern/kalender/tag.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { pruefeOffen, pruefeUngebucht } from "../../faelligkeiten/plan.ts";
import { verlangeKeineVeroeffentlichung } from "../../faelligkeiten/sperre.ts";
import { verlangePachtkonto } from "../verlange.ts";
import { mitHinweisen } from "./hinweise.ts";
import {
  geaenderteTage,
  type Positionwerte,
  pruefeGleichheit,
  pruefePositionsfelder,
  pruefeUeberschneidung,
  type Tage,
  tageVon,
} from "./pruefung.ts";
import * as q from "./queries.ts";
import {
  type CreatePachtkontoPositionBody,
  leerePosition,
  type PachtkontoPosition,
  positionFelder,
  type UpdatePachtkontoPositionBody,
} from "./schema.ts";
import { aendereFassungen, legeFassungenAn, zieheIds } from "./schreibung.ts";

type Laufzeit = { version: number; pachtbeginn: string; pachtende: string | null };

const sperreKonto = async (tx: Tx, pachtkontoId: number): Promise<Laufzeit> => {
  await verlangeKeineVeroeffentlichung(tx, [pachtkontoId]);
  const laufzeit = await q.findLaufzeitGesperrt(tx, pachtkontoId);
  if (!laufzeit) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
  return laufzeit;
};

export async function listePositionen(sql: Sql, pachtkontoId: number): Promise<PachtkontoPosition[]> {
  const positionen = await q.listPositionen(sql, pachtkontoId);
  if (positionen.length === 0) await verlangePachtkonto(sql, pachtkontoId);
  return [...positionen];
}

const findPosition = async (tx: Tx, pachtkontoId: number, id: number) => {
  const alle = await q.listPositionen(tx, pachtkontoId);
  const position = alle.find((kandidat) => kandidat.id === id);
  if (!position) throw nichtGefunden("Eine Position mit der id", id);
  return { position, fassungen: alle.filter(({ ursprungId }) => ursprungId === position.ursprungId) };
};

const pruefe = async (tx: Tx, werte: Positionwerte, laufzeit: Laufzeit): Promise<void> =>
  pruefePositionsfelder(werte, laufzeit, new Set(await q.listPositionsartIdsGehalten(tx, [werte.positionsartId])));

const pruefeTage = async (tx: Tx, pachtkontoId: number, tage: readonly Tage[]): Promise<void> => {
  for (const { von, bis } of tage) await pruefeUngebucht(tx, pachtkontoId, von, bis);
};

export function legePositionAn(
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  body: CreatePachtkontoPositionBody,
): Promise<PachtkontoPosition> {
  return schreibe(sql, kontext, async (tx) => {
    const laufzeit = await sperreKonto(tx, pachtkontoId);
    await pruefeOffen(tx, pachtkontoId);
    const werte = { ...leerePosition, ...body, pachtkontoId };
    await pruefe(tx, werte, laufzeit);
    await pruefeTage(tx, pachtkontoId, [tageVon(werte)]);
    return mitHinweisen(tx, pachtkontoId, async () => {
      const [id] = (await zieheIds(tx, 1)) as [number];
      const [neu] = await legeFassungenAn(tx, kontext, [{ id, ursprungId: id, vorgaengerId: null, werte }]);
      return neu as PachtkontoPosition;
    });
  });
}

const beginneFassung = async (
  tx: Tx,
  kontext: Kontext,
  alt: PachtkontoPosition,
  werte: PachtkontoPosition & { gueltigVon: string },
  andere: readonly PachtkontoPosition[],
): Promise<PachtkontoPosition> => {
  const { pachtkontoId } = alt;
  const { gueltigVon } = werte;
  await pruefeOffen(tx, pachtkontoId);
  const ende = tagVor(gueltigVon);
  if (alt.gueltigBis !== null && alt.gueltigBis < ende)
    throw ungueltig("gueltigVon", "nach_ende", "Die neue Fassung beginnt erst nach dem Ende dieser Fassung.");
  // It takes over the end of the one before, unless another is sent: only that can reach into a third.
  pruefeUeberschneidung("gueltigBis", [...andere, { ...alt, gueltigBis: ende }, werte]);
  const bis =
    werte.gueltigBis === null || alt.gueltigBis === null ? null : [werte.gueltigBis, alt.gueltigBis].sort()[1];
  await pruefeUngebucht(tx, pachtkontoId, gueltigVon, bis ?? null);
  await q.updateGueltigBis(tx, alt.id, ende);
  const [id] = (await zieheIds(tx, 1)) as [number];
  const neue = { id, ursprungId: alt.ursprungId, vorgaengerId: alt.id, werte };
  const [neu] = await legeFassungenAn(tx, kontext, [neue], new Map([[alt.id, alt]]));
  return neu as PachtkontoPosition;
};

const aendereFassung = async (
  tx: Tx,
  kontext: Kontext,
  alt: PachtkontoPosition,
  werte: PachtkontoPosition,
  andere: readonly PachtkontoPosition[],
): Promise<PachtkontoPosition> => {
  const bewegt = werte.gueltigVon === alt.gueltigVon ? "gueltigBis" : "gueltigVon";
  pruefeUeberschneidung(bewegt, [...andere, werte]);
  const tage = geaenderteTage(alt, werte);
  if (tage.length > 0) await pruefeOffen(tx, alt.pachtkontoId);
  await pruefeTage(tx, alt.pachtkontoId, tage);
  const [neu] = await aendereFassungen(tx, kontext, [{ alt, werte }]);
  return neu as PachtkontoPosition;
};

/**
 * Changes a version, or, with a `gueltigVon` later than the version's own start, adds a new version from that day and
 * ends this one the day before.
 */
export function aenderePosition(
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  id: number,
  { hinweise: _, ...felder }: UpdatePachtkontoPositionBody,
): Promise<PachtkontoPosition> {
  return schreibe(sql, kontext, async (tx) => {
    const laufzeit = await sperreKonto(tx, pachtkontoId);
    const { position: alt, fassungen } = await findPosition(tx, pachtkontoId, id);
    pruefeVersion(kontext, alt.version);
    const werte = uebernimm(alt, felder, positionFelder);
    if (istUnveraendert(alt, werte, positionFelder)) return { ...alt, hinweise: [] };
    const { gueltigVon } = werte;
    const beginn = alt.gueltigVon ?? laufzeit.pachtbeginn;
    const neueFassung = alt.intervall !== "einmalig" && gueltigVon !== null && gueltigVon > beginn;
    await pruefe(tx, werte, laufzeit);
    if (neueFassung || fassungen.length > 1) pruefeGleichheit(alt, werte);
    const andere = fassungen.filter((fassung) => fassung.id !== id);
    return mitHinweisen(tx, pachtkontoId, () =>
      neueFassung
        ? beginneFassung(tx, kontext, alt, { ...werte, gueltigVon }, andere)
        : aendereFassung(tx, kontext, alt, werte, andere),
    );
  });
}

/**
 * @throws Ablehnung nichtGefunden, veraltet, konflikt `hat_spaetere_fassungen`, `zeitraum_gebucht`,
 *   `schlussabgerechnet`, `lauf_aktiv`
 */
export function loeschePosition(sql: Sql, kontext: Kontext, pachtkontoId: number, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    await sperreKonto(tx, pachtkontoId);
    await pruefeOffen(tx, pachtkontoId);
    const { position: alt, fassungen } = await findPosition(tx, pachtkontoId, id);
    pruefeVersion(kontext, alt.version);
    if (alt.id === alt.ursprungId && fassungen.length > 1)
      throw konflikt("hat_spaetere_fassungen", "Bitte zuerst die späteren Fassungen dieser Position löschen.");
    await pruefeTage(tx, pachtkontoId, [tageVon(alt)]);
    await q.deletePosition(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "position", ressourceId: id, alt });
  });
}
