import {
  type Aufbewahrungsregel,
  aufbewahrtBis,
  aufbewahrungsregeln,
  istAbgelaufen,
  spaetestes,
} from "./aufbewahrung.ts";
import type { Kontolage, Nebenher, Nennung } from "./queries.ts";
import {
  type Freitext,
  type Gruppe,
  type Gruppenname,
  gruppen,
  gruppennamen,
  type Hindernis,
  type Loeschung,
} from "./schema.ts";

/** What there is about a contact. */
export type Bestand = {
  kontaktId: number;
  /** Whether the contact is still there: of a deleted one there is what is kept elsewhere. */
  istDa: boolean;
  konten: readonly Kontolage[];
  nennungen: readonly Nennung[];
  belegjahre: readonly { letzter: string; anzahl: number; konten: number }[];
  zahlungsdateien: readonly { id: number; dateiname: string; erstelltAm: string }[];
  nebenher: Nebenher & { sammeldateien: number };
  /** Entries of the audit log on the contact whose values are there. */
  eintraege: readonly number[];
  /** Texts about leases that name him. */
  freitexte: readonly Freitext[];
};

/** By which rule, from which day on; null: it still goes on. */
type Frist = { regel: Aufbewahrungsregel; ab: string | null };
/** Kept for as long as any of its periods lasts. */
type Menge = { fristen: readonly Frist[]; anzahl: number };
type Stand = Omit<Gruppe, "gruppe" | "bezeichnung">;

const frei = (anzahl: number): Stand => ({
  anzahl,
  loeschbar: anzahl,
  abgelaufen: 0,
  aufbewahrtBis: null,
  gesetz: null,
});

/** Until when something is kept under the years held open, and whether a period, or all of them, are over today. */
type Kalender = {
  bisVon(frist: Frist): string | null;
  istUm(frist: Frist): boolean;
  istFrei(alle: readonly Frist[]): boolean;
};

const kalender = (offeneJahre: readonly number[], heute: string): Kalender => {
  const bisVon = ({ regel, ab }: Frist) => aufbewahrtBis(regel, ab, offeneJahre);
  const istUm = (frist: Frist) => istAbgelaufen(bisVon(frist), heute);
  return { bisVon, istUm, istFrei: (alle) => alle.every(istUm) };
};

const summe = (mengen: readonly Menge[]): number => mengen.reduce((bisher, { anzahl }) => bisher + anzahl, 0);

/** @param geht whether an erasure takes what is past its time; else it is only told of */
const befristet = ({ bisVon, istUm, istFrei }: Kalender, mengen: readonly Menge[], geht: boolean): Stand => {
  const abgelaufen = summe(mengen.filter(({ fristen }) => istFrei(fristen)));
  const laufende = mengen.filter(({ anzahl }) => anzahl > 0).flatMap(({ fristen }) => fristen.filter((f) => !istUm(f)));
  const bis = laufende.length === 0 ? null : spaetestes(laufende.map(bisVon));
  const letzte = laufende.find((frist) => bisVon(frist) === bis);
  return {
    anzahl: summe(mengen),
    loeschbar: geht ? abgelaufen : 0,
    abgelaufen: geht ? 0 : abgelaufen,
    aufbewahrtBis: bis,
    gesetz: letzte ? aufbewahrungsregeln[letzte.regel].gesetz : null,
  };
};

const dateifrist = ({ erstelltAm }: Bestand["zahlungsdateien"][number]): Frist => ({ regel: "beleg", ab: erstelltAm });

