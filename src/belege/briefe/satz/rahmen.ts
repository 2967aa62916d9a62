import type { AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import { firmenname } from "../wortlaut.ts";
import { zahlkonto } from "../zahlung.ts";
import { passend, rand, text, textRechts } from "./bau.ts";
import type { Blatt, Element } from "./blatt.ts";
import { ibanGruppen, verbinde } from "./format.ts";
import { breite, umbrich } from "./schrift.ts";

/** Return line and address in the window (DIN 5008 Form B: 20 to 105 mm, from 45 to 90 mm). */
export const anschriftfeld = (aussteller: AusstellerSchnappschuss, zeilen: string[]): Element[] => {
  const maximal = 78;
  const name = firmenname(aussteller);
  const strasse = verbinde([aussteller.strasse, aussteller.hausnummer]);
  const adresse = verbinde([strasse, verbinde([aussteller.plz, aussteller.ort])], " · ");
  const ganz = verbinde([name, adresse], " · ");
  const klein = passend(ganz, maximal, { pt: 6.8, farbe: "grau" }, 6);
  // What does not fit in a line stands in several, the address below the name.
  const absender = breite(ganz, "normal", klein.pt) <= maximal ? [ganz] : [name, adresse];
  const zeilenDarueber = absender.flatMap((zeile) => umbrich(zeile, maximal, "normal", klein.pt));
  const umbrochen = zeilen.flatMap((zeile) => umbrich(zeile, maximal, "normal", 10.2));
  // Six lines have room; more than that stand closer.
  const enge = Math.min(1, 5 / Math.max(1, umbrochen.length - 1));
  return [
    ...zeilenDarueber.map((zeile, i) => text(rand.links, 60.4 - (zeilenDarueber.length - 1 - i) * 2.5, zeile, klein)),
    { art: "linie", x1: rand.links, y1: 61.6, x2: rand.links + maximal, y2: 61.6, pt: 0.35, farbe: "linie" },
    ...umbrochen.map((zeile, i) =>
      text(rand.links, 66.6 + i * 4.55 * enge, zeile, { pt: 10.2 * Math.max(0.85, enge) }),
    ),
  ];
};

/** Labels and values beside the window. */
export const informationsblock = (angaben: [string, string | null][]): Element[] =>
  angaben
    .filter((angabe): angabe is [string, string] => Boolean(angabe[1]))
    .flatMap(([name, wert], i) => {
      const y = 53.5 + i * 5.1;
      const label = text(125, y, name, { pt: 9, farbe: "grau" });
      const platz = rand.rechts - label.x - label.breite - 2;
      const stil = passend(wert, platz, { pt: 9, schnitt: i === 0 ? "halbfett" : "normal" }, 5.5);
      const [erste = ""] = umbrich(wert, platz, stil.schnitt ?? "normal", stil.pt);
      return [label, textRechts(rand.rechts, y, erste, stil)];
    });

/** Where to fold and to punch. */
export const marken = (): Element[] =>
  [
    { y: 105, laenge: 4 },
    { y: 148.5, laenge: 6 },
    { y: 210, laenge: 4 },
  ].map(({ y, laenge }) => ({ art: "linie", x1: 5, y1: y, x2: 5 + laenge, y2: y, pt: 0.35, farbe: "grau" }));

const spalten = [25, 72, 112, 155] as const;

/** Company data and "Seite x von y" on every page, once the number of pages is known. */
export const setzeFuss = (blaetter: Blatt[], aussteller: AusstellerSchnappschuss): void => {
  const fuss = fusszeilen(aussteller);
  for (const [i, blatt] of blaetter.entries())
    blatt.elemente.push(
      ...fuss,
      textRechts(rand.rechts, 265.6, `Seite ${i + 1} von ${blaetter.length}`, { pt: 7.6, farbe: "grau" }),
    );
};

const fusszeilen = (a: AusstellerSchnappschuss): Element[] => {
  const konto = zahlkonto({ aussteller: a });
  const bloecke: [string, (string | null | undefined)[]][] = [
    [
      firmenname(a),
      [
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
  return [
    { art: "linie", x1: rand.links, y1: 268, x2: rand.rechts, y2: 268, pt: 0.6, farbe: "akzent" },
    ...bloecke.flatMap(([ueberschrift, zeilen], i) => {
      const x = spalten[i] ?? rand.links;
      const maximal = (spalten[i + 1] ?? rand.rechts + 2) - 2 - x;
      const belegt = zeilen.filter((zeile): zeile is string => Boolean(zeile));
      return belegt.length === 0 ? [] : fussblock(x, maximal, ueberschrift, belegt);
    }),
  ];
};

/** At most seven lines fit above the lower edge of the sheet. */
const fussblock = (x: number, maximal: number, ueberschrift: string, zeilen: string[]): Element[] =>
  [ueberschrift, ...zeilen]
    .flatMap((zeile, i) => {
      const schnitt = i === 0 ? "halbfett" : "normal";
      const stil = passend(zeile, maximal, { pt: 6.8, schnitt, farbe: i === 0 ? "text" : "grau" } as const, 6);
      return umbrich(zeile, maximal, schnitt, stil.pt).map((teil) => ({ teil, stil }));
    })
    .slice(0, 7)
    .map(({ teil, stil }, i) => text(x, 271.9 + i * 3.3, teil, stil));
