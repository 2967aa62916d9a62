import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { hinweiseZurKuendigung, type Kuendigung, type Kuendigungsstand } from "./fristen/berechne.ts";
import type { PachtkontoPosition } from "./positionen/schema.ts";
import type { Pachtkonto } from "./schema.ts";
import { hinweiseZurKlausel, type Klauselkonto } from "./wertsicherung/pruefe.ts";

type Alt = Kuendigung & Klauselkonto;
type Neu = Kuendigungsstand & Klauselkonto;

/**
 * What is to be said of an account that is stored all the same: of its notice, and of its clause. Entered, changed or
 * imported, it is asked here.
 *
 * @param alt null: a new account
 * @param vereinbartesEnde what ended an account under notice before that, or the end that a new one names
 */
export function hinweiseZumKonto(
  alt: Alt | null,
  neu: Neu,
  vereinbartesEnde: string | null,
): NonNullable<Pachtkonto["hinweise"]> {
  return [...hinweiseZurKuendigung(alt, neu, vereinbartesEnde), ...hinweiseZurKlausel(alt, neu)];
}

type Einmalige = Pick<PachtkontoPosition, "intervall" | "gueltigVon" | "bezeichnung" | "positionsartName">;

/** One-offs that a later `pachtbeginn` leaves before it: no period holds their day, and nothing else tells of them. */
export function hinweiseZumBeginn(
  alt: { pachtbeginn: string; positionen: readonly Einmalige[] },
  { pachtbeginn }: { pachtbeginn: string },
): NonNullable<Pachtkonto["hinweise"]> {
  return alt.positionen.flatMap(({ intervall, gueltigVon, bezeichnung, positionsartName }) => {
    if (intervall !== "einmalig" || gueltigVon === null || gueltigVon >= pachtbeginn || gueltigVon < alt.pachtbeginn)
      return [];
    const text = `Die einmalige Position „${bezeichnung ?? positionsartName}“ vom ${deutschesDatum(gueltigVon)} liegt nun vor dem Pachtbeginn und wird nicht abgerechnet. Soll sie es, bitte ihren Tag ändern.`;
    return [{ code: "einmalige_vor_beginn", text }];
  });
}
