import type { Bundesland, Kuendigungsregel, Vertragsart } from "./vertrag.ts";

/** A rule as a clerk reads it. */
export type Regel = {
  readonly gesetz: string;
  readonly satz: string;
  readonly quelle: string;
};

/**
 * By when a notice must be received: so many months before the end, on the third working day of that month
 * (`dritterWerktag`) or on the day before it. Ends are the last days of periods of `schritt` months from `beginn` on;
 * "pachtjahr" is where the lease year of the account begins.
 */
export type Kuendigungszeile = Regel & {
  readonly beginn: "pachtjahr" | "04-01" | "01-01";
  readonly schritt: 1 | 3 | 12;
  readonly monate: number;
  readonly dritterWerktag: boolean;
};

const bgb = (paragraph: string): string => `https://www.gesetze-im-internet.de/bgb/__${paragraph}.html`;

/** The notice of a lease without an end, a row for each kind; of `sonstige` nobody knows which law holds. */
export const gesetzlicheKuendigung: Record<Exclude<Vertragsart, "miete" | "sonstige">, Kuendigungszeile> = {
  landpacht: {
    gesetz: "§ 594a Abs. 1 BGB",
    satz: "Eine Landpacht ohne Ende ist bis zum dritten Werktag eines Pachtjahrs zum Ende des nächsten kündbar.",
    quelle: bgb("594a"),
    beginn: "pachtjahr",
    schritt: 12,
    monate: 24,
    dritterWerktag: true,
  },
  grundstueckspacht: {
    gesetz: "§ 584 Abs. 1 BGB",
    satz: "Eine Pacht von Grundstücken ohne Ende ist nur zum Ende eines Pachtjahrs kündbar, bis zum dritten Werktag des halben Jahres davor.",
    quelle: bgb("584"),
    beginn: "pachtjahr",
    schritt: 12,
    monate: 6,
    dritterWerktag: true,
  },
  jagdpacht: {
    gesetz: "§ 584 Abs. 1 BGB, § 11 Abs. 4 BJagdG",
    satz: "Eine Jagdpacht ist nur zum Ende eines Jagdjahrs (31. März) kündbar, bis zum dritten Werktag des halben Jahres davor.",
    quelle: "https://www.gesetze-im-internet.de/bjagdg/__11.html",
    beginn: "04-01",
    schritt: 12,
    monate: 6,
    dritterWerktag: true,
  },
};

/** The notice of a farm lease for a cause that the law names, with the time of the law. */
export const ausserordentlich: Kuendigungszeile = {
  gesetz: "§ 594a Abs. 2 BGB",
  satz: "Mit der gesetzlichen Frist geht das nur zum Ende eines Pachtjahrs, bis zum dritten Werktag des halben Jahres davor.",
  quelle: bgb("594a"),
  beginn: "pachtjahr",
  schritt: 12,
  monate: 6,
  dritterWerktag: true,
};

/** Rent: business premises, and what may be such, take the longer time, which is safe for both. */
export const mietkuendigung: Record<"gewerblich" | "sonst", Kuendigungszeile> = {
  gewerblich: {
    gesetz: "§ 580a Abs. 2 BGB",
    satz: "Geschäftsräume sind bis zum dritten Werktag eines Kalendervierteljahrs zum Ende des nächsten kündbar.",
    quelle: bgb("580a"),
    beginn: "01-01",
    schritt: 3,
    monate: 6,
    dritterWerktag: true,
  },
  sonst: {
    gesetz: "§ 580a Abs. 1 Nr. 3 BGB",
    satz: "Eine Miete ohne Ende ist bis zum dritten Werktag eines Monats zum Ende des übernächsten kündbar.",
    quelle: bgb("580a"),
    beginn: "01-01",
    schritt: 1,
    monate: 3,
    dritterWerktag: true,
  },
};

const raster = {
  pachtjahr: { beginn: "pachtjahr", schritt: 12 },
  kalenderjahr: { beginn: "01-01", schritt: 12 },
  quartal: { beginn: "01-01", schritt: 3 },
  monat: { beginn: "01-01", schritt: 1 },
} as const;

const enden = {
  pachtjahr: "eines Pachtjahrs",
  kalenderjahr: "eines Kalenderjahrs",
  quartal: "eines Kalendervierteljahrs",
  monat: "eines Monats",
} as const;

