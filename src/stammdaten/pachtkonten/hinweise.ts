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
type Laufzeit = Pick<Pachtkonto, "pachtbeginn" | "pachtende">;

const seiten = {
  einmalige_vor_beginn: "vor dem Pachtbeginn und wird nicht",
  einmalige_nach_ende: "nach dem Pachtende und wird nicht mehr",
} as const;

const seiteVon = (tag: string, { pachtbeginn, pachtende }: Laufzeit): keyof typeof seiten | null => {
  if (tag < pachtbeginn) return "einmalige_vor_beginn";
  return pachtende !== null && tag > pachtende ? "einmalige_nach_ende" : null;
};

/** One-offs that a later `pachtbeginn` or an earlier `pachtende` leaves outside: no period holds their day any more. */
export function hinweiseZuEinmaligen(
  alt: Laufzeit & { positionen: readonly Einmalige[] },
  neu: Laufzeit,
): NonNullable<Pachtkonto["hinweise"]> {
  return alt.positionen.flatMap(({ intervall, gueltigVon, bezeichnung, positionsartName }) => {
    if (intervall !== "einmalig" || gueltigVon === null || seiteVon(gueltigVon, alt) !== null) return [];
    const code = seiteVon(gueltigVon, neu);
    if (code === null) return [];
    const text = `Die einmalige Position „${bezeichnung ?? positionsartName}“ vom ${deutschesDatum(gueltigVon)} liegt nun ${seiten[code]} abgerechnet. Soll sie es, bitte ihren Tag ändern.`;
    return [{ code, text }];
  });
}
