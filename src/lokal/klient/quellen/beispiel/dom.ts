type Kind = Node | string;

/** An element with its properties and what is in it. */
export function el<A extends keyof HTMLElementTagNameMap>(
  art: A,
  eigenschaften: Partial<HTMLElementTagNameMap[A]> = {},
  ...kinder: Kind[]
): HTMLElementTagNameMap[A] {
  const knoten = Object.assign(document.createElement(art), eigenschaften);
  knoten.append(...kinder);
  return knoten;
}

/** A field with its name above it. */
export function feld(name: string, eingabe: HTMLElement, klasse = ""): HTMLLabelElement {
  return el("label", { className: klasse }, name, eingabe);
}

/** A table that rolls inside itself on a narrow screen; columns whose name begins with `#` hold figures. */
export function tabelle(titel: string, spalten: string[], zeilen: Kind[][]): HTMLElement {
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
}

/** What happened, also for whoever does not see it. */
export function melde(text: string): void {
  const ort = document.querySelector("#meldung");
  if (ort) ort.textContent = text;
}

/** Runs what a button is for: it cannot be pressed twice meanwhile, and what goes wrong is said. */
export function beiKlick(taste: HTMLButtonElement, tue: () => Promise<void>): HTMLButtonElement {
  taste.addEventListener("click", async () => {
    taste.disabled = true;
    await tue().catch((fehler: unknown) => melde(fehler instanceof Error ? fehler.message : String(fehler)));
    taste.disabled = false;
  });
  return taste;
}

const euroformat = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
export function euro(cent: number): string {
  return euroformat.format(cent / 100);
}

/** A civil day, or a dash. */
export function tag(wert: string | null): string {
  return wert === null ? "–" : wert.split("-").reverse().join(".");
}

export function zeitraum(von: string | null, bis: string | null): string {
  return von === null && bis === null ? "durchgehend" : `${tag(von)} bis ${tag(bis)}`;
}

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
export function wort(wert: string): string {
  return umlaute[wert] ?? wert;
}

/** Hands a file to the person. */
export function speichere(inhalt: Blob, name: string): void {
  const href = URL.createObjectURL(inhalt);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
