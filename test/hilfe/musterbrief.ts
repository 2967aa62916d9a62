import type { BriefDaten, BriefZeile, KontoauszugDaten } from "../../src/belege/briefe/daten.ts";
import type { Blatt, Element, Textstueck } from "../../src/belege/briefe/satz/blatt.ts";
import type { HebungsbriefDaten } from "../../src/belege/dokumente/hebungsbrief/daten.ts";
import type { layoutVertragsschreiben } from "../../src/belege/dokumente/vertragsschreiben/layout.ts";
import type { AusstellerSchnappschuss, EmpfaengerSchnappschuss } from "../../src/kern/pacht/schnappschuss.ts";

export const aussteller: AusstellerSchnappschuss = {
  firma: "Nordholz Flächenmanagement",
  rechtsform: "GmbH",
  strasse: "Hafenstraße",
  hausnummer: "12",
  adresszusatz: null,
  plz: "24103",
  ort: "Kiel",
  land: "DE",
  steuernummer: "20/290/12345",
  ustId: "DE123456789",
  registergericht: "Amtsgericht Kiel",
  registernummer: "HRB 98765 KI",
  geschaeftsfuehrung: "Dr. Jörg Süßmilch",
  telefon: "0431 555 01-0",
  email: "abrechnung@nordholz.example",
  website: "www.nordholz.example",
  geschaeftskontoIban: "DE89370400440532013000",
  geschaeftskontoBic: "COBADEFFXXX",
  geschaeftskontoBank: "Commerzbank",
  treuhandkontoIban: "DE02120300000000202051",
  treuhandkontoBic: "BYLADEM1001",
  treuhandkontoBank: "Förde Musterbank",
  glaeubigerId: "DE98ZZZ09999999999",
  ansprechpartner: { name: "Ida Jürgensen", telefon: "+49 431 555 01-17", email: "rechnung@nordholz.example" },
};

export const person: EmpfaengerSchnappschuss = {
  anzeigename: "Dr. Łukasz Wójcik",
  istOrganisation: false,
  anrede: "Herr",
  titel: "Dr.",
  vorname: "Łukasz",
  nachname: "Wójcik",
  firma: null,
  strasse: "Straße der Einheit",
  hausnummer: "104a",
  adresszusatz: null,
  plz: "18055",
  ort: "Rostock",
  land: "DE",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
  kontoinhaber: null,
  zahlungsart: "ueberweisung",
  sepaMandat: null,
  debitornummer: "D-70000",
  kreditornummer: "K-30000",
  steuernummer: "21/123/45678",
  ustId: null,
  umsatzsteuerStatus: null,
};

export const firma: EmpfaengerSchnappschuss = {
  ...person,
  anzeigename: "Hafenlogistik Ost Verwaltungs- und Beteiligungsgesellschaft mbH & Co. Kommanditgesellschaft",
  istOrganisation: true,
  firma: "Hafenlogistik Ost Verwaltungs- und Beteiligungsgesellschaft mbH & Co. Kommanditgesellschaft",
  ustId: "DE987654321",
  umsatzsteuerStatus: "regelbesteuert",
};

export function zeile(nettoCent: number, mehr: Partial<BriefZeile> = {}): BriefZeile {
  return {
    bezeichnung: "Grundpacht Freifläche",
    zeitraumVon: "2026-10-01",
    zeitraumBis: "2027-09-30",
    nettoCent,
    steuersatzBp: 0,
    steuerbefreiungGrund: "steuerfrei nach § 4 Nr. 12 Buchst. a UStG",
    ...mehr,
    herleitung: {
      segmentVon: "2026-10-01",
      segmentBis: "2027-09-30",
      methode: "voll",
      betragCent: nettoCent,
      intervall: "jaehrlich",
      vollbetrag: String(nettoCent),
      bruchteil: "1",
      segmentCent: nettoCent,
      anteil: "1",
      restCentSegment: 0,
      restCentAnteil: 0,
      hebungIds: [],
      ...mehr.herleitung,
    },
  };
}

