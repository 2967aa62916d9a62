import { ungueltig } from "../../kern/ablehnung.ts";
import { naechsteHebung } from "../../kern/pacht/hebung/pruefungstermin.ts";
import { fehlendeZeichen } from "../../kern/pacht/schriftzeichen.ts";
import type { Db } from "../../technik/database/pool.ts";
import { pruefeOffen } from "../faelligkeiten/plan.ts";
import { pruefeBuchungstreue } from "./buchungstreue.ts";
import { findVereinbartesEnde } from "./queries.ts";
import {
  type CreatePachtkontoBody,
  type Kontowerte,
  leeresPachtkonto,
  type NeueKontowerte,
  type Pachtkonto,
} from "./schema.ts";
import { wechsleStatus } from "./status.ts";

type Tage = Pick<Kontowerte, "pachtbeginn" | "pachtende" | "kuendigungZum" | "abrechnungAb">;

const pruefeTage = ({ pachtbeginn, pachtende, kuendigungZum, abrechnungAb }: Tage): void => {
  if (kuendigungZum !== null && kuendigungZum < pachtbeginn)
    throw ungueltig("kuendigungZum", "vor_beginn", "Der Tag, zu dem gekündigt ist, liegt vor dem Pachtbeginn.");
  if (pachtende !== null && pachtende < pachtbeginn)
    throw ungueltig("pachtende", "vor_beginn", "Das Pachtende liegt vor dem Pachtbeginn.");
  if (abrechnungAb !== null && abrechnungAb < pachtbeginn)
    throw ungueltig("abrechnungAb", "vor_beginn", "Der Beginn der Abrechnung liegt vor dem Pachtbeginn.");
};

/** Every letter names it. One that was stored before this was asked stays: the preview tells of it. */
const pruefeKontonummer = (kontonummer: string): void => {
  const fehlende = fehlendeZeichen(kontonummer);
  if (fehlende.length > 0)
    throw ungueltig("kontonummer", "ungueltig", `Der Schrift der Briefe fehlt ${fehlende.join(" ")}.`);
};

/** @throws Ablehnung ungueltig or konflikt where terms do not go together */
export function pruefeNeuesKonto({ beteiligte: _, ...body }: CreatePachtkontoBody, heute: string): NeueKontowerte {
  const genannt = {
    ...leeresPachtkonto,
    kontonummer: null,
    ...body,
    naechsteHebung: naechsteHebung(body.hebemonat ?? null, null, [], heute),
  };
  const werte = wechsleStatus(
    { status: "aktiv", pachtende: null, gekuendigtAm: null, kuendigungZum: null },
    genannt,
    new Set(Object.keys(body)),
    heute,
  );
  if (werte.kontonummer !== null) pruefeKontonummer(werte.kontonummer);
  pruefeTage(werte);
  return werte;
}

type Aenderbar = Kontowerte &
  Parameters<typeof pruefeBuchungstreue>[1] &
  Pick<Pachtkonto, "letzteHebung" | "schlussabrechnung"> & { geplanteHebungen: { wirksamAb: string }[] };

/**
 * @param genannt fields that the request itself names
 * @returns the account as it will stand
 * @throws Ablehnung ungueltig or konflikt, naming the document to cancel first where one stands against it
 */
export async function pruefeAenderung<K extends Aenderbar>(
  tx: Db,
  alt: K,
  gewuenscht: K,
  genannt: ReadonlySet<string>,
  heute: string,
): Promise<K> {
  if (alt.kontonummer !== gewuenscht.kontonummer) pruefeKontonummer(gewuenscht.kontonummer);
  if (alt.pachtende !== gewuenscht.pachtende) await pruefeOffen(tx, alt.id);
  const vereinbartesEnde = alt.status === "gekuendigt" ? await findVereinbartesEnde(tx, alt.id) : null;
  const werte = wechsleStatus({ ...alt, vereinbartesEnde }, gewuenscht, genannt, heute);
  pruefeTage(werte);
  await pruefeBuchungstreue(tx, alt, werte);
  const geplant = werte.geplanteHebungen.map(({ wirksamAb }) => wirksamAb);
  const naechste =
    alt.schlussabrechnung === null ? naechsteHebung(werte.hebemonat, werte.letzteHebung, geplant, heute) : null;
  return { ...werte, naechsteHebung: naechste };
}
