import { ergebnis, fassung, istProblem, type Klient, type PachtkontoDetail } from "../index.ts";
import { beiKlick, el, euro, feld, melde, tabelle, wort, zeitraum } from "./dom.ts";

const felder = { bezeichnung: "Bezeichnung", bemerkung: "Bemerkung" } as const;
type Feld = keyof typeof felder;
type Eingaben = Record<Feld, HTMLInputElement | HTMLTextAreaElement>;

const namen = Object.keys(felder) as Feld[];

const angaben = (konto: PachtkontoDetail): HTMLElement => {
  const paare: [string, string][] = [
    ["Status", wort(konto.status)],
    ["Laufzeit", zeitraum(konto.pachtbeginn, konto.pachtende)],
    ["Zahlungsrhythmus", wort(konto.zahlungsrhythmus)],
    ...konto.beteiligte.map(({ rolle, anzeigename }): [string, string] => [wort(rolle), anzeigename]),
  ];
  return el("dl", {}, ...paare.flatMap(([name, wert]) => [el("dt", {}, name), el("dd", {}, wert)]));
};

const positionen = (konto: PachtkontoDetail): HTMLElement =>
  tabelle(
    "Positionen",
    ["Bezeichnung", "Intervall", "gültig", "#Betrag"],
    konto.positionen.map((eine) => [
      eine.bezeichnung ?? eine.positionsartName,
      wort(eine.intervall),
      zeitraum(eine.gueltigVon, eine.gueltigBis),
      euro(eine.betragCent),
    ]),
  );

const lies = (klient: Klient, id: number) => klient.GET("/pachtkonten/{id}", { params: { path: { id } } });

/** What somebody else has saved meanwhile, beside what was entered here. */
const gegenueber = (jetzt: PachtkontoDetail, eingaben: Eingaben): HTMLElement =>
  tabelle(
    "Was sich unterscheidet",
    ["Feld", "gespeichert", "Ihre Eingabe"],
    namen
      .filter((name) => (jetzt[name] ?? "") !== eingaben[name].value)
      .map((name) => [felder[name], jetzt[name] ?? "–", eingaben[name].value || "–"]),
  );

/** One account, and a form whose save is refused where somebody else was faster; then a person decides. */
export async function zeigeKonto(klient: Klient, id: number): Promise<Node[]> {
  const gelesen = await lies(klient, id);
  let konto = ergebnis(gelesen);
  let stand = gelesen.response;

  const eingaben: Eingaben = {
    bezeichnung: el("input", { name: "bezeichnung" }),
    bemerkung: el("textarea", { name: "bemerkung", rows: 3 }),
  };
  const fuelle = () => {
    for (const name of namen) eingaben[name].value = konto[name] ?? "";
  };
  fuelle();
  const konflikt = el("div");

  const speichere = async (): Promise<void> => {
    const body = { bezeichnung: eingaben.bezeichnung.value || null, bemerkung: eingaben.bemerkung.value || null };
    const antwort = await klient.PUT("/pachtkonten/{id}", { params: { path: { id }, header: fassung(stand) }, body });
    ergebnis(antwort);
    stand = antwort.response;
    konflikt.replaceChildren();
    melde("Gespeichert.");
  };

  const zeigeKonflikt = async (): Promise<void> => {
    const neu = await lies(klient, id);
    konto = ergebnis(neu);
    stand = neu.response;
    const meine = beiKlick(el("button", { type: "button", className: "haupt" }, "Meine Eingabe speichern"), versuche);
    const andere = beiKlick(el("button", { type: "button" }, "Gespeichertes übernehmen"), async () => {
      fuelle();
      konflikt.replaceChildren();
      melde("Es gilt, was gespeichert war.");
    });
    const titel = el("h2", { tabIndex: -1 }, "Inzwischen hat jemand dieses Pachtkonto geändert");
    konflikt.replaceChildren(
      el(
        "section",
        { className: "kasten" },
        titel,
        gegenueber(konto, eingaben),
        el("div", { className: "knoepfe" }, meine, andere),
      ),
    );
    titel.focus();
  };

  const versuche = (): Promise<void> =>
    speichere().catch((fehler: unknown) => {
      if (!istProblem(fehler, "version_veraltet")) throw fehler;
      return zeigeKonflikt();
    });

  const taste = beiKlick(el("button", { type: "button", className: "haupt" }, "Speichern"), versuche);
  const formular = el("form", {}, ...namen.map((name) => feld(felder[name], eingaben[name], "breit")), taste);
  formular.addEventListener("submit", (ereignis) => {
    ereignis.preventDefault();
    taste.click();
  });
  return [
    el("p", {}, el("a", { href: "#/konten" }, "Zurück zur Liste")),
    el("h1", { tabIndex: -1 }, `${konto.kontonummer} ${konto.bezeichnung ?? ""}`),
    angaben(konto),
    positionen(konto),
    el("h2", {}, "Ändern"),
    formular,
    konflikt,
  ];
}
