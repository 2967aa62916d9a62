import type { Beiwerk, Element, Rolle } from "./blatt.ts";

/** The same pieces, told what they are; each call with a new role makes one paragraph, one cell, one heading. */
export const als = <E extends Element>(rolle: Rolle | Beiwerk, elemente: readonly E[]): E[] =>
  elemente.map((element) => ({ ...element, rolle }));

export const alsAbsatz = <E extends Element>(elemente: readonly E[]): E[] => als({ art: "P" }, elemente);

export const alsUeberschrift = <E extends Element>(elemente: readonly E[]): E[] => als({ art: "H1" }, elemente);

/** A label and what it labels, as an entry of `liste`. */
export const alsEintrag = (liste: Rolle, name: readonly Element[], wert: readonly Element[]): Element[] => {
  const eintrag: Rolle = { art: "LI", in: liste };
  return [...als({ art: "Lbl", in: eintrag }, name), ...als({ art: "LBody", in: eintrag }, wert)];
};
