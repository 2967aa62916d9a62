import { type Ablehnung, konflikt, nichtGefunden, zusammengefuehrt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { entferneKontakt, gleicheKontaktAb, type Kandidat } from "../duplikate/pflege.ts";
import { bestaetigungFuer, type Kontaktwerte, pruefeKontaktart, pruefeKontaktfelder } from "./pruefung.ts";
import * as q from "./queries.ts";
import {
  type CreateKontaktBody,
  type Kontakt,
  type Kontaktstand,
  leererKontakt,
  schreibbareFelder,
  type UpdateKontaktBody,
} from "./schema.ts";
import { aendereKontakte, legeKontakteAn } from "./schreibung.ts";

const was = "Einen Kontakt mit der id";

/** Why there is no contact with this id. */
const fehlender = async (sql: Db, id: number): Promise<Ablehnung> => {
  const heutiger = await q.findAufgegangenIn(sql, id);
  return heutiger === undefined ? nichtGefunden(was, id) : zusammengefuehrt(was, id, heutiger);
};

/** @throws Ablehnung nichtGefunden, aufgehoben where it was merged into another one */
export async function leseKontakt(sql: Db, id: number): Promise<Kontakt> {
  const kontakt = await q.findKontakt(sql, id);
  if (!kontakt) throw await fehlender(sql, id);
  return kontakt;
}

/** Locked until the end of the transaction. @throws Ablehnung as {@link leseKontakt} */
export async function sperreKontakt(tx: Tx, id: number): Promise<Kontakt> {
  const [kontakt] = await q.listKontakteGesperrt(tx, [id]);
  if (!kontakt) throw await fehlender(tx, id);
  return kontakt;
}

/** A contact, and whether it is still there: a deleted one is what its deletion put down, until its data are erased. */
export type Gewesener = { kontakt: Kontaktstand; istDa: boolean };

const oderGeloeschter = async (sql: Db, id: number, kontakt: Kontakt | undefined): Promise<Gewesener> => {
  if (kontakt) return { kontakt, istDa: true };
  const geloeschter = await q.findGeloeschten(sql, id);
  if (!geloeschter) throw await fehlender(sql, id);
  return { kontakt: { ...leererKontakt, ...geloeschter }, istDa: false };
};

/** @throws Ablehnung as {@link leseKontakt}, of a deleted one once its data are erased */
export async function leseAuchGeloeschten(sql: Db, id: number): Promise<Gewesener> {
  return oderGeloeschter(sql, id, await q.findKontakt(sql, id));
}

/** Locked until the end of the transaction, where it is still there. */
export async function sperreAuchGeloeschten(tx: Tx, id: number): Promise<Gewesener> {
  const [kontakt] = await q.listKontakteGesperrt(tx, [id]);
  return oderGeloeschter(tx, id, kontakt);
}

/** @throws Ablehnung ungueltig where these values cannot be saved */
export async function pruefeKontakt(
  sql: Db,
  { heute }: Kontext,
  alt: Kontakt | undefined,
  werte: Kontaktwerte,
): Promise<void> {
  pruefeKontaktfelder(werte, alt, heute);
  pruefeKontaktart(werte.typ, new Set(await q.listKontaktartnamen(sql, [werte.typ])));
}

/** The contact, locked, in the version that the caller has seen. */
const findeZumSchreiben = async (tx: Tx, kontext: Kontext, id: number): Promise<Kontakt> => {
  const alt = await sperreKontakt(tx, id);
  pruefeVersion(kontext, alt.version);
  return alt;
};

/** @returns the new contact, and the contacts that it resembles, the likeliest first */
export function legeKontaktAn(
  sql: Sql,
  kontext: Kontext,
  body: CreateKontaktBody,
): Promise<{ kontakt: Kontakt; duplikate: Kandidat[] }> {
  return schreibe(sql, kontext, async (tx) => {
    const werte = { ...leererKontakt, ...body };
    await pruefeKontakt(tx, kontext, undefined, werte);
    const [neu] = (await legeKontakteAn(tx, kontext, [werte])) as [Kontakt];
    return { kontakt: neu, duplikate: await gleicheKontaktAb(tx, null, neu) };
  });
}

export function aendereKontakt(sql: Sql, kontext: Kontext, id: number, body: UpdateKontaktBody): Promise<Kontakt> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await findeZumSchreiben(tx, kontext, id);
    const werte = bestaetigungFuer(alt, uebernimm(alt, body, schreibbareFelder));
    if (istUnveraendert(alt, werte, schreibbareFelder)) return alt;
    const neu = await schreibeKontakt(tx, kontext, alt, werte);
    await gleicheKontaktAb(tx, alt, neu);
    return neu;
  });
}

/** A change of a locked contact, but for its duplicates. */
export async function schreibeKontakt(tx: Tx, kontext: Kontext, alt: Kontakt, werte: Kontaktwerte): Promise<Kontakt> {
  await pruefeKontakt(tx, kontext, alt, werte);
  const [neu] = (await aendereKontakte(tx, kontext, [{ alt, werte }])) as [Kontakt];
  return neu;
}

/**
 * @throws Ablehnung as {@link leseKontakt}, veraltet, konflikt `wird_verwendet` while accounts, documents or contacts
 *   that were merged into it need it
 */
export function loescheKontakt(sql: Sql, kontext: Kontext, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await findeZumSchreiben(tx, kontext, id);
    const { pachtkonten, belege } = await q.countVerwendungen(tx, id);
    const haelt = [pachtkonten > 0 && `Pachtkonten (${pachtkonten})`, belege > 0 && `Belege (${belege})`].filter(
      Boolean,
    );
    if (haelt.length > 0)
      throw konflikt(
        "wird_verwendet",
        `Dieser Kontakt lässt sich nicht löschen: an ihm hängen ${haelt.join(" und ")}.`,
      );
    if (await q.findAufgegangener(tx, id))
      throw konflikt(
        "wird_verwendet",
        "Dieser Kontakt lässt sich nicht löschen: in ihm ist ein anderer aufgegangen, dessen Daten er führt.",
      );
    await entferneKontakt(tx, alt);
    await q.deleteKontakt(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "kontakt", ressourceId: id, alt });
  });
}
