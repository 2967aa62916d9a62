import { type Ablehnung, ungueltig } from "../../../kern/ablehnung.ts";
import type { Feldcode } from "../../../kern/feldcode.ts";
import { type Klauselhinweis, klauselhinweise } from "../../../kern/wertsicherung/hinweise.ts";
import type { Indexklausel, Staffelklausel } from "../../../kern/wertsicherung/klausel.ts";
import { istUnveraendert } from "../../../technik/database/aendern.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { halteFassungenMit } from "../../einstellungen/indexreihen/fassungen.ts";
import type { Pachtkonto } from "../schema.ts";

/** What the hints follow from besides the clause. */
const dauerfelder = ["vertragsschlussAm", "pachtbeginn", "pachtende"] as const;

export type Klauselkonto = Pick<Pachtkonto, "wertsicherung" | (typeof dauerfelder)[number]>;
type Konto = Pick<Klauselkonto, "wertsicherung" | "pachtbeginn">;

const an = (feld: string, code: Feldcode, text: string): Ablehnung => ungueltig(`wertsicherung.${feld}`, code, text);

/** How the versions of a series are found; one who asks for many remembers them. */
export type Fassungssuche = typeof halteFassungenMit;

/**
 * Whether a clause can be worked with: the series is there and has the base month, the steps come one after the other.
 *
 * @throws Ablehnung ungueltig, naming the field
 */
export async function pruefeWertsicherung(
  sql: Db,
  { wertsicherung, pachtbeginn }: Konto,
  finde: Fassungssuche = halteFassungenMit,
): Promise<void> {
  if (wertsicherung?.art === "index") await pruefeIndex(sql, wertsicherung, finde);
  else if (wertsicherung?.art === "staffel") pruefeStufen(wertsicherung, pachtbeginn);
  else if (wertsicherung?.wertBp === 0) throw an("wertBp", "zu_klein", "0 Prozent ändern nichts.");
}

const pruefeIndex = async (sql: Db, klausel: Indexklausel, finde: Fassungssuche): Promise<void> => {
  const { reiheId, basisMonat, schwelleBp, schwellePunkte } = klausel;
  if (schwelleBp === null && schwellePunkte === null)
    throw an("schwelleBp", "fehlt", "Es fehlt, ab welcher Änderung angepasst wird: schwelleBp oder schwellePunkte.");
  if (schwelleBp !== null && schwellePunkte !== null)
    throw an("schwellePunkte", "widerspruch", "Die Schwelle steht in Basispunkten oder in Punkten, nicht in beidem.");
  const fassungen = await finde(sql, reiheId, basisMonat);
  if (fassungen === undefined) throw an("reiheId", "unbekannt", `Eine Indexreihe mit der id ${reiheId} gibt es nicht.`);
  if (fassungen.length === 0)
    throw an("basisMonat", "unbekannt", `Keine Fassung der Indexreihe hat einen Wert für ${basisMonat}.`);
  if (schwellePunkte && !fassungen.some(({ basis }) => basis === schwellePunkte.basis))
    throw an(
      "schwellePunkte.basis",
      "unbekannt",
      `Keine Fassung der Indexreihe mit der Basis ${schwellePunkte.basis} hat einen Wert für ${basisMonat}.`,
    );
};

const pruefeStufen = ({ stufen }: Staffelklausel, pachtbeginn: string): void => {
  for (const [i, { ab, betragCent, prozentBp }] of stufen.entries()) {
    const vorige = stufen[i - 1];
    if (ab < pachtbeginn) throw an(`stufen.${i}.ab`, "vor_beginn", "Die Stufe liegt vor dem Pachtbeginn.");
    if (vorige && ab <= vorige.ab) throw an(`stufen.${i}.ab`, "ungueltig", "Jede Stufe beginnt nach der vorigen.");
    if (betragCent === null && prozentBp === null)
      throw an(
        `stufen.${i}.betragCent`,
        "fehlt",
        "Eine Stufe nennt die neue Pacht im Jahr oder um wie viel sie steigt.",
      );
    if (betragCent !== null && prozentBp !== null)
      throw an(`stufen.${i}.prozentBp`, "widerspruch", "Eine Stufe nennt einen Betrag oder Prozent, nicht beides.");
  }
};

/** What is to be said of the clause of an account that this write brings or whose lease it changes. */
export function hinweiseZurKlausel(alt: Klauselkonto | null, neu: Klauselkonto): Klauselhinweis[] {
  if (neu.wertsicherung === null) return [];
  const gleich = ["wertsicherung", ...dauerfelder] as const;
  return alt && istUnveraendert(alt, neu, gleich) ? [] : klauselhinweise(neu.wertsicherung, neu);
}