/** What the contract agrees, as a row like those of the law. */
export function vertraglicheKuendigung({ monate, zum }: Kuendigungsregel): Kuendigungszeile {
  const frist = monate === 1 ? "einem Monat" : `${monate} Monaten`;
  return {
    gesetz: "Vertrag",
    satz: `Der Vertrag ist mit einer Frist von ${frist} zum Ende ${enden[zum]} kündbar.`,
    quelle: "Kündigungsregel des Pachtkontos",
    ...raster[zum],
    monate,
    dritterWerktag: false,
  };
}

export const regeln = {
  formLandpacht: {
    gesetz: "§ 585a BGB",
    satz: "Eine Landpacht für mehr als zwei Jahre, die nicht in Textform geschlossen ist, gilt für unbestimmte Zeit.",
    quelle: bgb("585a"),
  },
  formGrundstueck: {
    gesetz: "§§ 550, 578 Abs. 1, 581 Abs. 2 BGB",
    satz: "Ein Vertrag für mehr als ein Jahr, der nicht in Textform geschlossen ist, gilt für unbestimmte Zeit; kündbar frühestens zum Ende des ersten Jahres.",
    quelle: bgb("578"),
  },
  dreissigLandpacht: {
    gesetz: "§ 594b BGB",
    satz: "Eine Landpacht für mehr als 30 Jahre ist nach 30 Jahren kündbar, außer sie ist auf Lebenszeit geschlossen.",
    quelle: bgb("594b"),
  },
  dreissigGrundstueck: {
    gesetz: "§§ 544, 581 Abs. 2 BGB",
    satz: "Ein Vertrag für mehr als 30 Jahre ist nach 30 Jahren kündbar, außer er ist auf Lebenszeit geschlossen.",
    quelle: bgb("544"),
  },
  anfrage: {
    gesetz: "§ 594 Satz 2 bis 4 BGB",
    satz: "Im drittletzten Pachtjahr einer Landpacht von mindestens drei Jahren kann jede Seite schriftlich fragen, ob sie fortgesetzt wird, mit Hinweis auf die Folge des Schweigens.",
    quelle: bgb("594"),
  },
  ablehnung: {
    gesetz: "§ 594 Satz 2 BGB",
    satz: "Wird die Fortsetzung nicht binnen drei Monaten nach der Anfrage schriftlich abgelehnt, läuft die Pacht auf unbestimmte Zeit weiter.",
    quelle: bgb("594"),
  },
  verlaengerung: {
    gesetz: "Vertrag",
    satz: "Ohne rechtzeitige Kündigung verlängert sich der Vertrag.",
    quelle: "Verlängerung des Pachtkontos",
  },
  anzeige: {
    gesetz: "§ 2 LPachtVG",
    satz: "Der Verpächter zeigt den Abschluss einer Landpacht binnen eines Monats der Behörde an.",
    quelle: "https://www.gesetze-im-internet.de/lpachtvg/__2.html",
  },
} as const satisfies Record<string, Regel>;

/** From which area in square metres on a lease is to be notified; `gesetz` where the Land has a law of its own. */
export type Anzeigeschwelle = { ab: number; land: string; gesetz?: string; quelle: string };

/** Those that were found. */
export const anzeigeschwellen: Partial<Record<Bundesland, Anzeigeschwelle>> = {
  BW: {
    ab: 20_000,
    land: "Baden-Württemberg",
    gesetz: "§ 11 ASVG",
    quelle: "Agrarstrukturverbesserungsgesetz Baden-Württemberg",
  },
  BY: { ab: 20_000, land: "Bayern", quelle: "Ausführungsgesetz Bayern zum Landpachtverkehrsgesetz" },
  NI: { ab: 20_000, land: "Niedersachsen", quelle: "Ausführungsgesetz Niedersachsen zum Landpachtverkehrsgesetz" },
  SN: { ab: 5_000, land: "Sachsen", quelle: "Ausführungsgesetz Sachsen zum Landpachtverkehrsgesetz" },
  ST: { ab: 10_000, land: "Sachsen-Anhalt", quelle: "Ausführungsgesetz Sachsen-Anhalt zum Landpachtverkehrsgesetz" },
};
