import type { Rohzelle } from "../rohzelle.ts";
import { alsFehler, alsWert, type Bemerkung, type Deutung, mitHinweis } from "./deutung.ts";

/** A number as written: exact, since euros never become a float. */
type Dezimalzahl = { negativ: boolean; ganze: string; bruch: string; bemerkung?: Bemerkung };

const zerlege = (text: string): Omit<Dezimalzahl, "negativ"> | undefined => {
  if (/^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(text)) {
    const [ganze = "", bruch = ""] = text.replaceAll(".", "").split(",");
    const mehrdeutig = !text.includes(",") && text.indexOf(".") === text.lastIndexOf(".");
    const bemerkung = { code: "zahl_mehrdeutig", text: `„${text}“ ist mit Tausenderpunkt als ${ganze} gelesen.` };
    return mehrdeutig ? { ganze, bruch, bemerkung } : { ganze, bruch };
  }
  if (/^[1-9]\d{0,2}(,\d{3})+\.\d+$/.test(text)) {
    const [ganze = "", bruch = ""] = text.replaceAll(",", "").split(".");
    return {
      ganze,
      bruch,
      bemerkung: {
        code: "zahl_englisch",
        text: `„${text}“ ist in englischer Schreibweise als ${ganze},${bruch} gelesen.`,
      },
    };
  }
  const [, ganze = "", bruch = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  return ganze === "" ? undefined : { ganze, bruch };
};

/** Blanks and apostrophes part thousands; anywhere else they stand between two numbers, which are not to become one. */
const ohneTrenner = (text: string): string =>
  /^[1-9]\d{0,2}(?:(?:'|[^\S\r\n])\d{3})+(?:[.,]\d+)?$/.test(text) ? text.replace(/[\s']/g, "") : text;

/** "1.234,56", "1234,56", "1234.56", "1,234.56", "1 234,56", with any minus in front or one behind. */
const liesZahl = (text: string): Dezimalzahl | undefined => {
  const knapp = text
    .trim()
    .replace(/[\u2212\u2013]/, "-")
    .replace(/^([^-]+?)\s*-$/, "-$1");
  const [, vorzeichen, rest = ""] = /^([+-]?)\s*(.+)$/s.exec(knapp) ?? [];
  const teile = zerlege(ohneTrenner(rest));
  return teile && { negativ: vorzeichen === "-", ...teile };
};

/**
 * The number with `stellen` decimals as an integer of its last place, or undefined where it has more of them.
 *
 * @example inStellen({ negativ: false, ganze: "1234", bruch: "56" }, 2) // 123456
 */
const inStellen = ({ negativ, ganze, bruch }: Dezimalzahl, stellen: number): number | undefined => {
  const genau = bruch.replace(/0+$/, "");
  if (genau.length > stellen) return undefined;
  const wert = Number(ganze + genau.padEnd(stellen, "0"));
  return negativ && wert !== 0 ? -wert : wert;
};

/** The same of a cell's float, whose last digits are what binary made of the decimals. */
const gerundet = (zahl: number, stellen: number): number | undefined => {
  const verschoben = zahl * 10 ** stellen;
  const ganz = Math.round(verschoben);
  const nah = ganz === verschoben || Math.abs(verschoben - ganz) <= Math.max(1e-6, Math.abs(ganz) * 1e-12);
  return nah ? ganz + 0 : undefined;
};

/** No field takes so much: its cents or basis points would not be exact any more. */
const zuGross: Bemerkung = { code: "zu_gross", text: "Die Zahl ist zu groß." };

/** Three decimals where nobody writes so many: in English "1,000" is a thousand. */
const dreiStellen = ({ ganze, bruch }: Dezimalzahl, stellen: number): Bemerkung | undefined =>
  stellen < 3 && bruch.length === 3 && /^[1-9]\d{0,2}$/.test(ganze)
    ? { code: "zahl_mehrdeutig", text: `„${ganze},${bruch}“ ist mit Dezimalkomma gelesen, nicht als ${ganze}${bruch}.` }
    : undefined;

type Zahlwort = { stellen: number; kein: Bemerkung; zuGenau: Bemerkung };

/** Who types 250 into a cell of percentages, sees 250 % there, and the file has 2.5: a hundredth of what he meant. */
const alsProzentGezeigt: Bemerkung = {
  code: "zahl_als_prozent",
  text: "Die Zelle zeigt Prozent, hierher gehört eine andere Zahl; bitte als Zahl formatieren und neu eintragen.",
};

const alsZahl = (zelle: Rohzelle, zahlwort: Zahlwort, weg?: RegExp): Deutung =>
  zelle.art === "zahl" && zelle.anzeige === "prozent" ? { fehler: alsProzentGezeigt } : ausZelle(zelle, zahlwort, weg);

const ausZelle = (zelle: Rohzelle, { stellen, kein, zuGenau }: Zahlwort, weg = /^$/g): Deutung => {
  const geprueft = (wert: number | undefined, hinweis?: Bemerkung): Deutung => {
    if (wert === undefined) return { fehler: zuGenau };
    if (!Number.isSafeInteger(wert)) return { fehler: zuGross };
    return hinweis ? { wert, hinweis } : alsWert(wert);
  };
  if (zelle.art === "zahl") return geprueft(gerundet(zelle.zahl, stellen));
  const zahl = zelle.art === "text" ? liesZahl(zelle.text.replace(weg, "")) : undefined;
  return zahl ? geprueft(inStellen(zahl, stellen), zahl.bemerkung ?? dreiStellen(zahl, stellen)) : { fehler: kein };
};

const ganze = (was: string): Zahlwort => ({
  stellen: 0,
  kein: { code: "keine_zahl", text: `Erwartet wird ${was}.` },
  zuGenau: { code: "keine_ganze_zahl", text: `Erwartet wird ${was}, ohne Nachkommastellen.` },
});

export function deuteGanzzahl(zelle: Rohzelle): Deutung {
  return alsZahl(zelle, ganze("eine ganze Zahl"));
}

const hektar: Zahlwort = {
  stellen: 4,
  kein: { code: "keine_zahl", text: "Erwartet wird eine Fläche, z. B. 12.345 m² oder 1,2345 ha." },
  zuGenau: {
    code: "keine_ganze_zahl",
    text: "Eine Fläche hat ganze m²; von einem Hektar sind das vier Nachkommastellen.",
  },
};

/** Whole square metres; "1,2345 ha" as 12345 of them. */
export function deuteFlaeche(zelle: Rohzelle): Deutung {
  if (zelle.art === "text" && /ha\s*$/i.test(zelle.text)) return alsZahl(zelle, hektar, /ha\s*$/gi);
  return alsZahl(zelle, ganze("eine Fläche in ganzen m², oder in Hektar mit ha dahinter"), /(?:m²|qm|m2)\s*$/gi);
}

export function deuteCent(zelle: Rohzelle): Deutung {
  return alsZahl(zelle, ganze("ein Betrag in ganzen Cent; Beträge in Euro stehen in der Spalte ohne „Cent“"));
}

export function deuteBasispunkte(zelle: Rohzelle): Deutung {
  return alsZahl(zelle, ganze("ein Satz in ganzen Basispunkten (1900 = 19 %); Prozent stehen in der Spalte ohne „Bp“"));
}

const euro: Zahlwort = {
  stellen: 2,
  kein: { code: "kein_betrag", text: "Erwartet wird ein Betrag in Euro, z. B. 1.234,56." },
  zuGenau: { code: "betrag_zu_genau", text: "Ein Betrag hat höchstens zwei Nachkommastellen; bitte runden." },
};

/** "1.234,- €", as on a handwritten bill. */
const ohneCent = /(?<=\d),[-\u2013\u2014]{1,2}(?=\s*(?:€|eur|$))/i;

// A sign stands in front of its number or behind it: "12 € 50" is not 1250. The minus may stand on either side of it.
const vorn = String.raw`(?<=^\s*[+\-\u2212\u2013]?\s*)`;
const hinten = String.raw`(?=\s*[\-\u2212\u2013]?\s*$)`;
const waehrung = new RegExp(`${vorn}(?:€|euro?)|(?:€|euro?)${hinten}`, "gi");
const prozentzeichen = new RegExp(`%${hinten}`, "g");

/** "1.234,56 €" as 123456 cents. */
export function deuteEuro(zelle: Rohzelle): Deutung {
  const voll: Rohzelle = zelle.art === "text" ? { art: "text", text: zelle.text.replace(ohneCent, ",00") } : zelle;
  return alsZahl(voll, euro, waehrung);
}

/** An index with its one decimal, as text: "105.1". */
export function deuteDezimal(zelle: Rohzelle): Deutung {
  const zehntel = alsZahl(zelle, {
    stellen: 1,
    kein: { code: "keine_zahl", text: "Erwartet wird eine Zahl mit einer Nachkommastelle, z. B. 105,1." },
    zuGenau: { code: "zahl_zu_genau", text: "Erwartet wird genau eine Nachkommastelle, z. B. 105,1." },
  });
  return "fehler" in zehntel ? zehntel : { ...zehntel, wert: (Number(zehntel.wert) / 10).toFixed(1) };
}

const prozent = (stellen: number): Zahlwort => ({
  stellen,
  kein: { code: "kein_prozentsatz", text: "Erwartet wird ein Satz in Prozent, z. B. 19 %." },
  zuGenau: { code: "prozent_zu_genau", text: "Ein Satz hat höchstens zwei Nachkommastellen, z. B. 2,75 %." },
});

/**
 * Basis points. "19 %" and a cell that shows a percentage are sure; a bare number is taken as percent, a bare fraction
 * is not: of a tax rate it can only be 0.19 for 19 %, of any other rate somebody has to say which.
 */
export function deuteProzent(zelle: Rohzelle, istSteuersatz: boolean): Deutung {
  if (zelle.art === "zahl" && zelle.anzeige === "prozent") return ausZelle(zelle, prozent(4));
  if (zelle.art === "text" && zelle.text.includes("%")) return alsZahl(zelle, prozent(2), prozentzeichen);
  const bp = alsZahl(zelle, prozent(2));
  const bruch = alsZahl(zelle, prozent(4));
  if ("fehler" in bruch) return bp;
  const anteil = Number(bruch.wert);
  if (anteil === 0 || Math.abs(anteil) > 10_000) return bp;
  const inProzent = (wert: number) => String(wert / 100).replace(".", ",");
  if (Math.abs(anteil) === 10_000) {
    const [gelesen, ganz] = [inProzent(anteil / 100), inProzent(anteil)];
    const satz = `Als ${gelesen} % gelesen; für ${ganz} % bitte „${ganz} %“ schreiben.`;
    return mitHinweis(anteil / 100, "prozent_mehrdeutig", satz);
  }
  if (istSteuersatz)
    return mitHinweis(anteil, "prozent_als_bruch", `Der Bruch ist als ${inProzent(anteil)} % gelesen.`);
  return alsFehler(
    "prozent_mehrdeutig",
    `Gemeint sein kann ${inProzent(anteil / 100)} % oder ${inProzent(anteil)} %; bitte mit Prozentzeichen schreiben.`,
  );
}
