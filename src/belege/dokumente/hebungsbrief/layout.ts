import { istMiete } from "../../../kern/fristen/vertrag.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Angeschrieben } from "../../../kern/pacht/schnappschuss.ts";
import { intervallWort } from "../../briefe/herleitung.ts";
import { briefkopf, einstieg, folgekopf, type Kopf } from "../../briefe/kopf.ts";
import { type Block, beginne, einzug, gemeinsam, rand, text, textRechts } from "../../briefe/satz/bau.ts";
import type { Angaben, Blatt, Rolle } from "../../briefe/satz/blatt.ts";
import { betrag } from "../../briefe/satz/format.ts";
import { satzende, setzeFuss } from "../../briefe/satz/rahmen.ts";
import { als } from "../../briefe/satz/rolle.ts";
import { type Reihe, type Spalte, setzeTabelle } from "../../briefe/satz/tabelle.ts";
import { setzeBlock } from "../../briefe/satz/umbruch.ts";
import { freitext, gruss, textblock, zusammen } from "../../briefe/textblock.ts";
import { firmenname } from "../../briefe/wortlaut.ts";
import type { HebungsbriefDaten, HebungsbriefPosition } from "./daten.ts";
import { jahressummen, rechenweg, rechnung } from "./worte.ts";

const spalten: Spalte[] = [
  { titel: "Position", x: 25, breite: 70 },
  { titel: "Zahlung", x: 98, breite: 26 },
  { titel: "Bisher €", x: 146, breite: 20, rechts: true },
  { titel: "Neu €", x: 168, breite: 20, rechts: true },
  { titel: "Änderung €", x: 190, breite: 20, rechts: true },
];

/** One letter to each lessee, one after the other: each counts its own pages. Pure, as all layouts. */
export function layoutHebungsbriefe(brief: HebungsbriefDaten): Blatt[] {
  return brief.empfaenger.flatMap((empfaenger) => layoutHebungsbrief(brief, empfaenger));
}

const layoutHebungsbrief = (brief: HebungsbriefDaten, empfaenger: Angeschrieben): Blatt[] => {
  const bau = beginne(satzende(brief.aussteller), (nr) =>
    nr === 1 ? ersterKopf(brief, empfaenger) : weitererKopf(brief),
  );
  setzeBlock(bau, einstieg(einleitung(brief)));
  const reihen = brief.positionen.map((position) => reihe(brief, position));
  const tabelle = setzeTabelle(bau, spalten, reihen, summenhoehe, false);
  const erlaeutert = erlaeuterungen(brief);
  for (const block of [summenblock(brief, tabelle), ...erlaeutert.slice(0, -1)]) setzeBlock(bau, block);
  setzeBlock(bau, zusammen([...erlaeutert.slice(-1), gruss(brief.aussteller)]));
  setzeFuss(bau.blaetter, brief.aussteller);
  return bau.blaetter;
};

const betreff = (brief: HebungsbriefDaten): string =>
  `Anpassung der ${istMiete(brief) ? "Miete" : "Pacht"} zum ${deutschesDatum(brief.wirksamAb)}`;

export function angabenVonHebungsbrief(brief: HebungsbriefDaten): Angaben {
  return {
    titel: betreff(brief),
    thema: `Pachtkonto ${brief.kontonummer}`,
    verfasser: firmenname(brief.aussteller),
    datum: brief.datum,
  };
}

const ersterKopf = (brief: HebungsbriefDaten, empfaenger: Angeschrieben): Kopf =>
  briefkopf(brief, empfaenger, {
    angaben: [
      ["Pachtkonto", brief.kontonummer],
      ["Datum", deutschesDatum(brief.datum)],
      ["Wirksam ab", deutschesDatum(brief.wirksamAb)],
      ["Kundennummer", empfaenger.debitornummer],
    ],
    betreff: betreff(brief),
  });

const einleitung = ({ kontonummer, wirksamAb, bezeichnung }: HebungsbriefDaten): string => {
  const grund = bezeichnung ? ` Grundlage: ${bezeichnung}.` : "";
  return `für das Pachtkonto ${kontonummer} gelten ab dem ${deutschesDatum(wirksamAb)} neue Beträge.${grund}`;
};

const weitererKopf = (brief: HebungsbriefDaten): Kopf =>
  folgekopf(brief, betreff(brief), `Pachtkonto ${brief.kontonummer}`);

const mitVorzeichen = (cent: number): string => (cent > 0 ? `+${betrag(cent)}` : betrag(cent));

const reihe = (brief: HebungsbriefDaten, position: HebungsbriefPosition): Reihe => ({
  zellen: [
    position.bezeichnung,
    intervallWort[position.intervall],
    betrag(position.betragAltCent),
    betrag(position.betragNeuCent),
    mitVorzeichen(position.betragNeuCent - position.betragAltCent),
  ],
  details: [rechnung(brief, position)],
  betragCent: position.betragNeuCent,
});

const summenhoehe = 11;

/** The last row of the table. */
const summenblock = ({ positionen }: HebungsbriefDaten, tabelle: Rolle): Block => {
  const { alt, neu } = jahressummen(positionen);
  const summen = [
    { x: 146, wert: betrag(alt) },
    { x: 168, wert: betrag(neu) },
    { x: rand.rechts - einzug, wert: mitVorzeichen(neu - alt) },
  ];
  const stil = { pt: 9, schnitt: "halbfett" } as const;
  const klein = gemeinsam(
    summen.map(({ wert }) => wert),
    20 - einzug,
    stil,
    4.5,
  );
  const reihe: Rolle = { art: "TR", in: tabelle };
  return {
    hoehe: summenhoehe,
    setze: (y) => [
      ...als({ art: "TD", in: reihe, spalten: 2 }, [text(rand.links + einzug, y + 5, "Zusammen im Jahr", stil)]),
      ...summen.flatMap(({ x, wert }) => als({ art: "TD", in: reihe }, [textRechts(x, y + 5, wert, klein)])),
    ],
  };
};

const erlaeuterungen = (brief: HebungsbriefDaten): Block[] => [
  textblock("So ist gerechnet", rechenweg(brief)),
  ...(brief.begruendung ? freitext("Begründung", brief.begruendung) : []),
  ...(brief.empfaenger.length > 1
    ? [textblock(null, "Die Beträge gelten für das ganze Pachtkonto; auf Sie entfällt davon Ihr Anteil.")]
    : []),
  textblock(
    null,
    `Alle Beträge sind ohne Umsatzsteuer; wo welche anfällt, kommt sie hinzu. Die Abrechnungen für die Zeit ab dem ${deutschesDatum(brief.wirksamAb)} enthalten die neuen Beträge. Auf dieses Schreiben hin ist nichts zu zahlen.`,
  ),
];
