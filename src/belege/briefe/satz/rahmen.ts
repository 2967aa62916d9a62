import type { Anschrift } from "../../../kern/pacht/anschrift.ts";
import type { AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import { firmenname } from "../wortlaut.ts";
import { zahlkonto } from "../zahlung.ts";
import { eineZeile, gemeinsam, passend, rand, text, textRechts } from "./bau.ts";
import type { Blatt, Element, Rolle } from "./blatt.ts";
import { ibanGruppen, verbinde } from "./format.ts";
import { als, alsAbsatz, alsEintrag } from "./rolle.ts";
import { breite, umbrich } from "./schrift.ts";

/** Return line and address in the window (DIN 5008 Form B: 20 to 105 mm, from 45 to 90 mm). */
export function anschriftfeld(aussteller: AusstellerSchnappschuss, { zeilen, istKlein }: Anschrift): Element[] {
  const maximal = 78;
  const name = firmenname(aussteller);
  const strasse = verbinde([aussteller.strasse, aussteller.hausnummer]);
  const adresse = verbinde([aussteller.adresszusatz, strasse, verbinde([aussteller.plz, aussteller.ort])], " · ");
  const ganz = verbinde([name, adresse], " · ");
  const klein = passend(ganz, maximal, { pt: 6.8, farbe: "grau" }, 6);
  // What does not fit in a line stands in several, the address below the name.
  const absender = breite(ganz, "normal", klein.pt) <= maximal ? [ganz] : [name, adresse];
  const zeilenDarueber = absender.flatMap((zeile) => umbrich(zeile, maximal, "normal", klein.pt));
  const abstand = istKlein ? 3.25 : 4.55;
  const stil = gemeinsam(zeilen, maximal, { pt: istKlein ? 8.2 : 10.2 }, 5);
  return [
    ...alsAbsatz(
      zeilenDarueber.map((zeile, i) => text(rand.links, 60.4 - (zeilenDarueber.length - 1 - i) * 2.5, zeile, klein)),
    ),
    { art: "linie", x1: rand.links, y1: 61.6, x2: rand.links + maximal, y2: 61.6, pt: 0.35, farbe: "linie" },
    ...alsAbsatz(zeilen.map((zeile, i) => text(rand.links, 66.6 + i * abstand, zeile, stil))),
  ];
}

/** Labels and values beside the window. */
export function informationsblock(angaben: [string, string | null][]): Element[] {
  const liste: Rolle = { art: "L" };
  return angaben
    .filter((angabe): angabe is [string, string] => Boolean(angabe[1]))
    .flatMap(([name, wert], i) => {
      const y = 53.5 + i * 5.1;
      const label = text(125, y, name, { pt: 9, farbe: "grau" });
      const platz = rand.rechts - label.x - label.breite - 2;
      const zeile = eineZeile(wert, platz, { pt: 9, schnitt: i === 0 ? "halbfett" : "normal" }, 5.5);
      return alsEintrag(liste, [label], [textRechts(rand.rechts, y, ...zeile)]);
    });
}

/** Where to fold and to punch. */
export function marken(): Element[] {
  return [
    { y: 105, laenge: 4 },
    { y: 148.5, laenge: 6 },
    { y: 210, laenge: 4 },
  ].map(({ y, laenge }) => ({ art: "linie", x1: 5, y1: y, x2: 5 + laenge, y2: y, pt: 0.35, farbe: "grau" }));
}

const spalten = [25, 72, 112, 155] as const;

const fusszeile = 3.3;
/** Lines between the rule and the lower edge of the sheet; a footer with more of them begins higher. */
const fusszeilen = 7;

type Fuss = { elemente: Element[]; hub: number };

/** Where the text of a page ends: above the footer, however high that is. */
export function satzende(aussteller: AusstellerSchnappschuss): number {
  return rand.unten - fussVon(aussteller).hub;
}

/** Company data and "Seite x von y" on every page, once the number of pages is known. */
export function setzeFuss(blaetter: Blatt[], aussteller: AusstellerSchnappschuss): void {
  const { elemente, hub } = fussVon(aussteller);
  for (const [i, blatt] of blaetter.entries())
    blatt.elemente.push(
      ...als("Footer", [
        ...elemente,
        textRechts(rand.rechts, 265.6 - hub, `Seite ${i + 1} von ${blaetter.length}`, { pt: 7.6, farbe: "grau" }),
      ]),
    );
}

let letzter: { angaben: string; fuss: Fuss } | undefined;

/** The last one is kept: the letters of a run have the same. */
const fussVon = (aussteller: AusstellerSchnappschuss): Fuss => {
  const spaltenangaben = fussangaben(aussteller);
  const angaben = JSON.stringify(spaltenangaben);
  if (letzter?.angaben !== angaben) letzter = { angaben, fuss: setzeAngaben(spaltenangaben) };
  return letzter.fuss;
};

type Spaltenangaben = [ueberschrift: string, angaben: (string | null | undefined)[]];

/** Nothing is cut: § 35a GmbHG wants all managers named. All lines have one size. */
const setzeAngaben = (spaltenangaben: readonly Spaltenangaben[]): Fuss => {
  const bloecke = spaltenangaben.map(([ueberschrift, angaben], i) => {
    const x = spalten[i] ?? rand.links;
    const zeilen = angaben.filter((zeile): zeile is string => Boolean(zeile));
    return { x, platz: (spalten[i + 1] ?? rand.rechts + 2) - 2 - x, ueberschrift, zeilen };
  });
  const pt = Math.min(
    ...bloecke.map(({ platz, ueberschrift, zeilen }) =>
      Math.min(
        gemeinsam([ueberschrift], platz, { pt: 6.8, schnitt: "halbfett" }, 6).pt,
        gemeinsam(zeilen, platz, { pt: 6.8 }, 6).pt,
      ),
    ),
  );
  const gesetzt = bloecke
    .filter(({ zeilen }) => zeilen.length > 0)
    .map(({ x, platz, ueberschrift, zeilen }) => ({
      x,
      kopf: umbrich(ueberschrift, platz, "halbfett", pt),
      rest: zeilen.flatMap((zeile) => umbrich(zeile, platz, "normal", pt)),
    }));
  const hoechster = Math.max(0, ...gesetzt.map(({ kopf, rest }) => kopf.length + rest.length));
  const hub = Math.max(0, hoechster - fusszeilen) * fusszeile;
  return {
    hub,
    elemente: [
      { art: "linie", x1: rand.links, y1: 268 - hub, x2: rand.rechts, y2: 268 - hub, pt: 0.6, farbe: "akzent" },
      ...gesetzt.flatMap(({ x, kopf, rest }) =>
        [...kopf, ...rest].map((zeile, i) =>
          text(
            x,
            271.9 - hub + i * fusszeile,
            zeile,
            i < kopf.length ? { pt, schnitt: "halbfett" } : { pt, farbe: "grau" },
          ),
        ),
      ),
    ],
  };
};

const fussangaben = (a: AusstellerSchnappschuss): Spaltenangaben[] => {
  const konto = zahlkonto({ aussteller: a });
  return [
    [
      firmenname(a),
      [
        a.adresszusatz,
        verbinde([a.strasse, a.hausnummer]),
        verbinde([a.plz, a.ort]),
        verbinde([a.registergericht, a.registernummer]),
        a.geschaeftsfuehrung && `Geschäftsführung: ${a.geschaeftsfuehrung}`,
      ],
    ],
    ["Kontakt", [a.telefon && `Telefon ${a.telefon}`, a.email, a.website]],
    ["Bankverbindung", [konto.bank, konto.iban && `IBAN ${ibanGruppen(konto.iban)}`, konto.bic && `BIC ${konto.bic}`]],
    [
      "Steuer",
      [
        a.steuernummer && `Steuernummer ${a.steuernummer}`,
        a.ustId && `USt-IdNr. ${a.ustId}`,
        a.glaeubigerId && `Gläubiger-ID ${a.glaeubigerId}`,
      ],
    ],
  ];
};
