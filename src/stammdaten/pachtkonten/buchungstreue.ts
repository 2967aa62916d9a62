import { konflikt } from "../../kern/ablehnung.ts";
import { periodeMit } from "../../kern/kalender/perioden.ts";
import { deutschesDatum, formatTag, parseTag, plusTage } from "../../kern/kalender/tag.ts";
import { rasterVon } from "../../kern/pacht/perioden.ts";
import type { Db } from "../../technik/database/pool.ts";
import { findLetzteBuchung, pruefeNichtsAnteiligGebucht, pruefeOffen, pruefeUngebucht } from "../faelligkeiten/plan.ts";
import { geaenderteTage, type Parteizeile } from "./beteiligte.ts";
import type { Pachtkonto } from "./schema.ts";

/** What the amounts and periods of an account follow from. */
const laufzeitfelder = [
  "pachtbeginn",
  "pachtende",
  "abrechnungAb",
  "pachtjahrBeginn",
  "zahlungsrhythmus",
  "istVorauszahlend",
  "berechnungsart",
  "verwaltungsgebuehrBp",
] as const satisfies (keyof Pachtkonto)[];

type Buchungsbild = Pick<Pachtkonto, "id" | (typeof laufzeitfelder)[number]> & { beteiligte: Parteizeile[] };

/**
 * A settled account is closed, and what is booked stays true: the first billed day never moves once something is
 * booked, the grid of the periods only so that the day after the last booked day starts a period of the new one, parties
 * and shares only on unbooked days, the method only while nothing pro-rated stands, and the end moves later only while
 * the last booked period is a whole one of the grid that it was booked in.
 *
 * @throws Ablehnung konflikt that names the document to cancel first
 */
export async function pruefeBuchungstreue(tx: Db, alt: Buchungsbild, neu: Buchungsbild): Promise<void> {
  const geaendert = geaenderteTage(alt.beteiligte, neu.beteiligte);
  if (geaendert.length > 0 || laufzeitfelder.some((feld) => alt[feld] !== neu[feld])) await pruefeOffen(tx, alt.id);

  for (const tage of geaendert) await pruefeUngebucht(tx, alt.id, tage.von, tage.bis);

  if (alt.berechnungsart !== neu.berechnungsart) await pruefeNichtsAnteiligGebucht(tx, alt.id);

  const beginnNeu = alt.pachtbeginn !== neu.pachtbeginn || alt.abrechnungAb !== neu.abrechnungAb;
  if (beginnNeu) await pruefeUngebucht(tx, alt.id, null, null);

  const rasterNeu = alt.zahlungsrhythmus !== neu.zahlungsrhythmus || alt.pachtjahrBeginn !== neu.pachtjahrBeginn;
  if (!rasterNeu && alt.pachtende === neu.pachtende) return;
  const letzter = await findLetzteBuchung(tx, alt.id);
  if (!letzter) return;
  const gebuchtBis = parseTag(letzter.zeitraumBis);

  const verlaengert =
    neu.pachtende !== alt.pachtende && (neu.pachtende === null || neu.pachtende > letzter.zeitraumBis);
  if (verlaengert && periodeMit(gebuchtBis, rasterVon(letzter)).bis !== gebuchtBis)
    await pruefeUngebucht(tx, alt.id, letzter.zeitraumVon, letzter.zeitraumBis);

  if (!rasterNeu) return;
  const anschluss = plusTage(gebuchtBis, 1);
  if (periodeMit(anschluss, rasterVon(neu)).von !== anschluss)
    throw konflikt(
      "raster_passt_nicht",
      `Gebucht ist bis ${deutschesDatum(letzter.zeitraumBis)}; am ${deutschesDatum(formatTag(anschluss))} beginnt im neuen Rhythmus kein Zeitraum.`,
    );
}
