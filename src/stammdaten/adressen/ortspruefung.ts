import { abstand } from "../duplikate/berechnung/abstand.ts";
import type { Hinweis, Vorschlag } from "./schema.ts";
import { istBindewort, type Ort, schluessel, verzeichnis } from "./verzeichnis.ts";

export type Ortspruefung = { plz: string | null; ort: string | null; hinweise: Hinweis[]; vorschlaege: Vorschlag[] };

const weit = 3;
const fehler = (feld: Hinweis["feld"], code: string, text: string): Hinweis => ({
  feld,
  schwere: "fehler",
  code,
  text,
});

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
    .sort((a, b) => a.punkte - b.punkte || (a.vorschlag.ort < b.vorschlag.ort ? -1 : 1))
    .slice(0, 3)
    .map(({ vorschlag }) => vorschlag);
};

const ortsteil: Hinweis = {
  feld: "ort",
  schwere: "warnung",
  code: "ortsteil",
  text: "Keine Gemeinde heißt so oder ähnlich; zu dieser Postleitzahl mag es ein Ortsteil sein.",
};

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

/** German postcode and town against the directory. */
export const pruefeOrt = (plz: string | null, ort: string | null): Ortspruefung => {
  const { jePlz, jeForm } = verzeichnis();
  const hinweise: Hinweis[] = [];
  const ziffern = plz?.replace(/^D[E]?-|\s/gi, "") ?? null;
  const gesucht = ort === null ? null : schluessel(ort);
  if (ziffern !== null && !/^\d{5}$/.test(ziffern))
    hinweise.push(fehler("plz", "plz_form", "Eine deutsche Postleitzahl hat fünf Ziffern."));
  else if (ziffern !== null && !jePlz.has(ziffern))
    hinweise.push(
      fehler(
        "plz",
        "plz_unbekannt",
        "Diese Postleitzahl gibt es für Straßen nicht; sie kann zu einem Postfach gehören.",
      ),
    );
  if (ort !== null && !/\p{L}{2}/u.test(ort)) hinweise.push(fehler("ort", "ort_form", "Das sieht nicht nach Ort aus."));
  else if (gesucht !== null && !jeForm.has(gesucht)) {
    const gemeint = (jePlz.get(ziffern ?? "") ?? []).find((name) => istKurzFuer(ort ?? "", name));
    if (gemeint) return { plz: ziffern, ort: gemeint.name, hinweise, vorschlaege: [] };
    if (hinweise.length === 0 && ziffern !== null && !istVertippt(gesucht, ziffern))
      return { plz: ziffern, ort, hinweise: [ortsteil], vorschlaege: schlageVor(ziffern, null) };
    hinweise.push(fehler("ort", "ort_unbekannt", "Diese Gemeinde gibt es nicht; es kann ein Ortsteil sein."));
  }
  if (hinweise.length > 0) return { plz: ziffern, ort, hinweise, vorschlaege: schlageVor(ziffern, ort) };

  const amPlz = ziffern === null ? [] : (jePlz.get(ziffern) ?? []);
  const namen = gesucht === null ? [] : (jeForm.get(gesucht) ?? []);
  if (ziffern !== null && gesucht !== null) {
    const dort = namen.find((name) => amPlz.includes(name) && name.schluessel === gesucht);
    const treffer = dort ?? namen.find((name) => amPlz.includes(name));
    if (treffer) return { plz: ziffern, ort: treffer.name, hinweise, vorschlaege: [] };
    hinweise.push(fehler("plz", "plz_passt_nicht", "Postleitzahl und Ort gehören nicht zusammen."));
    return { plz: ziffern, ort, hinweise, vorschlaege: schlageVor(ziffern, ort) };
  }
  const genau = namen.filter((name) => name.schluessel === gesucht);
  const paare = [
    ...amPlz.map(({ name }) => ({ plz: ziffern ?? "", ort: name })),
    ...(genau.length > 0 ? genau : namen).flatMap(({ name, plz: alle }) =>
      alle.map((eine) => ({ plz: eine, ort: name })),
    ),
  ];
  const [einziges] = paare;
  if (paare.length === 1 && einziges) return { ...einziges, hinweise, vorschlaege: [] };
  const feld = ziffern === null ? "plz" : "ort";
  hinweise.push(fehler(feld, `${feld}_fehlt`, feld === "plz" ? "Die Postleitzahl fehlt." : "Der Ort fehlt."));
  return { plz: ziffern, ort, hinweise, vorschlaege: paare.slice(0, 3) };
};
