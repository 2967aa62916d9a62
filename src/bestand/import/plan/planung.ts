import { Ablehnung } from "../../../kern/ablehnung.ts";
import { euro, prozent } from "../../../kern/geld/dezimal.ts";
import type { Rolle } from "../../../kern/rechte.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { alsFeldfehler } from "../../../technik/http/problem/feldfehler.ts";
import { fehlt } from "../../../technik/http/problem/meldungen.ts";
import { type Befund, spaltenVon, type Zeile } from "../../format/blaetter.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import type { Spalte } from "../../format/spalte.ts";
import type { Verweise } from "./verweise/verweisart.ts";

/**
 * A row that is to be judged. One with a cell that could not be read, or a reference into nothing, is wrong; what else it
 * says is judged all the same, so that a clerk learns all of it at once.
 */
export type Planzeile = Pick<Zeile, "blatt" | "zeile" | "werte"> & { istLesbar: boolean };

export type Zaehlung = { neu: number; geaendert: number; unveraendert: number; falsch: number };
/** Where the rows of a file lie. A plan holds few of them at a time: a file has more than fit into memory. */
export type Quelle = {
  /** All rows of a sheet, with no more than what they know each other by. */
  listeKoepfe(blatt: Blatt): Promise<readonly Planzeile[]>;
  /** What the rows of a sheet refer to in one field. */
  listeVerweise(blatt: Blatt, feld: string): Promise<readonly string[]>;
  /** The keys of the rows of a sheet that refer to nothing in one field. */
  listeSchluesselOhne(blatt: Blatt, feld: string): Promise<readonly string[]>;
  /** Rows as they are, all or these, in their order. */
  listeZeilen(blatt: Blatt, zeilen?: readonly number[]): Promise<readonly Planzeile[]>;
};

/** What becomes of a row. */
export type Ausgang = keyof Zaehlung;

/** What a plan is made with, and what it has to say. */
export type Planung = {
  tx: Db;
  heute: string;
  rollen: readonly Rolle[];
  /** Fields that a clerk changed since the last import are taken from the file. */
  ueberschreiben: boolean;
  /** Whether records are locked as they are read, because the plan is carried out. */
  gesperrt: boolean;
  /** Where the keys of the file lead, as the plan finds them. */
  verweise: Verweise;
  /** Where they led in the check; undefined in the check itself. */
  gesehene: Verweise | undefined;
  befunde: Befund[];
  zaehlung: Partial<Record<Blatt, Zaehlung>>;
};

export function zaehle({ zaehlung }: Planung, blatt: Blatt, ausgang: Ausgang): void {
  const zahlen = zaehlung[blatt] ?? { neu: 0, geaendert: 0, unveraendert: 0, falsch: 0 };
  zahlen[ausgang] += 1;
  zaehlung[blatt] = zahlen;
}

export type Ort = Pick<Planzeile, "blatt" | "zeile" | "werte">;

/** The column of a field, of what lies in it, or of what it lies in. */
const spalteVon = (blatt: Blatt, feld: string): Spalte | undefined => {
  const spalte =
    spaltenVon[blatt].find((eine) => eine.feld === feld) ??
    spaltenVon[blatt].find((eine) => eine.feld.startsWith(`${feld}.`));
  if (spalte) return spalte;
  const aussen = feld.slice(0, Math.max(0, feld.lastIndexOf(".")));
  return aussen === "" ? undefined : spalteVon(blatt, aussen);
};

/** As a clerk reads it: of a percentage and of money not the whole number that stands for it. */
const wortVon = (wert: unknown, art: Spalte["art"] | undefined): string | null => {
  if (wert === null || wert === undefined) return null;
  if (typeof wert === "number" && art === "prozent") return prozent(wert);
  if (typeof wert === "number" && art === "euro") return euro(wert);
  return typeof wert === "string" ? wert : JSON.stringify(wert);
};

