import { ausDatum, deutschesDatum, findTag, formatTag, plusTage } from "../../../kern/kalender/tag.ts";
import type { Rohzelle } from "../rohzelle.ts";
import { alsFehler, alsWert, type Deutung, mitHinweis } from "./deutung.ts";

const monatsnamen = ["jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"];

/** 0 for what is none. */
const nummerDesMonats = (anfang: string): number =>
  monatsnamen.indexOf(anfang.toLowerCase().replace(/^(?:mrz|mae)$/, "mär")) + 1;

/** 31.12.9999 and the first day that nobody can mean as a year or a small number. */
const [letzteZahl, ersteSichere] = [2_958_465, 10_000];

const kein = alsFehler("kein_datum", "Erwartet wird ein Tag, z. B. 31.12.2026 oder 2026-12-31.");

const ausTeilen = (jahr: string, monat: string | number, tag: string): string | undefined => {
  const text = [jahr, String(monat).padStart(2, "0"), tag.padStart(2, "0")].join("-");
  return findTag(text) === null ? undefined : text;
};

const gibtEs = (tag: string | undefined): Deutung =>
  tag === undefined ? alsFehler("kein_datum", "Diesen Tag gibt es nicht, oder er liegt vor 1900.") : alsWert(tag);

const mitUebergangenerUhrzeit = (tag: string): Deutung =>
  mitHinweis(tag, "uhrzeit_uebergangen", `Die Uhrzeit ist übergangen; gelesen ist ${deutschesDatum(tag)}.`);

/** At midnight only the day is meant; what is more may be the evening before of another time zone. */
export function hatUhrzeit(zeit: string): boolean {
  return /[1-9]/.test(zeit);
}

const mitUhrzeit = (tag: Deutung, zeit = ""): Deutung => {
  if ("fehler" in tag || !hatUhrzeit(zeit)) return tag;
  return mitUebergangenerUhrzeit(String(tag.wert));
};

/** Two digits: up to 49 of this century. */
const mitJahrhundert = (tag: string | undefined): Deutung =>
  tag === undefined
    ? gibtEs(tag)
    : mitHinweis(tag, "jahr_zweistellig", `Die zweistellige Jahreszahl ist als ${deutschesDatum(tag)} gelesen.`);

/** Days from 30.12.1899, which most workbooks count from, to 1.1.1904, which the others count from. */
const tageBis1904 = 1462;

/**
 * The day that a spreadsheet counts as `zahl`; undefined before 1900 and after 9999. It takes 1900 for a leap year, so that
 * up to February of it each number is one less; a workbook from 1904 on knows no such day.
 */
export function ausSerienzahl(zahl: number, ab1904: boolean): string | undefined {
  const ganz = Math.floor(zahl);
  if (ganz < 0 || ganz > letzteZahl) return undefined;
  const vorMaerz1900 = ganz < 60 ? 1 : 0;
  const versatz = ab1904 ? tageBis1904 : vorMaerz1900;
  const tag = plusTage(ausDatum(1899, 12, 30), ganz + versatz);
  return tag < ausDatum(1900, 1, 1) || tag > ausDatum(9999, 12, 31) ? undefined : formatTag(tag);
}

/** @param ab1904 as the workbook counts; a number that is text, as in a CSV, says nothing of it */
const ausZahl = (zahl: number, ab1904 = false): Deutung => {
  const [, jahr = "", monat = "", tag = ""] = /^(\d{4})(\d{2})(\d{2})$/.exec(String(zahl)) ?? [];
  const geschrieben = ausTeilen(jahr, monat, tag);
  if (geschrieben)
    return mitHinweis(geschrieben, "datum_als_zahl", `Die Zahl ist als ${deutschesDatum(geschrieben)} gelesen.`);
  const gezaehlt = zahl >= ersteSichere ? ausSerienzahl(zahl, ab1904) : undefined;
  if (!gezaehlt || !Number.isInteger(zahl))
    return alsFehler("kein_datum", "Diese Zahl ist kein Tag; erwartet wird z. B. 31.12.2026.");
  return mitHinweis(gezaehlt, "datum_als_zahl", `Die Zahl ist als ${deutschesDatum(gezaehlt)} gelesen.`);
};

const ausSchraegstrichen = (erste: string, zweite: string, jahr: string): Deutung => {
  const tag = ausTeilen(jahr, zweite, erste);
  if (tag && (Number(erste) > 12 || erste === zweite)) return alsWert(tag);
  // Neither with the day in front nor with the month.
  if (!tag && !ausTeilen(jahr, erste, zweite)) return gibtEs(undefined);
  return alsFehler("datum_mehrdeutig", "Tag und Monat sind so nicht zu unterscheiden; erwartet wird z. B. 31.12.2026.");
};

