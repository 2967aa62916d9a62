import { readFile } from "node:fs/promises";
import { konflikt, nichtGefunden, ungueltig } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import type { Eingang } from "../../../technik/http/dateien/upload.ts";
import { KeineStaende, liesStaende } from "./csv.ts";
import { sperreIndexreihe } from "./pflege.ts";
import * as q from "./queries.ts";
import type { CreateIndexfassungBody, Indexfassung, UpdateIndexfassungBody } from "./schema.ts";

/** @throws Ablehnung nichtGefunden */
export async function leseFassung(sql: Db, reiheId: number, nr: number): Promise<Indexfassung> {
  const [fassung] = await q.listFassungen(sql, reiheId, nr);
  if (!fassung) throw nichtGefunden(`Eine Fassung der Indexreihe ${reiheId} mit der Nummer`, nr);
  return fassung;
}

/** The versions of a series that have a month, undefined where there is no such series. */
export async function findeFassungenMit(
  sql: Db,
  reiheId: number,
  monat: string,
): Promise<{ nr: number; basis: string }[] | undefined> {
  return (await q.findIndexreihe(sql, reiheId)) && [...(await q.listFassungenMit(sql, reiheId, monat))];
}

/** The same, and the series stays until the end of the transaction: for whoever writes what names it. */
export const halteFassungenMit: typeof findeFassungenMit = async (tx, reiheId, monat) => {
  await q.findReiheIdGehalten(tx, reiheId);
  return findeFassungenMit(tx, reiheId, monat);
};

type Staende = NonNullable<UpdateIndexfassungBody["staende"]>;

/** Each month once, and none that has not begun yet. */
const pruefeMonate = (staende: Staende, heute: string): void => {
  const gesehen = new Set<string>();
  for (const [i, { monat }] of staende.entries()) {
    if (gesehen.has(monat)) throw ungueltig(`staende.${i}.monat`, "doppelt", `Der Monat ${monat} kommt zweimal vor.`);
    if (monat > heute.slice(0, 7))
      throw ungueltig(`staende.${i}.monat`, "zu_weit", `Der Monat ${monat} liegt in der Zukunft.`);
    gesehen.add(monat);
  }
};

/** By month, for the audit log. */
export function jeMonat(staende: readonly { monat: string; wert: string | null }[]): Record<string, string | null> {
  return Object.fromEntries(staende.map(({ monat, wert }) => [monat, wert]));
}

const fuegeHinzu = async (
  tx: Tx,
  kontext: Kontext,
  reiheId: number,
  { basis, staende }: CreateIndexfassungBody,
): Promise<Indexfassung> => {
  await sperreIndexreihe(tx, reiheId);
  pruefeMonate(staende, kontext.heute);
  const { id, nr } = await q.insertFassung(tx, reiheId, basis);
  await q.upsertStaende(tx, id, staende, kontext.heute);
  await protokolliere(tx, kontext, {
    aktion: "anlegen",
    ressource: "indexfassung",
    ressourceId: id,
    neu: { reiheId, nr, basis, staende: jeMonat(staende) },
  });
  return leseFassung(tx, reiheId, nr);
};

export function legeFassungAn(
  sql: Sql,
  kontext: Kontext,
  reiheId: number,
  body: CreateIndexfassungBody,
): Promise<Indexfassung> {
  return schreibe(sql, kontext, (tx) => fuegeHinzu(tx, kontext, reiheId, body));
}

/** @throws Ablehnung ungueltig at `datei` naming the line that is no monthly value */
export async function liesFassungEin(
  sql: Sql,
  kontext: Kontext,
  reiheId: number,
  basis: string,
  datei: Eingang,
): Promise<Indexfassung> {
  const inhalt = await readFile(datei.pfad);
  return schreibe(sql, kontext, (tx) => fuegeHinzu(tx, kontext, reiheId, { basis, staende: staendeAus(inhalt) }));
}

const staendeAus = (inhalt: Uint8Array) => {
  try {
    return liesStaende(inhalt);
  } catch (fehler) {
    if (fehler instanceof KeineStaende) throw ungueltig("datei", "ungueltig", fehler.message);
    throw fehler;
  }
};

/** The named months whose value would become another one; day of entry may come back as it was read. */
const geaenderteStaende = (alt: Indexfassung, staende: Staende): Staende => {
  const vorhanden = new Map(alt.staende.map((stand) => [stand.monat, stand]));
  for (const [i, { monat, eingegebenAm }] of staende.entries())
    if (eingegebenAm !== undefined && eingegebenAm !== vorhanden.get(monat)?.eingegebenAm)
      throw ungueltig(`staende.${i}.eingegebenAm`, "nur_lesbar", "Den Tag der Eingabe setzt der Dienst.");
  return staende.filter(({ monat, wert }) => wert !== (vorhanden.get(monat)?.wert ?? null));
};

/**
 * Adds months to a version and corrects what is wrong in it.
 *
 * @throws Ablehnung konflikt `fassung_verwendet` where a completed increase rests on what would change
 */
export function aendereFassung(
  sql: Sql,
  kontext: Kontext,
  reiheId: number,
  nr: number,
  { staende = [], ...body }: UpdateIndexfassungBody,
): Promise<Indexfassung> {
  return schreibe(sql, kontext, async (tx) => {
    await sperreIndexreihe(tx, reiheId);
    const alt = await leseFassung(tx, reiheId, nr);
    pruefeVersion(kontext, alt.version);
    pruefeMonate(staende, kontext.heute);
    const { basis } = uebernimm(alt, body, ["basis"]);
    const geaendert = geaenderteStaende(alt, staende);
    if (basis === alt.basis && geaendert.length === 0) return alt;
    const vorhandene = alt.staende.filter(({ monat }) => geaendert.some((stand) => stand.monat === monat));
    if (alt.istVerwendet && (basis !== alt.basis || vorhandene.length > 0))
      throw konflikt(
        "fassung_verwendet",
        "Auf dieser Fassung beruht eine abgeschlossene Hebung: Basis und vorhandene Werte stehen fest. Berichtigtes gehört in eine neue Fassung.",
      );
    await q.updateFassung(tx, alt.id, basis);
    await q.upsertStaende(
      tx,
      alt.id,
      geaendert.flatMap(({ monat, wert }) => (wert === null ? [] : [{ monat, wert }])),
      kontext.heute,
    );
    const entfallen = geaendert.filter(({ wert }) => wert === null).map(({ monat }) => monat);
    if (entfallen.length > 0) await q.deleteStaende(tx, alt.id, entfallen);
    await protokolliere(tx, kontext, {
      aktion: "aendern",
      ressource: "indexfassung",
      ressourceId: alt.id,
      alt: { basis: alt.basis, staende: jeMonat(vorhandene) },
      neu: { basis, staende: jeMonat(geaendert) },
    });
    return leseFassung(tx, reiheId, nr);
  });
}
