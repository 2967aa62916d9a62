import { findTag } from "../../../kern/kalender/tag.ts";
import { ausSerienzahl, hatUhrzeit } from "../deute/tag.ts";
import type { Rohzeile, Rohzelle } from "../rohzelle.ts";
import type { Archiv } from "./archiv.ts";
import type { Mappe } from "./mappe.ts";
import { entschluessle, kaputt, liesXml } from "./xml.ts";

/** So many columns and rows a sheet can have. */
export const hoechstensSpalten = 16_384;
const hoechstensZeilen = 1_048_576;

/** So many joined cells are told of. */
const hoechstensVerbundene = 1000;

/** Rows as they come; at the end which cells were one, as "B2:B5". */
type Blattteil = { zeilen: Rohzeile[]; verbundene: string[] };

/** "AB" of "AB12" as 27. */
const spalteVon = (adresse: string): number => {
  let spalte = 0;
  for (let i = 0; i < adresse.length; i++) {
    const buchstabe = (adresse.charCodeAt(i) | 32) - 96;
    if (buchstabe < 1 || buchstabe > 26) break;
    spalte = spalte * 26 + buchstabe;
  }
  return spalte - 1;
};

/** Joined cells, rows as a sheet counts them, columns from 0. */
export type Bereich = { oben: number; unten: number; links: number; rechts: number };

/** @param bereich as "B2:C5" */
export function alsBereich(bereich: string): Bereich {
  const [anfang = "", ende = anfang] = bereich.split(":");
  const zeileVon = (adresse: string): number => Number(/\d+/.exec(adresse)?.[0]);
  return { oben: zeileVon(anfang), unten: zeileVon(ende), links: spalteVon(anfang), rechts: spalteVon(ende) };
}

type OffeneZelle = { art: string; stil: number; wert: string | undefined; text: string | undefined; formel: boolean };

const alsZahl = ({ stile, ab1904 }: Mappe, stil: number, roh: string): Rohzelle => {
  const zahl = Number(roh);
  if (roh.trim() === "" || !Number.isFinite(zahl)) return { art: "unbrauchbar", formel: false, text: roh };
  const anzeige = stile[stil] ?? "zahl";
  const tag = anzeige === "datum" ? ausSerienzahl(zahl, ab1904) : undefined;
  if (tag) return { art: "tag", tag, uhrzeit: !Number.isInteger(zahl) };
  return {
    art: "zahl",
    zahl,
    anzeige: anzeige === "prozent" ? "prozent" : "zahl",
    ...(typeof anzeige === "object" && anzeige),
    ...(ab1904 && { ab1904 }),
  };
};

const alsTag = (roh: string): Rohzelle => {
  const [, tag, zeit = ""] = /^(\d{4}-\d{2}-\d{2})(?:T([\d:.]+)Z?)?$/.exec(roh) ?? [];
  return tag && findTag(tag) !== null ? { art: "tag", tag, uhrzeit: hatUhrzeit(zeit) } : { art: "text", text: roh };
};

const alsRohzelle = (mappe: Mappe, { art, stil, wert, text, formel }: OffeneZelle): Rohzelle | undefined => {
  if (art === "inlineStr") return text === undefined ? undefined : { art: "text", text: entschluessle(text) };
  // Where a reference names no text none is lost: spreadsheet programs show such a cell as the empty one that it is.
  if (wert === undefined || (art === "s" && wert.trim() === ""))
    return formel ? { art: "unbrauchbar", formel: true, text: "" } : undefined;
  switch (art) {
    case "s": {
      const geteilter = mappe.texte.hole(Number(wert));
      if (geteilter === undefined) throw kaputt();
      return { art: "text", text: geteilter };
    }
    case "str":
      return { art: "text", text: entschluessle(wert) };
    case "b":
      return { art: "janein", wert: wert.trim() === "1" || wert.trim() === "true" };
    case "e":
      return { art: "unbrauchbar", formel: false, text: wert };
    case "d":
      return alsTag(wert.trim());
    default:
      return alsZahl(mappe, stil, wert);
  }
};

