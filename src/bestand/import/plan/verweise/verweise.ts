import { befund, ohneWert, type Planung, type Planzeile } from "../planung.ts";
import type { Rat } from "../rat.ts";
import { meldeGeaendert } from "./gesehenes.ts";

/** Ids from here on are given by the plan: the record gets its own when it is written. */
const vorlaeufigAb = 2 ** 52;

export function istVorlaeufig(id: number): boolean {
  return id >= vorlaeufigAb;
}

/** Where references lead. */
export type Verweisziel = {
  finde(schluessel: string): number | undefined;
  /** Of a reference into nothing: what may have been meant. */
  rate: Rat;
  /** A reference to a record of the stock leads elsewhere than when the file was checked. */
  istAnders(schluessel: string): boolean;
};

/** Which record a key leads to, in the stock or in the file; to an account its number leads too. */
export type Verzeichnis = Verweisziel & {
  /** The record of each row that has one of its own, by the number of the row. */
  idVon: ReadonlyMap<number, number>;
  /** Keys that lead to no record of the stock yet. */
  neue(): NeueSchluessel;
  nummern: Nummernbedarf;
};

/** How many new accounts are to be given a number, and the numbers that the file gives to others. */
export type Nummernbedarf = { anzahl: number; genannte: readonly string[] };

export type NeueSchluessel = { schluessel: string; id: number }[];

let zuletzt = vorlaeufigAb;
/** An id that no record has. */
export function vergibId(): number {
  zuletzt = zuletzt >= Number.MAX_SAFE_INTEGER - 1 ? vorlaeufigAb : zuletzt + 1;
  return zuletzt;
}

/**
 * The record that a field of a row refers to; a reference into nothing is told, and its row judged on without it.
 *
 * @returns `id` null: the cell is empty; undefined: the reference leads into nothing, or the row has none
 */
export function folge(
  planung: Planung,
  zeile: Planzeile,
  feld: string,
  { finde, rate, istAnders }: Verweisziel,
  was: string,
): { id: number | null | undefined; rest: Planzeile } {
  const wert = zeile.werte[feld];
  if (wert === null || wert === undefined) return { id: wert, rest: zeile };
  const schluessel = String(wert);
  if (istAnders(schluessel)) {
    meldeGeaendert(planung, zeile, feld);
    return { id: undefined, rest: ohneWert(zeile, feld) };
  }
  const id = finde(schluessel);
  if (id !== undefined) return { id, rest: zeile };
  const text = `${was} ${schluessel} steht weder im Bestand noch in der Datei.${rate(schluessel)}`;
  planung.befunde.push(befund(zeile, feld, "fehler", "unbekannt", text));
  return { id, rest: ohneWert(zeile, feld) };
}

/** The account of a position or an increase, which it belongs to for good. */
export function folgeZumKonto(
  planung: Planung,
  zeile: Planzeile,
  konten: Verzeichnis,
  bisher: number | undefined,
  was: "Position" | "Hebung",
): { konto: number | undefined; rest: Planzeile } {
  const { id, rest } = folge(planung, zeile, "pachtkontoId", konten, "Das Pachtkonto");
  const konto = bisher ?? id ?? undefined;
  const verweigere = (code: string, text: string) => {
    planung.befunde.push(befund(zeile, "pachtkontoId", "fehler", code, text));
    return { konto: undefined, rest: ohneWert(rest, "pachtkontoId") };
  };
  if (konto === undefined && (rest.istLesbar || "pachtkontoId" in rest.werte))
    return verweigere("fehlt", `Eine ${was} braucht ihr Pachtkonto.`);
  if (typeof id === "number" && id !== konto)
    return verweigere("nur_lesbar", `Eine ${was} bleibt bei ihrem Pachtkonto.`);
  return { konto, rest };
}
