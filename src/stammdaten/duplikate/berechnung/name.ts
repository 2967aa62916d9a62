import { abstand, istVertippt } from "./abstand.ts";
import { falte, worte } from "./falte.ts";
import { phonetik } from "./phonetik.ts";
import { type Geschlecht, geschlechtVon, istBekannterVorname, langform } from "./vornamen.ts";

export type NamenDaten = { anrede: string | null; vorname: string | null; nachname: string | null };

/** A person's name, folded, without titles and particles; "" is unknown. */
export type Personenname = {
  vor: string;
  vorTeile: string[];
  nach: string;
  nachTeile: string[];
  klangVor: string;
  klangNach: string;
  geschlecht: Geschlecht;
  generation: "jun" | "sen" | null;
  /** One record for several people. */
  gemeinsam: boolean;
};

const titel = new Set(
  worte("Dr Prof Professor Doktor Dipl Diplom Ing Med Vet Phil Rer Nat Agr Jur Mag Habil Herr Frau Hc Bsc Msc Mba"),
);
const partikel = new Set(worte("von vom van der den dem de di da la le zu zur zum und"));
const junior = new Set(worte("jun jr junior"));
const senior = new Set(worte("sen sr senior"));
const beiwerk = new Set([...titel, ...junior, ...senior]);
const mehrere = /\b(und|u\.|eheleute|familie|ehepaar)\b|&|\+/i;

const ohne = (teile: string[], weg: ReadonlySet<string>): string[] => {
  if (!teile.some((teil) => weg.has(teil))) return teile;
  const rest = teile.filter((teil) => !weg.has(teil));
  return rest.length > 0 ? rest : teile;
};

/** "Müller, Hans" or "Hans Müller" in the one field for the last name. */
const teileAuf = (vorname: string | null, nachname: string | null): [string, string] => {
  if (vorname || !nachname) return [vorname ?? "", nachname ?? ""];
  const [vorKomma = "", nachKomma] = nachname.split(",");
  if (nachKomma !== undefined) return [nachKomma, vorKomma];
  const teile = nachname.trim().split(/\s+/);
  const [erster = ""] = teile;
  return teile.length > 1 && istBekannterVorname(falte(erster)) ? [erster, teile.slice(1).join(" ")] : ["", nachname];
};

export function bildeName({ anrede, vorname, nachname }: NamenDaten): Personenname {
  const [vor, nach] = teileAuf(vorname, nachname);
  const [alleVor, alleNach] = [worte(vor), worte(nach)];
  const traegt = (zusatz: ReadonlySet<string>) =>
    alleVor.some((teil) => zusatz.has(teil)) || alleNach.some((teil) => zusatz.has(teil));
  const generation = traegt(junior) ? "jun" : traegt(senior) ? "sen" : null;
  // Particles also before the first name: the two may stand the wrong way round.
  const vorTeile = ohne(ohne(alleVor, beiwerk), partikel);
  // What comes after it is what the name was before.
  const geborene = alleNach.findIndex((teil, nr) => nr > 0 && (teil === "geb" || teil === "geborene"));
  const nachTeile = ohne(ohne(geborene < 0 ? alleNach : alleNach.slice(0, geborene), beiwerk), partikel);
  return {
    vor: vorTeile.join(""),
    vorTeile,
    nach: nachTeile.join(""),
    nachTeile,
    klangVor: phonetik(vorTeile[0] ?? ""),
    klangNach: phonetik(nachTeile.join("")),
    geschlecht: geschlechtVon(falte(anrede), vorTeile[0] ?? ""),
    generation,
    gemeinsam: mehrere.test(vor) || mehrere.test(anrede ?? ""),
  };
}

/** What follows from the rest is left out. */
export function verdichteName(n: Personenname) {
  return [
    n.vorTeile.join(" "),
    n.nachTeile.join(" "),
    n.klangVor,
    n.klangNach,
    n.geschlecht,
    n.generation,
    n.gemeinsam,
  ] as const;
}

export function entfalteName(werte: ReturnType<typeof verdichteName>): Personenname {
  const [vor, nach, klangVor, klangNach, geschlecht, generation, gemeinsam] = werte;
  const vorTeile = vor === "" ? [] : vor.split(" ");
  const nachTeile = nach === "" ? [] : nach.split(" ");
  const [vorname, nachname] = [vorTeile.join(""), nachTeile.join("")];
  return { vor: vorname, vorTeile, nach: nachname, nachTeile, klangVor, klangNach, geschlecht, generation, gemeinsam };
}

type Namensvergleich = "gleich" | "teilweise" | "initiale" | "aehnlich" | "unbekannt" | "anders";

/** Whether each part of the one is a part, or the first letter of a part, of the other. */
const istTeil = (kurz: readonly string[], lang: readonly string[]): boolean =>
  kurz.every((teil) => lang.some((anderer) => anderer === teil || (teil.length === 1 && anderer.startsWith(teil))));

const teilt = (a: readonly string[], b: readonly string[]): boolean =>
  a.length <= b.length ? istTeil(a, b) : istTeil(b, a);

const istInitiale = (teile: readonly string[]): boolean => teile.every((teil) => teil.length === 1);

/** A name that differs in its last letter alone is the other sex's name, or another one: Heike and Heiko. */
const nurEndeAnders = (a: string, b: string): boolean => {
  const kurz = Math.min(a.length, b.length) - 1;
  return Math.abs(a.length - b.length) <= 2 && a.slice(0, kurz) === b.slice(0, kurz);
};

export function vergleicheVornamen(a: Personenname, b: Personenname): Namensvergleich {
  if (a.vor === "" || b.vor === "") return "unbekannt";
  if (a.vor === b.vor) return "gleich";
  if (istInitiale(a.vorTeile) || istInitiale(b.vorTeile)) return a.vor[0] === b.vor[0] ? "initiale" : "anders";
  if (a.geschlecht && b.geschlecht && a.geschlecht !== b.geschlecht) return "anders";
  if (teilt(a.vorTeile, b.vorTeile)) return "teilweise";
  if (langform(a.vorTeile[0] ?? "") === langform(b.vorTeile[0] ?? "")) return "teilweise";
  if (a.klangVor === b.klangVor && a.vorTeile.length === b.vorTeile.length && istVertippt(a.vor, b.vor))
    return "aehnlich";
  if (istBekannterVorname(a.vor) && istBekannterVorname(b.vor)) return "anders";
  if (nurEndeAnders(a.vor, b.vor) && a.geschlecht === null && b.geschlecht === null) return "anders";
  return istVertippt(a.vor, b.vor) ? "aehnlich" : "anders";
}

export function vergleicheNachnamen(a: Personenname, b: Personenname): Namensvergleich {
  if (a.nach === "" || b.nach === "") return "unbekannt";
  if (a.nach === b.nach) return "gleich";
  if (teilt(a.nachTeile, b.nachTeile)) return "teilweise";
  if (a.klangNach === b.klangNach && a.klangNach.length > 1 && abstand(a.nach, b.nach, 2) <= 2) return "aehnlich";
  return istVertippt(a.nach, b.nach) ? "aehnlich" : "anders";
}

/** First and last name the wrong way round in one of the two. */
export function istVertauscht(a: Personenname, b: Personenname): boolean {
  if (a.vor === "" || b.vor === "") return false;
  const [eins, zwei] = [a.vor === b.nach, a.nach === b.vor];
  return (eins && zwei) || (eins && istVertippt(a.nach, b.vor)) || (zwei && istVertippt(a.vor, b.nach));
}
