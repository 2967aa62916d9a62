import { istVertippt } from "./abstand.ts";
import {
  type Anschrift,
  type AnschriftDaten,
  bildeAnschrift,
  entfalteAnschrift,
  gegend,
  verdichteAnschrift,
  vergleicheAnschrift,
} from "./anschrift.ts";
import { worte } from "./falte.ts";
import { mindestScore, scoreVon } from "./gewicht.ts";
import { type Bewertung, type Grund, gruende } from "./grund.ts";
import { phonetik } from "./phonetik.ts";
import { aufsteigend, fuegeAn, schluesselart } from "./schluessel.ts";

/** What of a leased object counts. */
export type ObjektDaten = AnschriftDaten & {
  id: number;
  bezeichnung: string;
  objektart: string;
  gemarkung: string | null;
  flur: string | null;
  flurstueckZaehler: string | null;
  flurstueckNenner: string | null;
  flaecheQm: number | null;
};

/** An object as it is compared; "" and null are unknown. */
export type Objektbild = {
  id: number;
  objektart: string;
  /** Words of the name, and the numbers in it, which tell one of many alike from the next. */
  worte: string[];
  name: string;
  nummern: string;
  anschrift: Anschrift;
  gemarkung: string;
  flur: string;
  flurstueck: string;
  flaecheQm: number | null;
};

const ohneNullen = (text: string): string => text.replace(/^0+(?=\d)/, "");

/** "12/4" may stand in the one field or in two. */
const flurstueck = (zaehler: string | null, nenner: string | null): string =>
  worte(`${zaehler ?? ""} ${nenner ?? ""}`)
    .map(ohneNullen)
    .join("/");

export function bildeObjekt(daten: ObjektDaten): Objektbild {
  const alle = worte(daten.bezeichnung);
  return {
    id: daten.id,
    objektart: daten.objektart,
    worte: alle.filter((wort) => !/\d/.test(wort)),
    name: alle.join(""),
    nummern: alle
      .filter((wort) => /\d/.test(wort))
      .map(ohneNullen)
      .join(" "),
    anschrift: bildeAnschrift(daten),
    gemarkung: worte(daten.gemarkung)
      .filter((wort) => wort !== "gemarkung")
      .join(""),
    flur: worte(daten.flur)
      .filter((wort) => wort !== "flur")
      .map(ohneNullen)
      .join(""),
    flurstueck: flurstueck(daten.flurstueckZaehler, daten.flurstueckNenner),
    flaecheQm: daten.flaecheQm,
  };
}

export function verdichteObjekt(o: Objektbild) {
  const parzelle = [o.gemarkung, o.flur, o.flurstueck, o.flaecheQm] as const;
  return [o.id, o.objektart, o.worte, o.name, o.nummern, verdichteAnschrift(o.anschrift), parzelle] as const;
}

export function entfalteObjekt(werte: ReturnType<typeof verdichteObjekt>): Objektbild {
  const [id, objektart, genannte, name, nummern, anschrift, [gemarkung, flur, flurstueck, flaecheQm]] = werte;
  const parzelle = { gemarkung, flur, flurstueck, flaecheQm };
  return { id, objektart, worte: genannte, name, nummern, anschrift: entfalteAnschrift(anschrift), ...parzelle };
}

const sorte = (name: string) => schluesselart("objekt", name);
const sorten = {
  parzelle: sorte("parzelle"),
  klang: sorte("klang"),
  hier: sorte("hier"),
  flaeche: sorte("flaeche"),
  haus: sorte("haus"),
  strasse: sorte("strasse"),
  name: sorte("name"),
  groesse: sorte("groesse"),
};

export function schluesselDesObjekts(bild: Objektbild): number[] {
  const werte: number[] = [];
  const { anschrift, gemarkung, flur, flurstueck: stueck, name } = bild;
  const wo = gegend(anschrift);
  const flaeche = bild.flaecheQm ? String(bild.flaecheQm) : "";
  fuegeAn(werte, sorten.parzelle, gemarkung, flur, stueck);
  fuegeAn(werte, sorten.klang, phonetik(gemarkung), flur, stueck);
  fuegeAn(werte, sorten.hier, wo, flur, stueck);
  fuegeAn(werte, sorten.flaeche, gemarkung, stueck, flaeche);
  fuegeAn(werte, sorten.haus, wo, anschrift.strasse, anschrift.nummer);
  fuegeAn(werte, sorten.strasse, anschrift.strasse, anschrift.nummer, name);
  fuegeAn(werte, sorten.name, wo, name);
  fuegeAn(werte, sorten.groesse, wo || gemarkung, flaeche, bild.objektart);
  return aufsteigend(werte);
}