const bildeStaende = (bestand: Bestand, tage: Kalender): Record<Gruppenname, Stand> => {
  const { konten, belegjahre, zahlungsdateien, nebenher } = bestand;
  const jeKonto = (fristen: (konto: Kontolage) => Frist[], anzahl: (konto: Kontolage) => number): Menge[] =>
    konten.map((konto) => ({ fristen: fristen(konto), anzahl: anzahl(konto) }));
  const jeBelegjahr = (regel: Aufbewahrungsregel, was: "anzahl" | "konten"): Menge[] =>
    belegjahre.map((jahr) => ({ fristen: [{ regel, ab: jahr.letzter }], anzahl: jahr[was] }));
  const dateien = zahlungsdateien.map((datei) => ({ fristen: [dateifrist(datei)], anzahl: 1 }));
  return {
    stammdaten: frei(bestand.istDa ? 1 : 0),
    aehnlichkeiten: frei(nebenher.aehnlichkeiten),
    bemerkungen: frei(nebenher.bemerkungen),
    protokoll: frei(bestand.eintraege.length),
    // Values about what was booked stay as long as its documents.
    protokollKonten: befristet(
      tage,
      [
        ...jeKonto(wertfristen, ({ werte }) => werte),
        ...bestand.nennungen.map((nennung) => ({ fristen: belegfristen(nennung), anzahl: 1 })),
      ],
      true,
    ),
    uploads: befristet(
      tage,
      jeKonto(papierfristen, ({ dokumente }) => dokumente),
      true,
    ),
    hebungsschreiben: befristet(
      tage,
      jeKonto(papierfristen, ({ hebungsschreiben }) => hebungsschreiben),
      false,
    ),
    belege: befristet(tage, jeBelegjahr("beleg", "anzahl"), false),
    buecher: befristet(tage, jeBelegjahr("buch", "konten"), false),
    zahlungsdateien: befristet(tage, dateien, false),
    sammeldateien: frei(nebenher.sammeldateien),
  };
};

const findeHindernisse = ({ konten, zahlungsdateien }: Bestand, { istUm }: Kalender): Hindernis[] => [
  ...konten
    .filter(({ istOffen }) => istOffen)
    .map(({ id, kontonummer }) => ({
      code: "konto_nicht_abgerechnet" as const,
      text: `Das Pachtkonto ${kontonummer}, an dem er beteiligt ist, ist nicht schlussabgerechnet.`,
      id,
    })),
  ...zahlungsdateien
    .filter((datei) => !istUm(dateifrist(datei)))
    .map(({ id, dateiname }) => ({
      code: "zahlungsdatei_aufbewahrt" as const,
      text: `Die Zahlungsdatei ${dateiname}, in der er steht, muss aufbewahrt werden.`,
      id,
    })),
];

/** @param heute civil day in Berlin */
export function bildeLoeschung(bestand: Bestand, offeneJahre: readonly number[], heute: string): Loeschung {
  const tage = kalender(offeneJahre, heute);
  const staende = bildeStaende(bestand, tage);
  const hindernisse = findeHindernisse(bestand, tage);
  return {
    kontaktId: bestand.kontaktId,
    loeschbar: hindernisse.length === 0,
    hindernisse,
    gruppen: gruppennamen.map((gruppe) => ({ gruppe, bezeichnung: gruppen[gruppe], ...staende[gruppe] })),
    freitexte: [...bestand.freitexte],
  };
}

const papierfristen = ({ ende }: Kontolage): Frist[] => [{ regel: "schreiben", ab: ende }];

const belegfristen = ({ belegtage }: Pick<Kontolage, "belegtage">): Frist[] =>
  belegtage.map((ab) => ({ regel: "beleg", ab }));

/**
 * What was booked of an account is kept by the day of each document, its own papers by its end: the period that ends last
 * is not always the one that a year held open goes on with.
 */
const wertfristen = (konto: Kontolage): Frist[] => [...papierfristen(konto), ...belegfristen(konto)];

/** Entries on accounts of others that need not be kept: he is no party there, so the papers of the lease are not his. */
export function freieNennungen(
  nennungen: readonly Nennung[],
  offeneJahre: readonly number[],
  heute: string,
): Nennung[] {
  const { istFrei } = kalender(offeneJahre, heute);
  return nennungen.filter((nennung) => istFrei(belegfristen(nennung)));
}

/** Accounts whose papers need not be kept any longer, and those whose audit values need not either. */
export function freieKonten(
  konten: readonly Kontolage[],
  offeneJahre: readonly number[],
  heute: string,
): { papiere: number[]; werte: number[] } {
  const { istFrei } = kalender(offeneJahre, heute);
  const ids = (fristen: (konto: Kontolage) => Frist[]): number[] =>
    konten.filter((konto) => istFrei(fristen(konto))).map(({ id }) => id);
  return { papiere: ids(papierfristen), werte: ids(wertfristen) };
}
