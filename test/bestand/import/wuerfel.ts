import type { Blatt } from "../../../src/bestand/format/blattnamen.ts";

/** A value that the column takes, by the number of the draw; the same number gives the same value. */
type Werte = Record<string, (nr: number) => unknown>;

const text = (wort: string) => (nr: number) => `${wort} ${nr}`;
const eines =
  (...werte: unknown[]) =>
  (nr: number) =>
    werte[nr % werte.length];
const zahl = (von: number, bis: number) => (nr: number) => von + ((nr * 7919) % (bis - von + 1));
const tag = (jahr: number) => (nr: number) =>
  `${jahr}-${String(1 + (nr % 12)).padStart(2, "0")}-${String(1 + (nr % 28)).padStart(2, "0")}`;

const plz = eines("25813", "25899", "24937", "29525");

/** Fields that a clerk may set to these values whatever stands in the others. */
export const erlaubteWerte: Partial<Record<Blatt, Werte>> = {
  Firmendaten: {
    telefon: text("04841"),
    website: (nr) => `https://www.example.org/${nr}`,
    geschaeftsfuehrung: text("Vera Verwalterin"),
    zahlungszielTage: zahl(1, 60),
  },
  Positionsarten: { kuerzel: text("P"), erloeskonto: (nr) => String(4000 + nr) },
  Kontakte: {
    anrede: eines("Frau", "Herr", null),
    titel: eines("Dr.", null),
    vorname: text("Ida"),
    nachname: text("Möller"),
    strasse: text("Am Siel"),
    hausnummer: (nr) => String(nr),
    adresszusatz: text("Hof"),
    plz,
    ort: text("Husum"),
    telefon: text("04841"),
    mobil: text("0170"),
    email: (nr) => `neu${nr}@example.org`,
    iban: eines("DE02120300000000202051", "DE02500105170137075030", "DE02100100100006820101", null),
    kontoinhaber: text("Erbengemeinschaft"),
    zahlungsart: eines("ueberweisung", "bar", "verrechnung"),
    zahlungsmoral: eines(0, 1, 3),
    debitornummer: (nr) => String(10_000 + nr),
    umsatzsteuerStatus: eines("regelbesteuert", "kleinunternehmer", "nicht_steuerbar"),
    gutschriftVereinbartAm: tag(2024),
    bemerkung: text("geändert"),
  },
  Patchobjekte: {
    bezeichnung: text("Koppel"),
    objektart: eines("acker", "gruenland"),
    status: eines("aktuell", "veraltet", "kritisch"),
    strasse: text("Marsch"),
    plz,
    ort: text("Husum"),
    bundesland: eines("SH", "NI", "HH"),
    gemarkung: text("Gemarkung"),
    flur: (nr) => String(nr),
    flurstueckZaehler: (nr) => String(nr),
    flurstueckNenner: (nr) => String(nr),
    flaecheQm: zahl(1_000, 90_000),
    pachtkontoId: (nr) => `P-${nr % 40}`,
    geprueftAm: tag(2026),
    bemerkung: text("geändert"),
  },
  Pachtkonten: {
    kontonummer: (nr) => `N-${nr}`,
    bezeichnung: text("Pacht"),
    istVorauszahlend: eines(true, false),
    zahlungszielTage: zahl(1, 60),
    berechnungsart: eines("monatsgenau", "tagesgenau", "dreissig360"),
    zahlungsrhythmus: eines("jaehrlich", "halbjaehrlich", "monatlich"),
    verwaltungsgebuehrBp: zahl(100, 900),
    vertragsart: eines("landpacht", "grundstueckspacht", null),
    vertragsschlussAm: tag(2019),
    vertragsform: eines("schriftform", "textform", null),
    verlaengerungMonate: zahl(1, 24),
    bemerkung: text("geändert"),
  },
  Positionen: {
    bezeichnung: text("Fläche"),
    betragCent: zahl(10_000, 990_000),
    intervall: eines("jaehrlich", "monatlich"),
    anteilig: eines(true, false),
  },
  Hebungen: {
    bezeichnung: text("Pachtprüfung"),
    wertBp: zahl(50, 900),
    wirksamAb: tag(2028),
    begruendung: text("Vereinbart am"),
  },
  Feldwerte: { wert: (nr) => (nr % 2 === 0 ? 100 + nr : `Stufe ${nr}`) },
};
