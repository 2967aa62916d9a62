import type { Buffer } from "node:buffer";
import { ziffernInBerlin } from "../../../kern/kalender/berlin.ts";
import { betragText } from "../tabellen/csv.ts";
import { ansiText, cp1252 } from "../windows1252.ts";
import type { Buchung, DatevBeleg } from "./kontierung.ts";

const paare = (name: string, bis: number): string[] =>
  Array.from({ length: bis }, (_, i) => [`${name} - Art ${i + 1}`, `${name} - Inhalt ${i + 1}`]).flat();

/** The columns of DATEV's posting batch, format version 13. */
const spalten = [
  ..."Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto".split(
    ";",
  ),
  ..."Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext".split(";"),
  ..."Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink".split(";"),
  ...paare("Beleginfo", 8),
  ..."KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)".split(";"),
  ..."EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L".split(";"),
  ..."BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung".split(";"),
  ...paare("Zusatzinformation", 20),
  ..."Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer".split(
    ";",
  ),
  ..."Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen)".split(";"),
  ..."EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum".split(";"),
  ..."SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer".split(";"),
  ..."Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung".split(";"),
  ..."Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz".split(";"),
  ..."Land;Abrechnungsreferent;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung)".split(";"),
  "Abw. Skontokonto",
];

const stelle = (titel: string): number => spalten.indexOf(titel);
const nach = {
  buchungstext: stelle("Buchungstext"),
  pachtkonto: stelle("Beleginfo - Art 1"),
  faelligkeit: stelle("Fälligkeit"),
};

/** Texts stand in quotes; formula guards have no place here, for a machine reads them. */
const text = (inhalt: string, hoechstens: number): string =>
  `"${ansiText(inhalt).trim().slice(0, hoechstens).trimEnd().replaceAll('"', '""')}"`;

const ohneStriche = (tag: string): string => tag.replaceAll("-", "");

/** A day as TTMM: the year follows from the header's days. */
const tagUndMonat = (tag: string): string => `${tag.slice(8)}${tag.slice(5, 7)}`;

type Kopf = {
  berater: string;
  mandant: string;
  /** First day of the financial year. */
  wjBeginn: string;
  sachkontenlaenge: number;
  von: string;
  bis: string;
  bezeichnung: string;
  benutzer: string;
  erzeugtAm: Date;
};

/** First line of the file (EXTF, header version 700) and the heads of the columns. */
export function datevKopf(kopf: Kopf): Buffer {
  const felder = [
    '"EXTF"',
    "700",
    "21",
    '"Buchungsstapel"',
    "13",
    ziffernInBerlin(kopf.erzeugtAm),
    "",
    '"PV"',
    text(kopf.benutzer, 25),
    '""',
    kopf.berater,
    kopf.mandant,
    ohneStriche(kopf.wjBeginn),
    String(kopf.sachkontenlaenge),
    ohneStriche(kopf.von),
    ohneStriche(kopf.bis),
    text(kopf.bezeichnung, 30),
    '""',
    // Financial accounting, no special purpose, not yet committed: the tax adviser looks at it first.
    "1",
    "0",
    "0",
    '"EUR"',
    "",
    '""',
    "",
    "",
    '""',
    "",
    "",
    '""',
    '""',
  ];
  return cp1252(`${felder.join(";")}\r\n${spalten.join(";")}\r\n`);
}

/** The postings of a document as lines; the open item falls due on the day that the letter names. */
export function datevZeilen(beleg: DatevBeleg, buchungen: readonly Buchung[]): string {
  return buchungen
    .map(({ umsatzCent, sollHaben, konto, gegenkonto, schluessel }) => {
      const felder = [
        betragText(umsatzCent),
        `"${sollHaben}"`,
        '"EUR"',
        "",
        "",
        "",
        konto,
        gegenkonto,
        schluessel && `"${schluessel}"`,
        tagUndMonat(beleg.belegdatum),
        text(beleg.belegnummer, 36),
      ];
      const zeile = Array.from(spalten, (_, i) => felder[i] ?? "");
      zeile[nach.buchungstext] = text(`${beleg.istStorno ? "Storno " : ""}${beleg.kontakt}`, 60);
      zeile[nach.pachtkonto] = '"Pachtkonto"';
      zeile[nach.pachtkonto + 1] = text(beleg.kontonummer, 210);
      if (!beleg.istStorno) zeile[nach.faelligkeit] = beleg.zahlbarBis.split("-").reverse().join("");
      return `${zeile.join(";")}\r\n`;
    })
    .join("");
}

/** The day on which the financial year of `tag` began. */
export function wirtschaftsjahrBeginn(tag: string, wjBeginn: string): string {
  const jahr = Number(tag.slice(0, 4));
  return `${tag.slice(5) < wjBeginn ? jahr - 1 : jahr}-${wjBeginn}`;
}
