import { konflikt, nichtGefunden, ungueltig } from "../../../kern/ablehnung.ts";
import { formatTag, parseTag, plusTage } from "../../../kern/kalender/tag.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { pruefeOffen, pruefeUngebucht } from "../../faelligkeiten/plan.ts";
import { verlangeKeineVeroeffentlichung } from "../../faelligkeiten/sperre.ts";
import {
  type CreatePachtkontoPositionBody,
  leerePosition,
  type PachtkontoPosition,
  positionFelder,
  type UpdatePachtkontoPositionBody,
} from "../schema.ts";
import { verlangePachtkonto } from "../verlange.ts";
import { mitHinweisen } from "./hinweise.ts";
import * as q from "./queries.ts";

type Laufzeit = { version: number; pachtbeginn: string; pachtende: string | null };

const sperreKonto = async (tx: Tx, pachtkontoId: number): Promise<Laufzeit> => {
  await verlangeKeineVeroeffentlichung(tx, [pachtkontoId]);
  const laufzeit = await q.findLaufzeitGesperrt(tx, pachtkontoId);
  if (!laufzeit) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
  await pruefeOffen(tx, pachtkontoId);
  return laufzeit;
};

export const listePositionen = async (sql: Sql, pachtkontoId: number): Promise<PachtkontoPosition[]> => {
  await verlangePachtkonto(sql, pachtkontoId);
  return [...(await q.listPositionen(sql, pachtkontoId))];
};

const findPosition = async (tx: Tx, pachtkontoId: number, id: number) => {
  const alle = await q.listPositionen(tx, pachtkontoId);
  const position = alle.find((kandidat) => kandidat.id === id);
  if (!position) throw nichtGefunden("Eine Position mit der id", id);
  return { position, fassungen: alle.filter(({ ursprungId }) => ursprungId === position.ursprungId) };
};

const pruefePositionsfelder = async (tx: Tx, werte: q.Positionwerte, laufzeit: Laufzeit): Promise<void> => {
  const { gueltigVon, gueltigBis } = werte;
  if ((await q.findPositionsartIdGesperrt(tx, werte.positionsartId)) === undefined)
    throw ungueltig("positionsartId", "unbekannt", "Diese Positionsart gibt es nicht.");
  if (gueltigVon !== null && gueltigBis !== null && gueltigBis < gueltigVon)
    throw ungueltig("gueltigBis", "vor_beginn", "Das Ende liegt vor dem Beginn.");
  if (werte.intervall !== "einmalig") return;
  if (gueltigVon === null) throw ungueltig("gueltigVon", "fehlt", "Eine einmalige Position braucht ihren Tag.");
  if (gueltigVon < laufzeit.pachtbeginn || (laufzeit.pachtende !== null && gueltigVon > laufzeit.pachtende))
    throw ungueltig("gueltigVon", "ausserhalb", "Eine einmalige Position liegt zwischen Pachtbeginn und Pachtende.");
};

/** Days whose amounts a version speaks for; a one-off speaks for its one day. */
const tageVon = ({ intervall, gueltigVon, gueltigBis }: q.Positionwerte) =>
  intervall === "einmalig" ? { von: gueltigVon, bis: gueltigVon } : { von: gueltigVon, bis: gueltigBis };

const tagVor = (tag: string): string => formatTag(plusTage(parseTag(tag), -1));
const tagNach = (tag: string): string => formatTag(plusTage(parseTag(tag), 1));

/** An overlap of two versions is bad input, whichever request came first. */
const pruefeUeberschneidung = (fassungen: readonly q.Positionwerte[]): void => {
  const geordnet = [...fassungen].sort((a, b) => ((a.gueltigVon ?? "") < (b.gueltigVon ?? "") ? -1 : 1));
  for (const [nr, fassung] of geordnet.entries()) {
    const naechste = geordnet[nr + 1];
    if (
      naechste &&
      (fassung.gueltigBis === null || naechste.gueltigVon === null || naechste.gueltigVon <= fassung.gueltigBis)
    )
      throw ungueltig("gueltigVon", "ueberschneidung", "Zwei Fassungen der Position würden sich überschneiden.");
  }
};

const lies = async (tx: Tx, pachtkontoId: number, id: number): Promise<PachtkontoPosition> =>
  (await findPosition(tx, pachtkontoId, id)).position;

export const legePositionAn = (
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  body: CreatePachtkontoPositionBody,
): Promise<PachtkontoPosition> =>
  schreibe(sql, kontext, async (tx) => {
    const laufzeit = await sperreKonto(tx, pachtkontoId);
    const werte = { ...leerePosition, ...body, pachtkontoId };
    await pruefePositionsfelder(tx, werte, laufzeit);
    const tage = tageVon(werte);
    await pruefeUngebucht(tx, pachtkontoId, tage.von, tage.bis);
    return mitHinweisen(tx, pachtkontoId, async () => {
      const neu = await lies(tx, pachtkontoId, await q.insertPosition(tx, werte));
      await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "position", ressourceId: neu.id, neu });
      return neu;
    });
  });

/** Fields that say how much is billed; a change of the name alone changes no booked day. */
const wirksam = (a: q.Positionwerte, b: q.Positionwerte): boolean =>
  a.betragCent !== b.betragCent ||
  a.intervall !== b.intervall ||
  a.steuersatzBp !== b.steuersatzBp ||
  a.anteilig !== b.anteilig ||
  a.positionsartId !== b.positionsartId;

