import { prozent } from "../../kern/geld/dezimal.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { BriefDaten, BriefZeile, EntwurfDaten } from "./daten.ts";
import { herleitungInWorten } from "./herleitung.ts";
import { briefkopf, einstieg, folgekopf, type Kopf } from "./kopf.ts";
import { beginne } from "./satz/bau.ts";
import type { Angaben, Blatt } from "./satz/blatt.ts";
import { betrag, zeitraum } from "./satz/format.ts";
import { satzende, setzeFuss } from "./satz/rahmen.ts";
import { type Reihe, type Spalte, setzeTabelle } from "./satz/tabelle.ts";
import { setzeBlock, zusammenhalt } from "./satz/umbruch.ts";
import { setzeEntwurf } from "./satz/wasserzeichen.ts";
import { summenblock } from "./summen.ts";
import {
  betreffVon,
  einleitung,
  firmenname,
  istAnVerpaechter,
  istGutschriftAlsRechnung,
  nummerWort,
} from "./wortlaut.ts";
import { zahlungsblock } from "./zahlung.ts";
import { hinweisblock, zahlungsteil } from "./zahlungsteil.ts";

const spalten: Spalte[] = [
  { titel: "Pos", x: 25, breite: 8 },
  { titel: "Bezeichnung", x: 34, breite: 80 },
  { titel: "Zeitraum", x: 118, breite: 33 },
  { titel: "USt", x: 163, breite: 10, rechts: true },
  { titel: "Netto €", x: 190, breite: 24, rechts: true },
];

/**
 * Lays out a letter as DIN 5008 Form B: pure, so that what stands on paper can be checked without a file. Sums are
 * those of the archive, nothing is computed again.
 */
export function layoutBrief(brief: BriefDaten): Blatt[] {
  const bau = beginne(satzende(brief.aussteller), (nr) => (nr === 1 ? ersterKopf(brief) : weitererKopf(brief)));
  setzeBlock(bau, einstieg(einleitung(brief)));
  const schluss = [summenblock(brief), zahlungsteil(zahlungsblock(brief)), ...hinweisblock(brief)];
  setzeTabelle(
    bau,
    spalten,
    brief.zeilen.map((zeile, i) => reihe(brief, zeile, i + 1)),
    zusammenhalt(bau, schluss),
    true,
  );
  for (const block of schluss) setzeBlock(bau, block);
  setzeFuss(bau.blaetter, brief.aussteller);
  return bau.blaetter;
}

/** A preview as the letter that it would become: ENTWURF on every page, without number and GiroCode. */
export function layoutEntwurf({ gebuehrBruttoCent, ...entwurf }: EntwurfDaten): Blatt[] {
  const blaetter = layoutBrief({
    ...entwurf,
    id: 0,
    belegnummer: "",
    gebuehr: gebuehrBruttoCent === null ? null : { belegnummer: "", bruttoCent: gebuehrBruttoCent },
    gutschrift: null,
    stornoVon: null,
  });
  setzeEntwurf(blaetter);
  return blaetter;
}

export function angabenVon(brief: BriefDaten): Angaben {
  return {
    titel: betreffVon(brief),
    thema: `Pachtkonto ${brief.kontonummer}`,
    verfasser: firmenname(brief.aussteller),
    datum: brief.belegdatum,
  };
}

const ersterKopf = (brief: BriefDaten): Kopf => {
  const { empfaenger } = brief;
  const lieferant = istAnVerpaechter(brief);
  const alsKreditor = lieferant || !empfaenger.debitornummer;
  return briefkopf(brief, empfaenger, {
    angaben: [
      [nummerWort(brief), brief.belegnummer],
      ["Datum", deutschesDatum(brief.belegdatum)],
      ["Storno zu", brief.stornoVon?.belegnummer ?? null],
      alsKreditor ? ["Kreditorennummer", empfaenger.kreditornummer] : ["Kundennummer", empfaenger.debitornummer],
      ["Pachtkonto", brief.kontonummer],
      [
        istGutschriftAlsRechnung(brief) || !lieferant ? "Leistungszeitraum" : "Zeitraum",
        zeitraum(brief.leistungVon, brief.leistungBis),
      ],
      // § 14 Abs. 4 Nr. 2 UStG: the tax number of the one who supplies; for a Gutschrift that is the recipient.
      // An id of another country is beside it, not in its place.
      ["Ihre Steuernummer", lieferant && !empfaenger.ustId?.startsWith("DE") ? empfaenger.steuernummer : null],
      ["Ihre USt-IdNr.", empfaenger.ustId],
    ],
    betreff: betreffVon(brief),
  });
};

const weitererKopf = (brief: BriefDaten): Kopf =>
  folgekopf(
    brief,
    `${betreffVon(brief)} vom ${deutschesDatum(brief.belegdatum)}`,
    `Pachtkonto ${brief.kontonummer} · ${brief.empfaenger.anzeigename}`,
  );

const reihe = (brief: BriefDaten, zeile: BriefZeile, nr: number): Reihe => ({
  zellen: [
    String(nr),
    zeile.bezeichnung,
    zeitraum(zeile.zeitraumVon, zeile.zeitraumBis),
    zeile.steuersatzBp > 0 ? prozent(zeile.steuersatzBp) : "–",
    betrag(zeile.nettoCent),
  ],
  details: [herleitungInWorten(zeile.herleitung, brief.rhythmus, istAnVerpaechter(brief))],
  betragCent: zeile.nettoCent,
});
