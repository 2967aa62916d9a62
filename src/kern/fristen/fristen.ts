import { pachtjahrMit } from "../kalender/perioden.ts";
import { addiereMonate, deutscherTag, plusTage, spaeterer, type Tag } from "../kalender/tag.ts";
import { vergleicheText } from "../vergleicheText.ts";
import {
  gesetzlicheZeile,
  istEinhaltbar,
  kuendigungszeile,
  letzterEmpfang,
  naechsteKuendigung,
  vereinbarteZeile,
} from "./kuendigung.ts";
import { type Anzeigeschwelle, anzeigeschwellen, type Kuendigungszeile, type Regel, regeln } from "./regeln.ts";
import { type Laufzeit, type Vertrag, vertragsartVon } from "./vertrag.ts";

export const fristarten = ["ablehnung", "anfrage", "anzeige", "kuendigung", "verlaengerung"] as const;
export type Fristart = (typeof fristarten)[number];

export type Frist = {
  readonly art: Fristart;
  /** The last day on which it can be kept. */
  readonly tag: Tag;
  /** The end that it leads to; null where it leads to none. */
  readonly wirktZum: Tag | null;
  readonly gesetz: string;
  /** A sentence for a clerk. */
  readonly text: string;
};

/** The deadlines of an account that `heute` can still be kept, and a notification that is overdue; earliest first. */
export function fristenVon(vertrag: Vertrag, heute: Tag): Frist[] {
  if (vertrag.status === "inaktiv" || vertrag.status === "ausgelaufen") return [];
  const laeuft = vertrag.status === "aktiv" && (vertrag.pachtende === null || endetNichtVor(vertrag, heute));
  const fristen = [anzeige(vertrag, heute), ...(laeuft ? beendigung(vertrag, heute) : [])];
  return fristen
    .filter((frist) => frist !== null)
    .filter(istEinhaltbar)
    .sort((a, b) => a.tag - b.tag || vergleicheText(a.art, b.art));
}

/** An end that has passed ends nothing where the lease goes on by itself. */
function endetNichtVor(vertrag: Vertrag, heute: Tag): boolean {
  const { pachtende, verlaengerungMonate } = vertrag;
  return pachtende === null || pachtende >= heute || verlaengerungMonate !== null || ohneEnde(vertrag, heute) !== null;
}

function beendigung(vertrag: Vertrag, heute: Tag): (Frist | null)[] {
  const offen = ohneEnde(vertrag, heute);
  if (offen !== null) return [kuendigung(vertrag, heute, offen)];
  const { pachtende } = vertrag;
  if (pachtende === null) return [];
  const nachDreissig = nachDreissigJahren(vertrag, pachtende, heute);
  if (vertrag.verlaengerungMonate !== null)
    return [nachDreissig, verlaengerung(vertrag, pachtende, vertrag.verlaengerungMonate, heute)];
  return [nachDreissig, anfrage(vertrag, pachtende, heute), ablehnung(vertrag, pachtende, heute)];
}

/** After thirty years of a longer one it is ended by the law of its kind. */
export function dreissigJahre({ pachtbeginn, pachtende }: Vertrag): Tag | null {
  const dreissig = addiereMonate(pachtbeginn, 360);
  return pachtende !== null && pachtende >= dreissig ? dreissig : null;
}

/** Why a lease counts as one without an end, and the earliest day to which it can be ended. */
type Ohneende = { readonly grund: Regel | null; readonly fruehestens: Tag };

export function ohneEnde(vertrag: Laufzeit, heute: Tag): Ohneende | null {
  const { pachtbeginn, pachtende, vertragsform } = vertrag;
  if (pachtende === null) return { grund: null, fruehestens: pachtbeginn };
  const art = vertragsartVon(vertrag);
  const laenger = (monate: number) => pachtende >= addiereMonate(pachtbeginn, monate);
  if (vertragsform === "muendlich") {
    if (art === "landpacht" && laenger(24)) return { grund: regeln.formLandpacht, fruehestens: pachtbeginn };
    if ((art === "grundstueckspacht" || art === "miete") && laenger(12))
      return { grund: regeln.formGrundstueck, fruehestens: plusTage(addiereMonate(pachtbeginn, 12), -1) };
  }
  const bis = ablehnungBis(vertrag, pachtende);
  return bis !== null && bis < heute ? { grund: regeln.ablehnung, fruehestens: plusTage(pachtende, 1) } : null;
}

