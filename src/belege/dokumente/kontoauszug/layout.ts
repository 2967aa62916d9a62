import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Belegart } from "../../../kern/pacht/typen.ts";
import type { AuszugBeleg, KontoauszugDaten } from "../../briefe/daten.ts";
import { type Block, beginne, eineZeile, einzug, rand, text, textRechts } from "../../briefe/satz/bau.ts";
import type { Angaben, Blatt, Element, Rolle } from "../../briefe/satz/blatt.ts";
import { betrag, euro, zeitraum } from "../../briefe/satz/format.ts";
import { marke, unterMarke } from "../../briefe/satz/marke.ts";
import { marken, satzende, setzeFuss } from "../../briefe/satz/rahmen.ts";
import { als, alsAbsatz, alsUeberschrift } from "../../briefe/satz/rolle.ts";
import { type Reihe, type Spalte, setzeTabelle } from "../../briefe/satz/tabelle.ts";
import { setzeBlock } from "../../briefe/satz/umbruch.ts";
import { firmenname } from "../../briefe/wortlaut.ts";

const spalten: Spalte[] = [
  { titel: "Beleg", x: 25, breite: 33 },
  { titel: "Kontakt", x: 60, breite: 49 },
  { titel: "Zahlbar bis", x: 111, breite: 18 },
  { titel: "Netto €", x: 150, breite: 20, rechts: true },
  { titel: "USt €", x: 169.5, breite: 18.5, rechts: true },
  { titel: "Brutto €", x: 190, breite: 19.5, rechts: true },
];

const keineBelege: Block = {
  hoehe: 8,
  setze: (y) => alsAbsatz([text(rand.links, y + 4, "Für diesen Zeitraum gibt es keine Belege.", { pt: 9.4 })]),
};

const belegartWort: Record<Belegart, string> = {
  rechnung: "Rechnung",
  schlussrechnung: "Schlussrechnung",
  gutschrift: "Verpächterabrechnung",
  gebuehrenrechnung: "Gebührenrechnung",
  stornorechnung: "Stornorechnung",
  stornogutschrift: "Storno Verpächterabrechnung",
};

/** The account statement of a run: every document that it made for one account, with what is paid out. */
export function layoutKontoauszug(auszug: KontoauszugDaten): Blatt[] {
  const bau = beginne(satzende(auszug.aussteller), (nr) => kopf(auszug, nr > 1));
  const schluss = summentabelle(summen(auszug));
  if (auszug.belege.length > 0) setzeTabelle(bau, spalten, auszug.belege.map(reihe), schluss.hoehe, false);
  else setzeBlock(bau, keineBelege);
  setzeBlock(bau, schluss);
  setzeFuss(bau.blaetter, auszug.aussteller);
  return bau.blaetter;
}

export function angabenVonAuszug(auszug: KontoauszugDaten): Angaben {
  return {
    titel: `Kontoauszug ${auszug.kontonummer}`,
    thema: `Abrechnung zum ${deutschesDatum(auszug.datum)}`,
    verfasser: firmenname(auszug.aussteller),
    datum: auszug.belegdatum,
  };
}

const kopf = ({ kontonummer, datum, belegdatum, aussteller, logo }: KontoauszugDaten, folgeblatt: boolean) => {
  const titel = `Kontoauszug Pachtkonto ${kontonummer}`;
  const stil = { pt: folgeblatt ? 9.4 : 13.5, schnitt: "halbfett", farbe: "akzent" } as const;
  const y = folgeblatt ? 18 : 50;
  const zeichen = marke({ aussteller, logo }, folgeblatt);
  const ueberschrift = text(rand.links, y, ...eineZeile(titel, folgeblatt ? 95 : 165, stil, 7));
  const lauf = `Abrechnung zum ${deutschesDatum(datum)}, gebucht am ${deutschesDatum(belegdatum)}`;
  const darunter = text(rand.links, y + 6, lauf, { pt: folgeblatt ? 8.2 : 9.4, farbe: "grau" });
  return {
    elemente: [
      ...(folgeblatt ? [] : marken()),
      ...zeichen,
      ...(folgeblatt ? als("Header", [ueberschrift]) : alsUeberschrift([ueberschrift])),
      ...(folgeblatt ? als("Header", [darunter]) : alsAbsatz([darunter])),
    ],
    y: folgeblatt ? unterMarke(zeichen) : y + 13,
  };
};