const ausText = (text: string): Deutung => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]([\d:.]+)Z?)?$/.exec(text);
  if (iso) return mitUhrzeit(gibtEs(ausTeilen(iso[1] ?? "", iso[2] ?? "", iso[3] ?? "")), iso[4]);
  const punkte = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text);
  if (punkte) {
    const [, tag = "", monat = "", jahr = ""] = punkte;
    if (jahr.length === 4) return gibtEs(ausTeilen(jahr, monat, tag));
    return mitJahrhundert(ausTeilen(`${Number(jahr) < 50 ? "20" : "19"}${jahr}`, monat, tag));
  }
  const worte = /^(\d{1,2})\.\s*(\p{L}{3})\p{L}*\.?\s*(\d{4})$/u.exec(text);
  if (worte) {
    const monat = nummerDesMonats(worte[2] ?? "");
    return monat === 0 ? kein : gibtEs(ausTeilen(worte[3] ?? "", monat, worte[1] ?? ""));
  }
  const striche = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (striche) return ausSchraegstrichen(striche[1] ?? "", striche[2] ?? "", striche[3] ?? "");
  return /^\d{5,8}$/.test(text) ? ausZahl(Number(text)) : kein;
};

/** How old systems write that there is no end. */
const nie = "9999-12-31";

/** "2026-12-31". */
export function deuteDatum(zelle: Rohzelle): Deutung {
  const tag = ausZelle(zelle);
  if ("fehler" in tag || tag.wert !== nie) return tag;
  return alsFehler("datum_offen", "Der 31.12.9999 steht für kein Ende; bitte die Zelle leeren.");
}

const ausZelle = (zelle: Rohzelle): Deutung => {
  switch (zelle.art) {
    case "tag":
      return zelle.uhrzeit ? mitUebergangenerUhrzeit(zelle.tag) : alsWert(zelle.tag);
    case "zahl":
      return ausZahl(zelle.zahl, zelle.ab1904);
    case "text":
      return ausText(zelle.text.trim().normalize("NFC"));
    default:
      return kein;
  }
};

/** A day of every year, "10-01". */
export function deuteMonatstag(zelle: Rohzelle): Deutung {
  if (zelle.art === "tag") {
    const [, monat, tag] = zelle.tag.split("-");
    return mitHinweis(`${monat}-${tag}`, "monatstag_aus_datum", `Aus dem Datum ist der ${tag}.${monat}. gelesen.`);
  }
  const text = zelle.art === "text" ? zelle.text.trim() : "";
  const [, monat, tag] = /^(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (monat && tag) return alsWert(`${monat}-${tag}`);
  const [, vorn = "", hinten = ""] = /^(\d{1,2})\.\s?(\d{1,2})\.?$/.exec(text) ?? [];
  if (vorn) return alsWert(`${hinten.padStart(2, "0")}-${vorn.padStart(2, "0")}`);
  return alsFehler("kein_monatstag", "Erwartet wird ein Tag des Jahres als Text: 01.10. oder 10-01.");
}

const keinMonat = alsFehler("kein_monat", "Erwartet wird ein Monat, z. B. 2026-09 oder 09.2026.");

const monatVon = (jahr: string, monat: string | number): Deutung => {
  const text = `${jahr}-${String(monat).padStart(2, "0")}`;
  return findTag(`${text}-01`) === null ? keinMonat : alsWert(text);
};

const ausMonatstext = (text: string): Deutung | undefined => {
  const [, jahr, monat = ""] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  if (jahr) return monatVon(jahr, monat);
  const [, vorn, hinten = ""] = /^(\d{1,2})[./]\s?(\d{4})$/.exec(text) ?? [];
  if (vorn) return monatVon(hinten, vorn);
  const [, wort, jahrDanach = ""] = /^(\p{L}{3})\p{L}*\.?\s*(\d{4})$/u.exec(text) ?? [];
  return wort === undefined ? undefined : monatVon(jahrDanach, nummerDesMonats(wort));
};

/** "2026-09"; a spreadsheet makes a day of a month, mostly its first. */
export function deuteMonat(zelle: Rohzelle): Deutung {
  const gelesen = zelle.art === "text" ? ausMonatstext(zelle.text.trim().normalize("NFC")) : undefined;
  if (gelesen) return gelesen;
  const tag = zelle.art === "zahl" ? keinMonat : deuteDatum(zelle);
  if ("fehler" in tag) return keinMonat;
  const [monat, tagImMonat] = [String(tag.wert).slice(0, 7), String(tag.wert).slice(8)];
  if (tagImMonat === "01" && !tag.hinweis) return alsWert(monat);
  return mitHinweis(monat, "monat_aus_datum", `Aus dem Datum ist der Monat ${monat} gelesen.`);
}
