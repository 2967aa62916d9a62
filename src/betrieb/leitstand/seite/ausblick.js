// What is due in the next twelve months: a bar a month, with the same figures beside it.
import { gleicheAb, schreibe, setze, tabellenzeile } from "./dom.js";
import { erstelleKurve, farbe } from "./kurven.js";
import { anzahl, euro, kurzEuro, mehrere, monat, zeit } from "./worte.js";

const monatszeile = () => {
  const { knoten, zellen } = tabellenzeile(["monat", "anzahl", "betrag"]);
  for (const zelle of [zellen.anzahl, zellen.betrag]) zelle.classList.add("zahl");
  return {
    knoten,
    zeige({ monat: welcher, anzahl: n, betragCent }) {
      schreibe(zellen.monat, monat(welcher));
      schreibe(zellen.anzahl, anzahl(n));
      schreibe(zellen.betrag, euro(betragCent));
    },
  };
};

export const bereiteAusblick = (teil) => {
  let monate = [];
  const name = (nr) => (monate[nr] ? monat(monate[nr].monat) : "");
  let zeigeBalken;
  const baue = () =>
    erstelleKurve(
      teil("ausblickskurve"),
      [
        {
          name: "Netto",
          farbe: "--gruen",
          wert: euro,
          fill: () => farbe("--gruen-flaeche"),
          paths: window.uPlot.paths.bars({ size: [0.6, 60] }),
        },
      ],
      {
        scales: {
          x: { time: false, range: [-0.6, 11.6] },
          y: { range: (_, kleinste, groesste) => [Math.min(0, kleinste), groesste * 1.05 || 1] },
        },
        xReihe: { label: "Monat", value: (_, nr) => (nr === null ? "" : name(nr)) },
        xAchse: {
          splits: () => monate.map((_, nr) => nr),
          values: (_, marken) => marken.map((nr) => name(nr).slice(0, 3)),
        },
        yWort: kurzEuro,
        hoehe: 300,
      },
    );
  return (ausblick) => {
    monate = ausblick.monate;
    const gibtEs = ausblick.berechnetAm !== null;
    setze(teil("ausblick"), "hidden", !gibtEs);
    if (!gibtEs)
      return schreibe(teil("ausblicksatz"), "Die Schätzung entsteht in der nächsten Nacht mit den Fälligkeiten.");
    const summe = (feld) => monate.reduce((gesamt, eines) => gesamt + eines[feld], 0);
    schreibe(
      teil("ausblicksatz"),
      `${mehrere(summe("anzahl"), "Fälligkeit", "Fälligkeiten")} über ${euro(summe("betragCent"))} netto, geschätzt am ${zeit(ausblick.berechnetAm)} Uhr; der erste Monat mit allem, was schon länger offen ist.`,
    );
    gleicheAb(teil("ausblickszeilen"), monate, ({ monat: welcher }) => welcher, monatszeile);
    zeigeBalken ??= baue();
    zeigeBalken([monate.map((_, nr) => nr), monate.map(({ betragCent }) => betragCent)]);
  };
};