type Parzellenvergleich = "gleich" | "aehnlich" | "anders" | "unbekannt";

const vergleicheParzelle = (a: Objektbild, b: Objektbild): Parzellenvergleich => {
  if (a.flurstueck === "" || b.flurstueck === "") return "unbekannt";
  if (a.flurstueck !== b.flurstueck) return "anders";
  const gleicheFlur = a.flur === b.flur;
  if (!gleicheFlur && a.flur !== "" && b.flur !== "") return "anders";
  if (a.gemarkung === b.gemarkung && a.gemarkung !== "") return gleicheFlur ? "gleich" : "aehnlich";
  if (a.gemarkung === "" || b.gemarkung === "")
    return gegend(a.anschrift) === gegend(b.anschrift) ? "aehnlich" : "unbekannt";
  return istVertippt(a.gemarkung, b.gemarkung) || phonetik(a.gemarkung) === phonetik(b.gemarkung)
    ? "aehnlich"
    : "anders";
};

type Namensvergleich = "gleich" | "aehnlich" | "anders" | "nummer";

const vergleicheBezeichnung = (a: Objektbild, b: Objektbild): Namensvergleich => {
  if (a.nummern !== b.nummern && a.nummern !== "" && b.nummern !== "") return "nummer";
  if (a.name === b.name) return "gleich";
  const [kurz, lang] = a.worte.length <= b.worte.length ? [a.worte, b.worte] : [b.worte, a.worte];
  const gemeinsame = kurz.filter((wort) => lang.some((anderes) => anderes === wort || istVertippt(wort, anderes)));
  if (kurz.length > 0 && gemeinsame.length === kurz.length && a.nummern === b.nummern) return "aehnlich";
  return istVertippt(a.name, b.name) ? "aehnlich" : "anders";
};

/** Bits for "one object entered twice" against two objects. */
const parzellenbits: Record<Parzellenvergleich, [number, Grund?]> = {
  gleich: [12, "flurstueck_gleich"],
  aehnlich: [9, "flurstueck_aehnlich"],
  anders: [-10],
  unbekannt: [0],
};
const namensbits: Record<Namensvergleich, [number, Grund?]> = {
  gleich: [5, "bezeichnung_gleich"],
  aehnlich: [3, "bezeichnung_aehnlich"],
  anders: [-2],
  nummer: [-10],
};
const anschriftbits: Record<ReturnType<typeof vergleicheAnschrift>, [number, Grund?]> = {
  gleich: [6, "anschrift_gleich"],
  aehnlich: [5, "anschrift_aehnlich"],
  ort: [0.5],
  anders: [-3],
  unbekannt: [0],
};

const vergleicheFlaeche = (a: number | null, b: number | null): [number, Grund?] => {
  if (!a || !b) return [0];
  if (a === b) return [3.5, "flaeche_gleich"];
  const verhaeltnis = Math.min(a, b) / Math.max(a, b);
  if (verhaeltnis > 0.98) return [2];
  return verhaeltnis > 0.8 ? [-0.5] : [-3];
};

/**
 * How surely two objects are one. Several objects may lie on one parcel (gardens, parking lots, parts of a field):
 * their numbers and areas tell them apart.
 */
export function bewerteObjekte(a: Objektbild, b: Objektbild): Bewertung | undefined {
  const teile = [
    parzellenbits[vergleicheParzelle(a, b)],
    namensbits[vergleicheBezeichnung(a, b)],
    anschriftbits[vergleicheAnschrift(a.anschrift, b.anschrift)],
    vergleicheFlaeche(a.flaecheQm, b.flaecheQm),
  ];
  const vorab = -8.5;
  const art = a.objektart === b.objektart ? 0.5 : -3;
  const score = scoreVon(teile.reduce((summe, [bits]) => summe + bits, vorab + art));
  if (score < mindestScore) return undefined;
  const genannte = new Set(teile.map(([, grund]) => grund));
  return { score, gruende: gruende.filter((grund) => genannte.has(grund)) };
}
