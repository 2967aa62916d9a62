import { rundeQuotient } from "../geld/bruch.ts";
import { addiereMonate, ausDatum, datum, formatTag, parseTag, plusTage, spaeterer, type Tag } from "../kalender/tag.ts";
import { HOECHSTBETRAG_CENT, HOECHSTES_INDEXVERHAELTNIS } from "../pacht/grenzen.ts";
import { type HebungAenderung, wendeHebungenAn } from "../pacht/hebung/hebung.ts";
import { indexfaktor } from "../pacht/hebung/indexaenderung.ts";
import { ersterTag, MONATE } from "../pacht/perioden.ts";
import type { AktiveHebung, PositionVersion } from "../pacht/typen.ts";
import type { Indexvergleich } from "./indexvergleich.ts";
import type { Staffelklausel, Stufe, Wertsicherung } from "./klausel.ts";

/** What of an account says from when on its rent may change. */
export type Klauselkonto = {
  pachtbeginn: string;
  abrechnungAb: string | null;
  pachtende: string | null;
  /** `wirksamAb` of the last completed increase. */
  letzteHebung: string | null;
  /** The same, of those that changed all positions which follow increases: a step of a Staffel is one of them. */
  letzteStufe: string | null;
  /** Last booked day. */
  gebuchtBis: string | null;
};

/** What a clause asks for, and from which day on at the earliest. */
export type Anpassung = { wirksamAb: string } & (
  | { art: "index"; vergleich: Indexvergleich; weitergabeBp: number; obergrenzeBp: number | null }
  | { art: "prozent"; wertBp: number }
  /** More than one where billing went on over steps that nobody took. */
  | { art: "staffel"; stufen: readonly Stufe[] }
);

export type Vorschlag = {
  hebung: AktiveHebung;
  aenderungen: HebungAenderung[];
  altJahrCent: number;
  neuJahrCent: number;
};

/** The last day that an increase can have. */
const LETZTER = parseTag("9998-12-31");

/**
 * The next change that a clause asks for: never in a booked period, nor after the end of the lease.
 *
 * @param vergleich of a clause by index; null where nothing can be compared
 * @returns null where it asks for none
 */
export function naechsteAnpassung(
  konto: Klauselkonto,
  klausel: Wertsicherung,
  vergleich: Indexvergleich | null,
): Anpassung | null {
  const anpassung = gewollt(konto, klausel, vergleich);
  return anpassung && (konto.pachtende === null || anpassung.wirksamAb <= konto.pachtende) ? anpassung : null;
}

function gewollt(konto: Klauselkonto, klausel: Wertsicherung, vergleich: Indexvergleich | null): Anpassung | null {
  switch (klausel.art) {
    case "index": {
      if (vergleich === null || vergleich.schwelleSeit === null) return null;
      const { weitergabeBp, obergrenzeBp, fruehestensMonate } = klausel;
      const nachEingabe = zweiterMonatNach(parseTag(vergleich.neu.eingegebenAm));
      const wirksamAb = ungebucht(konto, spaeterer(nachEingabe, fruehestens(konto, fruehestensMonate)));
      return wirksamAb === null ? null : { art: "index", vergleich, weitergabeBp, obergrenzeBp, wirksamAb };
    }
    case "prozent": {
      const wirksamAb = ungebucht(konto, naechsterTurnus(konto, klausel.alleMonate));
      return wirksamAb === null ? null : { art: "prozent", wertBp: klausel.wertBp, wirksamAb };
    }
    case "staffel":
      return naechsteStufen(konto, klausel);
  }
}

/** The first day of the second month after a day. */
function zweiterMonatNach(tag: Tag): Tag {
  const { jahr, monat } = datum(tag);
  return addiereMonate(ausDatum(jahr, monat, 1), 2);
}

/** So long after the last change, a month at least; before the first one counted from the beginning of the lease. */
function fruehestens({ letzteHebung, pachtbeginn }: Klauselkonto, monate: number): Tag {
  if (letzteHebung === null) return addiereMonate(parseTag(pachtbeginn), monate);
  return addiereMonate(parseTag(letzteHebung), Math.max(monate, 1));
}

/** The day itself, or the first one that can still be billed otherwise; null beyond all calendars. */
function ungebucht(konto: Klauselkonto, tag: Tag): string | null {
  const nachGebuchtem = konto.gebuchtBis === null ? tag : plusTage(parseTag(konto.gebuchtBis), 1);
  const wirksamAb = spaeterer(spaeterer(tag, ersterTag(konto)), nachGebuchtem);
  return wirksamAb > LETZTER ? null : formatTag(wirksamAb);
}

/** Rounds that were over before the first billed day are in the amounts already. */
function naechsterTurnus(konto: Klauselkonto, monate: number): Tag {
  if (konto.letzteHebung !== null) return addiereMonate(parseTag(konto.letzteHebung), monate);
  const [beginn, erster] = [parseTag(konto.pachtbeginn), ersterTag(konto)];
  for (let runde = 1; ; runde += 1) {
    const tag = addiereMonate(beginn, runde * monate);
    if (tag > erster) return tag;
  }
}

