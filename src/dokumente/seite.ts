/** What a finished page holds. Millimetres from the top left corner of an A4 page; the y of a text is its baseline. */
export type Seite = { elemente: Element[] };

export type Element = Textstueck | Linie | Flaeche;

export type Schnitt = "normal" | "halbfett";
export type Farbe = "text" | "grau" | "akzent" | "linie" | "flaeche" | "weiss";

/** Set text, left edge at x; `breite` is what the font says. */
export type Textstueck = {
  art: "text";
  x: number;
  y: number;
  breite: number;
  text: string;
  schnitt: Schnitt;
  pt: number;
  farbe: Farbe;
};

export type Linie = { art: "linie"; x1: number; y1: number; x2: number; y2: number; pt: number; farbe: Farbe };

export type Flaeche = { art: "flaeche"; x: number; y: number; breite: number; hoehe: number; farbe: Farbe };

/** What the file says about itself; `datum` (YYYY-MM-DD) stands for its creation, so that bytes follow from content. */
export type Angaben = { titel: string; thema: string; verfasser: string; datum: string };
