export const klauselarten = ["index", "prozent", "staffel"] as const;
export type Klauselart = (typeof klauselarten)[number];

export const schwellenvergleiche = ["erreicht", "ueberschritten"] as const;
export const rundungen = ["exakt", "amtlich"] as const;

/** The rent follows an index once that has moved by a threshold: in per cent, or in points of one base. */
export type Indexklausel = {
  art: "index";
  reiheId: number;
  /** "YYYY-MM": the month of the last adjustment, or the one that was agreed. */
  basisMonat: string;
  /** One of the two is null. */
  schwelleBp: number | null;
  schwellePunkte: { punkte: string; basis: string } | null;
  vergleich: (typeof schwellenvergleiche)[number];
  /** `amtlich`: the change in per cent rounded to one decimal, as the statistical office tells it. */
  rundung: (typeof rundungen)[number];
  weitergabeBp: number;
  obergrenzeBp: number | null;
  /** A fall counts, too. */
  beideRichtungen: boolean;
  fruehestensMonate: number;
};

/** So much every so many months, counted from the last increase. */
export type Prozentklausel = { art: "prozent"; wertBp: number; alleMonate: number };

/** From a day on a yearly sum, or so much more; one of the two is null. */
export type Stufe = { ab: string; betragCent: number | null; prozentBp: number | null };
export type Staffelklausel = { art: "staffel"; stufen: Stufe[] };

/** What was agreed on how the rent follows the value of money. */
export type Wertsicherung = Indexklausel | Prozentklausel | Staffelklausel;
