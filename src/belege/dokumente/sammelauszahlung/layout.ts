import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { AusstellerSchnappschuss, EmpfaengerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import { briefkopf, einstieg, folgekopf, type Kopf } from "../../briefe/kopf.ts";
import { beginne } from "../../briefe/satz/bau.ts";
import type { Angaben, Blatt, Logobild } from "../../briefe/satz/blatt.ts";
import { betrag, euro, verbinde, zeitraum } from "../../briefe/satz/format.ts";
import { satzende, setzeFuss } from "../../briefe/satz/rahmen.ts";
import { type Reihe, type Spalte, setzeTabelle } from "../../briefe/satz/tabelle.ts";
import { setzeBlock, zusammenhalt } from "../../briefe/satz/umbruch.ts";
import { summenband } from "../../briefe/summen.ts";
import { firmenname } from "../../briefe/wortlaut.ts";
import { auszahlungsblock } from "../../briefe/zahlung.ts";
import { zahlungsteil } from "../../briefe/zahlungsteil.ts";

/** One document to the lessor, with the fee that it is netted against; a Storno has negative cents. */
export type SammelBeleg = {
  belegnummer: string;
  istStorno: boolean;
  istStorniert: boolean;
  /** A payment file holds it that nobody discarded. */
  istInDatei: boolean;
  /** Why no payment file takes it for now. */
  zurueckgestellt: "widersprochen" | "gesperrt" | null;
  kontonummer: string;
  kontobezeichnung: string | null;
  /** Of the document, as its letter names them. */
  leistungVon: string;
  leistungBis: string;
  zahlbarBis: string;
  bruttoCent: number;
  gebuehrNummer: string | null;
  gebuehrCent: number;
  auszahlungCent: number;
};

/** What one run pays out to one lessor; recipient and company as on the latest of the documents. */
type SammelauszahlungDaten = {
  /** The day that the run billed. */
  datum: string;
  belegdatum: string;
  empfaenger: EmpfaengerSchnappschuss;
  aussteller: AusstellerSchnappschuss;
  logo: Logobild | null;
  belege: SammelBeleg[];
};

const spalten: Spalte[] = [
  { titel: "Beleg", x: 25, breite: 31 },
  { titel: "Pachtkonto", x: 58, breite: 56 },
  { titel: "Brutto €", x: 140, breite: 24, rechts: true },
  { titel: "Gebühr €", x: 164, breite: 22, rechts: true },
  { titel: "Auszahlung €", x: 190, breite: 24, rechts: true },
];

/** The cover sheet of a lessor's documents of a run. */
export function layoutSammelauszahlung(daten: SammelauszahlungDaten): Blatt[] {
  const bau = beginne(satzende(daten.aussteller), (nr) =>
    nr === 1 ? ersterKopf(daten) : folgekopf(daten, betreff(daten), daten.empfaenger.anzeigename),
  );
  setzeBlock(bau, einstieg(einleitung(daten)));
  const { forderungCent, zurueckgestelltCent } = offen(daten);
  const wartendes = zurueckgestelltCent > 0 ? [{ name: "zurückgestellt", cent: -zurueckgestelltCent }] : [];
  const schluss = [
    summenband([{ name: "Summe brutto", cent: summe(daten, "bruttoCent") }, gebuehren(daten), ...wartendes], {
      name: forderungCent < 0 ? "Saldo" : "Auszahlung gesamt",
      cent: summe(daten, "auszahlungCent") - zurueckgestelltCent,
    }),
    zahlungsteil(zahlung(daten)),
  ];
  setzeTabelle(bau, spalten, daten.belege.map(reihe), zusammenhalt(bau, schluss), true);
  for (const block of schluss) setzeBlock(bau, block);
  setzeFuss(bau.blaetter, daten.aussteller);
  return bau.blaetter;
}

export function angabenVonSammelauszahlung(daten: SammelauszahlungDaten): Angaben {
  return {
    titel: `${betreff(daten)}, ${daten.empfaenger.anzeigename}`,
    thema: `Abrechnung zum ${deutschesDatum(daten.datum)}`,
    verfasser: firmenname(daten.aussteller),
    datum: daten.belegdatum,
  };
}

const betreff = ({ datum }: SammelauszahlungDaten): string => `Auszahlungsübersicht zum ${deutschesDatum(datum)}`;

const summe = ({ belege }: SammelauszahlungDaten, feld: "bruttoCent" | "gebuehrCent" | "auszahlungCent"): number =>
  belege.reduce((bisher, beleg) => bisher + beleg[feld], 0);

const gebuehren = (daten: SammelauszahlungDaten) => {
  const cent = 0 - summe(daten, "gebuehrCent");
  return { name: cent > 0 ? "zzgl. Gebührenguthaben" : "abzgl. Gebühren", cent };
};

const istZurueckgestellt = (beleg: SammelBeleg): boolean =>
  beleg.zurueckgestellt !== null && !beleg.istInDatei && beleg.auszahlungCent > 0 && !beleg.istStorniert;

/**
 * What the documents ask for that nobody has cancelled. Each is paid by itself, as its letter and the payment file say:
 * a claim is netted with later payouts, never with those beside it.
 */
const offen = ({ belege, belegdatum }: SammelauszahlungDaten) => {
  const cent = (teil: SammelBeleg[]) => teil.reduce((bisher, { auszahlungCent }) => bisher + auszahlungCent, 0);
  const gueltig = belege.filter(({ istStorno, istStorniert }) => !istStorno && !istStorniert);
  const bezahlt = gueltig.filter((beleg) => beleg.auszahlungCent > 0 && !istZurueckgestellt(beleg));
  return {
    auszahlungCent: cent(bezahlt),
    zurueckgestelltCent: cent(gueltig.filter(istZurueckgestellt)),
    forderungCent: cent(gueltig.filter(({ auszahlungCent }) => auszahlungCent < 0)),
    unterwegsCent: cent(belege.filter((beleg) => beleg.istStorniert && beleg.istInDatei && beleg.auszahlungCent > 0)),
    letzterTag:
      bezahlt
        .map(({ zahlbarBis }) => zahlbarBis)
        .toSorted()
        .at(-1) ?? belegdatum,
  };
};

/** What was given to the bank before its document was cancelled arrives, beside what this sheet names. */
const trotzStorno = (cent: number): string =>
  `Für stornierte Belege waren schon ${euro(cent)} zur Zahlung gegeben. Was davon bei Ihnen ankommt, verrechnen wir mit Ihren nächsten Auszahlungen.`;

/** Each document is paid by its day; said is the last one. */
const zahlung = (daten: SammelauszahlungDaten) => {
  const { auszahlungCent, forderungCent, zurueckgestelltCent, unterwegsCent, letzterTag } = offen(daten);
  const ziel = {
    empfaenger: daten.empfaenger,
    zahlbarBis: letzterTag,
    zweck: `Nummern der Belege vom ${deutschesDatum(daten.belegdatum)}`,
  };
  const wartet = `Die Auszahlung von ${euro(zurueckgestelltCent)} ist zurückgestellt`;
  const istAlles = auszahlungCent === 0 && forderungCent === 0;
  const block =
    zurueckgestelltCent > 0 && istAlles
      ? { satz: `${wartet}.`, angaben: [], hinweise: [] }
      : auszahlungsblock({ ...ziel, cent: auszahlungCent || forderungCent });
  return {
    ...block,
    hinweise: [
      ...(zurueckgestelltCent > 0 && !istAlles ? [`${wartet} und darin nicht enthalten.`] : []),
      ...(auszahlungCent > 0 && forderungCent < 0 ? [auszahlungsblock({ ...ziel, cent: forderungCent }).satz] : []),
      ...(unterwegsCent > 0 ? [trotzStorno(unterwegsCent)] : []),
      ...block.hinweise,
      "Diese Übersicht fasst die genannten Belege zusammen und ist selbst keine Rechnung. Maßgeblich sind die Belege.",
    ],
  };
};

const ersterKopf = (daten: SammelauszahlungDaten): Kopf => {
  const { empfaenger, belege } = daten;
  return briefkopf(daten, empfaenger, {
    angaben: [
      ["Datum", deutschesDatum(daten.belegdatum)],
      ["Kreditorennummer", empfaenger.kreditornummer],
      ["Abrechnung zum", deutschesDatum(daten.datum)],
      ["Belege", String(belege.length)],
    ],
    betreff: betreff(daten),
  });
};

const einleitung = ({ datum, belege }: SammelauszahlungDaten): string => {
  const anzahl = belege.length === 1 ? "einem Beleg" : `${belege.length} Belegen`;
  return `die Abrechnung zum ${deutschesDatum(datum)} besteht für Sie aus ${anzahl}:`;
};

/** Why an account is locked is the company's own affair; of his objection he knows. */
const zurueckgestellt = ({ zurueckgestellt: grund }: SammelBeleg): string =>
  grund === "widersprochen" ? "Auszahlung wegen Ihres Widerspruchs zurückgestellt" : "Auszahlung zurückgestellt";

const reihe = (beleg: SammelBeleg): Reihe => ({
  zellen: [
    beleg.belegnummer,
    verbinde([beleg.istStorno ? "Storno" : null, beleg.kontonummer, beleg.kontobezeichnung]),
    betrag(beleg.bruttoCent),
    betrag(beleg.gebuehrCent),
    betrag(beleg.auszahlungCent),
  ],
  details: [
    verbinde(
      [zeitraum(beleg.leistungVon, beleg.leistungBis), beleg.gebuehrNummer && `Gebühr ${beleg.gebuehrNummer}`],
      " · ",
    ),
    ...(istZurueckgestellt(beleg) ? [zurueckgestellt(beleg)] : []),
  ],
  betragCent: beleg.auszahlungCent,
});