const istWahr = (merkmal: string | undefined): boolean => merkmal === "1" || merkmal === "true";

const hatInhalt = ({ zellen }: Rohzeile): boolean =>
  [...zellen.values()].some((zelle) => zelle.art !== "text" || zelle.text.trim() !== "");

/** Makes rows of the elements of a sheet as they come. A row or cell that does not say where it is follows the last one. */
const erstelleZeilenbauer = (mappe: Mappe) => {
  let fertige: Rohzeile[] = [];
  const verbundene: string[] = [];
  let zeile: Rohzeile = { zeile: 0, versteckt: false, zellen: new Map() };
  let spalte = -1;
  let zelle: OffeneZelle | undefined;
  /** What the text that comes belongs to. */
  let nimm: "wert" | "text" | undefined;
  let inLesung = false;

  const beginneZeile = ({ r, hidden }: Record<string, string>): void => {
    const nummer = r === undefined ? zeile.zeile + 1 : Number(r);
    // Twice the same row would be one finding's place for two records; backwards none is where it says.
    if (!Number.isInteger(nummer) || nummer <= zeile.zeile || nummer > hoechstensZeilen) throw kaputt();
    zeile = { zeile: nummer, versteckt: istWahr(hidden), zellen: new Map() };
    spalte = -1;
  };
  const beginneZelle = ({ r, t, s }: Record<string, string>): void => {
    spalte = r === undefined ? spalte + 1 : spalteVon(r);
    if (spalte < 0 || spalte >= hoechstensSpalten || zeile.zellen.has(spalte)) throw kaputt();
    zelle = { art: t ?? "n", stil: Number(s ?? 0), wert: undefined, text: undefined, formel: false };
  };
  const beendeZelle = (): void => {
    const fertig = zelle && alsRohzelle(mappe, zelle);
    if (fertig) zeile.zellen.set(spalte, fertig);
    zelle = undefined;
  };

  const auf = (name: string, merkmale: Record<string, string>): void => {
    switch (name) {
      case "row":
        beginneZeile(merkmale);
        break;
      case "c":
        beginneZelle(merkmale);
        break;
      case "f":
        if (zelle) zelle.formel = true;
        break;
      case "v":
        nimm = "wert";
        if (zelle && zelle.art !== "n") zelle.wert ??= "";
        break;
      // How East Asian text is read aloud stands within it, in runs of its own.
      case "rPh":
        inLesung = true;
        break;
      case "t":
        if (zelle && !inLesung) {
          nimm = "text";
          zelle.text ??= "";
        }
        break;
      case "mergeCell":
        if (merkmale.ref && verbundene.length < hoechstensVerbundene) verbundene.push(merkmale.ref);
    }
  };
  const zu = (name: string): void => {
    switch (name) {
      case "v":
      case "t":
        nimm = undefined;
        break;
      case "rPh":
        inLesung = false;
        break;
      case "c":
        beendeZelle();
        break;
      case "row":
        if (hatInhalt(zeile)) fertige.push(zeile);
    }
  };
  const text = (teil: string): void => {
    if (zelle && nimm) zelle[nimm] = (zelle[nimm] ?? "") + teil;
  };

  return {
    handhabung: { auf, zu, text },
    verbundene,
    /** The rows since it was last asked. */
    nimmZeilen(): Rohzeile[] {
      const bisher = fertige;
      fertige = [];
      return bisher;
    },
  };
};

/** The rows of a sheet that have any content, piece by piece. */
export async function* liesBlatt(archiv: Archiv, mappe: Mappe, pfad: string): AsyncGenerator<Blattteil> {
  const { handhabung, verbundene, nimmZeilen } = erstelleZeilenbauer(mappe);
  for await (const _ of liesXml(archiv.lies(pfad), handhabung)) {
    const zeilen = nimmZeilen();
    if (zeilen.length > 0) yield { zeilen, verbundene: [] };
  }
  yield { zeilen: nimmZeilen(), verbundene };
}
