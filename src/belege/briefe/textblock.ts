import type { AusstellerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import { absatz, type Block, rand, text } from "./satz/bau.ts";
import type { Textstueck } from "./satz/blatt.ts";
import { als, alsAbsatz } from "./satz/rolle.ts";
import { firmenname } from "./wortlaut.ts";

const voll = rand.rechts - rand.links;

/** A paragraph over the whole width, with or without a heading that stays with it. */
export function textblock(ueberschrift: string | null, inhalt: string): Block {
  return ausZeilen(ueberschrift, [inhalt]);
}

/** What somebody has written in lines and paragraphs, an empty line between them. */
export function freitext(ueberschrift: string, inhalt: string): Block[] {
  return inhalt
    .trim()
    .split(/\n\s*\n/)
    .map((teil, i) => ausZeilen(i === 0 ? ueberschrift : null, teil.split("\n")));
}

const ausZeilen = (ueberschrift: string | null, zeilen: string[]): Block => {
  const stil = { maximal: voll, abstand: 4.7, pt: 9.4 };
  const elemente: Textstueck[] = [];
  let hoehe = 0;
  for (const zeile of zeilen) {
    const umbrochen = absatz(zeile, stil, { x: rand.links, y: hoehe });
    elemente.push(...umbrochen.elemente);
    hoehe += umbrochen.hoehe;
  }
  const kopf = ueberschrift ? 5 : 0;
  return {
    hoehe: kopf + hoehe + 3,
    setze: (y) => [
      ...als(
        { art: "H2" },
        ueberschrift ? [text(rand.links, y + 4, ueberschrift, { pt: 9.4, schnitt: "halbfett" })] : [],
      ),
      ...alsAbsatz(elemente.map((element) => ({ ...element, y: element.y + y + 4 + kopf }))),
    ],
  };
};

/** Blocks that stay on one page: no greeting stands there alone. */
export function zusammen(bloecke: Block[]): Block {
  return {
    hoehe: bloecke.reduce((summe, { hoehe }) => summe + hoehe, 0),
    setze: (y) => {
      let oben = y;
      return bloecke.flatMap((block) => {
        const elemente = block.setze(oben);
        oben += block.hoehe;
        return elemente;
      });
    },
  };
}

export function gruss(aussteller: AusstellerSchnappschuss): Block {
  const name = absatz(
    firmenname(aussteller),
    { maximal: voll, abstand: 4.7, pt: 9.4, schnitt: "halbfett" },
    { x: rand.links, y: 12 },
  );
  return {
    hoehe: 11.3 + name.hoehe,
    setze: (y) => [
      ...alsAbsatz([text(rand.links, y + 6, "Mit freundlichen Grüßen", { pt: 9.4 })]),
      ...alsAbsatz(name.elemente.map((zeile) => ({ ...zeile, y: zeile.y + y }))),
    ],
  };
}
