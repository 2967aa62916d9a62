import { auffaelligesVielfaches } from "../../../../abrechnung/eingabe/hinweise.ts";
import { euro, prozent } from "../../../../kern/geld/dezimal.ts";
import { deutschesDatum, formatTag, parseTag, plusTage } from "../../../../kern/kalender/tag.ts";
import { MONATE } from "../../../../kern/pacht/perioden.ts";
import { vergleicheText } from "../../../../kern/vergleicheText.ts";
import type { Positionsartwerte } from "../../../../stammdaten/einstellungen/positionsarten/pflege.ts";
import type { Positionwerte } from "../../../../stammdaten/pachtkonten/positionen/pruefung.ts";
import type { PachtkontoPosition } from "../../../../stammdaten/pachtkonten/positionen/schema.ts";
import { befund, inRuhe, type Planung, type Planzeile } from "../planung.ts";
import { istVorlaeufig } from "../verweise/verweise.ts";
import { hatAenderung } from "../vorgang.ts";
import type { Kontovorgang } from "./konten.ts";
import type { Kontozeilen } from "./kontozeilen.ts";
import type { Positionsplan, Positionvorgang } from "./positionen.ts";

type Fassung = Pick<
  Positionwerte,
  "betragCent" | "intervall" | "gueltigVon" | "gueltigBis" | "steuersatzBp" | "positionsartId"
>;

type Betragsumfeld = {
  plan: Positionsplan;
  /** The row of each version that the plan has. */
  zeilen: ReadonlyMap<number, Planzeile>;
  /** Versions of the stock, by the id of the first one. */
  fassungen: ReadonlyMap<number, readonly PachtkontoPosition[]>;
  arten: ReadonlyMap<number, Positionsartwerte>;
};

/** Cents a year; what falls due once as it is. */
const imJahr = ({ betragCent, intervall }: Fassung): number =>
  intervall === "einmalig" ? betragCent : (betragCent * 12) / MONATE[intervall];

const meldeSatz = (
  planung: Planung,
  zeile: Planzeile,
  { werte, geschrieben }: Positionvorgang,
  saetze: Set<number>,
) => {
  const { steuersatzBp } = werte;
  if (!("steuersatzBp" in geschrieben) || steuersatzBp === null || saetze.has(steuersatzBp)) return;
  const text = `Keine Positionsart hat ${prozent(steuersatzBp)} Umsatzsteuer.`;
  planung.befunde.push(befund(zeile, "steuersatzBp", "hinweis", "steuersatz_ungewoehnlich", text));
};

/** Against what it is now, or against the version before it. */
const meldeVielfaches = (planung: Planung, zeile: Planzeile, { werte }: Positionvorgang, bisher: Fassung) => {
  const [alt, neu] = [imJahr(bisher), imJahr(werte)];
  if (alt <= 0 || neu < auffaelligesVielfaches * alt) return;
  const wie = werte.intervall === "einmalig" ? "" : " im Jahr";
  const text = `${euro(neu)}${wie}, mindestens das Zehnfache von bisher (${euro(alt)}).`;
  planung.befunde.push(befund(zeile, "betragCent", "hinweis", "vielfaches_des_bisherigen", text));
};

/** The first day on which the amounts of an account come to less than nothing, gross; "" where it is the first of all. */
const abWannNegativ = (fassungen: readonly Fassung[], arten: Betragsumfeld["arten"]): string | undefined => {
  const schritte = fassungen
    .filter(({ intervall }) => intervall !== "einmalig")
    .flatMap((fassung) => {
      const satz = fassung.steuersatzBp ?? arten.get(fassung.positionsartId)?.steuersatzBp ?? 0;
      const gewicht = imJahr(fassung) * (10_000 + satz);
      const { gueltigVon, gueltigBis } = fassung;
      const ende =
        gueltigBis === null ? [] : [{ tag: formatTag(plusTage(parseTag(gueltigBis), 1)), gewicht: -gewicht }];
      return [{ tag: gueltigVon ?? "", gewicht }, ...ende];
    })
    .sort((a, b) => vergleicheText(a.tag, b.tag));
  let summe = 0;
  for (const [nr, { tag, gewicht }] of schritte.entries()) {
    summe += gewicht;
    if (summe < 0 && schritte[nr + 1]?.tag !== tag) return tag;
  }
  return undefined;
};

/** Of new accounts, all of whose positions are in the file. */
const meldeNegative = async (planung: Planung, { plan, zeilen, arten }: Betragsumfeld): Promise<void> => {
  const neue = plan.vorgaenge.filter(({ werte }) => istVorlaeufig(werte.pachtkontoId));
  await inRuhe(
    Map.groupBy(neue, ({ werte }) => werte.pachtkontoId),
    ([, vorgaenge]) => {
      const minderung = vorgaenge.find(({ werte }) => werte.betragCent < 0);
      const zeile = minderung && zeilen.get(minderung.id);
      if (!zeile) return;
      const ab = abWannNegativ(
        vorgaenge.map(({ werte }) => werte),
        arten,
      );
      if (ab === undefined) return;
      const wann = ab === "" ? "von Anfang an" : `ab dem ${deutschesDatum(ab)}`;
      const text = `Die Positionen dieses Pachtkontos ergeben ${wann} zusammen weniger als 0: die Minderungen übersteigen die Pacht.`;
      planung.befunde.push(befund(zeile, "betragCent", "hinweis", "summe_negativ", text));
    },
  );
};

/**
 * Tells of amounts and rates that the preview would point at, while they are still a row of a file. What stays as it is
 * somebody has looked at before.
 */
export async function meldeBetraege(planung: Planung, umfeld: Betragsumfeld): Promise<void> {
  const { plan, zeilen, fassungen, arten } = umfeld;
  const saetze = new Set([...arten.values()].map(({ steuersatzBp }) => steuersatzBp));
  const jetzige = new Map<number, Fassung>([...fassungen.values()].flat().map((fassung) => [fassung.id, fassung]));
  for (const { id, werte } of plan.vorgaenge) jetzige.set(id, werte);
  await inRuhe(plan.vorgaenge.filter(hatAenderung), (vorgang) => {
    const zeile = zeilen.get(vorgang.id);
    if (!zeile) return;
    meldeSatz(planung, zeile, vorgang, saetze);
    const bisher = vorgang.alt ?? jetzige.get(vorgang.vorgaengerId ?? 0);
    if (bisher) meldeVielfaches(planung, zeile, vorgang, bisher);
  });
  await meldeNegative(planung, umfeld);
}

/**
 * New accounts without a position, in a file that brings positions: booked they come to nothing, and are closed then.
 *
 * @param belegte accounts that the file has positions of
 */
export function meldeOhnePosition(
  planung: Planung,
  vorgaenge: readonly Kontovorgang[],
  jeKonto: ReadonlyMap<number, Kontozeilen>,
  belegte: ReadonlySet<number | undefined>,
): void {
  if (belegte.size === 0) return;
  const text = "Zu diesem Pachtkonto bringt die Datei keine Position: abgerechnet wird es dann ohne Beleg.";
  for (const { id, alt } of vorgaenge) {
    const zeile = jeKonto.get(id)?.konto;
    if (zeile && alt === undefined && !belegte.has(id))
      planung.befunde.push(befund(zeile, null, "hinweis", "keine_position", text));
  }
}
