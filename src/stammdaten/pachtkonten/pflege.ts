import { isDeepStrictEqual } from "node:util";
import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Seitentext } from "../../technik/database/anweisung/suche.ts";
import type { Db, Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { verlangeKeineVeroeffentlichung } from "../faelligkeiten/sperre.ts";
import { listGeleerte } from "../kontakte/leere.ts";
import { ergaenzeBeteiligte, sindDieselbenBeteiligten } from "./beteiligte.ts";
import { berechneFristen } from "./fristen/berechne.ts";
import { hinweiseZuEinmaligen, hinweiseZumKonto } from "./hinweise.ts";
import { pruefeAenderung, pruefeNeuesKonto } from "./pruefung.ts";
import * as q from "./queries.ts";
import {
  type BeteiligterEingabe,
  type CreatePachtkontoBody,
  type Kontostand,
  type Pachtkonto,
  type PachtkontoDetail,
  type PachtkontoFilter,
  schreibbareFelder,
  type UpdatePachtkontoBody,
} from "./schema.ts";
import { aenderePachtkonten, legePachtkontenAn } from "./schreibung.ts";
import { pruefeWertsicherung } from "./wertsicherung/pruefe.ts";

/** A page of accounts, as the JSON that the database makes of it. */
export function listePachtkonten(sql: Db, filter: PachtkontoFilter): Promise<Seitentext> {
  return q.listPachtkonten(sql, filter);
}

export async function leseNaechsteKontonummer(sql: Sql): Promise<{ kontonummer: string }> {
  return {
    kontonummer: await q.findNaechsteKontonummer(sql),
  };
}

/** Account and positions as one moment shows them. @throws Ablehnung nichtGefunden */
export async function leseKontostand(sql: Db, id: number): Promise<Kontostand> {
  const konto = await q.findPachtkontoDetail(sql, id);
  if (!konto) throw nichtGefunden("Ein Pachtkonto mit der id", id);
  return konto;
}

/** The same with what has to be done by when. @throws Ablehnung nichtGefunden */
export async function lesePachtkonto(sql: Sql, id: number, heute: string): Promise<PachtkontoDetail> {
  const stand = await leseKontostand(sql, id);
  return { ...stand, fristen: berechneFristen(stand, heute) };
}

/** The record without what only its detail shows. */
const alsPachtkonto = (detail: Kontostand): Pachtkonto => {
  const { positionen, objekte, geplanteHebungen, offeneFaelligkeiten, feldwerte, anzahlDokumente, ...konto } = detail;
  return { ...konto, beteiligte: konto.beteiligte.map(({ kontakt, ...partei }) => partei) };
};

const kontakteVon = (eingaben: BeteiligterEingabe[]): number[] => [
  ...new Set(eingaben.map(({ kontaktId }) => kontaktId)),
];

/** @param bisherige parties of the account: one whose data were erased stays what he was, and becomes no other's party */
const ladeBeteiligte = async (
  tx: Tx,
  eingaben: BeteiligterEingabe[],
  bisherige: readonly { kontaktId: number }[] = [],
) => {
  const bilder = await q.listKontaktbilderGehalten(tx, kontakteVon(eingaben));
  const alte = new Set(bisherige.map(({ kontaktId }) => kontaktId));
  // Asked once they are locked: an erasure that was waited for counts.
  const neue = [...bilder.keys()].filter((id) => !alte.has(id));
  if (neue.length > 0) for (const id of await listGeleerte(tx, neue)) bilder.delete(id);
  return ergaenzeBeteiligte(eingaben, bilder);
};

export function legePachtkontoAn(sql: Sql, kontext: Kontext, body: CreatePachtkontoBody): Promise<Pachtkonto> {
  return schreibe(sql, kontext, async (tx) => {
    const beteiligte = await ladeBeteiligte(tx, body.beteiligte ?? []);
    const werte = pruefeNeuesKonto(body, kontext.heute);
    await pruefeWertsicherung(tx, werte);
    const [neu] = (await legePachtkontenAn(tx, kontext, [{ werte, beteiligte }], kontext.heute)) as [Pachtkonto];
    return mitHinweisen(neu, hinweiseZumKonto(null, { ...neu, objekte: [] }, body.pachtende ?? null));
  });
}

const mitHinweisen = (konto: Pachtkonto, hinweise: NonNullable<Pachtkonto["hinweise"]>): Pachtkonto =>
  hinweise.length > 0 ? { ...konto, hinweise } : konto;

const sperreKonto = async (tx: Tx, id: number): Promise<void> => {
  await verlangeKeineVeroeffentlichung(tx, [id]);
  const [gesperrt] = await q.listPachtkontoIdsGesperrt(tx, [id]);
  if (gesperrt === undefined) throw nichtGefunden("Ein Pachtkonto mit der id", id);
};

export function aenderePachtkonto(
  sql: Sql,
  kontext: Kontext,
  id: number,
  { fristen: _, hinweise: __, ...body }: UpdatePachtkontoBody,
): Promise<Pachtkonto> {
  return schreibe(sql, kontext, async (tx) => {
    // Contacts before accounts: so does a clerk's request that renames one.
    if (body.beteiligte) await q.listKontaktbilderGehalten(tx, kontakteVon(body.beteiligte));
    await sperreKonto(tx, id);
    const alt = await leseKontostand(tx, id);
    pruefeVersion(kontext, alt.version);
    const gesandte = body.beteiligte && (await ladeBeteiligte(tx, body.beteiligte, alt.beteiligte));
    const beteiligte = gesandte && sindDieselbenBeteiligten(gesandte, alt.beteiligte) ? undefined : gesandte;
    const gewuenscht = uebernimm(alt, { ...body, beteiligte }, schreibbareFelder);
    const gelesen = alsPachtkonto(alt);
    if (istUnveraendert(gelesen, alsPachtkonto(gewuenscht), schreibbareFelder)) return gelesen;
    if (!isDeepStrictEqual(gewuenscht.wertsicherung, alt.wertsicherung)) await pruefeWertsicherung(tx, gewuenscht);
    const werte = await pruefeAenderung(tx, alt, gewuenscht, new Set(Object.keys(body)), kontext.heute);
    const [neu] = (await aenderePachtkonten(tx, kontext, [{ alt: gelesen, werte, beteiligte }], kontext.heute)) as [
      Pachtkonto,
    ];
    const vereinbartesEnde = alt.status === "gekuendigt" ? await q.findVereinbartesEnde(tx, id) : null;
    return mitHinweisen(neu, [
      ...hinweiseZumKonto(alt, { ...neu, objekte: alt.objekte }, vereinbartesEnde),
      ...hinweiseZuEinmaligen(alt, neu),
    ]);
  });
}

/** @throws Ablehnung nichtGefunden, veraltet, konflikt `lauf_aktiv`, `wird_verwendet` while something hangs on it */
export function loeschePachtkonto(sql: Sql, kontext: Kontext, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    await sperreKonto(tx, id);
    const alt = await leseKontostand(tx, id);
    pruefeVersion(kontext, alt.version);
    const haelt = await q.countVerwendungen(tx, id);
    const gruende = Object.entries(haelt).filter(([, anzahl]) => anzahl > 0);
    if (gruende.length > 0)
      throw konflikt(
        "wird_verwendet",
        `Am Pachtkonto hängen noch ${gruende.map(([was, anzahl]) => `${verwendungen[was as keyof typeof haelt]} (${anzahl})`).join(", ")}.`,
      );
    await q.deletePachtkonto(tx, id);
    // Positions, increases and due dates go with the account: the entry keeps them.
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "pachtkonto", ressourceId: id, alt });
  });
}

const verwendungen = {
  buchungen: "Buchungen",
  objekte: "Patchobjekte",
  dokumente: "Dokumente",
  hebungen: "abgeschlossene Hebungen",
} as const;
