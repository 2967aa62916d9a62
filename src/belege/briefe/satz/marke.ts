import type { AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import { firmenname } from "../wortlaut.ts";
import { rand, textRechts } from "./bau.ts";
import type { Bild, Element, Logobild } from "./blatt.ts";
import { verbinde } from "./format.ts";
import { als } from "./rolle.ts";
import { breite, umbrich } from "./schrift.ts";

/** Who writes, at the upper right: the logo, or without one the company's name as a word mark. */
export type Absender = { aussteller: AusstellerSchnappschuss; logo: Logobild | null };

/** Right-aligned boxes that a logo fills as far as its shape lets it, mm. */
const rahmen = { erste: { y: 14, breite: 52, hoehe: 22 }, folgende: { y: 12, breite: 34, hoehe: 13 } } as const;

/** Read out on the first page; those that follow repeat it. */
export function marke({ aussteller, logo }: Absender, folgeblatt: boolean): Element[] {
  const name = firmenname(aussteller);
  if (!logo) return wortmarke(name, folgeblatt);
  const bild = logobild(logo, folgeblatt);
  return als(folgeblatt ? "Header" : { art: "Figure", alt: verbinde(["Logo", name]), kasten: bild }, [bild]);
}

/** Where the content of a page that follows begins: below the two lines of its head, and below a name of many. */
export function unterMarke(elemente: Element[]): number {
  return Math.max(31, ...elemente.flatMap((element) => (element.art === "text" ? [element.y + 4] : [])));
}

const logobild = (logo: Logobild, folgeblatt: boolean): Bild => {
  const { y, breite: maximal, hoehe: hoechstens } = folgeblatt ? rahmen.folgende : rahmen.erste;
  const massstab = Math.min(maximal / logo.breite, hoechstens / logo.hoehe);
  const breite = logo.breite * massstab;
  return { art: "bild", x: rand.rechts - breite, y, breite, hoehe: logo.hoehe * massstab, bild: logo };
};

/** The larger the fewer lines the name takes; the bar beside them is as high as they are. */
const wortmarke = (name: string, folgeblatt: boolean): Element[] => {
  if (!name) return [];
  const maximal = folgeblatt ? 62 : 92;
  const groessen = folgeblatt ? [10.5, 9, 8] : [16, 13.5, 11.5];
  const kleinste = folgeblatt ? 7 : 9.5;
  const pt = groessen.find((groesse, i) => umbrich(name, maximal, "halbfett", groesse).length <= i + 1) ?? kleinste;
  const zeilen = umbrich(name, maximal, "halbfett", pt);
  const abstand = pt * 0.44;
  const oben = folgeblatt ? 18 : 22;
  const weiteste = Math.max(...zeilen.map((zeile) => breite(zeile, "halbfett", pt)));
  return [
    {
      art: "flaeche",
      x: rand.rechts - weiteste - pt * 0.21,
      y: oben - pt * 0.27,
      breite: pt * 0.06,
      hoehe: (zeilen.length - 1) * abstand + pt * 0.34,
      farbe: "akzent",
    },
    ...als(
      folgeblatt ? "Header" : { art: "P" },
      zeilen.map((zeile, i) =>
        textRechts(rand.rechts, oben + i * abstand, zeile, { pt, schnitt: "halbfett", farbe: "akzent" }),
      ),
    ),
  ];
};
