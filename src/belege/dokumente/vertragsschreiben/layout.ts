import { istMiete } from "../../../kern/fristen/vertrag.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Angeschrieben } from "../../../kern/pacht/schnappschuss.ts";
import { briefkopf, einstieg, folgekopf } from "../../briefe/kopf.ts";
import { type Block, beginne, rand, text } from "../../briefe/satz/bau.ts";
import type { Angaben, Blatt } from "../../briefe/satz/blatt.ts";
import { verbinde } from "../../briefe/satz/format.ts";
import { satzende, setzeFuss } from "../../briefe/satz/rahmen.ts";
import { alsAbsatz } from "../../briefe/satz/rolle.ts";
import { type Spalte, setzeTabelle } from "../../briefe/satz/tabelle.ts";
import { setzeBlock } from "../../briefe/satz/umbruch.ts";
import { gruss, textblock, zusammen } from "../../briefe/textblock.ts";
import { firmenname } from "../../briefe/wortlaut.ts";
import type { Vertragsschreiben } from "./daten.ts";

type Objekt = Vertragsschreiben["konto"]["objekte"][number];

const spalten = (konto: Vertragsschreiben["konto"]): Spalte[] => [
  { titel: istMiete(konto) ? "Mietgegenstand" : "Pachtgegenstand", x: 25, breite: 70 },
  { titel: "Lage", x: 98, breite: 66 },
  { titel: "Fläche m²", x: 190, breite: 24, rechts: true },
];

/** One letter to each addressee, one after the other: each counts its own pages. Pure, as all layouts. */
export function layoutVertragsschreiben(schreiben: Vertragsschreiben): Blatt[] {
  return schreiben.empfaenger.flatMap((empfaenger) => layoutEines(schreiben, empfaenger));
}

export function angabenVonVertragsschreiben({ betreff, konto, aussteller, am }: Vertragsschreiben): Angaben {
  return {
    titel: betreff,
    thema: `Pachtkonto ${konto.kontonummer}`,
    verfasser: firmenname(aussteller),
    datum: am,
  };
}

const layoutEines = (schreiben: Vertragsschreiben, empfaenger: Angeschrieben): Blatt[] => {
  const { konto, am, angaben, betreff, einleitung, aussteller } = schreiben;
  const bau = beginne(satzende(aussteller), (nr) =>
    nr === 1
      ? briefkopf(schreiben, empfaenger, {
          angaben: [
            ["Pachtkonto", konto.kontonummer],
            ["Datum", deutschesDatum(am)],
            ...angaben,
            ["Kundennummer", empfaenger.debitornummer],
          ],
          betreff,
        })
      : folgekopf(schreiben, betreff, `Pachtkonto ${konto.kontonummer}`),
  );
  setzeBlock(bau, einstieg(einleitung));
  const absaetze = schreiben.absaetze.map(([ueberschrift, inhalt]) => textblock(ueberschrift, inhalt));
  if (konto.objekte.length > 0) {
    setzeTabelle(bau, spalten(konto), konto.objekte.map(reihe), abstand, false);
    bau.y += abstand;
  }
  for (const block of absaetze.slice(0, -1)) setzeBlock(bau, block);
  const unterschrift = schreiben.istSchriftlich ? [zeichnung] : [];
  setzeBlock(bau, zusammen([...absaetze.slice(-1), gruss(aussteller), ...unterschrift]));
  setzeFuss(bau.blaetter, aussteller);
  return bau.blaetter;
};

/** Below the table. */
const abstand = 4;

const qm = new Intl.NumberFormat("de-DE");

const reihe = (objekt: Objekt) => ({
  zellen: [objekt.bezeichnung, lageVon(objekt), objekt.flaecheQm === null ? "–" : qm.format(objekt.flaecheQm)],
  details: [],
  betragCent: 0,
});

const lageVon = (o: Objekt): string => {
  const flurstueck = verbinde([o.flurstueckZaehler, o.flurstueckNenner], "/");
  const kataster = verbinde(
    [o.gemarkung && `Gemarkung ${o.gemarkung}`, o.flur && `Flur ${o.flur}`, flurstueck && `Flurstück ${flurstueck}`],
    ", ",
  );
  const anschrift = verbinde([verbinde([o.strasse, o.hausnummer]), verbinde([o.plz, o.ort])], ", ");
  return kataster || anschrift || "–";
};

/** Where somebody signs by hand. */
const zeichnung: Block = {
  hoehe: 22,
  setze: (y) => [
    { art: "linie", x1: rand.links, y1: y + 14, x2: rand.links + 70, y2: y + 14, pt: 0.4, farbe: "linie" },
    ...alsAbsatz([text(rand.links, y + 18, "Eigenhändige Unterschrift", { pt: 7.6, farbe: "grau" })]),
  ],
};
