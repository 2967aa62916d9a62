import type { Bau, Block } from "./bau.ts";
import type { Element } from "./blatt.ts";

/** What goes over several pages has at least so much on the first and on the last of them, mm: no greeting goes alone. */
const mindestens = 50;

/** Between the upper edge of a page's content and the letters of a line that goes on there, mm. */
const durchschuss = 1.6;

/** What has to fit where something begins that is `hoehe` mm high: all of it, if a page holds that and a head of `kopf`. */
export function mussPassen(bau: Bau, hoehe: number, kopf = 0): number {
  return bau.passt(hoehe) || bau.passtAufsBlatt(kopf + hoehe) ? hoehe : mindestens;
}

/** Places a block, on the next page if this one has no room for it; only what is higher than a page is cut. */
export function setzeBlock(bau: Bau, block: Block): void {
  if (!bau.passt(mussPassen(bau, block.hoehe))) bau.neuesBlatt();
  setzeZeilenweise(bau, block, 0, 0, () => bau.neuesBlatt());
}

/** How much of what follows a table keeps together with its last row: all of it, or the blocks that one page holds. */
export function zusammenhalt(bau: Bau, bloecke: Block[]): number {
  let hoehe = 0;
  for (const block of bloecke) {
    if (!bau.passtAufsBlatt(mindestens + hoehe + block.hoehe)) return Math.max(hoehe, mindestens);
    hoehe += block.hoehe;
  }
  return hoehe;
}

/**
 * Sets a block from here on, cut between its lines where a page ends. Its pieces keep their roles: a cell that goes on
 * over the page is one cell.
 *
 * @param folge height that has to fit below its end
 * @param darunter height that `wechsle` needs at the end of a page
 */
export function setzeZeilenweise(bau: Bau, block: Block, folge: number, darunter: number, wechsle: () => void): void {
  let { hoehe } = block;
  let elemente = block.setze(bau.y);
  while (!bau.passt(hoehe + folge)) {
    const schnitt = schnittUeber(elemente, Math.min(bau.unten - darunter, bau.y + hoehe - mindestens));
    if (schnitt === undefined) break;
    const istDarueber = (element: Element) => grenzen(element).unten <= schnitt;
    bau.setze(elemente.filter(istDarueber));
    hoehe += bau.y - schnitt + durchschuss;
    bau.y = schnitt;
    wechsle();
    const um = bau.y + durchschuss - schnitt;
    elemente = elemente.filter((element) => !istDarueber(element)).map((element) => verschiebe(element, um));
  }
  bau.setze(elemente);
  bau.y += hoehe;
}

/** The lowest line of text down to `unten` above which everything ends that begins there; not the first. */
const schnittUeber = (elemente: Element[], unten: number): number | undefined => {
  const alle = elemente.map(grenzen);
  const anfang = Math.min(...alle.map(({ oben }) => oben));
  return elemente
    .flatMap((element) => (element.art === "text" ? [grenzen(element).oben] : []))
    .filter((y) => anfang < y && y <= unten && alle.every((g) => g.oben >= y || g.unten <= y))
    .reduce<number | undefined>((tiefster, y) => Math.max(tiefster ?? y, y), undefined);
};

/** How far it reaches up and down: a text with its accents and descenders. */
const grenzen = (element: Element): { oben: number; unten: number } => {
  switch (element.art) {
    case "text":
      return { oben: element.y - element.pt * 0.27, unten: element.y + element.pt * 0.09 };
    case "linie":
      return { oben: element.y1, unten: element.y2 };
    case "raster":
      return { oben: element.y, unten: element.y + element.groesse };
    case "wasserzeichen":
      return { oben: element.y, unten: element.y };
    default:
      return { oben: element.y, unten: element.y + element.hoehe };
  }
};

/** The same, lower down. What is cut holds no Figure, whose box would have to move too. */
const verschiebe = (element: Element, um: number): Element =>
  element.art === "linie"
    ? { ...element, y1: element.y1 + um, y2: element.y2 + um }
    : { ...element, y: element.y + um };
