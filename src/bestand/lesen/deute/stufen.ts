import type { Stufe } from "../../../kern/wertsicherung/klausel.ts";
import type { Rohzelle } from "../rohzelle.ts";
import { alsFehler, alsWert, type Bemerkung, type Deutung } from "./deutung.ts";
import { deuteDatum } from "./tag.ts";
import { deuteEuro, deuteProzent } from "./zahl.ts";

const beispiel = "z. B. 01.10.2027: 1.500,00 €; 01.10.2028: 2,5 %";

/** "ab 01.10.2027: 1.500,00 €". */
const deuteStufe = (text: string): Deutung => {
  const [, tag = "", wert = ""] = /^(?:ab\s+)?([^:=]+?)\s*[:=]\s*(.+)$/i.exec(text) ?? [];
  const ab = deuteDatum({ art: "text", text: tag });
  if ("fehler" in ab) return alsFehler("keine_stufe", `„${text}“ ist keine Stufe: erwartet wird ein Tag, ${beispiel}.`);
  const istProzent = wert.includes("%");
  if (!istProzent && !/€|eur/i.test(wert))
    return alsFehler("keine_stufe", `„${text}“ ist keine Stufe: es fehlt € oder %, ${beispiel}.`);
  const zelle: Rohzelle = { art: "text", text: wert };
  const zahl = istProzent ? deuteProzent(zelle, false) : deuteEuro(zelle);
  if ("fehler" in zahl) return zahl;
  const stufe = {
    ab: ab.wert,
    betragCent: istProzent ? null : zahl.wert,
    prozentBp: istProzent ? zahl.wert : null,
  };
  const hinweis = ab.hinweis ?? zahl.hinweis;
  return hinweis ? { wert: stufe, hinweis } : { wert: stufe };
};

/** Semicolons or lines part the steps. */
export function deuteStufen(zelle: Rohzelle): Deutung {
  if (zelle.art !== "text") return alsFehler("keine_stufe", `Erwartet werden Stufen als Text, ${beispiel}.`);
  const stufen: Stufe[] = [];
  let hinweis: Bemerkung | undefined;
  for (const text of zelle.text.split(/[;\n]/).map((teil) => teil.trim())) {
    if (text === "") continue;
    const stufe = deuteStufe(text);
    if ("fehler" in stufe) return stufe;
    stufen.push(stufe.wert as Stufe);
    hinweis ??= stufe.hinweis;
  }
  if (stufen.length === 0) return alsFehler("keine_stufe", `Erwartet werden Stufen, ${beispiel}.`);
  return hinweis ? { wert: stufen, hinweis } : alsWert(stufen);
}
