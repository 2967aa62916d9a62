import type { Stand } from "./abgleich.ts";
import { type Ausgang, geprueft, inRuhe, merkeAblehnung, type Planung, type Planzeile, zaehle } from "./planung.ts";
import { istVorlaeufig, type Verzeichnis } from "./verweise/verweise.ts";

type Werte = Record<string, unknown>;

/** A record to be written, with what its new `Stand` is made of. */
export type Vorgang<R, W> = {
  id: number;
  alt: R | undefined;
  werte: W;
  gesagt: Werte;
  geschrieben: Werte;
  stand: Stand | undefined;
};

export function hatAenderung({ geschrieben }: { geschrieben: Werte }): boolean {
  return Object.keys(geschrieben).length > 0;
}

/** @param vorgang undefined where the row is wrong */
export function ausgangVon(vorgang: { id: number; geschrieben: Werte } | undefined): Ausgang {
  if (!vorgang) return "falsch";
  if (istVorlaeufig(vorgang.id)) return "neu";
  return hatAenderung(vorgang) ? "geaendert" : "unveraendert";
}

export function jeDatensatz<V extends { id: number }>(vorgaenge: readonly V[]): Map<number, V> {
  return new Map(vorgaenge.map((vorgang) => [vorgang.id, vorgang]));
}

export type Bestandsbild<R> = { datensaetze: ReadonlyMap<number, R>; staende: ReadonlyMap<number, Stand> };

/** What there is to say of a partial change: nothing is a change, too. */
export function geaenderteFelder<T>(
  planung: Planung,
  zeile: Planzeile,
  schema: { safeParse(wert: unknown): Parameters<typeof geprueft<T>>[2] },
  koerper: Werte,
): T | undefined {
  return zeile.istLesbar && Object.keys(koerper).length === 0
    ? ({} as T)
    : geprueft(planung, zeile, schema.safeParse(koerper));
}

/** Judges rows that are each a record: what is to be written, and how many of each kind there are. */
export async function planeZeilen<V extends { id: number; geschrieben: Werte }>(
  planung: Planung,
  zeilen: readonly Planzeile[],
  { idVon }: Pick<Verzeichnis, "idVon">,
  beurteileZeile: (zeile: Planzeile, id: number) => V | undefined | Promise<V | undefined>,
): Promise<V[]> {
  const vorgaenge: V[] = [];
  await inRuhe(zeilen, async (zeile) => {
    const id = idVon.get(zeile.zeile);
    if (id === undefined) return;
    let vorgang: V | undefined;
    try {
      vorgang = await beurteileZeile(zeile, id);
    } catch (fehler) {
      merkeAblehnung(planung, zeile, fehler);
    }
    if (vorgang) vorgaenge.push(vorgang);
    zaehle(planung, zeile.blatt, ausgangVon(vorgang));
  });
  return vorgaenge;
}
