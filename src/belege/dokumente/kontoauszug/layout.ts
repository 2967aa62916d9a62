import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Belegart } from "../../../kern/pacht/typen.ts";
import type { AuszugBeleg, KontoauszugDaten } from "../../briefe/daten.ts";
import { absatz, beginne, einzug, passend, rand, text, textRechts } from "../../briefe/satz/bau.ts";
import type { Angaben, Blatt } from "../../briefe/satz/blatt.ts";
import { betrag, euro, zeitraum } from "../../briefe/satz/format.ts";
import { marke } from "../../briefe/satz/marke.ts";
import { marken, satzende, setzeFuss } from "../../briefe/satz/rahmen.ts";
import { type Reihe, type Spalte, setzeTabelle } from "../../briefe/satz/tabelle.ts";
import { firmenname } from "../../briefe/wortlaut.ts";

const spalten: Spalte[] = [
  { titel: "Beleg", x: 25, breite: 33 },
  { titel: "Kontakt", x: 60, breite: 56 },
  { titel: "Zahlbar bis", x: 118, breite: 18 },
  { titel: "Netto €", x: 154, breite: 18, rechts: true },
  { titel: "USt €", x: 171, breite: 16, rechts: true },
  { titel: "Brutto €", x: 190, breite: 18, rechts: true },
];

const belegartWort: Record<Belegart, string> = {
  rechnung: "Rechnung",
  schlussrechnung: "Schlussrechnung",
  gutschrift: "Verpächterabrechnung",
  gebuehrenrechnung: "Gebührenrechnung",
  stornorechnung: "Stornorechnung",
  stornogutschrift: "Storno Verpächterabrechnung",
};

/** The account statement of a run: every document that it made for one account, with what is paid out. */
export const layoutKontoauszug = (auszug: KontoauszugDaten): Blatt[] => {
  const bau = beginne(satzende(auszug.aussteller), (nr) => kopf(auszug, nr > 1));
  if (auszug.belege.length > 0) setzeTabelle(bau, spalten, auszug.belege.map(reihe), 16, false);
  else
    bau.setze(
      absatz(rand.links, bau.y + 4, "Für diesen Zeitraum gibt es keine Belege.", 165, 4.7, { pt: 9.4 }).elemente,
    );
  const zeilen = summen(auszug.belege);
  if (!bau.passt(zeilen.length * 5.1 + 6)) bau.neuesBlatt();
  bau.setze(
    zeilen.flatMap(({ name, cent }, i) => [
      text(118, bau.y + 6 + i * 5.1, name, { pt: 9, farbe: "grau" }),
      textRechts(rand.rechts - einzug, bau.y + 6 + i * 5.1, euro(cent), { pt: 9, schnitt: "halbfett" }),
    ]),
  );
  setzeFuss(bau.blaetter, auszug.aussteller);
  return bau.blaetter;
};

export const angabenVonAuszug = (auszug: KontoauszugDaten): Angaben => ({
  titel: `Kontoauszug ${auszug.kontonummer}`,
  thema: `Abrechnung zum ${deutschesDatum(auszug.datum)}`,
  verfasser: firmenname(auszug.aussteller),
  datum: auszug.belegdatum,
});

const kopf = ({ kontonummer, datum, belegdatum, aussteller, logo }: KontoauszugDaten, folgeblatt: boolean) => {
  const titel = `Kontoauszug Pachtkonto ${kontonummer}`;
  const stil = { pt: folgeblatt ? 9.4 : 13.5, schnitt: "halbfett", farbe: "akzent" } as const;
  const y = folgeblatt ? 18 : 50;
  return {
    elemente: [
      ...(folgeblatt ? [] : marken()),
      ...marke({ aussteller, logo }, folgeblatt),
      text(rand.links, y, titel, passend(titel, folgeblatt ? 95 : 165, stil, 7)),
      text(rand.links, y + 6, `Abrechnung zum ${deutschesDatum(datum)}, gebucht am ${deutschesDatum(belegdatum)}`, {
        pt: folgeblatt ? 8.2 : 9.4,
        farbe: "grau",
      }),
    ],
    y: y + 13,
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
    `${belegartWort[beleg.belegart]}, ${zeitraum(beleg.zeitraumVon, beleg.zeitraumBis)}`,
    ...(beleg.auszahlungCent === null ? [] : [`Auszahlung ${euro(beleg.auszahlungCent)}`]),
  ],
  betragCent: beleg.bruttoCent,
});

const summen = (belege: AuszugBeleg[]): { name: string; cent: number }[] => {
  const ueber = (arten: Belegart[]) =>
    belege.filter(({ belegart }) => arten.includes(belegart)).reduce((summe, { bruttoCent }) => summe + bruttoCent, 0);
  return [
    { name: "Rechnungen brutto", cent: ueber(["rechnung", "schlussrechnung"]) },
    { name: "Verpächterabrechnungen brutto", cent: ueber(["gutschrift"]) },
    { name: "Gebühren brutto", cent: ueber(["gebuehrenrechnung"]) },
    { name: "Auszahlung", cent: belege.reduce((summe, { auszahlungCent }) => summe + (auszahlungCent ?? 0), 0) },
  ];
};
