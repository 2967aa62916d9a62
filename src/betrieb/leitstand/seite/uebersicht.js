// Processes, queues, database, letters and hand-over: all from one answer.
import { el, gleicheAb, marke, schreibe, setze, tabellenzeile } from "./dom.js";
import {
  anzahl,
  auftragsname,
  bytes,
  dauer,
  lesekopieworte,
  sekundengenau,
  uebergabeworte,
  vor,
  zeit,
} from "./worte.js";

const prozesszeile = () => {
  const { knoten, zellen } = tabellenzeile(["prozess", "zustand", "gesehen", "arbeitet", "seit"]);
  const zustand = marke();
  zellen.zustand.append(zustand.knoten);
  return {
    knoten,
    zeige({ art, rechner, version, gestartetAm, gesehenAm, zustand: wie, arbeitetAn, jetzt }) {
      schreibe(zellen.prozess, `${art === "server" ? "Server" : "Worker"} auf ${rechner}`);
      zustand.zeige(wie === "laeuft" ? "gut" : "schlecht", wie === "laeuft" ? "läuft" : "still");
      schreibe(zellen.gesehen, vor(gesehenAm, jetzt));
      schreibe(zellen.arbeitet, [...new Set(arbeitetAn.map(auftragsname))].join(", ") || "nichts gerade");
      schreibe(zellen.seit, `${zeit(gestartetAm)} (${version})`);
    },
  };
};

const warteschlangenzeile = () => {
  const { knoten, zellen } = tabellenzeile(["name", "wartend", "laufend", "fehlgeschlagen", "aeltester"]);
  return {
    knoten,
    zeige({ name, wartend, laufend, fehlgeschlagen, aeltesterSekunden }) {
      schreibe(zellen.name, auftragsname(name));
      for (const [zelle, n] of Object.entries({ wartend, laufend, fehlgeschlagen })) {
        schreibe(zellen[zelle], anzahl(n));
        setze(zellen[zelle], "className", `${zelle} zahl${n === 0 ? " leer" : ""}`);
      }
      schreibe(zellen.aeltester, aeltesterSekunden === null ? "–" : dauer(aeltesterSekunden * 1000));
    },
  };
};

/** A count with its share as a bar; the bar is for the eye, the figure for everybody. */
const anteilzeile = () => {
  const balken = el("meter", { min: 0, "aria-hidden": "true" });
  const [wort, zahl] = [el("dt"), el("dd")];
  return {
    knoten: el("div", {}, wort, zahl, balken),
    zeige({ art, name, n, gesamt }) {
      schreibe(wort, name);
      schreibe(zahl, anzahl(n));
      setze(balken, "max", Math.max(1, gesamt));
      setze(balken, "value", n);
      setze(balken, "className", art);
    },
  };
};

const zeigeAnteile = (liste, teile) => {
  const gesamt = teile.reduce((summe, { n }) => summe + n, 0);
  gleicheAb(
    liste,
    teile.map((teil) => ({ ...teil, gesamt })),
    ({ name }) => name,
    anteilzeile,
  );
};

const schlechte = new Set(["failed", "uncertain"]);

const kennzahlen = ({ prozesse, warteschlangen, siegel, datenbank, lesekopie, schreiben, buchungslaeufe }) => {
  const laeuft = (art) => prozesse.filter((p) => p.art === art && p.zustand === "laeuft").length;
  const summe = (feld) => warteschlangen.reduce((gesamt, eine) => gesamt + eine[feld], 0);
  return [
    { name: "Server", wert: anzahl(laeuft("server")), art: laeuft("server") > 0 ? "gut" : "schlecht" },
    { name: "Worker", wert: anzahl(laeuft("worker")), art: laeuft("worker") > 0 ? "gut" : "schlecht" },
    { name: "Aufträge", wert: `${anzahl(summe("laufend"))} laufen, ${anzahl(summe("wartend"))} warten`, art: "" },
    { name: "Schreiben fehlen", wert: anzahl(schreiben.fehlend), art: "" },
    {
      name: "Siegel",
      // The last second or so is always on its way.
      wert: (siegel.aeltesterSekunden ?? 0) < 60 ? "auf dem Stand" : `${anzahl(siegel.offen)} offen`,
      art: siegel.aeltesterSekunden > 600 ? "schlecht" : "",
    },
    {
      name: "Datenbank",
      wert: `${bytes(datenbank.groesseBytes)}, ${datenbank.verbindungen} von ${datenbank.verbindungenHoechstens} Verbindungen`,
      art: datenbank.verbindungen > 0.85 * datenbank.verbindungenHoechstens ? "schlecht" : "",
    },
    ...(lesekopie
      ? [
          {
            name: "Lesekopie",
            wert: lesekopieworte[lesekopie.zustand],
            art: lesekopie.zustand === "folgt" ? "gut" : "schlecht",
          },
        ]
      : []),
    ...(buchungslaeufe.length > 0
      ? [{ name: "Bucht gerade", wert: buchungslaeufe.map((l) => `${anzahl(l.anzahlKonten)} Pachtkonten`).join(", ") }]
      : []),
  ];
};

const kennzahl = () => {
  const [name, wert] = [el("dt"), el("dd")];
  return {
    knoten: el("div", {}, name, wert),
    zeige(zahl) {
      schreibe(name, zahl.name);
      schreibe(wert, zahl.wert);
      setze(wert, "className", zahl.art ?? "");
    },
  };
};

/** @param teil finds a part of the page by its id */
export const zeigeUebersicht = (teil, zustand) => {
  const jetzt = Date.parse(zustand.zeitpunkt);
  schreibe(teil("stand"), `Stand ${sekundengenau(zustand.zeitpunkt)} Uhr`);
  gleicheAb(teil("kennzahlen"), kennzahlen(zustand), ({ name }) => name, kennzahl);
  gleicheAb(
    teil("prozesse"),
    zustand.prozesse.map((prozess) => ({ ...prozess, jetzt })),
    ({ art, rechner, gestartetAm }) => `${art} ${rechner} ${gestartetAm}`,
    prozesszeile,
  );
  gleicheAb(teil("warteschlangen"), zustand.warteschlangen, ({ name }) => name, warteschlangenzeile);
  const { gezeichnet, fehlend, fehlgeschlagen } = zustand.schreiben;
  zeigeAnteile(teil("schreiben"), [
    { name: "gezeichnet", n: gezeichnet, art: "gut" },
    { name: "noch nicht gezeichnet", n: fehlend, art: "ruhig" },
    { name: "nicht gelungen", n: fehlgeschlagen, art: "schlecht" },
  ]);
  zeigeAnteile(
    teil("uebergaben"),
    zustand.uebergaben
      .filter(({ zustand: wie, anzahl: n }) => n > 0 || ["offen", "synced", "uncertain"].includes(wie))
      .map(({ zustand: wie, anzahl: n }) => ({
        name: uebergabeworte[wie],
        n,
        art: schlechte.has(wie) ? "schlecht" : wie === "synced" ? "gut" : "ruhig",
      })),
  );
};
