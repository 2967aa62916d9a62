import { vergleicheText } from "../../kern/vergleicheText.ts";
import { abstand } from "../duplikate/berechnung/abstand.ts";
import { fehler, warnung } from "./hinweis.ts";
import type { Hinweis, Vorschlag } from "./schema.ts";
import { istBindewort, type Ort, schluessel, verzeichnis } from "./verzeichnis.ts";

type Ortspruefung = { plz: string | null; ort: string | null; hinweise: Hinweis[]; vorschlaege: Vorschlag[] };

const weit = 3;

const formAbstand = (ort: Ort, gesucht: string, hoechstens: number): number =>
  ort.formen.reduce((kleinster, form) => Math.min(kleinster, abstand(form, gesucht, hoechstens)), hoechstens + 1);

/** Its postcode that is the fewest mistakes away, then the one with the longest common beginning. */
const naechstePlz = (ort: Ort, plz: string): { plz: string; fern: number } => {
  let bester = { plz: ort.plz[0] ?? "", fern: Number.POSITIVE_INFINITY };
  for (const kandidat of ort.plz) {
    const gemeinsam = [...kandidat].findIndex((ziffer, i) => ziffer !== plz[i]);
    const fern = abstand(kandidat, plz, weit) + (gemeinsam < 0 ? 0 : (5 - gemeinsam) / 100);
    if (fern < bester.fern) bester = { plz: kandidat, fern };
  }
  return bester;
};

/**
 * Pairs of postcode and town, the fewest typing mistakes first. A town counts a little more than a postcode: of the
 * two it is what a clerk knows.
 */
const schlageVor = (plz: string | null, ort: string | null): Vorschlag[] => {
  const { orte, jePlz } = verzeichnis();
  const gesucht = ort === null ? null : schluessel(ort);
  const amPlz = new Set(plz === null ? [] : (jePlz.get(plz) ?? []));
  const hoechstens = gesucht === null ? 0 : Math.min(weit, Math.max(1, Math.floor(gesucht.length / 3)));
  const bewertet: { vorschlag: Vorschlag; punkte: number }[] = [];
  for (const kandidat of orte) {
    const nah = amPlz.has(kandidat);
    const ortFern = gesucht === null ? (nah ? 0 : weit + 1) : formAbstand(kandidat, gesucht, nah ? weit : hoechstens);
    if (!nah && ortFern > hoechstens) continue;
    const dort = plz === null ? { plz: kandidat.plz[0] ?? "", fern: 0 } : naechstePlz(kandidat, plz);
    bewertet.push({ vorschlag: { plz: dort.plz, ort: kandidat.name }, punkte: ortFern * 1.1 + dort.fern });
  }
  return bewertet
    .sort((a, b) => a.punkte - b.punkte || vergleicheText(a.vorschlag.ort, b.vorschlag.ort))
    .slice(0, 3)
    .map(({ vorschlag }) => vorschlag);
};

const ortsteil = warnung(
  "ort",
  "ortsteil",
  "Keine Gemeinde heißt so oder ähnlich; zu dieser Postleitzahl mag es ein Ortsteil sein.",
);

/** Near a municipality of the postcode, or a single mistake away from any. */
const istVertippt = (gesucht: string, plz: string): boolean => {
  const { orte, jePlz } = verzeichnis();
  const amPlz = Math.max(2, Math.min(weit, Math.floor(gesucht.length / 3)));
  return (
    (jePlz.get(plz) ?? []).some((ort) => formAbstand(ort, gesucht, amPlz) <= amPlz) ||
    orte.some((ort) => formAbstand(ort, gesucht, 1) <= 1)
  );
};

const worte = (ort: string) =>
  [...ort.matchAll(/(\p{L}+)(\.?)/gu)].map(([, wort = "", punkt]) => ({
    form: schluessel(wort),
    gekuerzt: punkt !== "" || wort.length < 3,
  }));

/** "Frankfurt/Main", "Freiburg i. Br.": the words in their order, some shortened, small ones left out. */
const istKurzFuer = (ort: string, { name }: Ort): boolean => {
  const [erstes, ...geschrieben] = worte(ort);
  const [stamm, ...zusatz] = worte(name);
  if (geschrieben.length === 0 || erstes?.form !== stamm?.form) return false;
  for (const { form, gekuerzt } of geschrieben) {
    const stelle = zusatz.findIndex((wort) => (gekuerzt ? wort.form.startsWith(form) : wort.form === form));
    if (
      stelle < 0 ||
      !zusatz
        .splice(0, stelle + 1)
        .slice(0, -1)
        .every((wort) => istBindewort(wort.form))
    )
      return false;
  }
  return zusatz.length === 0;
};

