import * as vorgaben from "../../betrieb/einrichtung/vorgaben.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { fuegeEin } from "./fuegeEin.ts";
import { iban, testbanken, ustId } from "./vorrat/nummern.ts";

const [sparkasse, volksbank] = testbanken;

const firmendaten = {
  firma: "Heidmark Grundbesitz-Treuhand GmbH",
  rechtsform: "GmbH",
  strasse: "Veerßer Straße",
  hausnummer: "47",
  adresszusatz: "2. Obergeschoss",
  plz: "29525",
  ort: "Uelzen",
  steuernummer: "47/202/31846",
  ust_id: ustId(29410773),
  registergericht: "Amtsgericht Lüneburg",
  registernummer: "HRB 910 447",
  geschaeftsfuehrung: "Dr. Almut Riechelmann, Henning Cordes",
  telefon: "0581 9990-0",
  email: "pacht@heidmark-treuhand.example",
  website: "https://www.heidmark-treuhand.example",
  geschaeftskonto_iban: iban(sparkasse?.blz ?? "", 1_048_820),
  geschaeftskonto_bic: sparkasse?.bic,
  geschaeftskonto_bank: sparkasse?.name,
  treuhandkonto_iban: iban(volksbank?.blz ?? "", 7_700_415_600),
  treuhandkonto_bic: volksbank?.bic,
  treuhandkonto_bank: volksbank?.name,
  // The Bundesbank's own example of a creditor id.
  glaeubiger_id: "DE98ZZZ09999999999",
  zahlungsziel_tage: 14,
  verwaltungsgebuehr_steuersatz_bp: 1900,
  datev_berater: "29411",
  datev_mandant: "10470",
  datev_wj_beginn: "01-01",
  datev_sachkontenlaenge: 4,
  datev_weiterleitungskonto: "5901",
  datev_gebuehrenkonto: "4869",
};

const erloeskonten: Record<(typeof vorgaben.positionsarten)[number]["name"], string> = {
  Grundpacht: "4861",
  Gewerbepacht: "4862",
  Gartenpacht: "4861",
  Jagdpacht: "4863",
  Fischereipacht: "4863",
  Stellplatzpacht: "4862",
  "Nutzungsentgelt Energie": "4864",
  Grundsteuerumlage: "4865",
  "Umlage Wasser- und Bodenverband": "4865",
};

/** Position types; their id is the place in the list. */
export const positionsarten = [
  ...vorgaben.positionsarten.map(({ name, kuerzel, steuersatzBp: bp, erhoehbar, weiterleitung }) => ({
    name,
    kuerzel,
    bp,
    erhoehbar,
    weiterleitung,
    erloeskonto: erloeskonten[name],
  })),
  { name: "Nebenkosten", kuerzel: "NK", bp: 1900, erhoehbar: false, weiterleitung: false, erloeskonto: "4866" },
  { name: "Pachtminderung", kuerzel: "PM", bp: 0, erhoehbar: false, weiterleitung: true, erloeskonto: "4867" },
  { name: "Sonderzahlung", kuerzel: "SZ", bp: 0, erhoehbar: false, weiterleitung: true, erloeskonto: "4868" },
  { name: "Milchreferenzmenge", kuerzel: "MR", bp: 0, erhoehbar: false, weiterleitung: true, erloeskonto: "4869" },
] as const;

export type PositionsartName = (typeof positionsarten)[number]["name"];

export function positionsartId(name: PositionsartName): number {
  return positionsarten.findIndex((art) => art.name === name) + 1;
}

/** Company, contact kinds, position types. `zeitpunkt` is when all of it was entered. */
export async function schreibeStammdaten(tx: Tx, zeitpunkt: string): Promise<void> {
  await tx`update firmendaten set ${tx(firmendaten)}, geaendert_am = ${zeitpunkt} where id = 1`;
  const zeiten = { erstellt_am: zeitpunkt, geaendert_am: zeitpunkt };
  const kontaktartZeilen = vorgaben.kontaktarten.map((art, i) => ({ id: i + 1, ...art, ...zeiten }));
  await fuegeEin(tx, "kontaktart", kontaktartZeilen);
  const positionsartZeilen = positionsarten.map((art, i) => ({
    id: i + 1,
    name: art.name,
    kuerzel: art.kuerzel,
    steuersatz_bp: art.bp,
    steuerbefreiung_grund: art.bp === 0 ? vorgaben.paragraf4 : null,
    erhoehbar: art.erhoehbar,
    weiterleitung: art.weiterleitung,
    erloeskonto: art.erloeskonto,
    // Milk quotas ended in 2015; the type stays for the books.
    aktiv: art.name !== "Milchreferenzmenge",
    ...zeiten,
  }));
  await fuegeEin(tx, "positionsart", positionsartZeilen);
}