export function brief(mehr: Partial<BriefDaten> = {}): BriefDaten {
  const zeilen = mehr.zeilen ?? [
    zeile(120_000),
    zeile(552_000, { bezeichnung: "Gewerbepacht Halle 3, Tor B", steuersatzBp: 1900, steuerbefreiungGrund: null }),
    zeile(-24_000, { bezeichnung: "Pachtminderung Tor B", steuersatzBp: 1900, steuerbefreiungGrund: null }),
  ];
  const saetze = [...new Set(zeilen.map(({ steuersatzBp }) => steuersatzBp))].sort((a, b) => b - a);
  const steuergruppen = saetze.map((steuersatzBp) => {
    const eigene = zeilen.filter((z) => z.steuersatzBp === steuersatzBp);
    const nettoCent = eigene.reduce((summe, z) => summe + z.nettoCent, 0);
    return {
      steuersatzBp,
      steuerbefreiungGrund: eigene[0]?.steuerbefreiungGrund ?? null,
      nettoCent,
      steuerCent: Math.round((nettoCent * steuersatzBp) / 10_000),
    };
  });
  const nettoCent = zeilen.reduce((summe, z) => summe + z.nettoCent, 0);
  const steuerCent = steuergruppen.reduce((summe, g) => summe + g.steuerCent, 0);
  return {
    id: 1,
    belegart: "rechnung",
    belegnummer: "RE-2026-000001",
    belegdatum: "2026-11-20",
    kontonummer: "PK-000417",
    kontobezeichnung: null,
    rhythmus: "jaehrlich",
    zeitraumVon: "2026-10-01",
    zeitraumBis: "2027-09-30",
    leistungVon: mehr.zeitraumVon ?? "2026-10-01",
    leistungBis: mehr.zeitraumBis ?? "2027-09-30",
    faelligAm: "2026-10-01",
    zahlbarBis: "2026-12-04",
    istVorauszahlend: false,
    vertragsart: "sonstige",
    empfaenger: person,
    aussteller,
    logo: null,
    zeilen,
    steuergruppen,
    nettoCent,
    steuerCent,
    bruttoCent: nettoCent + steuerCent,
    gebuehr: null,
    auszahlungCent: null,
    gutschrift: null,
    stornoVon: null,
    ...mehr,
  };
}

export function kontoauszug(anzahl: number): KontoauszugDaten {
  return {
    kontonummer: "PK-000417",
    datum: "2026-11-20",
    belegdatum: "2026-11-20",
    aussteller,
    logo: null,
    vortrag: { rechnungenCent: 99_999_999, verpaechterCent: 142_800, gebuehrenCent: -6, auszahlungCent: 136_000 },
    belege: Array.from({ length: anzahl }, (_, i) => ({
      belegart: i % 3 === 0 ? "rechnung" : i % 3 === 1 ? "gutschrift" : "gebuehrenrechnung",
      belegnummer: `${["RE", "GS", "GB"][i % 3]}-2026-${String(i + 1).padStart(6, "0")}`,
      kontakt: i % 2 ? firma.anzeigename : person.anzeigename,
      leistungVon: "2026-10-01",
      leistungBis: "2027-09-30",
      zahlbarBis: "2026-12-04",
      nettoCent: 120_000,
      steuerCent: 22_800,
      bruttoCent: 142_800,
      auszahlungCent: i % 3 === 1 ? 136_000 : null,
    })),
  };
}

export function hebungsbrief(mehr: Partial<HebungsbriefDaten> = {}): HebungsbriefDaten {
  return {
    hebungId: 1,
    kontonummer: "PK-000417",
    vertragsart: null,
    bezeichnung: "§ 4 Abs. 2 des Pachtvertrags",
    art: "index",
    wertBp: null,
    betragCent: null,
    indexBasis: "105.1",
    indexNeu: "119.3",
    indexBasisjahr: 2020,
    weitergabeBp: null,
    obergrenzeBp: null,
    verkettung: null,
    wirksamAb: "2027-10-01",
    begruendung: null,
    datum: "2026-11-20",
    positionen: [{ bezeichnung: "Grundpacht", intervall: "jaehrlich", betragAltCent: 413_835, betragNeuCent: 469_748 }],
    aussteller,
    logo: null,
    empfaenger: [person, firma],
    ...mehr,
  };
}

type Vertragsschreiben = Parameters<typeof layoutVertragsschreiben>[0];

export function vertragsschreiben(mehr: Partial<Vertragsschreiben> = {}): Vertragsschreiben {
  return {
    konto: { kontonummer: "PK-000417", objekte: [], vertragsart: "landpacht" },
    am: "2026-11-20",
    aussteller,
    logo: null,
    empfaenger: [person],
    betreff: "Kündigung des Pachtvertrags zum 30.09.2029",
    angaben: [["Pachtende", "30.09.2029"]],
    einleitung: "im Namen und mit Vollmacht der Verpächterseite kündigen wir den Pachtvertrag.",
    absaetze: [[null, "Bitte bestätigen Sie uns, dass Sie dieses Schreiben erhalten haben."]],
    istSchriftlich: true,
    ...mehr,
  };
}

export function texte(blatt: Blatt | undefined): (Textstueck & Pick<Element, "rolle">)[] {
  return (blatt?.elemente ?? []).filter((element) => element.art === "text");
}

/** All words of a letter, page after page, a blank between pieces. */
export function wortlaut(blaetter: Blatt[]): string {
  return blaetter
    .flatMap(texte)
    .map(({ text }) => text)
    .join(" ");
}