function kuendigung(vertrag: Vertrag, heute: Tag, { grund, fruehestens }: Ohneende): Frist | null {
  const zeile = kuendigungszeile(vertrag);
  if (zeile === null) return null;
  const { tag, zum } = naechsteKuendigung(zeile, vertrag.pachtjahrBeginn, heute, spaeterer(heute, fruehestens));
  return {
    art: "kuendigung",
    tag,
    wirktZum: zum,
    gesetz: grund ? `${grund.gesetz}, ${zeile.gesetz}` : zeile.gesetz,
    text: `${grund ? `${grund.satz} ` : ""}${zeile.satz} Bis ${deutscherTag(tag)} zum ${deutscherTag(zum)}.`,
  };
}

/** Made for more than thirty years: by the law of its kind, as soon as they have passed and while an end is to come. */
function nachDreissigJahren(vertrag: Vertrag, pachtende: Tag, heute: Tag): Frist | null {
  const dreissig = dreissigJahre(vertrag);
  const zeile = gesetzlicheZeile(vertrag);
  if (zeile === null || dreissig === null) return null;
  const { tag, zum } = naechsteKuendigung(zeile, vertrag.pachtjahrBeginn, spaeterer(heute, dreissig));
  if (zum >= pachtende) return null;
  const grund = vertragsartVon(vertrag) === "landpacht" ? regeln.dreissigLandpacht : regeln.dreissigGrundstueck;
  return {
    art: "kuendigung",
    tag,
    wirktZum: zum,
    gesetz: grund.gesetz,
    text: `${grund.satz} Bis ${deutscherTag(tag)} zum ${deutscherTag(zum)}.`,
  };
}

/** The `nr`th end of a lease that goes on by so many months each time. */
export function vertragsende(pachtende: Tag, monate: number, nr: number): Tag {
  return plusTage(addiereMonate(plusTage(pachtende, 1), nr * monate), -1);
}

/** Its next end for which a notice from `ab` on is early enough. */
export function naechstesVertragsende(zeile: Kuendigungszeile, pachtende: Tag, monate: number, ab: Tag) {
  for (let nr = 0; ; nr += 1) {
    const zum = vertragsende(pachtende, monate, nr);
    const tag = letzterEmpfang(zeile, zum);
    if (tag >= ab) return { nr, tag, zum };
  }
}

function verlaengerung(vertrag: Vertrag, pachtende: Tag, monate: number, heute: Tag): Frist | null {
  const zeile = vereinbarteZeile(vertrag);
  if (zeile === null) return null;
  const { nr, tag, zum } = naechstesVertragsende(zeile, pachtende, monate, heute);
  const { gesetz, satz } = regeln.verlaengerung;
  return {
    art: "verlaengerung",
    tag,
    wirktZum: zum,
    gesetz: zeile.gesetz === gesetz ? gesetz : `${gesetz}, ${zeile.gesetz}`,
    text:
      `${satz} Ohne Kündigung bis ${deutscherTag(tag)} endet er nicht am ${deutscherTag(zum)}, sondern läuft bis ` +
      `${deutscherTag(vertragsende(pachtende, monate, nr + 1))}.`,
  };
}

/** First and last day of the third-last lease year, in which an inquiry counts; null for a lease that knows none. */
export function anfragefenster(vertrag: Laufzeit, pachtende: Tag): { von: Tag; bis: Tag } | null {
  if (vertragsartVon(vertrag) !== "landpacht" || vertrag.verlaengerungMonate !== null) return null;
  if (pachtende < plusTage(addiereMonate(vertrag.pachtbeginn, 36), -1)) return null;
  const letztes = pachtjahrMit(pachtende, vertrag.pachtjahrBeginn);
  return { von: addiereMonate(letztes, -24), bis: plusTage(addiereMonate(letztes, -12), -1) };
}

