import { ausSerienzahl } from "../deute/tag.ts";
import type { Rohzeile, Rohzelle } from "../rohzelle.ts";
import type { Archiv } from "./archiv.ts";
import type { Mappe } from "./mappe.ts";
import { entschluessle, kaputt, liesXml } from "./xml.ts";

/** So many columns a sheet can have, and so many joined cells are told of. */
const [hoechstensSpalten, hoechstensVerbundene] = [16_384, 1000];

/** Rows as they come; at the end which cells were one, as "B2:B5". */
export type Blattteil = { zeilen: Rohzeile[]; verbundene: string[] };

/** "AB" of "AB12" as 27. */
export const spalteVon = (adresse: string): number => {
  let spalte = 0;
  for (let i = 0; i < adresse.length; i++) {
    const buchstabe = (adresse.charCodeAt(i) | 32) - 96;
    if (buchstabe < 1 || buchstabe > 26) break;
    spalte = spalte * 26 + buchstabe;
  }
  return spalte - 1;
};

type OffeneZelle = { art: string; stil: number; wert: string | undefined; text: string | undefined; formel: boolean };

const alsZahl = ({ stile, ab1904 }: Mappe, stil: number, roh: string): Rohzelle => {
  const zahl = Number(roh);
  if (roh.trim() === "" || !Number.isFinite(zahl)) return { art: "unbrauchbar", formel: false, text: roh };
  const anzeige = stile[stil] ?? "zahl";
  const tag = anzeige === "datum" ? ausSerienzahl(zahl, ab1904) : undefined;
  if (tag) return { art: "tag", tag, uhrzeit: !Number.isInteger(zahl) };
  return { art: "zahl", zahl, anzeige: anzeige === "prozent" ? "prozent" : "zahl" };
};

const alsTag = (roh: string): Rohzelle => {
  const [, tag, zeit = ""] = /^(\d{4}-\d{2}-\d{2})(?:T([\d:.]+)Z?)?$/.exec(roh) ?? [];
  return tag ? { art: "tag", tag, uhrzeit: /[1-9]/.test(zeit) } : { art: "text", text: roh };
};

const alsRohzelle = (mappe: Mappe, { art, stil, wert, text, formel }: OffeneZelle): Rohzelle | undefined => {
  if (art === "inlineStr") return text === undefined ? undefined : { art: "text", text: entschluessle(text) };
  if (wert === undefined) return formel ? { art: "unbrauchbar", formel: true, text: "" } : undefined;
  switch (art) {
    case "s":
      return { art: "text", text: mappe.texte.hole(Number(wert)) ?? "" };
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

/** The rows of a sheet that have any content, piece by piece. */
export async function* liesBlatt(archiv: Archiv, mappe: Mappe, pfad: string): AsyncGenerator<Blattteil> {
  let zeilen: Rohzeile[] = [];
  const verbundene: string[] = [];
  let zeile: Rohzeile = { zeile: 0, versteckt: false, zellen: new Map() };
  let zelle: OffeneZelle | undefined;
  let [spalte, nimm, inLesung] = [-1, "", false];

  const auf = (name: string, merkmale: Record<string, string>): void => {
    switch (name) {
      case "row":
        zeile = {
          zeile: merkmale.r === undefined ? zeile.zeile + 1 : Number(merkmale.r),
          versteckt: merkmale.hidden === "1" || merkmale.hidden === "true",
          zellen: new Map(),
        };
        spalte = -1;
        break;
      case "c":
        spalte = merkmale.r === undefined ? spalte + 1 : spalteVon(merkmale.r);
        if (spalte >= hoechstensSpalten) throw kaputt();
        zelle = {
          art: merkmale.t ?? "n",
          stil: Number(merkmale.s ?? 0),
          wert: undefined,
          text: undefined,
          formel: false,
        };
        break;
      case "f":
        if (zelle) zelle.formel = true;
        break;
      case "v":
        nimm = "wert";
        if (zelle && zelle.art !== "n") zelle.wert ??= "";
        break;
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
        nimm = "";
        break;
      case "rPh":
        inLesung = false;
        break;
      case "c": {
        const fertig = zelle && alsRohzelle(mappe, zelle);
        if (fertig) zeile.zellen.set(spalte, fertig);
        zelle = undefined;
        break;
      }
      case "row":
        if ([...zeile.zellen.values()].some((eine) => eine.art !== "text" || eine.text.trim() !== ""))
          zeilen.push(zeile);
    }
  };
  const text = (teil: string): void => {
    if (!zelle) return;
    if (nimm === "wert") zelle.wert = (zelle.wert ?? "") + teil;
    else if (nimm === "text") zelle.text = (zelle.text ?? "") + teil;
  };

  for await (const _ of liesXml(archiv.lies(pfad), { auf, zu, text })) {
    if (zeilen.length > 0) yield { zeilen, verbundene: [] };
    zeilen = [];
  }
  yield { zeilen, verbundene };
}