const reihe = (beleg: AuszugBeleg): Reihe => ({
  zellen: [
    beleg.belegnummer,
    beleg.kontakt,
    deutschesDatum(beleg.zahlbarBis),
    betrag(beleg.nettoCent),
    betrag(beleg.steuerCent),
    betrag(beleg.bruttoCent),
  ],
  details: [
    `${belegartWort[beleg.belegart]}, ${zeitraum(beleg.leistungVon, beleg.leistungBis)}`,
    ...(beleg.auszahlungCent === null ? [] : [`Auszahlung ${euro(beleg.auszahlungCent)}`]),
  ],
  betragCent: beleg.bruttoCent,
});

/** What was before, what this run adds, and what it comes to. */
type Bewegung = { vortrag: number; lauf: number };

const summenspalten = [
  { titel: "Vortrag", x: 128, wert: ({ vortrag }: Bewegung) => vortrag, schnitt: "normal" },
  { titel: "Diese Abrechnung", x: 159, wert: ({ lauf }: Bewegung) => lauf, schnitt: "normal" },
  { titel: "Neuer Stand", x: rand.rechts - einzug, wert: (b: Bewegung) => b.vortrag + b.lauf, schnitt: "halbfett" },
] as const;

const summentabelle = (zeilen: { name: string; cent: Bewegung }[]): Block => ({
  hoehe: (zeilen.length + 1) * zeilenhoehe + 6,
  setze: (oben) => summenzeilen(zeilen, (nr) => oben + 6 + nr * zeilenhoehe),
});

const zeilenhoehe = 5.1;

const summenzeilen = (zeilen: { name: string; cent: Bewegung }[], y: (nr: number) => number): Element[] => {
  const tabelle: Rolle = { art: "Table" };
  const kopf: Rolle = { art: "TR", in: tabelle };
  const grau = { pt: 8.2, farbe: "grau" } as const;
  return [
    ...als({ art: "TH", in: kopf, fuer: "Column" }, [text(rand.links + einzug, y(0), "Summe", grau)]),
    ...summenspalten.flatMap(({ titel, x }) =>
      als({ art: "TH", in: kopf, fuer: "Column" }, [textRechts(x, y(0), titel, grau)]),
    ),
    ...zeilen.flatMap(({ name, cent }, nr) => {
      const reihe: Rolle = { art: "TR", in: tabelle };
      return [
        ...als({ art: "TH", in: reihe, fuer: "Row" }, [
          text(rand.links + einzug, y(nr + 1), name, { pt: 9, farbe: "grau" }),
        ]),
        ...summenspalten.flatMap(({ x, wert, schnitt }) =>
          als({ art: "TD", in: reihe }, [
            textRechts(x, y(nr + 1), ...eineZeile(euro(wert(cent)), 28, { pt: 9, schnitt }, 6)),
          ]),
        ),
      ];
    }),
  ];
};

const summen = ({ belege, vortrag }: KontoauszugDaten): { name: string; cent: Bewegung }[] => {
  const ueber = (arten: Belegart[]) =>
    belege.filter(({ belegart }) => arten.includes(belegart)).reduce((summe, { bruttoCent }) => summe + bruttoCent, 0);
  const auszahlung = belege.reduce((summe, { auszahlungCent }) => summe + (auszahlungCent ?? 0), 0);
  const rechnungen = ueber(["rechnung", "schlussrechnung"]);
  return [
    { name: "Rechnungen brutto", cent: { vortrag: vortrag.rechnungenCent, lauf: rechnungen } },
    { name: "Verpächterabrechnungen brutto", cent: { vortrag: vortrag.verpaechterCent, lauf: ueber(["gutschrift"]) } },
    { name: "Gebühren brutto", cent: { vortrag: vortrag.gebuehrenCent, lauf: ueber(["gebuehrenrechnung"]) } },
    { name: "Auszahlung", cent: { vortrag: vortrag.auszahlungCent, lauf: auszahlung } },
  ];
};
