import { type Anschrift, type AnschriftDaten, bildeAnschrift, gegend } from "./anschrift.ts";
import { falte } from "./falte.ts";
import { bildeFirma, type Firmenname } from "./firma.ts";
import { bildeName, type NamenDaten, type Personenname } from "./name.ts";
import { alsSchluessel, sortiert } from "./schluessel.ts";

/** What of a contact counts. */
export type KontaktDaten = NamenDaten &
  AnschriftDaten & {
    id: number;
    istOrganisation: boolean;
    firma: string | null;
    telefon: string | null;
    mobil: string | null;
    email: string | null;
    iban: string | null;
    steuernummer: string | null;
    ustId: string | null;
  };

type Gemeinsames = {
  id: number;
  anschrift: Anschrift;
  festnetz: string;
  mobil: string;
  email: string;
  iban: string;
  steuernummer: string;
  ustId: string;
};

/** A contact as it is compared; "" is unknown. */
export type Kontaktbild = Gemeinsames & ({ name: Personenname; firma: null } | { name: null; firma: Firmenname });

/** National digits without leading zeros. */
const rufnummer = (text: string | null): string => {
  const ziffern = (text ?? "")
    .replace(/^\s*(\+|00)\s*49/, "")
    .replaceAll("(0)", "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  return ziffern.length >= 6 ? ziffern : "";
};

const istMobil = (nummer: string): boolean => /^1[567]/.test(nummer);

/** Either field may hold either kind of number. */
const rufnummern = (telefon: string | null, mobil: string | null): { festnetz: string; mobil: string } => {
  const nummern = [rufnummer(telefon), rufnummer(mobil)].filter(Boolean);
  return { festnetz: nummern.find((nummer) => !istMobil(nummer)) ?? "", mobil: nummern.find(istMobil) ?? "" };
};

const knapp = (text: string | null): string => falte(text).replaceAll(" ", "");

export const bildeKontakt = (daten: KontaktDaten): Kontaktbild => {
  const gemeinsames: Gemeinsames = {
    id: daten.id,
    anschrift: bildeAnschrift(daten),
    ...rufnummern(daten.telefon, daten.mobil),
    email: (daten.email ?? "").trim().toLowerCase(),
    iban: (daten.iban ?? "").replaceAll(" ", ""),
    steuernummer: knapp(daten.steuernummer),
    ustId: knapp(daten.ustId),
  };
  return daten.istOrganisation
    ? { ...gemeinsames, name: null, firma: bildeFirma(daten.firma) }
    : { ...gemeinsames, name: bildeName(daten), firma: null };
};

const namensschluessel = ({ vor, vorTeile, nach, klangVor, klangNach }: Personenname, wo: string): string[][] => [
  // The same whichever way round the two names stand.
  ["klang", wo, ...sortiert(klangVor, klangNach)],
  ["name", ...sortiert(vor, nach)],
  ["namensklang", ...sortiert(klangVor, klangNach)],
  ["initiale", wo, vorTeile[0]?.[0] ?? "", klangNach],
];

const firmenschluessel = ({ ganz, klang, worte }: Firmenname, wo: string): string[][] => [
  ["firma", ganz],
  ["firmenworte", ...[...worte].sort()],
  ...klang.map((einer) => ["firmenklang", wo, einer]),
  ["firmenklaenge", ...sortiert(klang[0] ?? "", klang[1] ?? "")],
];

/** What a contact shares with those that it is compared with. */
export const schluesselDesKontakts = (bild: Kontaktbild): number[] => {
  const { anschrift, festnetz, mobil, email, iban, steuernummer, ustId } = bild;
  const wo = gegend(anschrift);
  const { strasse, nummer } = anschrift;
  const eigene = bild.firma ? firmenschluessel(bild.firma, wo) : namensschluessel(bild.name, wo);
  const klang = bild.firma ? (bild.firma.klang[0] ?? "") : bild.name.klangNach;
  return alsSchluessel(bild.firma ? "firma" : "person", [
    ["iban", iban],
    ["email", email],
    ["tel", festnetz],
    ["tel", mobil],
    ["steuer", steuernummer],
    ["ust", ustId],
    ["haus", wo, strasse, nummer],
    ["strasse", strasse, nummer, klang],
    ...eigene,
  ]);
};

/** Words whose frequency in the stock counts. */
export const worteDesKontakts = ({ name, firma }: Kontaktbild): string[] =>
  firma ? firma.worte.map((wort) => `~${wort}`) : [name.vor, name.nach].filter(Boolean);
