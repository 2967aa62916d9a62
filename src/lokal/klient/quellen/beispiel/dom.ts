type Kind = Node | string;

/** An element with its properties and what is in it. */
export const el = <A extends keyof HTMLElementTagNameMap>(
  art: A,
  eigenschaften: Partial<HTMLElementTagNameMap[A]> = {},
  ...kinder: Kind[]
): HTMLElementTagNameMap[A] => {
  const knoten = Object.assign(document.createElement(art), eigenschaften);
  knoten.append(...kinder);
  return knoten;
};

/** A field with its name above it. */
export const feld = (name: string, eingabe: HTMLElement, klasse = ""): HTMLLabelElement =>
  el("label", { className: klasse }, name, eingabe);

/** A table that rolls inside itself on a narrow screen; columns whose name begins with `#` hold figures. */
export const tabelle = (titel: string, spalten: string[], zeilen: Kind[][]): HTMLElement => {
  const zahl = (spalte: number) => (spalten[spalte]?.startsWith("#") ? "zahl" : "");
  const kopf = spalten.map((name, i) => el("th", { scope: "col", className: zahl(i) }, name.replace("#", "")));
  const rumpf = zeilen.map((zellen) =>
    el("tr", {}, ...zellen.map((zelle, i) => el("td", { className: zahl(i) }, zelle))),
  );
  const ganze = el(
    "table",
    {},
    el("caption", {}, titel),
    el("thead", {}, el("tr", {}, ...kopf)),
    el("tbody", {}, ...rumpf),
  );
  return el("div", { className: "rollbar" }, ganze);
};

/** What happened, also for whoever does not see it. */
export const melde = (text: string): void => {
  const ort = document.querySelector("#meldung");
  if (ort) ort.textContent = text;
};

/** Runs what a button is for: it cannot be pressed twice meanwhile, and what goes wrong is said. */
export const beiKlick = (taste: HTMLButtonElement, tue: () => Promise<void>): HTMLButtonElement => {
  taste.addEventListener("click", async () => {
    taste.disabled = true;
    await tue().catch((fehler: unknown) => melde(fehler instanceof Error ? fehler.message : String(fehler)));
    taste.disabled = false;
  });
  return taste;
};

const euroformat = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
export const euro = (cent: number): string => euroformat.format(cent / 100);

/** A civil day, or a dash. */
export const tag = (wert: string | null): string => (wert === null ? "–" : wert.split("-").reverse().join("."));

export const zeitraum = (von: string | null, bis: string | null): string =>
  von === null && bis === null ? "durchgehend" : `${tag(von)} bis ${tag(bis)}`;

const umlaute: Record<string, string> = {
  bevollmaechtigter: "Bevollmächtigter",
  gekuendigt: "gekündigt",
  halbjaehrlich: "halbjährlich",
  jaehrlich: "jährlich",
  paechter: "Pächter",
  verpaechter: "Verpächter",
  vierteljaehrlich: "vierteljährlich",
};
/** A word of the service as people write it. */
export const wort = (wert: string): string => umlaute[wert] ?? wert;

/** Hands a file to the person. */
export const speichere = (inhalt: Blob, name: string): void => {
  const href = URL.createObjectURL(inhalt);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
};