function anfrage(vertrag: Vertrag, pachtende: Tag, heute: Tag): Frist | null {
  const fenster = anfragefenster(vertrag, pachtende);
  if (fenster === null || fenster.bis < heute || ablehnungBis(vertrag, pachtende) !== null) return null;
  return {
    art: "anfrage",
    tag: fenster.bis,
    wirktZum: pachtende,
    gesetz: regeln.anfrage.gesetz,
    text: `${regeln.anfrage.satz} Vom ${deutscherTag(fenster.von)} bis ${deutscherTag(fenster.bis)}.`,
  };
}

/** Until when an inquiry that was received must be refused; null where none was, or not in its year. */
function ablehnungBis(vertrag: Laufzeit, pachtende: Tag): Tag | null {
  const erhalten = vertrag.anfrageErhaltenAm;
  const fenster = anfragefenster(vertrag, pachtende);
  if (erhalten === null || fenster === null || erhalten < fenster.von || erhalten > fenster.bis) return null;
  return addiereMonate(erhalten, 3);
}

function ablehnung(vertrag: Vertrag, pachtende: Tag, heute: Tag): Frist | null {
  const tag = ablehnungBis(vertrag, pachtende);
  if (tag === null || tag < heute) return null;
  return {
    art: "ablehnung",
    tag,
    wirktZum: pachtende,
    gesetz: regeln.ablehnung.gesetz,
    text: `${regeln.ablehnung.satz} Ablehnen bis ${deutscherTag(tag)}.`,
  };
}

function anzeige(vertrag: Vertrag, heute: Tag): Frist | null {
  const { vertragsschlussAm, angezeigtAm, objekte } = vertrag;
  if (vertragsartVon(vertrag) !== "landpacht" || vertragsschlussAm === null || angezeigtAm !== null) return null;
  const { schwellen, sindAlle } = schwellenFuer(objekte);
  const flaecheQm = objekte.reduce((summe, objekt) => summe + (objekt.flaecheQm ?? 0), 0);
  const bekannt = objekte.every((objekt) => objekt.flaecheQm !== null);
  if (sindAlle && bekannt && schwellen.every(({ ab }) => flaecheQm < ab)) return null;
  const tag = addiereMonate(vertragsschlussAm, 1);
  const wann = tag < heute ? `War bis ${deutscherTag(tag)} fällig.` : `Bis ${deutscherTag(tag)}.`;
  const gesetze = schwellen.map(({ gesetz }) => gesetz ?? regeln.anzeige.gesetz);
  return {
    art: "anzeige",
    tag,
    wirktZum: null,
    gesetz: [...new Set(sindAlle ? gesetze : [...gesetze, regeln.anzeige.gesetz])].join(", "),
    text: `${regeln.anzeige.satz} ${wann}${zurSchwelle(schwellen, sindAlle)}`,
  };
}

/** The thresholds of the Länder in which objects lie, by name, and whether each object has one. */
function schwellenFuer(objekte: Vertrag["objekte"]): { schwellen: Anzeigeschwelle[]; sindAlle: boolean } {
  const gefundene = [...new Set(objekte.map(({ bundesland }) => bundesland && anzeigeschwellen[bundesland]))];
  const schwellen = gefundene.filter((schwelle) => !!schwelle).sort((a, b) => vergleicheText(a.land, b.land));
  return { schwellen, sindAlle: objekte.length > 0 && schwellen.length === gefundene.length };
}

const hektar = new Intl.NumberFormat("de-DE");

/** What a clerk still has to look up. */
function zurSchwelle(schwellen: readonly Anzeigeschwelle[], sindAlle: boolean): string {
  if (schwellen.length === 0) return " Ab welcher Fläche ist nicht hinterlegt: bitte beim Land nachsehen.";
  const ab = schwellen.map((schwelle) => `in ${schwelle.land} ab ${hektar.format(schwelle.ab / 10_000)} ha`).join(", ");
  if (!sindAlle)
    return ` Anzuzeigen ist ${ab}; für die übrigen Objekte ist nichts hinterlegt: bitte beim Land nachsehen.`;
  return schwellen.length === 1
    ? ""
    : ` Die Objekte liegen in mehreren Ländern: anzuzeigen ist ${ab}. Bitte prüfen, wo.`;
}
