import type { Befund, Zeile } from "../../format/blaetter.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import type { Spalte } from "../../format/spalte.ts";
import { type Rohzeile, type Rohzelle, zeige } from "../rohzelle.ts";
import { alsFehler, alsWert, type Deutung } from "./deutung.ts";
import { deuteStufen } from "./stufen.ts";
import { deuteDatum, deuteMonat, deuteMonatstag } from "./tag.ts";
import {
  deuteAuswahl,
  deuteFrei,
  deuteIban,
  deuteJanein,
  deutePlz,
  deuteSchluessel,
  deuteText,
  deuteVerweise,
} from "./text.ts";
import { deuteBasispunkte, deuteCent, deuteDezimal, deuteEuro, deuteGanzzahl, deuteProzent } from "./zahl.ts";

const nachSpalte = (spalte: Spalte, zelle: Rohzelle): Deutung => {
  switch (spalte.art) {
    case "text":
      if (spalte.name === "importSchluessel") return deuteSchluessel(zelle);
      return spalte.name === "plz" ? deutePlz(zelle) : deuteText(zelle);
    case "verweis":
      return deuteText(zelle);
    case "verweise":
      return deuteVerweise(zelle);
    case "iban":
      return deuteIban(zelle);
    case "ganzzahl":
      return deuteGanzzahl(zelle);
    case "dezimal":
      return deuteDezimal(zelle);
    case "euro":
      return deuteEuro(zelle);
    case "cent":
      return deuteCent(zelle);
    case "prozent":
      return deuteProzent(zelle, /steuersatz$/i.test(spalte.name));
    case "basispunkte":
      return deuteBasispunkte(zelle);
    case "datum":
      return deuteDatum(zelle);
    case "monatstag":
      return deuteMonatstag(zelle);
    case "monat":
      return deuteMonat(zelle);
    case "stufen":
      return deuteStufen(zelle);
    case "janein":
      return deuteJanein(zelle);
    case "auswahl":
      return deuteAuswahl(zelle, spalte.werte);
    case "frei":
      return deuteFrei(zelle);
  }
};

/** An own field may be a blank text. */
const istLeer = (spalte: Spalte, zelle: Rohzelle): boolean =>
  spalte.art !== "frei" && zelle.art === "text" && zelle.text.trim() === "";

/** What the cell of a column says; nothing, and nothing but blanks, is null. */
export const deute = (spalte: Spalte, zelle: Rohzelle | undefined): Deutung => {
  if (zelle === undefined || istLeer(spalte, zelle)) return alsWert(null);
  if (zelle.art !== "unbrauchbar") return nachSpalte(spalte, zelle);
  return zelle.formel
    ? alsFehler(
        "formel_ohne_wert",
        "Die Datei hat kein Ergebnis der Formel; bitte im Tabellenprogramm öffnen und speichern, oder den Wert eintragen.",
      )
    : alsFehler("formelfehler", "Die Zelle zeigt einen Fehler statt eines Werts.");
};

/** @param spalten those of the file, by their column */
export const deuteZeile = (blatt: Blatt, spalten: ReadonlyMap<number, Spalte>, roh: Rohzeile): Zeile => {
  const werte: Record<string, unknown> = {};
  const befunde: Befund[] = [];
  const ort = { blatt, zeile: roh.zeile };
  if (roh.versteckt)
    befunde.push({
      ...{ ...ort, spalte: null, schwere: "hinweis", code: "zeile_ausgeblendet", wert: null },
      text: "Die Zeile ist ausgeblendet; gelesen wird sie trotzdem.",
    });
  for (const [stelle, spalte] of spalten) {
    const zelle = roh.zellen.get(stelle);
    const deutung = deute(spalte, zelle);
    const bemerkung = "fehler" in deutung ? deutung.fehler : deutung.hinweis;
    if (!("fehler" in deutung)) werte[spalte.feld] = deutung.wert;
    if (bemerkung && zelle)
      befunde.push({
        ...ort,
        spalte: spalte.name,
        schwere: "fehler" in deutung ? "fehler" : "hinweis",
        ...bemerkung,
        wert: zeige(zelle),
      });
  }
  return { ...ort, werte, befunde };
};
