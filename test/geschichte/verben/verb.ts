import type { Lage } from "../lage.ts";
import type { Wuerfel } from "../wuerfel.ts";

export type Anruf = {
  methode: string;
  pfad: string;
  body?: object;
  /** Sent as a form, in place of a body. */
  datei?: { name: string; inhalt: Uint8Array<ArrayBuffer> };
  kopf?: Record<string, string>;
};

/** A form with the file that a call brings. */
export function formularVon({ name, inhalt }: NonNullable<Anruf["datei"]>): FormData {
  const formular = new FormData();
  formular.set("datei", new File([inhalt], name));
  return formular;
}

/** One kind of request: drawn as often as its weight says; null where there is nothing to aim it at. */
export type Verb = {
  name: string;
  gewicht: number;
  /** Changes what bookings remember and the oracle does not: left out of most histories. */
  vergisstOrakel?: true;
  /** Told in every tenth history only: of clauses and of mergings. */
  nurManchmal?: true;
  bilde: (lage: Lage, w: Wuerfel) => Anruf | null;
};

/** Now and then with the version that was read, seldom with an older one. */
export function mitVersion(w: Wuerfel, version: number): Record<string, string> {
  if (w.wahr(70)) return {};
  return { "If-Match": `"${w.wahr(85) ? version : version + 1}"` };
}

/** Aims at one of them. */
export function an<T>(
  waehle: (lage: Lage) => readonly T[],
  bilde: (ziel: T, lage: Lage, w: Wuerfel) => Anruf | null,
): Verb["bilde"] {
  return (lage, w) => {
    const ziel = w.ausOder(waehle(lage));
    return ziel === undefined ? null : bilde(ziel, lage, w);
  };
}
