import type { Feldcode } from "./feldcode.ts";

export type Feldfehler = { path: string; code: Feldcode; message: string };

/** Why something is refused. What answer a client gets for it, and in which words, is for the edge to say. */
export type Ablehnungsart =
  | "ungueltig"
  | "nichtAngemeldet"
  | "nichtErlaubt"
  | "nichtGefunden"
  | "falscheMethode"
  | "konflikt"
  | "aufgehoben"
  | "veraltet"
  | "zuLangsam"
  | "zuGross"
  | "falscherTyp"
  | "falscherBereich"
  | "nichtVerarbeitbar"
  | "zuViele"
  | "gescheitert"
  | "fremdsystem"
  | "nichtVerfuegbar";

/** What a client needs for its next try. */
type Anhalt = {
  /** The version that the record has now. */
  version?: number;
  /** When to come again. */
  warteSekunden?: number;
  /** How many bytes there are. */
  bytes?: number;
  /** With which methods it would go. */
  methoden?: readonly string[];
};

/**
 * A refusal, thrown by verbs. `code` is a stable machine word, `detail` a German sentence for people, `felder` what the
 * answer names besides.
 */
export class Ablehnung extends Error {
  override name = "Ablehnung";
  readonly art: Ablehnungsart;
  readonly code: string;
  readonly detail: string;
  readonly felder: { errors?: Feldfehler[] } & Record<string, unknown>;
  readonly anhalt: Anhalt;

  constructor(
    art: Ablehnungsart,
    code: string,
    detail: string,
    felder: { errors?: Feldfehler[] } & Record<string, unknown> = {},
    anhalt: Anhalt = {},
  ) {
    super(`${art} ${code}: ${detail}`);
    this.art = art;
    this.code = code;
    this.detail = detail;
    this.felder = felder;
    this.anhalt = anhalt;
  }
}

/** One field of the body, a parameter, or the whole ("" as path) is invalid. */
export function ungueltig(path: string, code: Feldcode, message: string): Ablehnung {
  return new Ablehnung("ungueltig", "ungueltige_eingabe", "Die Eingabe ist ungültig.", {
    errors: [{ path, code, message }],
  });
}

export function nichtGefunden(was: string, id: number | string): Ablehnung {
  return new Ablehnung("nichtGefunden", "nicht_gefunden", `${was} ${id} gibt es nicht.`);
}

export function konflikt(code: string, detail: string, felder: Record<string, unknown> = {}): Ablehnung {
  return new Ablehnung("konflikt", code, detail, felder);
}

/** A record that was merged into another one. */
export function zusammengefuehrt(was: string, id: number, aufgegangenIn: number): Ablehnung {
  return new Ablehnung(
    "aufgehoben",
    "zusammengefuehrt",
    `${was} ${id} gibt es nicht mehr, der Datensatz ist in ${aufgegangenIn} aufgegangen.`,
    {
      aufgegangenIn,
    },
  );
}
