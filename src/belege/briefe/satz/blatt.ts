/** What a finished page holds. Millimetres from the top left corner of an A4 page; the y of a text is its baseline. */
export type Blatt = { elemente: Element[] };

export type Element = Textstueck | Linie | Flaeche | Raster | Bild | Wasserzeichen;

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

export type Flaeche = { art: "flaeche"; x: number; y: number; breite: number; hoehe: number; farbe: Farbe };

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
