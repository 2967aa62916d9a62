// The few helpers that the parts of the page build their elements with.

/** An element; names with a dash and `role` are attributes, all others properties. */
export const el = (name, eigenschaften = {}, ...kinder) => {
  const knoten = document.createElement(name);
  for (const [feld, wert] of Object.entries(eigenschaften)) {
    if (feld === "role" || feld.includes("-")) knoten.setAttribute(feld, wert);
    else knoten[feld] = wert;
  }
  knoten.append(...kinder);
  return knoten;
};

/** Touches the page only where something differs. */
export const schreibe = (knoten, text) => {
  if (knoten.textContent !== text) knoten.textContent = text;
};

export const setze = (knoten, feld, wert) => {
  if (knoten[feld] !== wert) knoten[feld] = wert;
};

const zeilenVon = new WeakMap();

/**
 * Makes the children of `eltern` those of the list: what stays is changed in place, so that focus and scrolling stay too.
 *
 * @param neu makes `{ knoten, zeige }` for an entry that was not there; `zeige(eintrag)` brings it up to date
 */
export const gleicheAb = (eltern, liste, schluesselVon, neu) => {
  const alte = zeilenVon.get(eltern) ?? new Map();
  const jetzige = new Map();
  let stelle = eltern.firstElementChild;
  for (const eintrag of liste) {
    const schluessel = schluesselVon(eintrag);
    const zeile = alte.get(schluessel) ?? neu(eintrag);
    zeile.zeige(eintrag);
    jetzige.set(schluessel, zeile);
    alte.delete(schluessel);
    if (zeile.knoten === stelle) stelle = stelle.nextElementSibling;
    else eltern.insertBefore(zeile.knoten, stelle);
  }
  for (const { knoten } of alte.values()) knoten.remove();
  zeilenVon.set(eltern, jetzige);
};

/** A row of a table whose cells are named; the first is its heading. */
export const tabellenzeile = (spalten) => {
  const zellen = Object.fromEntries(
    spalten.map((spalte, nr) => [
      spalte,
      el(nr === 0 ? "th" : "td", nr === 0 ? { scope: "row", className: spalte } : { className: spalte }),
    ]),
  );
  return { knoten: el("tr", {}, ...Object.values(zellen)), zellen };
};

/** State as a word with a mark beside it: colour is never all that tells. */
export const marke = () => {
  const knoten = el("span", { className: "marke" });
  return {
    knoten,
    zeige(art, wort) {
      setze(knoten, "className", `marke ${art}`);
      schreibe(knoten, wort);
    },
  };
};
