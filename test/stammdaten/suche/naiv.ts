import type { Sql } from "../../../src/technik/database/pool.ts";

type Kontaktzeile = {
  id: number;
  typ: string;
  titel: string | null;
  vorname: string | null;
  nachname: string | null;
  firma: string | null;
  anzeigename: string;
  strasse: string | null;
  plz: string | null;
  ort: string | null;
  email: string | null;
  telefon: string | null;
  iban: string | null;
  zahlungsart: string;
  zahlungsmoral: number;
};
type Kontozeile = {
  id: number;
  kontonummer: string;
  status: string;
  bemerkung: string | null;
  pachtbeginn: string;
  pachtende: string | null;
  schlussabrechnung: string | null;
  letzteHebung: string | null;
  istVorauszahlend: boolean | null;
  hebemonat: string | null;
};
type Objektzeile = {
  id: number;
  bezeichnung: string;
  status: string;
  strasse: string | null;
  plz: string | null;
  ort: string | null;
  gemarkung: string | null;
  flur: string | null;
  flurstueckZaehler: string | null;
  flurstueckNenner: string | null;
  pachtkontoId: number | null;
};
type Stand = {
  kontakte: Kontaktzeile[];
  konten: Kontozeile[];
  objekte: Objektzeile[];
  beteiligte: { pachtkontoId: number; kontaktId: number; rolle: string }[];
};

/** All base tables, to be searched here by the rule as it is written and by none of the database's means. */
export async function leseStand(sql: Sql): Promise<Stand> {
  return {
    kontakte: [
      ...(await sql<Kontaktzeile[]>`
      select id, typ, titel, vorname, nachname, firma, anzeigename, strasse, plz, ort, email, telefon, iban,
        zahlungsart, zahlungsmoral
      from kontakt`),
    ],
    konten: [
      ...(await sql<Kontozeile[]>`
      select id, kontonummer, status, bemerkung, pachtbeginn, pachtende, schlussabrechnung, letzte_hebung,
        ist_vorauszahlend, hebemonat
      from pachtkonto`),
    ],
    objekte: [
      ...(await sql<Objektzeile[]>`
      select id, bezeichnung, status, strasse, plz, ort, gemarkung, flur, flurstueck_zaehler, flurstueck_nenner,
        pachtkonto_id
      from patchobjekt`),
    ],
    beteiligte: [
      ...(await sql<Stand["beteiligte"]>`select pachtkonto_id, kontakt_id, rolle from pachtkonto_beteiligter`),
    ],
  };
}

const zweiBuchstaben = { ä: "ae", ö: "oe", ü: "ue" } as const;
const einBuchstabe = { ä: "a", ö: "o", ü: "u" } as const;

const form = (text: string, umlaute: Record<"ä" | "ö" | "ü", string>): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöü]/g, (zeichen) => umlaute[zeichen as "ä"])
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("str.", "strasse");

/** Each word stands in one of the fields, as it is written or without the second letter of an umlaut. */
const findet = (search: string | undefined, felder: (string | null)[]): boolean =>
  (search ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .every((wort) => {
      const gesucht = form(wort, zweiBuchstaben);
      return felder.some(
        (feld) =>
          feld !== null && [zweiBuchstaben, einBuchstabe].some((umlaute) => form(feld, umlaute).includes(gesucht)),
      );
    });

const vergleiche = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** As in a telephone book. */
const nachNamen = (a: string, b: string): number => vergleiche(form(a, zweiBuchstaben), form(b, zweiBuchstaben));
const passt = <T>(werte: readonly T[] | undefined, wert: T): boolean => !werte || werte.includes(wert);
const imMonat = (monat: string | undefined, tag: string | null): boolean => !monat || tag?.slice(0, 7) === monat;

type KontoFrage = {
  search?: string;
  status?: string[];
  hebemonat?: string[];
  istVorauszahlend?: "ja" | "nein" | "unbekannt";
  schlussabrechnung?: "vorhanden" | "nicht_vorhanden";
  pachtendeMonat?: string;
  letzteHebungMonat?: string;
};

export function naivKonten({ kontakte, konten, objekte, beteiligte }: Stand, frage: KontoFrage): number[] {
  return konten
    .filter((konto) => {
      const parteien = beteiligte
        .filter(({ pachtkontoId, rolle }) => pachtkontoId === konto.id && rolle !== "bevollmaechtigter")
        .map(({ kontaktId }) => kontaktId);
      const namen = kontakte
        .filter(({ id }) => parteien.includes(id))
        .flatMap(({ titel, vorname, nachname, firma, ort }) => [titel, vorname, nachname, firma, ort]);
      const lagen = objekte.filter(({ pachtkontoId }) => pachtkontoId === konto.id).flatMap(lage);
      const { ja, nein } = { ja: konto.istVorauszahlend === true, nein: konto.istVorauszahlend === false };
      return (
        findet(frage.search, [konto.kontonummer, konto.bemerkung, ...namen, ...lagen]) &&
        passt(frage.status, konto.status) &&
        passt(frage.hebemonat, konto.hebemonat) &&
        (frage.istVorauszahlend ?? (ja ? "ja" : nein ? "nein" : "unbekannt")) ===
          (ja ? "ja" : nein ? "nein" : "unbekannt") &&
        (!frage.schlussabrechnung ||
          (frage.schlussabrechnung === "vorhanden") === (konto.schlussabrechnung !== null)) &&
        imMonat(frage.pachtendeMonat, konto.pachtende) &&
        imMonat(frage.letzteHebungMonat, konto.letzteHebung)
      );
    })
    .sort((a, b) => vergleiche(a.kontonummer, b.kontonummer))
    .map(({ id }) => id);
}

const lage = (o: Objektzeile): (string | null)[] => [
  o.strasse,
  o.plz,
  o.ort,
  o.gemarkung,
  o.flur === null ? null : `Flur ${o.flur}`,
  `${o.flurstueckZaehler ?? ""}${o.flurstueckNenner === null ? "" : `/${o.flurstueckNenner}`}`,
];

type ObjektFrage = { search?: string; status?: string[]; pachtkontoId?: number };

export function naivObjekte({ konten, objekte }: Stand, frage: ObjektFrage): number[] {
  return objekte
    .filter((objekt) => {
      const nummer = konten.find(({ id }) => id === objekt.pachtkontoId)?.kontonummer ?? null;
      return (
        findet(frage.search, [objekt.bezeichnung, ...lage(objekt), nummer]) &&
        passt(frage.status, objekt.status) &&
        (!frage.pachtkontoId || objekt.pachtkontoId === frage.pachtkontoId)
      );
    })
    .sort((a, b) => nachNamen(a.bezeichnung, b.bezeichnung) || a.id - b.id)
    .map(({ id }) => id);
}

type KontaktFrage = {
  search?: string;
  typ?: string[];
  zahlungsmoral?: number[];
  zahlungsart?: string[];
  ort?: string;
};

export function naivKontakte({ kontakte }: Stand, frage: KontaktFrage): number[] {
  return kontakte
    .filter(
      (k) =>
        findet(frage.search, [
          k.titel,
          k.vorname,
          k.nachname,
          k.firma,
          k.strasse,
          k.plz,
          k.ort,
          k.email,
          k.telefon,
          k.iban,
        ]) &&
        passt(frage.typ, k.typ) &&
        passt(frage.zahlungsmoral, k.zahlungsmoral) &&
        passt(frage.zahlungsart, k.zahlungsart) &&
        findet(frage.ort, [k.ort]),
    )
    .sort((a, b) => nachNamen(a.anzeigename, b.anzeigename) || a.id - b.id)
    .map(({ id }) => id);
}