/** What is wrong with a postcode by itself. */
const pruefePlz = (plz: string): Hinweis[] => {
  if (!/^\d{5}$/.test(plz)) return [fehler("plz", "plz_form", "Eine deutsche Postleitzahl hat fünf Ziffern.")];
  if (verzeichnis().jePlz.has(plz)) return [];
  const text = "Diese Postleitzahl gibt es für Straßen nicht; sie kann zu einem Postfach gehören.";
  return [fehler("plz", "plz_unbekannt", text)];
};

const mitVorschlaegen = (plz: string | null, ort: string | null, hinweise: Hinweis[]): Ortspruefung => ({
  plz,
  ort,
  hinweise,
  vorschlaege: schlageVor(plz, ort),
});

/** A town by none of the directory's names: written short, a part of a municipality, or wrong. */
const deuteUnbekannten = (plz: string | null, ort: string, anPlz: Hinweis[]): Ortspruefung => {
  const gemeint = verzeichnis()
    .jePlz.get(plz ?? "")
    ?.find((name) => istKurzFuer(ort, name));
  if (gemeint) return { plz, ort: gemeint.name, hinweise: [], vorschlaege: [] };
  if (anPlz.length === 0 && plz !== null && !istVertippt(schluessel(ort), plz))
    return { plz, ort, hinweise: [ortsteil], vorschlaege: schlageVor(plz, null) };
  const unbekannt = fehler("ort", "ort_unbekannt", "Diese Gemeinde gibt es nicht; es kann ein Ortsteil sein.");
  return mitVorschlaegen(plz, ort, [...anPlz, unbekannt]);
};

/** Whether a postcode and a town of the directory belong together. */
const pruefePaar = (plz: string, ort: string): Ortspruefung => {
  const { jePlz, jeForm } = verzeichnis();
  const gesucht = schluessel(ort);
  const dort = (jeForm.get(gesucht) ?? []).filter((name) => jePlz.get(plz)?.includes(name));
  const treffer = dort.find((name) => name.schluessel === gesucht) ?? dort[0];
  if (treffer) return { plz, ort: treffer.name, hinweise: [], vorschlaege: [] };
  return mitVorschlaegen(plz, ort, [fehler("plz", "plz_passt_nicht", "Postleitzahl und Ort gehören nicht zusammen.")]);
};

/** The half that is missing, where the directory leaves no choice. */
const ergaenze = (plz: string | null, ort: string | null): Ortspruefung => {
  const { jePlz, jeForm } = verzeichnis();
  const gesucht = schluessel(ort ?? "");
  const namen = jeForm.get(gesucht) ?? [];
  const genau = namen.filter((name) => name.schluessel === gesucht);
  const paare =
    plz === null
      ? (genau.length > 0 ? genau : namen).flatMap((name) => name.plz.map((eine) => ({ plz: eine, ort: name.name })))
      : (jePlz.get(plz) ?? []).map(({ name }) => ({ plz, ort: name }));
  const [einziges] = paare;
  if (paare.length === 1 && einziges) return { ...einziges, hinweise: [], vorschlaege: [] };
  const fehlt =
    plz === null ? fehler("plz", "plz_fehlt", "Die Postleitzahl fehlt.") : fehler("ort", "ort_fehlt", "Der Ort fehlt.");
  return { plz, ort, hinweise: [fehlt], vorschlaege: paare.slice(0, 3) };
};

/** German postcode and town against the directory. */
export function pruefeOrt(plz: string | null, ort: string | null): Ortspruefung {
  const ziffern = plz?.replace(/^DE?-|\s/gi, "") ?? null;
  const anPlz = ziffern === null ? [] : pruefePlz(ziffern);
  if (ort !== null && !/\p{L}{2}/u.test(ort))
    return mitVorschlaegen(ziffern, ort, [...anPlz, fehler("ort", "ort_form", "Das sieht nicht nach Ort aus.")]);
  if (ort !== null && !verzeichnis().jeForm.has(schluessel(ort))) return deuteUnbekannten(ziffern, ort, anPlz);
  if (anPlz.length > 0) return mitVorschlaegen(ziffern, ort, anPlz);
  return ziffern !== null && ort !== null ? pruefePaar(ziffern, ort) : ergaenze(ziffern, ort);
}
