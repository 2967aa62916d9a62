import fc from "fast-check";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { inTagen } from "../../../src/kern/kalender/tag.ts";
import type { EmpfaengerSchnappschuss } from "../../../src/kern/pacht/schnappschuss.ts";
import type { Beteiligter } from "../../../src/kern/pacht/typen.ts";
import { brief, firma, person } from "../../hilfe/musterbrief.ts";
import { beliebigesKonto } from "../../kern/pacht/beliebig.ts";
import { type Beleg, Buch, type Buchung } from "../../kern/pacht/buch.ts";
import { namen } from "./arten.ts";

/**
 * Documents as the billing makes them: accounts at random are billed, some cancelled and billed again, some ended in a
 * period that is booked. The same seed gives the same documents.
 *
 * @param anzahl at least so many, of all kinds
 */
export function erzeugeBriefe(anzahl: number): BriefDaten[] {
  const briefe: BriefDaten[] = [];
  for (let seed = 1; briefe.length < anzahl; seed += 1)
    for (const konto of fc.sample(beliebigesKonto, { seed, numRuns: 10 })) {
      const buch = new Buch({ ...konto, gebuehrSteuersatzBp: 1900 });
      const ende = inTagen(konto.pachtbeginn, 800);
      buche(buch, ende);
      if (seed % 2 === 0) {
        storniere(buch);
        buche(buch, ende);
      }
      const letzte = buch.buchungen.at(-1)?.faelligkeit;
      if (letzte?.id) {
        const mitte = inTagen(letzte.zeitraumVon, 10);
        if (mitte < letzte.zeitraumBis) buch.aendere({ pachtende: mitte });
        buche(buch, inTagen(ende, 400));
        if (seed % 3 === 0) storniere(buch);
      }
      briefe.push(...alsBriefe(buch));
    }
  return briefe;
}

const buche = (buch: Buch, datum: string): void => {
  try {
    buch.buche(datum);
  } catch (fehler) {
    if (!/nicht abrechenbar/.test(String(fehler))) throw fehler;
  }
};

const storniere = (buch: Buch): void => {
  if (buch.buchungen.length > 0) buch.storniereLetzte();
};

const alsBriefe = (buch: Buch): BriefDaten[] => {
  const faelligkeiten = new Map(buch.buchungen.flatMap((b) => b.belege.map(({ id }) => [id, b.faelligkeit] as const)));
  return buch.archiv.map((beleg) => alsBrief(buch, beleg, faelligkeiten.get(beleg.id)));
};

const alsBrief = (
  { konto, archiv }: Buch,
  beleg: Beleg,
  faelligkeit: Buchung["faelligkeit"] | undefined,
): BriefDaten => {
  const tage = beleg.zeilen[0] ?? { zeitraumVon: konto.pachtbeginn, zeitraumBis: konto.pachtbeginn };
  const storno = beleg.belegart.startsWith("storno");
  const original =
    storno && archiv.find((b) => b.bruttoCent === 0 - beleg.bruttoCent && b.kontaktId === beleg.kontaktId);
  const { zeitraumVon, zeitraumBis, faelligAm = zeitraumBis } = { ...tage, ...faelligkeit };
  return brief({
    ...beleg,
    kontonummer: konto.kontonummer,
    rhythmus: konto.zahlungsrhythmus,
    zeitraumVon,
    zeitraumBis,
    faelligAm,
    belegdatum: faelligAm,
    zahlbarBis: inTagen(faelligAm, 14),
    empfaenger: empfaenger(
      beleg.kontaktId,
      konto.beteiligte.find((b) => b.kontaktId === beleg.kontaktId),
    ),
    stornoVon: original ? { ...original, belegdatum: faelligAm, grund: null } : null,
  });
};

/** A recipient with a name that is hard to print and a way to pay, by his id. */
const empfaenger = (kontaktId: number, partei: Beteiligter | undefined): EmpfaengerSchnappschuss => {
  const name = namen[kontaktId % namen.length] ?? "";
  const alsFirma = kontaktId % 4 === 0;
  return {
    ...(alsFirma ? firma : person),
    anzeigename: name,
    firma: alsFirma ? name : null,
    umsatzsteuerStatus: partei?.umsatzsteuerStatus ?? null,
    ustId: kontaktId % 3 === 0 ? "DE136695976" : null,
    kreditornummer: kontaktId % 2 === 0 ? `K-${kontaktId}` : null,
    zahlungsart: (["ueberweisung", "lastschrift", "bar", "verrechnung"] as const)[kontaktId % 4] ?? "bar",
    sepaMandat: { referenz: `M-${kontaktId}`, datum: "2024-03-01" },
  };
};
