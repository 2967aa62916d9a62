import { euro } from "../../kern/geld/dezimal.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { ExternerBeleg, Sollbeleg } from "../adapter/typen.ts";
import type { Belegdaten } from "./queries.ts";

/** Ours in the other system: one per document, and another when what stood under the first is dead. */
export function bildeReferenz(belegnummer: string, generation: number): string {
  return `LM-${belegnummer}${generation > 1 ? `-R${generation}` : ""}`;
}

const zeitraum = (von: string, bis: string): string => `${deutschesDatum(von)} bis ${deutschesDatum(bis)}`;

/** The archived document as it is to stand outside; a Storno keeps the side of what it cancels, with its own cents. */
export function bildeSollbeleg(
  { belegnummer, generation }: { belegnummer: string; generation: number },
  daten: Belegdaten,
  heute: string,
): Sollbeleg {
  const { empfaenger } = daten;
  const beschreibung = `${daten.titel} ${daten.kontonummer}, ${zeitraum(daten.leistungVon, daten.leistungBis)}`;
  return {
    referenz: bildeReferenz(belegnummer, generation),
    belegnummer,
    richtung: daten.belegart === "gutschrift" ? "lieferant" : "rechnung",
    belegdatum: daten.belegdatum,
    // Systems number in the order of posting: an older document must not stand in the way of a newer one.
    buchungsdatum: heute,
    zahlbarBis: daten.zahlbarBis,
    beschreibung,
    partei: {
      code: `LM-K${daten.kontaktId}`,
      rolle: ["rechnung", "schlussrechnung"].includes(daten.belegart) ? "paechter" : "verpaechter",
      name: empfaenger.anzeigename,
      strasse: [empfaenger.strasse, empfaenger.hausnummer].filter(Boolean).join(" "),
      adresszusatz: empfaenger.adresszusatz,
      plz: empfaenger.plz ?? "",
      ort: empfaenger.ort ?? "",
      land: empfaenger.land,
      ustId: empfaenger.ustId,
    },
    zeilen: daten.zeilen.map(({ bezeichnung, von, bis, ...zeile }) => ({
      ...zeile,
      text: `${bezeichnung}, ${zeitraum(von, bis)}`,
    })),
    nettoCent: daten.nettoCent,
    steuerCent: daten.steuerCent,
    bruttoCent: daten.bruttoCent,
  };
}

/** What stands outside otherwise than in the archive, in words; null if nothing does. What it cannot say fits. */
export function findeAbweichung(soll: Sollbeleg, beleg: ExternerBeleg): string | null {
  const teile: string[] = [];
  if (beleg.bruttoCent !== null && beleg.bruttoCent !== soll.bruttoCent)
    teile.push(`brutto ${euro(beleg.bruttoCent)} statt ${euro(soll.bruttoCent)}`);
  if (beleg.nettoCent !== null && beleg.nettoCent !== soll.nettoCent)
    teile.push(`netto ${euro(beleg.nettoCent)} statt ${euro(soll.nettoCent)}`);
  if (beleg.parteiCode !== null && beleg.parteiCode !== soll.partei.code)
    teile.push(`Partei ${beleg.parteiCode} statt ${soll.partei.code}`);
  return teile.length > 0 ? `Außen steht der Beleg anders als im Archiv: ${teile.join(", ")}.` : null;
}