/** Refuses a change of a version whose days, or whose amounts on its days, are booked already. */
const pruefeTageUngebucht = async (tx: Tx, alt: q.Positionwerte, neu: q.Positionwerte): Promise<void> => {
  const { pachtkontoId } = alt;
  const [vorher, nachher] = [tageVon(alt), tageVon(neu)];
  if (wirksam(alt, neu) || alt.intervall === "einmalig") {
    if (!wirksam(alt, neu) && vorher.von === nachher.von) return;
    await pruefeUngebucht(tx, pachtkontoId, vorher.von, vorher.bis);
    await pruefeUngebucht(tx, pachtkontoId, nachher.von, nachher.bis);
    return;
  }
  if (vorher.von !== nachher.von) {
    const [frueher, spaeter] = [vorher.von, nachher.von].sort((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1));
    await pruefeUngebucht(tx, pachtkontoId, frueher ?? null, tagVor(spaeter as string));
  }
  if (vorher.bis !== nachher.bis) {
    const [frueher, spaeter] = [vorher.bis, nachher.bis].sort((a, b) => ((a ?? "9999") < (b ?? "9999") ? -1 : 1));
    await pruefeUngebucht(tx, pachtkontoId, tagNach(frueher as string), spaeter ?? null);
  }
};

const pruefeGleichheit = (alt: PachtkontoPosition, neu: PachtkontoPosition): void => {
  const gleich: [keyof PachtkontoPosition, boolean][] = [
    ["anteilig", alt.anteilig === neu.anteilig],
    ["positionsartId", alt.positionsartId === neu.positionsartId],
    ["intervall", (alt.intervall === "einmalig") === (neu.intervall === "einmalig")],
  ];
  for (const [feld, stimmt] of gleich)
    if (!stimmt) throw ungueltig(feld, "je_position_gleich", `${feld} ist in allen Fassungen einer Position gleich.`);
};

const beginneFassung = async (
  tx: Tx,
  kontext: Kontext,
  alt: PachtkontoPosition,
  werte: PachtkontoPosition,
  gueltigVon: string,
  andere: readonly PachtkontoPosition[],
): Promise<PachtkontoPosition> => {
  const { pachtkontoId } = alt;
  const ende = tagVor(gueltigVon);
  if (alt.gueltigBis !== null && alt.gueltigBis < ende)
    throw ungueltig("gueltigVon", "nach_ende", "Die neue Fassung beginnt erst nach dem Ende dieser Fassung.");
  pruefeUeberschneidung([...andere, { ...alt, gueltigBis: ende }, werte]);
  const bis =
    werte.gueltigBis === null || alt.gueltigBis === null ? null : [werte.gueltigBis, alt.gueltigBis].sort()[1];
  await pruefeUngebucht(tx, pachtkontoId, gueltigVon, bis ?? null);
  await q.updateGueltigBis(tx, alt.id, ende);
  const neu = await lies(tx, pachtkontoId, await q.insertPosition(tx, werte, alt.ursprungId));
  await protokolliere(tx, kontext, { aktion: "neue_fassung", ressource: "position", ressourceId: neu.id, alt, neu });
  return neu;
};

const aendereFassung = async (
  tx: Tx,
  kontext: Kontext,
  alt: PachtkontoPosition,
  werte: PachtkontoPosition,
  andere: readonly PachtkontoPosition[],
): Promise<PachtkontoPosition> => {
  pruefeUeberschneidung([...andere, werte]);
  await pruefeTageUngebucht(tx, alt, werte);
  await q.updatePosition(tx, alt.id, werte);
  const neu = await lies(tx, alt.pachtkontoId, alt.id);
  await protokolliere(tx, kontext, { aktion: "aendern", ressource: "position", ressourceId: alt.id, alt, neu });
  return neu;
};

/**
 * Changes a version, or, with a `gueltigVon` later than the version's own start, adds a new version from that day and
 * ends this one the day before.
 */
export const aenderePosition = (
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  id: number,
  { hinweise: _, ...felder }: UpdatePachtkontoPositionBody,
): Promise<PachtkontoPosition> =>
  schreibe(sql, kontext, async (tx) => {
    const laufzeit = await sperreKonto(tx, pachtkontoId);
    const { position: alt, fassungen } = await findPosition(tx, pachtkontoId, id);
    pruefeVersion(kontext, alt.version);
    const werte = uebernimm(alt, felder, positionFelder);
    if (istUnveraendert(alt, werte, positionFelder)) return { ...alt, hinweise: [] };
    const { gueltigVon } = werte;
    const beginn = alt.gueltigVon ?? laufzeit.pachtbeginn;
    const neueFassung = alt.intervall !== "einmalig" && gueltigVon !== null && gueltigVon > beginn;
    await pruefePositionsfelder(tx, werte, laufzeit);
    if (neueFassung || fassungen.length > 1) pruefeGleichheit(alt, werte);
    const andere = fassungen.filter((fassung) => fassung.id !== id);
    return mitHinweisen(tx, pachtkontoId, () =>
      neueFassung
        ? beginneFassung(tx, kontext, alt, werte, gueltigVon, andere)
        : aendereFassung(tx, kontext, alt, werte, andere),
    );
  });

export const loeschePosition = (sql: Sql, kontext: Kontext, pachtkontoId: number, id: number): Promise<void> =>
  schreibe(sql, kontext, async (tx) => {
    await sperreKonto(tx, pachtkontoId);
    const { position: alt, fassungen } = await findPosition(tx, pachtkontoId, id);
    pruefeVersion(kontext, alt.version);
    if (alt.id === alt.ursprungId && fassungen.length > 1)
      throw konflikt("hat_spaetere_fassungen", "Bitte zuerst die späteren Fassungen dieser Position löschen.");
    const tage = tageVon(alt);
    await pruefeUngebucht(tx, pachtkontoId, tage.von, tage.bis);
    await q.deletePosition(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "position", ressourceId: id, alt });
  });
