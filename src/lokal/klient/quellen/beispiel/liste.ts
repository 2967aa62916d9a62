import { alle, type Eintrag, type Klient } from "../index.ts";
import { beiKlick, el, feld, melde, tabelle, tag, wort } from "./dom.ts";

type Konto = Eintrag<"/pachtkonten">;

const jeSeite = 20;
const stati = ["aktiv", "gekuendigt", "ausgelaufen", "inaktiv"] as const;

const namen = ({ beteiligte }: Konto, gesucht: string): string =>
  [...new Set(beteiligte.filter(({ rolle }) => rolle === gesucht).map(({ anzeigename }) => anzeigename))].join(", ");

const zeile = (konto: Konto) => [
  el("a", { href: `#/konto/${konto.id}` }, konto.kontonummer),
  konto.bezeichnung ?? "",
  namen(konto, "paechter"),
  wort(konto.status),
  tag(konto.pachtende),
];

/** Accounts by search and status; further ones are fetched when they are asked for. */
export function zeigeListe(klient: Klient): Node[] {
  const suche = el("input", { type: "search", name: "suche", autocomplete: "off" });
  const status = el(
    "select",
    { name: "status" },
    el("option", { value: "" }, "alle"),
    ...stati.map((s) => el("option", { value: s }, wort(s))),
  );
  const ergebnis = el("div");
  let abbruch = new AbortController();

  const sucheNeu = async (): Promise<void> => {
    abbruch.abort();
    abbruch = new AbortController();
    const { signal } = abbruch;
    const gewaehlt = stati.find((eines) => eines === status.value);
    const query = {
      limit: jeSeite,
      ...(suche.value ? { search: suche.value } : {}),
      ...(gewaehlt ? { status: [gewaehlt] } : {}),
    };
    const konten = alle(klient, "/pachtkonten", { query }, signal);
    const gezeigt: Konto[] = [];
    const weitere = async (): Promise<void> => {
      const ziel = gezeigt.length + jeSeite;
      let zuEnde = false;
      while (gezeigt.length < ziel && !zuEnde) {
        const { value, done } = await konten.next();
        if (value) gezeigt.push(value);
        zuEnde = done === true;
      }
      const mehr = beiKlick(el("button", { type: "button" }, "Weitere anzeigen"), weitere);
      ergebnis.replaceChildren(
        tabelle(
          "Pachtkonten, nach Kontonummer",
          ["Konto", "Bezeichnung", "Pächter", "Status", "Pachtende"],
          gezeigt.map(zeile),
        ),
        ...(zuEnde ? [] : [mehr]),
      );
      melde(
        gezeigt.length === 0
          ? "Nichts gefunden."
          : `${gezeigt.length} Pachtkonten${zuEnde ? "" : ", es gibt weitere"}.`,
      );
    };
    await weitere().catch((fehler: Error) => signal.aborted || melde(fehler.message));
  };

  const formular = el(
    "form",
    { role: "search" },
    feld("Suche (Nummer, Name, Ort, Flurstück)", suche, "breit"),
    feld("Status", status),
    el("button", { className: "haupt" }, "Suchen"),
  );
  formular.addEventListener("submit", (ereignis) => {
    ereignis.preventDefault();
    void sucheNeu();
  });
  void sucheNeu();
  return [el("h1", { tabIndex: -1 }, "Pachtkonten"), formular, ergebnis];
}
