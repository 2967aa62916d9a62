import {
  bestaetigungFuer,
  type Kontaktwerte,
  pruefeKontaktart,
  pruefeKontaktfelder,
} from "../../../../stammdaten/kontakte/pruefung.ts";
import {
  CreateKontaktBody,
  type Kontakt,
  leererKontakt,
  UpdateKontaktBody,
} from "../../../../stammdaten/kontakte/schema.ts";
import { listAlleKontaktartnamen } from "../../../../stammdaten/kontakte/schreibung.ts";
import { alsKoerper, gleicheAb, sagtAnderes } from "../abgleich.ts";
import { befund, geprueft, merkeAblehnung, type Planung, type Planzeile } from "../planung.ts";
import { nenneNamen, type Rat } from "../rat.ts";
import type { Verzeichnis } from "../verweise/verweise.ts";
import { type Bestandsbild, geaenderteFelder, planeZeilen, type Vorgang } from "../vorgang.ts";

export type Kontaktvorgang = Vorgang<Kontakt, Kontaktwerte>;

/** The kinds that there will be. */
export type Kontaktarten = { namen: ReadonlySet<string>; rate: Rat };

/** What contacts are judged by besides their rows. */
type Kontaktumfeld = {
  arten: Kontaktarten;
  /** Keys that lead to somebody whose data were erased. */
  geleerte: ReadonlySet<string>;
};

const meldeGeleerten = ({ befunde }: Planung, zeile: Planzeile): void => {
  const text =
    "Die Daten dieser Person sind gelöscht, und ein Import bringt sie nicht zurück: bitte die Zeile streichen.";
  befunde.push(befund(zeile, "importSchluessel", "fehler", "person_geloescht", text));
};

/** A kind is a reference: told for itself, whatever else is wrong. One that is stored, or not taken, may be gone. */
const kenntArt = (planung: Planung, zeile: Planzeile, typ: unknown, { namen, rate }: Kontaktarten): boolean => {
  if (typeof typ !== "string") return true;
  try {
    pruefeKontaktart(typ, namen, rate);
    return true;
  } catch (fehler) {
    merkeAblehnung(planung, zeile, fehler);
    return false;
  }
};

const mandatshaelften = {
  referenz: "Zum Mandat fehlt die Referenz.",
  datum: "Zum Mandat fehlt das Datum, z. B. 01.03.2026.",
};

/**
 * The row without half a mandate, which is told: of an empty cell the schema says only how a value is written, a day in
 * the API's way. A half that could not be read has been told.
 */
const ohneHalbesMandat = (
  planung: Planung,
  zeile: Planzeile,
  koerper: Record<string, unknown>,
): [Planzeile, Record<string, unknown>] => {
  const { sepaMandat, ...uebrige } = koerper;
  if (!sepaMandat) return [zeile, koerper];
  const haelften = sepaMandat as Record<string, unknown>;
  const fehlende = (Object.keys(mandatshaelften) as (keyof typeof mandatshaelften)[]).filter(
    (haelfte) => haelften[haelfte] === null || (haelften[haelfte] === undefined && zeile.istLesbar),
  );
  if (fehlende.length === 0) return [zeile, koerper];
  for (const haelfte of fehlende)
    planung.befunde.push(befund(zeile, `sepaMandat.${haelfte}`, "fehler", "fehlt", mandatshaelften[haelfte]));
  return [{ ...zeile, istLesbar: false }, uebrige];
};

const beurteile = (
  planung: Planung,
  gelesene: Planzeile,
  id: number,
  { datensaetze, staende }: Bestandsbild<Kontakt>,
  { arten, geleerte }: Kontaktumfeld,
): Kontaktvorgang | undefined => {
  const alt = datensaetze.get(id);
  const [zeile, koerper] = ohneHalbesMandat(planung, gelesene, alsKoerper(gelesene, leererKontakt, alt));
  const istGeleert = geleerte.has(String(zeile.werte.importSchluessel));
  if (!alt) {
    if (istGeleert) return void meldeGeleerten(planung, zeile);
    const istBekannt = kenntArt(planung, zeile, koerper.typ, arten);
    const body = geprueft(planung, zeile, CreateKontaktBody.safeParse(koerper));
    if (!body) return undefined;
    const werte = { ...leererKontakt, ...body };
    pruefeKontaktfelder(werte, alt, planung.heute);
    return istBekannt ? { id, alt, werte, gesagt: body, geschrieben: body, stand: undefined } : undefined;
  }
  const gesagt = geaenderteFelder<UpdateKontaktBody>(planung, zeile, UpdateKontaktBody, koerper);
  if (!gesagt) {
    if (koerper.typ !== alt.typ) kenntArt(planung, zeile, koerper.typ, arten);
    return undefined;
  }
  // An export of today calls him what he is: that changes nothing.
  if (istGeleert && sagtAnderes(alt, gesagt)) return void meldeGeleerten(planung, zeile);
  const stand = staende.get(id);
  const abgeglichen = gleicheAb(planung, zeile, alt, gesagt, stand);
  const werte = bestaetigungFuer(alt, { ...alt, ...abgeglichen });
  // A confirmation that goes with its account goes by this import: the same file again finds it as this one left it.
  const geschrieben =
    werte.bankBestaetigtAm === alt.bankBestaetigtAm
      ? abgeglichen
      : { ...abgeglichen, bankBestaetigtAm: werte.bankBestaetigtAm };
  const istBekannt = kenntArt(planung, zeile, geschrieben.typ, arten);
  if (Object.keys(geschrieben).length > 0) pruefeKontaktfelder(werte, alt, planung.heute);
  return istBekannt ? { id, alt, werte, gesagt, geschrieben, stand } : undefined;
};

/** @param weitere kinds of contacts that the file brings */
export async function kenneKontaktarten(planung: Planung, weitere: Iterable<string>): Promise<Kontaktarten> {
  const namen = new Set([...(await listAlleKontaktartnamen(planung.tx)), ...weitere]);
  return { namen, rate: nenneNamen([...namen], "auf das Blatt Kontaktarten") };
}

export function planeKontakte(
  planung: Planung,
  zeilen: readonly Planzeile[],
  verzeichnis: Verzeichnis,
  bestand: Bestandsbild<Kontakt>,
  umfeld: Kontaktumfeld,
): Promise<Kontaktvorgang[]> {
  return planeZeilen(planung, zeilen, verzeichnis, (zeile, id) => beurteile(planung, zeile, id, bestand, umfeld));
}
