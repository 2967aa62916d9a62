// Plots by uPlot, which draws on a canvas: beside each stands a table, and a sentence says what there is to see.
import { el, gleicheAb, schreibe, tabellenzeile } from "./dom.js";
import { alsLinien, alsTabelle, zusammenfassung } from "./verlaufsdaten.js";
import { anzahl, dauer, mehrere, uhrzeit } from "./worte.js";

const dunkel = window.matchMedia("(prefers-color-scheme: dark)");
export const farbe = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const achse = (mehr) => ({
  stroke: () => farbe("--leise"),
  grid: { stroke: () => farbe("--linie"), width: 1 },
  ticks: { show: false },
  font: "12px system-ui, sans-serif",
  ...mehr,
});

/**
 * A plot in `ort`, as wide as that is, drawn anew in other colours when the browser changes to dark or light.
 *
 * @param linien `{ name, farbe, wert }` for each line; `wert` is its text in the legend
 * @param wahl what goes to uPlot besides
 * @returns shows data
 */
export const erstelleKurve = (ort, linien, { hoehe = 200, ...wahl }) => {
  let kurve;
  const breite = () => Math.max(200, ort.clientWidth);
  const baue = (daten) =>
    new window.uPlot(
      {
        width: breite(),
        height: hoehe,
        tzDate: (sekunden) => window.uPlot.tzDate(new Date(sekunden * 1000), "Europe/Berlin"),
        legend: { live: true },
        cursor: { drag: { x: false, y: false }, points: { size: 7 } },
        scales: { x: { time: true } },
        ...wahl,
        series: [
          wahl.xReihe ?? {
            label: "Uhrzeit",
            value: (_, sekunden) => (sekunden === null ? "" : uhrzeit(sekunden * 1000)),
          },
          ...linien.map(({ name, farbe: woher, wert, ...mehr }) => ({
            label: name,
            stroke: () => farbe(woher),
            width: 2,
            points: { show: false },
            value: (_, zahl) => (zahl === null || zahl === undefined ? "–" : wert(zahl)),
            ...mehr,
          })),
        ],
        axes: [
          achse(wahl.xAchse ?? { values: (_, marken) => marken.map((sekunden) => uhrzeit(sekunden * 1000)) }),
          achse({ size: 72, values: (_, marken) => marken.map((zahl) => wahl.yWort(zahl)) }),
        ],
      },
      daten,
      ort,
    );
  dunkel.addEventListener("change", () => kurve?.redraw(false, true));
  new ResizeObserver(
    () => kurve && kurve.width !== breite() && kurve.setSize({ width: breite(), height: hoehe }),
  ).observe(ort);
  return (daten) => {
    if (kurve) kurve.setData(daten);
    else kurve = baue(daten);
  };
};

const ohneBruch = (zahl) => (Number.isInteger(zahl) ? anzahl(zahl) : "");

const tabellenkopf = ["Ab", "Anzahl", "Gescheitert", "Median", "95 von 100"];

const verlaufszeile = () => {
  const { knoten, zellen } = tabellenzeile(["ab", "anzahl", "fehler", "median", "p95"]);
  const zahl = (zelle, wert, wort) => schreibe(zellen[zelle], wert === null ? "–" : wort(wert));
  return {
    knoten,
    zeige({ beginntAm, anzahl: n, fehler, medianMs, p95Ms }) {
      schreibe(zellen.ab, uhrzeit(beginntAm));
      zahl("anzahl", n, anzahl);
      zahl("fehler", fehler, anzahl);
      zahl("median", medianMs, dauer);
      zahl("p95", p95Ms, dauer);
    },
  };
};

const tabelle = (titel) => {
  const koerper = el("tbody");
  const kopf = el("tr", {}, ...tabellenkopf.map((wort) => el("th", { scope: "col", textContent: wort })));
  const knoten = el(
    "details",
    {},
    el("summary", { textContent: "Als Tabelle" }),
    el("table", {}, el("caption", { textContent: titel }), el("thead", {}, kopf), koerper),
  );
  return { knoten, koerper };
};

const satz = (was, wort, stunden) => {
  const laenge = was.p95Ms === null ? "" : `; 95 von 100 nie über ${dauer(was.p95Ms)}`;
  return `${mehrere(was.anzahl, wort[0], wort[1])} in ${mehrere(stunden, "Stunde", "Stunden")}, ${anzahl(was.fehler)} gescheitert${laenge}.`;
};

/** Throughput and latency of requests or jobs: two plots, a sentence and a table. */
const bereiteArt = (ort, was, worte, dauerlinie) => {
  const mengentitel = el("h4");
  const [mengen, dauern] = [el("div", { className: "kurve" }), el("div", { className: "kurve" })];
  for (const [knoten, name] of [
    [mengen, `${worte[1]} je Abschnitt`],
    [dauern, `Dauer der ${worte[1]}`],
  ]) {
    knoten.setAttribute("role", "img");
    knoten.setAttribute("aria-label", `${name}, als Kurve; dieselben Zahlen stehen in der Tabelle`);
  }
  const zusammen = el("p", { className: "beiwerk" });
  const { knoten, koerper } = tabelle(`${worte[1]}: Anzahl und Dauer`);
  ort.append(zusammen, mengentitel, mengen, el("h4", { textContent: "Dauer" }), dauern, knoten);
  const zeigeMengen = erstelleKurve(
    mengen,
    [
      { name: worte[1], farbe: "--gruen", wert: anzahl, fill: () => farbe("--gruen-flaeche") },
      { name: "gescheitert", farbe: "--rot", wert: anzahl },
    ],
    { yWort: ohneBruch },
  );
  const zeigeDauern = erstelleKurve(
    dauern,
    [
      { name: "Median", farbe: "--gruen", wert: dauer, ...dauerlinie },
      { name: "95 von 100", farbe: "--ocker", wert: dauer, ...dauerlinie },
    ],
    { yWort: dauer },
  );
  return (verlauf) => {
    zeigeMengen(alsLinien(verlauf.abschnitte, was, "anzahl", "fehler"));
    zeigeDauern(alsLinien(verlauf.abschnitte, was, "medianMs", "p95Ms"));
    schreibe(
      mengentitel,
      `${worte[1]} je ${verlauf.schrittMinuten === 1 ? "Minute" : `${verlauf.schrittMinuten} Minuten`}`,
    );
    schreibe(zusammen, satz(zusammenfassung(verlauf, was), worte, verlauf.stunden));
    gleicheAb(koerper, alsTabelle(verlauf, was), ({ beginntAm }) => beginntAm, verlaufszeile);
  };
};

/** Jobs come one by one: a line between them would say what nobody measured. */
const einzeln = { paths: () => null, points: { show: true, size: 4 } };

export const bereiteVerlauf = (teil) => {
  const zeigeAnfragen = bereiteArt(teil("anfragen"), "anfragen", ["Anfrage", "Anfragen"], {});
  const zeigeAuftraege = bereiteArt(teil("auftragsverlauf"), "auftraege", ["Auftrag", "Aufträge"], einzeln);
  return (verlauf) => {
    zeigeAnfragen(verlauf);
    zeigeAuftraege(verlauf);
  };
};
