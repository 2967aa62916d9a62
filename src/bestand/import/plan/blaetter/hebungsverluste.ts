import { ladePositionen } from "../../../../abrechnung/hebungen/wirkung.ts";
import { hebungsverluste, verlustInWorten } from "../../../../kern/pacht/hebung/hebungsverlust.ts";
import { findUeberholte, ueberholtInWorten } from "../../../../kern/pacht/hebung/reihenfolge.ts";
import { listAbgeschlosseneHebungen } from "../../../../stammdaten/pachtkonten/positionen/hinweise.ts";
import { inStapeln } from "../../../../technik/stapel.ts";
import { befund, type Planung, type Planzeile } from "../planung.ts";
import { listKontenMitAktiven } from "../queries.ts";
import { istVorlaeufig } from "../verweise/verweise.ts";
import { hatAenderung } from "../vorgang.ts";
import { type Arten, alsFassung } from "./fassung.ts";
import type { Hebungsvorgang } from "./hebungen.ts";
import type { Positionsplan, Positionvorgang } from "./positionen.ts";

type Verlustumfeld = {
  plan: Positionsplan;
  /** The row of each version that the plan has. */
  zeilen: ReadonlyMap<number, Planzeile>;
  hebungen: readonly Hebungsvorgang[];
  arten: Arten;
};

/** Accounts whose positions are in memory at a time. */
const jeAbruf = 500;

/**
 * Tells what the file takes from active increases with the positions that it changes, as the answer to the same change by
 * hand does: once for an account, beside the first row that does it. What the file changes of an increase is meant. Where an
 * increase would come to stand behind a completed one, the row is wrong, as the change by hand is refused.
 */
export async function meldeVerluste(planung: Planung, { plan, zeilen, hebungen, arten }: Verlustumfeld): Promise<void> {
  const jeKonto = Map.groupBy(plan.vorgaenge.filter(hatAenderung), ({ werte }) => werte.pachtkontoId);
  const gemeinte = new Set(hebungen.filter(hatAenderung).map(({ id }) => id));
  const bekannte = [...jeKonto.keys()].filter((id) => !istVorlaeufig(id));
  const melde = (vorgang: Positionvorgang, schwere: "fehler" | "hinweis", code: string, text: string) => {
    const zeile = zeilen.get(vorgang.id);
    if (zeile) planung.befunde.push(befund(zeile, null, schwere, code, text));
  };
  for (const teil of inStapeln(await listKontenMitAktiven(planung.tx, bekannte), jeAbruf)) {
    const abgeschlossene = Map.groupBy(
      await listAbgeschlosseneHebungen(planung.tx, teil),
      ({ pachtkontoId }) => pachtkontoId,
    );
    for (const [id, { positionen: vorher, aktive }] of await ladePositionen(planung.tx, teil)) {
      const vorgaenge = jeKonto.get(id) ?? [];
      const neue = vorgaenge.map((vorgang) => alsFassung(vorgang, arten));
      const ersetzte = new Set(neue.map((fassung) => fassung.id));
      const nachher = [...vorher.filter((fassung) => !ersetzte.has(fassung.id)), ...neue];
      const bleibende = aktive.filter((hebung) => !gemeinte.has(hebung.id));
      const gesagt = new Set<string>();
      for (const vorgang of vorgaenge) {
        const beendete = abgeschlossene.get(id) ?? [];
        const ueberholt = findUeberholte(vorher, nachher, bleibende, beendete, vorgang.ursprungId);
        if (ueberholt && !gesagt.has(String(vorgang.ursprungId)))
          melde(vorgang, "fehler", "hinter_abgeschlossener", ueberholtInWorten(ueberholt));
        if (ueberholt) gesagt.add(String(vorgang.ursprungId));
        for (const verlust of hebungsverluste(vorher, nachher, bleibende, vorgang.ursprungId)) {
          const { code, hebung } = verlust;
          const wovon = code === "hebung_ohne_wirkung" ? vorgang.ursprungId : "";
          const schluessel = [code, hebung.id, wovon].join("|");
          if (!gesagt.has(schluessel)) melde(vorgang, "hinweis", code, verlustInWorten(verlust));
          gesagt.add(schluessel);
        }
      }
    }
  }
}
