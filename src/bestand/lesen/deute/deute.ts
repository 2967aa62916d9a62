import type { Befund, Zeile } from "../../format/blaetter.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import type { Spalte } from "../../format/spalte.ts";
import { unsichtbar } from "../aehnlich.ts";
import { type Rohzeile, type Rohzelle, zeige } from "../rohzelle.ts";
import { alsFehler, alsWert, type Deutung, mitHinweis } from "./deutung.ts";
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
  deuteVerweis,
  deuteVerweise,
} from "./text.ts";
import {
  deuteBasispunkte,
  deuteCent,
  deuteDezimal,
  deuteEuro,
  deuteFlaeche,
  deuteGanzzahl,
  deuteProzent,
} from "./zahl.ts";

const nachSpalte = (spalte: Spalte, zelle: Rohzelle): Deutung => {
  switch (spalte.art) {
    case "text":
      if (spalte.name === "importSchluessel") return deuteSchluessel(zelle);
      return spalte.name === "plz" ? deutePlz(zelle) : deuteText(zelle);
    case "verweis":
      return deuteVerweis(zelle);
    case "verweise":
      return deuteVerweise(zelle);
    case "iban":
      return deuteIban(zelle);
    case "ganzzahl":
      return spalte.name === "flaecheQm" ? deuteFlaeche(zelle) : deuteGanzzahl(zelle);
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

/** Free text stays as it is, everywhere else such characters say nothing. */
const ohneUnsichtbares = (spalte: Spalte, zelle: Rohzelle): Rohzelle => {
  if (zelle.art !== "text" || istFreitext(spalte)) return zelle;
  return { art: "text", text: zelle.text.replace(unsichtbar, "") };
};

const istFreitext = ({ art, name }: Spalte): boolean =>
  art === "frei" || (art === "text" && name !== "importSchluessel" && name !== "plz");

const mitUnsichtbarem = (deutung: Deutung): Deutung => {
  if ("fehler" in deutung || deutung.hinweis || typeof deutung.wert !== "string" || !deutung.wert.match(unsichtbar))
    return deutung;
  return mitHinweis(
    deutung.wert,
    "unsichtbare_zeichen",
    "Im Text stehen Zeichen, die man nicht sieht, etwa weiche Trennstriche; gesucht wird er nur mit ihnen gefunden.",
  );
};

/** What the cell of a column says; nothing, and nothing but blanks, is null. */
export function deute(spalte: Spalte, zelle: Rohzelle | undefined): Deutung {
  if (zelle === undefined) return alsWert(null);
  const sichtbare = ohneUnsichtbares(spalte, zelle);
  if (istLeer(spalte, sichtbare)) return alsWert(null);
  if (zelle.art !== "unbrauchbar") return mitUnsichtbarem(nachSpalte(spalte, sichtbare));
  return zelle.formel
    ? alsFehler(
        "formel_ohne_wert",
        "Die Datei hat kein Ergebnis der Formel; bitte im Tabellenprogramm öffnen und speichern, oder den Wert eintragen.",
      )
    : alsFehler("formelfehler", "Die Zelle zeigt einen Fehler statt eines Werts.");
}

/** @param spalten those of the file, by their column */
export function deuteZeile(blatt: Blatt, spalten: ReadonlyMap<number, Spalte>, roh: Rohzeile): Zeile {
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
}
