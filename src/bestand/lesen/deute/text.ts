import { alleVerglichen, naechster, verglichen } from "../aehnlich.ts";
import { mitNullen, type Rohzelle } from "../rohzelle.ts";
import { alsFehler, alsWert, type Deutung, mitHinweis } from "./deutung.ts";

/** Digits that a spreadsheet keeps of a number; what was typed beyond them is lost. */
const sichereZahl = 1e15;

/**
 * The text of a cell, without blanks around it, in the one spelling that the API's own texts have: keys that read alike
 * are one, however a program has put an umlaut together. A number as it is written without separators.
 */
const alsText = (zelle: Rohzelle): string | undefined => {
  if (zelle.art === "text") return zelle.text.trim().normalize("NFC");
  return zelle.art === "zahl" && Math.abs(zelle.zahl) < sichereZahl ? String(zelle.zahl) : undefined;
};

const keinText = alsFehler(
  "kein_text",
  "Das Tabellenprogramm hat aus der Eingabe etwas anderes gemacht; bitte die Zelle als Text formatieren und neu eintragen.",
);

/** A key of another record. */
export function deuteVerweis(zelle: Rohzelle): Deutung {
  const text = alsText(zelle);
  return text === undefined ? keinText : alsWert(text);
}

/** Zeros that a format shows are no part of the number: an account with such a number stays the one that it was. */
export function deuteText(zelle: Rohzelle): Deutung {
  const text = alsText(zelle);
  if (text === undefined) return keinText;
  const gezeigt = zelle.art === "zahl" ? mitNullen(zelle.zahl, zelle.stellen) : text;
  if (gezeigt === text) return alsWert(text);
  return mitHinweis(
    text,
    "nullen_nur_gezeigt",
    `Die Zelle zeigt ${gezeigt}, gelesen ist ${text}. Gehören die Nullen dazu: die Zelle als Text formatieren und neu eintragen.`,
  );
}

/** A German one of a town in the east begins with a zero, which a number does not keep, but the format for them shows. */
export function deutePlz(zelle: Rohzelle): Deutung {
  if (zelle.art !== "zahl" || !/^\d{4}$/.test(String(zelle.zahl))) return deuteText(zelle);
  if (zelle.stellen === 5) return alsWert(mitNullen(zelle.zahl, 5));
  return mitHinweis(
    String(zelle.zahl),
    "plz_ohne_null",
    `Falls die Postleitzahl 0${zelle.zahl} ist: die Zelle als Text formatieren und neu eintragen.`,
  );
}

/** Semicolons part the keys of a list. */
export function deuteSchluessel(zelle: Rohzelle): Deutung {
  const text = alsText(zelle);
  if (text === undefined) return keinText;
  if (text.length > 64) return alsFehler("schluessel_zu_lang", "Ein Schlüssel hat höchstens 64 Zeichen.");
  if (/[;\n]/.test(text))
    return alsFehler("schluessel_mit_semikolon", "Ein Schlüssel enthält weder Semikolon noch Zeilenumbruch.");
  // A workbook cannot hold them: exported, it would be another key.
  if (/[^\P{Cc}\t]/u.test(text))
    return alsFehler("schluessel_mit_steuerzeichen", "Ein Schlüssel enthält keine Steuerzeichen.");
  return alsWert(text);
}

export function deuteVerweise(zelle: Rohzelle): Deutung {
  const text = alsText(zelle);
  if (text === undefined) return keinText;
  const teile = text.split(/[;\n]/).map((teil) => teil.trim());
  return alsWert(teile.filter((teil) => teil !== ""));
}

export function deuteIban(zelle: Rohzelle): Deutung {
  if (zelle.art !== "text") return alsFehler("keine_iban", "Erwartet wird eine IBAN als Text.");
  return alsWert(zelle.text.replace(/[\s\u00a0\u202f]/g, "").toUpperCase());
}

const wahr = ["ja", "j", "wahr", "true", "x", "1", "yes"];
const falsch = ["nein", "n", "falsch", "false", "0", "no"];

export function deuteJanein(zelle: Rohzelle): Deutung {
  if (zelle.art === "janein") return alsWert(zelle.wert);
  const wort = alsText(zelle)?.toLowerCase() ?? "";
  if (wahr.includes(wort)) return alsWert(true);
  return falsch.includes(wort) ? alsWert(false) : alsFehler("kein_ja_nein", "Erwartet wird ja oder nein.");
}

/** Months stand as "01" among the values, and as 1 in a cell of numbers. */
export function deuteAuswahl(zelle: Rohzelle, werte: readonly string[]): Deutung {
  const text = alsText(zelle) ?? "";
  const gesucht = verglichen(text);
  const bekannte = alleVerglichen(werte);
  const wert = werte.find((einer, nr) => bekannte[nr] === gesucht || einer === text.padStart(2, "0"));
  if (wert !== undefined) return alsWert(wert);
  // A slip explains a letter; another digit is another month.
  const gemeint = /\p{L}/u.test(text) ? naechster(text, werte) : undefined;
  const vielleicht = gemeint === undefined ? "" : `; gemeint ist wohl „${gemeint}“`;
  return alsFehler("nicht_in_auswahl", `Erlaubt sind ${werte.join(", ")}${vielleicht}.`);
}

/** Own fields take what the cell has; a day becomes text, since JSON has none. */
export function deuteFrei(zelle: Rohzelle): Deutung {
  switch (zelle.art) {
    case "text":
      return alsWert(zelle.text);
    case "zahl":
      return alsWert(zelle.zahl);
    case "janein":
      return alsWert(zelle.wert);
    case "tag":
      return mitHinweis(zelle.tag, "datum_als_text", `Das Datum ist als Text ${zelle.tag} gelesen.`);
    default:
      return keinText;
  }
}
