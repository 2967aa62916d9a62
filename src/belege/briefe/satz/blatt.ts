/** What a finished page holds. Millimetres from the top left corner of an A4 page; the y of a text is its baseline. */
export type Blatt = { elemente: Element[] };

export type Element = Zeichnung & {
  /** What it is to who has the page read out; pieces of one role follow each other. Without one it is decoration. */
  rolle?: Rolle | Beiwerk;
};

type Zeichnung = Textstueck | Linie | Flaeche | Raster | Bild | Wasserzeichen;

/**
 * A place in the structure of the text (PDF/UA): one object is one place, on however many pages its pieces stand. The
 * order of the places is that in which they are drawn.
 */
export type Rolle =
  | { art: "H1" | "H2" | "P" | "L" | "Table"; in?: undefined }
  | { art: "LI" | "Lbl" | "LBody" | "TR"; in: Rolle }
  | { art: "TH"; in: Rolle; fuer: "Column" | "Row" }
  | { art: "TD"; in: Rolle; spalten?: number }
  | { art: "Figure"; in?: undefined; alt: string; kasten: Kasten };

/** What repeats on each page, and is not read out. */
export type Beiwerk = "Header" | "Footer" | "Watermark";

/** Upper left corner and size, mm. */
export type Kasten = { x: number; y: number; breite: number; hoehe: number };

export type Schnitt = "normal" | "halbfett";
export type Farbe = "text" | "grau" | "akzent" | "linie" | "flaeche" | "weiss" | "schwarz";

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

type Flaeche = { art: "flaeche"; x: number; y: number; breite: number; hoehe: number; farbe: Farbe };

/** Black squares in a square of `groesse` mm, row by row: "1" is black. */
export type Raster = { art: "raster"; x: number; y: number; groesse: number; zeilen: string[] };

/** A picture in a box whose upper left corner is x, y. */
export type Bild = { art: "bild"; x: number; y: number; breite: number; hoehe: number; bild: Logobild };

/** Large pale text across everything else; its baseline begins at x, y and rises by `grad`. */
export type Wasserzeichen = {
  art: "wasserzeichen";
  x: number;
  y: number;
  text: string;
  pt: number;
  grad: number;
};

/** Width and height in pixels. The same picture is best the same object: it is unpacked once. */
export type Logobild = {
  sha256: string;
  medientyp: "image/png" | "image/jpeg";
  breite: number;
  hoehe: number;
  inhalt: Uint8Array;
};

/** What the file says about itself; `datum` (YYYY-MM-DD) stands for its creation, so that bytes follow from content. */
export type Angaben = { titel: string; thema: string; verfasser: string; datum: string };
