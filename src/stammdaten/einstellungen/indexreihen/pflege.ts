import { type Ablehnung, konflikt, nichtGefunden, ungueltig } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import type { Indexreihen } from "../../../kern/wertsicherung/indexvergleich.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { alsListe, type Liste } from "../../../technik/http/schema.ts";
import * as q from "./queries.ts";
import {
  type CreateIndexreiheBody,
  type Indexreihe,
  type IndexreiheFilter,
  leereIndexreihe,
  reihenfelder,
  type UpdateIndexreiheBody,
} from "./schema.ts";

export async function listeIndexreihen(sql: Sql, filter: IndexreiheFilter): Promise<Liste<Indexreihe>> {
  const [zeilen, total] = await Promise.all([q.listIndexreihen(sql, filter), q.countIndexreihen(sql)]);
  return alsListe([...zeilen], total, filter);
}

/** All series, as the kernel compares their values. */
export async function ladeRechenreihen(sql: Db): Promise<Indexreihen> {
  return new Map((await q.listRechenreihen(sql)).map((reihe) => [reihe.id, reihe]));
}

/** What the series are called. */
export async function ladeReihennamen(sql: Db): Promise<{ id: number; name: string }[]> {
  return [...(await q.listReihennamen(sql))];
}

/** @throws Ablehnung nichtGefunden */
export async function leseIndexreihe(sql: Db, id: number): Promise<Indexreihe> {
  const reihe = await q.findIndexreihe(sql, id);
  if (!reihe) throw nichtGefunden("Eine Indexreihe mit der id", id);
  return reihe;
}

/** The series as it stands, locked until the end of the transaction. @throws Ablehnung nichtGefunden */
export async function sperreIndexreihe(tx: Tx, id: number): Promise<Indexreihe> {
  await q.sperreReihe(tx, id);
  return leseIndexreihe(tx, id);
}

const nameVergeben = (name: string): Ablehnung =>
  konflikt("existiert_bereits", `Eine Indexreihe mit dem Namen ${name} gibt es schon.`);

const pruefeNachfolger = async (
  tx: Tx,
  { beendetMit, nachfolgerId }: Pick<Indexreihe, "beendetMit" | "nachfolgerId">,
  id?: number,
): Promise<void> => {
  if (nachfolgerId === null) return;
  if (beendetMit === null)
    throw ungueltig(
      "beendetMit",
      "fehlt",
      "Eine Nachfolgerin hat nur eine Reihe, die endete: Bitte ihren letzten Monat nennen.",
    );
  if (nachfolgerId === id) throw ungueltig("nachfolgerId", "widerspruch", "Eine Reihe setzt sich nicht selbst fort.");
  if ((await q.findReiheIdGehalten(tx, nachfolgerId)) === undefined)
    throw ungueltig("nachfolgerId", "unbekannt", `Eine Indexreihe mit der id ${nachfolgerId} gibt es nicht.`);
};

/** @throws Ablehnung konflikt `existiert_bereits`, ungueltig for a successor that it cannot have */
export function legeIndexreiheAn(sql: Sql, kontext: Kontext, body: CreateIndexreiheBody): Promise<Indexreihe> {
  return schreibe(sql, kontext, async (tx) => {
    const werte = { ...leereIndexreihe, ...body };
    await pruefeNachfolger(tx, werte);
    const id = await q.insertIndexreihe(tx, werte);
    if (id === undefined) throw nameVergeben(werte.name);
    const neu = await leseIndexreihe(tx, id);
    await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "indexreihe", ressourceId: id, neu });
    return neu;
  });
}

/** @throws Ablehnung nichtGefunden, veraltet, and as {@link legeIndexreiheAn} */
export function aendereIndexreihe(
  sql: Sql,
  kontext: Kontext,
  id: number,
  body: UpdateIndexreiheBody,
): Promise<Indexreihe> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await sperreIndexreihe(tx, id);
    pruefeVersion(kontext, alt.version);
    const werte = uebernimm(alt, body, reihenfelder);
    if (istUnveraendert(alt, werte, reihenfelder)) return alt;
    await pruefeNachfolger(tx, werte, id);
    if ((await q.findNamensvetterId(tx, werte.name, id)) !== undefined) throw nameVergeben(werte.name);
    await q.updateIndexreihe(tx, id, werte);
    const neu = await leseIndexreihe(tx, id);
    await protokolliere(tx, kontext, { aktion: "aendern", ressource: "indexreihe", ressourceId: id, alt, neu });
    return neu;
  });
}
