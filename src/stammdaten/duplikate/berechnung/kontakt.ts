import {
  type Anschrift,
  type AnschriftDaten,
  bildeAnschrift,
  entfalteAnschrift,
  gegend,
  verdichteAnschrift,
} from "./anschrift.ts";
import { falte } from "./falte.ts";
import { bildeFirma, entfalteFirma, type Firmenname, verdichteFirma } from "./firma.ts";
import { bildeName, entfalteName, type NamenDaten, type Personenname, verdichteName } from "./name.ts";
import { aufsteigend, fuegeAn, fuegeUngeordnetAn, schluesselart } from "./schluessel.ts";

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
  if (!text) return "";
  const ziffern = text
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

export function bildeKontakt(daten: KontaktDaten): Kontaktbild {
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
}

const verdichteGemeinsames = (k: Gemeinsames) =>
  [k.id, k.festnetz, k.mobil, k.email, k.iban, k.steuernummer, k.ustId, verdichteAnschrift(k.anschrift)] as const;

export function verdichteKontakt(bild: Kontaktbild) {
  return bild.firma
    ? ([verdichteGemeinsames(bild), null, verdichteFirma(bild.firma)] as const)
    : ([verdichteGemeinsames(bild), verdichteName(bild.name), null] as const);
}

export function entfalteKontakt([gemeinsames, name, firma]: ReturnType<typeof verdichteKontakt>): Kontaktbild {
  const [id, festnetz, mobil, email, iban, steuernummer, ustId, anschrift] = gemeinsames;
  const entfaltet = { id, anschrift: entfalteAnschrift(anschrift), festnetz, mobil, email, iban, steuernummer, ustId };
  return name
    ? { ...entfaltet, name: entfalteName(name), firma: null }
    : { ...entfaltet, name: null, firma: entfalteFirma(firma) };
}

const sorten = (art: string) => ({
  iban: schluesselart(art, "iban"),
  email: schluesselart(art, "email"),
  telefon: schluesselart(art, "telefon"),
  steuernummer: schluesselart(art, "steuernummer"),
  ustId: schluesselart(art, "ustId"),
  haus: schluesselart(art, "haus"),
  strasse: schluesselart(art, "strasse"),
  name: schluesselart(art, "name", true),
  klang: schluesselart(art, "klang", true),
  klangHier: schluesselart(art, "klangHier"),
  initiale: schluesselart(art, "initiale"),
});
const personensorten = sorten("person");
const firmensorten = sorten("firma");

/** What a contact shares with those that it is compared with. */
export function schluesselDesKontakts(bild: Kontaktbild): number[] {
  const { anschrift, name, firma } = bild;
  const werte: number[] = [];
  const sorte = firma ? firmensorten : personensorten;
  const wo = gegend(anschrift);
  const { strasse, nummer } = anschrift;
  fuegeAn(werte, sorte.iban, bild.iban);
  fuegeAn(werte, sorte.email, bild.email);
  fuegeAn(werte, sorte.telefon, bild.festnetz);
  fuegeAn(werte, sorte.telefon, bild.mobil);
  fuegeAn(werte, sorte.steuernummer, bild.steuernummer);
  fuegeAn(werte, sorte.ustId, bild.ustId);
  fuegeAn(werte, sorte.haus, wo, strasse, nummer);
  if (firma) {
    const [erster = "", zweiter = ""] = firma.klang;
    fuegeAn(werte, sorte.strasse, strasse, nummer, erster);
    fuegeAn(werte, sorte.name, firma.ganz);
    fuegeAn(werte, sorte.name, [...firma.worte].sort().join(" "));
    fuegeAn(werte, sorte.klangHier, wo, erster);
    fuegeAn(werte, sorte.klangHier, wo, zweiter);
    fuegeUngeordnetAn(werte, sorte.klang, erster, zweiter);
  } else {
    // The same whichever way round first and last name stand.
    fuegeAn(werte, sorte.strasse, strasse, nummer, name.klangNach);
    fuegeUngeordnetAn(werte, sorte.name, name.vor, name.nach);
    fuegeUngeordnetAn(werte, sorte.klang, name.klangVor, name.klangNach);
    fuegeUngeordnetAn(werte, sorte.klangHier, name.klangVor, name.klangNach, wo);
    fuegeAn(werte, sorte.initiale, wo, name.vor.charAt(0), name.klangNach);
  }
  return aufsteigend(werte);
}

/** Words whose frequency in the stock counts. */
export function worteDesKontakts({ name, firma }: Kontaktbild): string[] {
  return firma ? firma.worte.map((wort) => `~${wort}`) : [name.vor, name.nach].filter(Boolean);
}
