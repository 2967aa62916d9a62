import { ungueltig } from "../../../kern/ablehnung.ts";
import { tagNach, tagVor } from "../../../kern/kalender/tag.ts";
import { vergleicheText } from "../../../kern/vergleicheText.ts";
import type { PachtkontoPosition, positionFelder } from "./schema.ts";

export type Positionwerte = Pick<PachtkontoPosition, (typeof positionFelder)[number] | "pachtkontoId">;

type Laufzeit = { pachtbeginn: string; pachtende: string | null };

/**
 * @param positionsarten the types that there are
 * @throws Ablehnung ungueltig where fields do not go together
 */
export function pruefePositionsfelder(
  werte: Positionwerte,
  laufzeit: Laufzeit,
  positionsarten: { has(id: number): boolean },
): void {
  const { gueltigVon, gueltigBis } = werte;
  if (!positionsarten.has(werte.positionsartId))
    throw ungueltig("positionsartId", "unbekannt", "Diese Positionsart gibt es nicht.");
  if (gueltigVon !== null && gueltigBis !== null && gueltigBis < gueltigVon)
    throw ungueltig("gueltigBis", "vor_beginn", "Das Ende liegt vor dem Beginn.");
  if (werte.intervall !== "einmalig") return;
  if (gueltigVon === null) throw ungueltig("gueltigVon", "fehlt", "Eine einmalige Position braucht ihren Tag.");
  if (gueltigVon < laufzeit.pachtbeginn || (laufzeit.pachtende !== null && gueltigVon > laufzeit.pachtende))
    throw ungueltig("gueltigVon", "ausserhalb", "Eine einmalige Position liegt zwischen Pachtbeginn und Pachtende.");
}

/** Days of a version; null is an open side. */
export type Tage = { von: string | null; bis: string | null };

/** Days whose amounts a version speaks for; a one-off speaks for its one day. */
export function tageVon({ intervall, gueltigVon, gueltigBis }: Positionwerte): Tage {
  return intervall === "einmalig" ? { von: gueltigVon, bis: gueltigVon } : { von: gueltigVon, bis: gueltigBis };
}

/**
 * An overlap of two versions is bad input, whichever request came first.
 *
 * @param feld the day that was moved   @throws Ablehnung ungueltig `ueberschneidung`
 */
export function pruefeUeberschneidung(
  feld: "gueltigVon" | "gueltigBis",
  fassungen: readonly Pick<Positionwerte, "gueltigVon" | "gueltigBis">[],
): void {
  const geordnet = [...fassungen].sort((a, b) => vergleicheText(a.gueltigVon ?? "", b.gueltigVon ?? ""));
  for (const [nr, fassung] of geordnet.entries()) {
    const naechste = geordnet[nr + 1];
    if (
      naechste &&
      (fassung.gueltigBis === null || naechste.gueltigVon === null || naechste.gueltigVon <= fassung.gueltigBis)
    )
      throw ungueltig(feld, "ueberschneidung", "Zwei Fassungen der Position würden sich überschneiden.");
  }
}

/** Fields that say how much is billed; a change of the name alone changes no booked day. */
const wirksam = (a: Positionwerte, b: Positionwerte): boolean =>
  a.betragCent !== b.betragCent ||
  a.intervall !== b.intervall ||
  a.steuersatzBp !== b.steuersatzBp ||
  a.anteilig !== b.anteilig ||
  a.positionsartId !== b.positionsartId;

/** The days that a change of a version speaks for, or whose amounts it changes: they must not be booked. */
export function geaenderteTage(alt: Positionwerte, neu: Positionwerte): Tage[] {
  const [vorher, nachher] = [tageVon(alt), tageVon(neu)];
  if (wirksam(alt, neu) || alt.intervall === "einmalig")
    return !wirksam(alt, neu) && vorher.von === nachher.von ? [] : [vorher, nachher];
  const tage: Tage[] = [];
  if (vorher.von !== nachher.von) {
    const [frueher, spaeter] = [vorher.von, nachher.von].sort((a, b) => vergleicheText(a ?? "", b ?? ""));
    // Before the calendar's first day there is none that could be booked.
    if (spaeter !== "1900-01-01") tage.push({ von: frueher ?? null, bis: tagVor(spaeter as string) });
  }
  if (vorher.bis !== nachher.bis) {
    const [frueher, spaeter] = [vorher.bis, nachher.bis].sort((a, b) => vergleicheText(a ?? "9999", b ?? "9999"));
    tage.push({ von: tagNach(frueher as string), bis: spaeter ?? null });
  }
  return tage;
}

/** What all versions of a position have in common. @throws Ablehnung ungueltig `je_position_gleich` */
export function pruefeGleichheit(alt: Positionwerte, neu: Positionwerte): void {
  for (const feld of ["anteilig", "positionsartId"] as const)
    if (alt[feld] !== neu[feld])
      throw ungueltig(feld, "je_position_gleich", `${feld} ist in allen Fassungen einer Position gleich.`);
  if ((alt.intervall === "einmalig") !== (neu.intervall === "einmalig"))
    throw ungueltig(
      "intervall",
      "je_position_gleich",
      "Ob eine Position einmalig ist, ist in allen ihren Fassungen gleich.",
    );
}
