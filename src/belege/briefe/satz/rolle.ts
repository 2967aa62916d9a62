import type { Beiwerk, Element, Rolle } from "./blatt.ts";

/** The same pieces, told what they are; each call with a new role makes one paragraph, one cell, one heading. */
export function als<E extends Element>(rolle: Rolle | Beiwerk, elemente: readonly E[]): E[] {
  return elemente.map((element) => ({ ...element, rolle }));
}

export function alsAbsatz<E extends Element>(elemente: readonly E[]): E[] {
  return als({ art: "P" }, elemente);
}

export function alsUeberschrift<E extends Element>(elemente: readonly E[]): E[] {
  return als({ art: "H1" }, elemente);
}

/** A label and what it labels, as an entry of `liste`. */
export function alsEintrag(liste: Rolle, name: readonly Element[], wert: readonly Element[]): Element[] {
  const eintrag: Rolle = { art: "LI", in: liste };
  return [...als({ art: "Lbl", in: eintrag }, name), ...als({ art: "LBody", in: eintrag }, wert)];
}