/** A cell whose format is a percentage makes 500 % of a 5 that is pasted into it. */
const satzZuGross = "Der Satz ist zu groß. In einer Zelle mit Prozentformat ist eine eingefügte 5 gleich 500 %.";

/** What the schema says of cents and basis points, where a clerk has written euros and percent. */
const textVon = (code: string, text: string, art: Spalte["art"] | undefined): string => {
  if (code === "zu_gross" && art === "prozent") return satzZuGross;
  if (code !== "zu_gross" && code !== "zu_klein") return text;
  if (art === "euro") return text.replace(/-?\d+/, (cent) => euro(Number(cent)));
  return art === "prozent" ? text.replace(/-?\d+/, (bp) => prozent(Number(bp))) : text;
};

export function befund(
  { blatt, zeile, werte }: Ort,
  feld: string | null,
  schwere: Befund["schwere"],
  code: string,
  text: string,
): Befund {
  const spalte = feld === null ? undefined : spalteVon(blatt, feld);
  return {
    blatt,
    zeile,
    spalte: spalte?.name ?? null,
    schwere,
    code,
    text: textVon(code, text, spalte?.art),
    wert: feld === null ? null : wortVon(werte[feld], spalte?.art),
  };
}

/** What a check refuses, beside the row that it is about. */
export function merkeAblehnung({ befunde }: Planung, ort: Ort, fehler: unknown): void {
  if (!(fehler instanceof Ablehnung)) throw fehler;
  const einzelne = fehler.felder.errors ?? [];
  if (einzelne.length === 0) befunde.push(befund(ort, null, "fehler", fehler.code, fehler.detail));
  for (const { path, code, message } of einzelne) befunde.push(befund(ort, path, "fehler", code, message));
}

type Ergebnis<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: Parameters<typeof alsFeldfehler>[0] } };

/** The row without a value that is wrong, which has been told. */
export function ohneWert(zeile: Planzeile, feld: string): Planzeile {
  const { [feld]: _, ...werte } = zeile.werte;
  return { ...zeile, werte, istLesbar: false };
}

/** A field, what lies in it, or what it lies in. */
const nennt = ({ werte }: Planzeile, feld: string): boolean =>
  Object.keys(werte).some((eines) => eines === feld || eines.startsWith(`${feld}.`) || feld.startsWith(`${eines}.`));

/**
 * What the schema says of an empty cell is about the API's types, of which the clerk sees none: he has to fill it. Rules
 * of their own (`ungueltig`) say themselves what is missing.
 */
const vonLeererZelle = ({ werte }: Planzeile, path: string, code: string): boolean =>
  werte[path] === null && (code === "falscher_typ" || code === "nicht_erlaubt");

/**
 * What a schema says of the values of a row; undefined where one is wrong. Of a field that could not be read it says
 * nothing: that has been told.
 */
export function geprueft<T>({ befunde }: Planung, zeile: Planzeile, ergebnis: Ergebnis<T>): T | undefined {
  if (ergebnis.success) return zeile.istLesbar ? ergebnis.data : undefined;
  for (const { path, code, message } of alsFeldfehler(ergebnis.error.issues)) {
    if (!zeile.istLesbar && !nennt(zeile, path)) continue;
    const gesagt = vonLeererZelle(zeile, path, code) ? { code: "fehlt", text: fehlt } : { code, text: message };
    befunde.push(befund(zeile, path, "fehler", gesagt.code, gesagt.text));
  }
  return undefined;
}

/** A long plan lets others have their turn: the worker's sign of life, and its heartbeat. */
const jePause = 100;

export async function inRuhe<T>(alle: Iterable<T>, tue: (einer: T) => void | Promise<void>): Promise<void> {
  let nr = 0;
  for (const einer of alle) {
    const schritt = tue(einer);
    if (schritt) await schritt;
    nr += 1;
    if (nr % jePause === 0) await new Promise((weiter) => setImmediate(weiter));
  }
}
