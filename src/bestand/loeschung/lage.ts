import {
  type Aufbewahrungsregel,
  aufbewahrtBis,
  aufbewahrungsregeln,
  istAbgelaufen,
  spaetestes,
} from "./aufbewahrung.ts";
import type { Kontolage, Nebenher } from "./queries.ts";
import { type Gruppe, type Gruppenname, gruppen, gruppennamen, type Hindernis, type Loeschung } from "./schema.ts";

/** What there is about a contact. */
export type Bestand = {
  kontaktId: number;
  konten: readonly Kontolage[];
  belegjahre: readonly { letzter: string; anzahl: number; konten: number }[];
  zahlungsdateien: readonly { id: number; dateiname: string; erstelltAm: string }[];
  nebenher: Nebenher;
  /** Entries of the audit log on the contact whose values are there. */
  eintraege: number;
};

/** By which rule, from which day on; null: it still goes on. */
type Frist = { regel: Aufbewahrungsregel; ab: string | null };
type Menge = Frist & { anzahl: number };
type Stand = Omit<Gruppe, "gruppe" | "bezeichnung">;

const frei = (anzahl: number): Stand => ({
  anzahl,
  loeschbar: anzahl,
  abgelaufen: 0,
  aufbewahrtBis: null,
  gesetz: null,
});

/** @param heute civil day in Berlin */
export const bildeLoeschung = (bestand: Bestand, offeneJahre: readonly number[], heute: string): Loeschung => {
  const { kontaktId, konten, belegjahre, zahlungsdateien, nebenher } = bestand;
  const bisVon = ({ regel, ab }: Frist): string | null => aufbewahrtBis(regel, ab, offeneJahre);
  const befristet = (mengen: readonly Menge[], geht: boolean): Stand => {
    const zaehlende = mengen.filter(({ anzahl }) => anzahl > 0);
    const summe = (welche: readonly Menge[]) => welche.reduce((bisher, { anzahl }) => bisher + anzahl, 0);
    const abgelaufen = summe(zaehlende.filter((menge) => istAbgelaufen(bisVon(menge), heute)));
    const bleibende = zaehlende.filter((menge) => !istAbgelaufen(bisVon(menge), heute));
    return {
      anzahl: summe(zaehlende),
      loeschbar: geht ? abgelaufen : 0,
      abgelaufen: geht ? 0 : abgelaufen,
      aufbewahrtBis: bleibende.length === 0 ? null : spaetestes(bleibende.map(bisVon)),
      gesetz: bleibende[0] ? aufbewahrungsregeln[bleibende[0].regel].gesetz : null,
    };
  };
  const jeKonto = (anzahl: (konto: Kontolage) => number): Menge[] =>
    konten.map((konto) => ({ ...papierfrist(konto), anzahl: anzahl(konto) }));
  const jeBelegjahr = (regel: Aufbewahrungsregel, was: "anzahl" | "konten"): Menge[] =>
    belegjahre.map((jahr) => ({ regel, ab: jahr.letzter, anzahl: jahr[was] }));
  const dateien: Menge[] = zahlungsdateien.map(({ erstelltAm }) => ({
    regel: "beleg",
    ab: erstelltAm,
    anzahl: 1,
  }));

  const staende: Record<Gruppenname, Stand> = {
    stammdaten: frei(1),
    aehnlichkeiten: frei(nebenher.aehnlichkeiten),
    bemerkungen: frei(nebenher.bemerkungen),
    protokoll: frei(bestand.eintraege),
    // Values about what was booked stay as long as its documents.
    protokollKonten: befristet(
      konten.map((konto) => ({ ...laengereFrist(konto), anzahl: konto.werte })),
      true,
    ),
    uploads: befristet(
      jeKonto(({ dokumente }) => dokumente),
      true,
    ),
    hebungsschreiben: befristet(
      jeKonto(({ hebungsschreiben }) => hebungsschreiben),
      false,
    ),
    belege: befristet(jeBelegjahr("beleg", "anzahl"), false),
    buecher: befristet(jeBelegjahr("buch", "konten"), false),
    zahlungsdateien: befristet(dateien, false),
    sammeldateien: frei(nebenher.sammeldateien),
  };
  const hindernisse: Hindernis[] = [
    ...konten
      .filter(({ istOffen }) => istOffen)
      .map(({ id, kontonummer }) => ({
        code: "konto_nicht_abgerechnet" as const,
        text: `Das Pachtkonto ${kontonummer}, an dem er beteiligt ist, ist nicht schlussabgerechnet.`,
        id,
      })),
    ...zahlungsdateien
      .filter((_, index) => !istAbgelaufen(bisVon(dateien[index] as Menge), heute))
      .map(({ id, dateiname }) => ({
        code: "zahlungsdatei_aufbewahrt" as const,
        text: `Die Zahlungsdatei ${dateiname}, in der er steht, muss aufbewahrt werden.`,
        id,
      })),
  ];
  return {
    kontaktId,
    loeschbar: hindernisse.length === 0,
    hindernisse,
    gruppen: gruppennamen.map((gruppe) => ({ gruppe, bezeichnung: gruppen[gruppe], ...staende[gruppe] })),
  };
};

const papierfrist = ({ ende }: Kontolage): Frist => ({ regel: "schreiben", ab: ende });

/** Of an account: its own papers from its end, or its documents from the newest one, whichever are kept longer. */
const laengereFrist = (konto: Kontolage): Frist => {
  const { ende, letzterBeleg } = konto;
  if (ende === null || letzterBeleg === null) return papierfrist(konto);
  const [papiere, belege] = [aufbewahrtBis("schreiben", ende, []), aufbewahrtBis("beleg", letzterBeleg, [])];
  return spaetestes([papiere, belege]) === papiere ? papierfrist(konto) : { regel: "beleg", ab: letzterBeleg };
};

/** Accounts whose papers need not be kept any longer, and those whose audit values need not either. */
export const freieKonten = (
  konten: readonly Kontolage[],
  offeneJahre: readonly number[],
  heute: string,
): { papiere: number[]; werte: number[] } => {
  const ids = (frist: (konto: Kontolage) => Frist): number[] =>
    konten.flatMap((konto) => {
      const { regel, ab } = frist(konto);
      return istAbgelaufen(aufbewahrtBis(regel, ab, offeneJahre), heute) ? [konto.id] : [];
    });
  return { papiere: ids(papierfrist), werte: ids(laengereFrist) };
};
