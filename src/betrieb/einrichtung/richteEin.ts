import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../kern/kontext.ts";
import { aendereFirmendaten, leseFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { legeKontaktartAn, listeKontaktarten } from "../../stammdaten/einstellungen/kontaktarten/pflege.ts";
import { legePositionsartAn, listePositionsarten } from "../../stammdaten/einstellungen/positionsarten/pflege.ts";
import { aenderungen } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import type { Einrichtung } from "./schema.ts";

/** What came of one part: the fields or names that are new; none where all was as wanted. */
export type Ergebnis = { was: "Firmendaten" | "Kontaktarten" | "Positionsarten"; neu: string[] };

/** What is there before anything is set up. */
export async function leseStand(sql: Sql) {
  const [firmendaten, arten, positionsarten] = await Promise.all([
    leseFirmendaten(sql),
    listeKontaktarten(sql, { page: 1, limit: 500 }),
    listePositionsarten(sql),
  ]);
  return { firmendaten, kontaktarten: arten.data, positionsarten };
}
export type Stand = Awaited<ReturnType<typeof leseStand>>;

const gleich = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What a verb refuses in its body, named by where that stands in the whole. */
const unter = async <T>(stelle: string, geschrieben: Promise<T>): Promise<T> => {
  try {
    return await geschrieben;
  } catch (fehler) {
    if (!(fehler instanceof Ablehnung && fehler.felder.errors)) throw fehler;
    const errors = fehler.felder.errors.map((einer) => ({
      ...einer,
      path: [stelle, einer.path].filter(Boolean).join("."),
    }));
    throw new Ablehnung(fehler.art, fehler.code, fehler.detail, { ...fehler.felder, errors }, fehler.anhalt);
  }
};

/**
 * Writes through the verbs of the settings, in as many transactions, each with its audit entry. Kinds and types that are
 * there already stay as they are: somebody may have changed them on purpose.
 *
 * @throws Ablehnung what a verb refuses, with its place in `wunsch`; what was written before stays, and a second run
 *   goes on there
 */
export async function richteEin(sql: Sql, kontext: Schreibkontext, wunsch: Einrichtung): Promise<Ergebnis[]> {
  const stand = await leseStand(sql);
  const ergebnisse: Ergebnis[] = [];
  if (wunsch.firmendaten) {
    const { version: _, ...neu } = await unter("firmendaten", aendereFirmendaten(sql, kontext, wunsch.firmendaten));
    const felder = aenderungen(stand.firmendaten, neu).map(({ feld }) => feld);
    const eigene = felder.filter((feld) => Object.hasOwn(wunsch.firmendaten ?? {}, feld));
    ergebnisse.push({ was: "Firmendaten", neu: eigene });
  }
  if (wunsch.kontaktarten) {
    const fehlende = wunsch.kontaktarten.filter(({ name }) => !stand.kontaktarten.some((art) => art.name === name));
    for (const art of fehlende)
      await unter(`kontaktarten.${wunsch.kontaktarten.indexOf(art)}`, legeKontaktartAn(sql, kontext, art));
    ergebnisse.push({ was: "Kontaktarten", neu: fehlende.map(({ name, bezeichnung }) => bezeichnung ?? name) });
  }
  if (wunsch.positionsarten) {
    const fehlende = wunsch.positionsarten.filter(
      ({ name }) => !stand.positionsarten.some((art) => gleich(art.name, name)),
    );
    for (const art of fehlende)
      await unter(`positionsarten.${wunsch.positionsarten.indexOf(art)}`, legePositionsartAn(sql, kontext, art));
    ergebnisse.push({ was: "Positionsarten", neu: fehlende.map(({ name }) => name) });
  }
  return ergebnisse;
}
