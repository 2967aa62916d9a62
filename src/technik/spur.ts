/** What is told of a piece of work: templates, words of ours and figures, never data of anybody. */
type Merkmale = Record<string, string | number>;

type Arbeit = {
  name: string;
  art: "server" | "client" | "consumer";
  merkmale: Merkmale;
  /** What the caller sent to be continued, by the names of its headers. */
  herkunft?: Record<string, string>;
};

/** What work under way can still tell of itself. */
type Abschnitt = {
  ergaenze(merkmale: Merkmale): void;
  /** It failed, by a word for it. */
  scheitert(wort: string): void;
};

/** Whoever draws traces. */
export type Spurgeber = {
  /** What happens within `tue` belongs to this piece of work. */
  fuehre<T>(arbeit: Arbeit, tue: (abschnitt: Abschnitt) => Promise<T>): Promise<T>;
  /** A piece of work of that which is under way; undefined where nothing is. @returns ends it, with a word if it failed */
  beginne(arbeit: Arbeit): ((fehler: string | null) => void) | undefined;
  /** That which is under way, as W3C's traceparent. */
  hier(): string | null;
  /** That which is under way was caused there. */
  verweise(spur: string): void;
};

let geber: Spurgeber | undefined;

/** From now on traces are drawn; undefined: no more. */
export function setzeSpurgeber(neuer: Spurgeber | undefined): void {
  geber = neuer;
}

export function wirdVerfolgt(): boolean {
  return geber !== undefined;
}

const stumm: Abschnitt = { ergaenze: () => {}, scheitert: () => {} };

export function fuehreVerfolgt<T>(arbeit: Arbeit, tue: (abschnitt: Abschnitt) => Promise<T>): Promise<T> {
  return geber ? geber.fuehre(arbeit, tue) : tue(stumm);
}

export const beginneVerfolgt: Spurgeber["beginne"] = (arbeit) => geber?.beginne(arbeit);

export function spurHier(): string | null {
  return geber?.hier() ?? null;
}

export function verweiseAufSpur(spur: string | null): void {
  if (spur !== null) geber?.verweise(spur);
}
