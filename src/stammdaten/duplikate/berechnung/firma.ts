import { vergleicheText } from "../../../kern/vergleicheText.ts";
import { istVertippt } from "./abstand.ts";
import { falte, worte } from "./falte.ts";
import { phonetik } from "./phonetik.ts";

/** A company's name, folded, its legal form apart. */
export type Firmenname = { worte: string[]; zahlen: string; ganz: string; rechtsform: string; klang: string[] };

const rechtsformen: [RegExp, string][] = (
  [
    ["gmbh (?:und )?co k ?g(?: ?a ?a)?|gmbh (?:und )?compagnie kg", "gmbhcokg"],
    ["ug (?:und )?co kg", "ugcokg"],
    ["gesellschaft mit beschrankter haftung|gesmbh|ggmbh|g ?m ?b ?h", "gmbh"],
    ["gesellschaft burgerlichen rechts|g ?b ?r|bgb gesellschaft", "gbr"],
    ["kommanditgesellschaft|k ?g", "kg"],
    ["offene handelsgesellschaft|o ?h ?g", "ohg"],
    ["aktiengesellschaft|a ?g", "ag"],
    ["eingetragene genossenschaft|e ?g", "eg"],
    ["eingetragener verein|e ?v", "ev"],
    ["eingetragener kaufmann|e ?k(?:fm|fr)?", "ek"],
    ["part ?g?(?: mbb)?|mbb", "partg"],
    ["unternehmergesellschaft|u ?g", "ug"],
    ["stiftung", "stiftung"],
  ] as const
).map(([muster, form]) => [new RegExp(` (?:${muster})(?: haftungsbeschrankt)?(?= |$)`), form]);

const fuellworte = new Set(worte("und der die das des den dem fur im in am an zu firma fa inh inhaber co partner"));

const istNummer = (wort: string): boolean => /\d/.test(wort) || /^(i|ii|iii|iv|v|vi)$/.test(wort);

export function bildeFirma(firma: string | null): Firmenname {
  let rest = ` ${falte((firma ?? "").replaceAll("&", " und "))}`;
  let rechtsform = "";
  for (const [muster, form] of rechtsformen) {
    if (!muster.test(rest)) continue;
    rest = rest.replace(muster, "");
    rechtsform = form;
    break;
  }
  const alle = rest.trim() === "" ? worte(firma) : rest.trim().split(" ");
  const bedeutsame = alle.filter((wort) => !fuellworte.has(wort));
  const genannte = bedeutsame.length > 0 ? bedeutsame : alle;
  // The longest words tell most.
  const lange = [...new Set(genannte)].sort((a, b) => b.length - a.length || vergleicheText(a, b)).slice(0, 2);
  return {
    worte: genannte,
    zahlen: genannte.filter(istNummer).sort().join(" "),
    ganz: genannte.join(""),
    rechtsform,
    klang: lange.map(phonetik),
  };
}

export function verdichteFirma(firma: Firmenname) {
  return [firma.worte, firma.zahlen, firma.ganz, firma.rechtsform, firma.klang] as const;
}

export function entfalteFirma(werte: ReturnType<typeof verdichteFirma>): Firmenname {
  const [genannte, zahlen, ganz, rechtsform, klang] = werte;
  return { worte: genannte, zahlen, ganz, rechtsform, klang };
}

export type Firmenvergleich = "gleich" | "aehnlich" | "teilweise" | "anders";

/** The words of `a` without a partner in `b`: the same word, the word mistyped, or its abbreviation. */
const ohnePartner = (a: readonly string[], b: readonly string[]): number =>
  a.filter(
    (wort) =>
      !b.some(
        (anderes) =>
          anderes === wort ||
          istVertippt(wort, anderes) ||
          (Math.min(wort.length, anderes.length) >= 3 && (anderes.startsWith(wort) || wort.startsWith(anderes))),
      ),
  ).length;

/** Names with different numbers are different: Solarpark 1 and Solarpark 2. */
export function vergleicheFirmen(a: Firmenname, b: Firmenname): Firmenvergleich {
  if (a.zahlen !== b.zahlen) return "anders";
  if (a.ganz === b.ganz) return "gleich";
  const [fehltB, fehltA] = [ohnePartner(a.worte, b.worte), ohnePartner(b.worte, a.worte)];
  if (fehltA === 0 && fehltB === 0)
    return [...a.worte].sort().join(" ") === [...b.worte].sort().join(" ") ? "gleich" : "aehnlich";
  if (istVertippt(a.ganz, b.ganz) && a.worte.length !== b.worte.length) return "aehnlich";
  return (fehltA === 0 && b.worte.length > 0) || (fehltB === 0 && a.worte.length > 0) ? "teilweise" : "anders";
}