/** Steps up to the first billed day are in the amounts already; a completed increase of some positions goes before them. */
function naechsteStufen(konto: Klauselkonto, { stufen }: Staffelklausel): Anpassung | null {
  const erster = ersterTag(konto);
  const seit = konto.letzteStufe ?? formatTag(erster);
  const kommende = stufen.filter(({ ab }) => ab > seit);
  const [erste] = kommende;
  if (!erste) return null;
  const nachAbgeschlossener = konto.letzteHebung === null ? erster : parseTag(konto.letzteHebung);
  const wirksamAb = ungebucht(konto, spaeterer(parseTag(erste.ab), nachAbgeschlossener));
  return wirksamAb === null
    ? null
    : { art: "staffel", stufen: kommende.filter(({ ab }) => ab <= wirksamAb), wirksamAb };
}

/** What a Staffel asks for after these steps, where they leave the rent as it is; other clauses have nothing more to ask. */
export function anpassungNach(konto: Klauselkonto, klausel: Wertsicherung, anpassung: Anpassung): Anpassung | null {
  const letzte = anpassung.art === "staffel" ? anpassung.stufen.at(-1) : undefined;
  return letzte ? naechsteAnpassung({ ...konto, letzteStufe: letzte.ab }, klausel, null) : null;
}

/**
 * The increase that makes the change, and what it leaves of the positions: by the calculation that bills it.
 *
 * @returns `ohne_position` where none is valid on the day, `ohne_basis` where there is no amount to work on or the new one
 *   leaves all bounds, null where nothing would change
 */
export function schlageVor(
  anpassung: Anpassung,
  positionen: readonly PositionVersion[],
): Vorschlag | "ohne_position" | "ohne_basis" | null {
  const umNichts: AktiveHebung = { ...leer, wirksamAb: anpassung.wirksamAb };
  const { aenderungen: betroffene } = wendeHebungenAn(positionen, [umNichts]);
  if (betroffene.length === 0) return "ohne_position";
  const altJahrCent = jahressumme(positionen, betroffene, ({ altCent }) => altCent);
  const hebung = { ...umNichts, ...hebungswerte(anpassung, altJahrCent) };
  if (istMasslos(hebung)) return "ohne_basis";
  const { aenderungen, ohneBasis } = wendeHebungenAn(positionen, [hebung]);
  if (ohneBasis.length > 0) return "ohne_basis";
  if (aenderungen.every(({ altCent, neuCent }) => altCent === neuCent)) return null;
  return {
    hebung,
    aenderungen,
    altJahrCent,
    neuJahrCent: jahressumme(positionen, aenderungen, ({ neuCent }) => neuCent),
  };
}

/** As an increase by hand is refused: a value of an index or a step that is a slip of the pen. */
function istMasslos(hebung: AktiveHebung): boolean {
  const faktor = hebung.art === "index" ? indexfaktor(hebung) : null;
  return (
    (hebung.betragCent ?? 0) > HOECHSTBETRAG_CENT ||
    (faktor !== null && faktor.zaehler > BigInt(HOECHSTES_INDEXVERHAELTNIS) * faktor.nenner)
  );
}

const leer: Omit<AktiveHebung, "wirksamAb"> = {
  id: 0,
  art: "prozent",
  wertBp: 0,
  betragCent: null,
  indexBasis: null,
  indexNeu: null,
  weitergabeBp: null,
  obergrenzeBp: null,
  verkettung: null,
  positionIds: null,
};

const GANZ = 10_000;

function hebungswerte(anpassung: Anpassung, altJahrCent: number): Partial<AktiveHebung> {
  switch (anpassung.art) {
    case "index": {
      const { vergleich, weitergabeBp, obergrenzeBp } = anpassung;
      return {
        art: "index",
        wertBp: null,
        indexBasis: vergleich.basis.wert,
        indexNeu: vergleich.neu.wert,
        verkettung: vergleich.verkettung,
        weitergabeBp: weitergabeBp === GANZ ? null : weitergabeBp,
        obergrenzeBp,
      };
    }
    case "prozent":
      return { wertBp: anpassung.wertBp };
    case "staffel":
      return stufenwerte(anpassung.stufen, altJahrCent);
  }
}

/** Several steps at once are one new yearly sum, rounded step by step as they would have been. */
function stufenwerte(stufen: readonly Stufe[], altJahrCent: number): Partial<AktiveHebung> {
  const [erste, ...weitere] = stufen;
  if (erste?.prozentBp != null && weitere.length === 0) return { wertBp: erste.prozentBp };
  const betragCent = stufen.reduce(
    (summe, { betragCent, prozentBp }) =>
      betragCent ?? Number(rundeQuotient(BigInt(summe) * BigInt(GANZ + (prozentBp ?? 0)), BigInt(GANZ))),
    altJahrCent,
  );
  return { art: "neuer_betrag", wertBp: null, betragCent };
}

function jahressumme(
  positionen: readonly PositionVersion[],
  aenderungen: readonly HebungAenderung[],
  cent: (aenderung: HebungAenderung) => number,
): number {
  const intervalle = new Map(positionen.map(({ id, intervall }) => [id, intervall]));
  return aenderungen.reduce((summe, aenderung) => {
    const intervall = intervalle.get(aenderung.positionId);
    return intervall === undefined || intervall === "einmalig"
      ? summe
      : summe + cent(aenderung) * (12 / MONATE[intervall]);
  }, 0);
}
