import { type Feldwerte, FeldwerteBody } from "../../../../stammdaten/pachtkonten/feldwerte/schema.ts";
import { BeteiligterEingabe } from "../../../../stammdaten/pachtkonten/schema.ts";
import { alsKoerper } from "../abgleich.ts";
import { befund, geprueft, merkeAblehnung, type Planung, type Planzeile } from "../planung.ts";
import { folge, type Verzeichnis } from "../verweise/verweise.ts";

const leererBeteiligter = { anteilZaehler: null, anteilNenner: null, gueltigVon: null, gueltigBis: null };

/** The parties that an account's rows name; undefined where one of the rows is wrong. */
export function liesParteien(
  planung: Planung,
  zeilen: readonly Planzeile[],
  kontakte: Verzeichnis,
): BeteiligterEingabe[] | undefined {
  const parteien = zeilen.map((zeile) => {
    const { id: kontaktId, rest } = folge(planung, zeile, "kontaktId", kontakte, "Der Kontakt");
    const { pachtkontoId: _, ...koerper } = alsKoerper(zeile, leererBeteiligter, undefined);
    return geprueft(planung, rest, BeteiligterEingabe.safeParse({ ...koerper, kontaktId }));
  });
  const gelesene = parteien.filter((partei) => partei !== undefined);
  return gelesene.length === zeilen.length ? gelesene : undefined;
}

type Feld = { zeile: Planzeile; name: string; wert: unknown };

/** The fields of rows that have a name of their own; undefined stands for one that has none. */
const benannteFelder = (planung: Planung, zeilen: readonly Planzeile[]): (Feld | undefined)[] => {
  const gesehen = new Set<string>();
  return zeilen.map((zeile) => {
    const { name, wert = null } = zeile.werte;
    if (!zeile.istLesbar && !("name" in zeile.werte)) return undefined;
    if (typeof name !== "string")
      planung.befunde.push(befund(zeile, "name", "fehler", "fehlt", "Ein eigenes Feld braucht einen Namen."));
    else if (gesehen.has(name))
      planung.befunde.push(
        befund(zeile, "name", "fehler", "doppelt", "Dieses Feld steht schon in einer Zeile darüber."),
      );
    else {
      gesehen.add(name);
      return { zeile, name, wert };
    }
    return undefined;
  });
};

/** What is wrong with a part of one field stands in the column of that part; its path would be the field's own name. */
const stimmtTeil = (planung: Planung, zeile: Planzeile, spalte: "name" | "wert", koerper: object): boolean => {
  const { success, error } = FeldwerteBody.safeParse(koerper);
  if (success) return true;
  const issues = error.issues.map((issue) => ({ ...issue, path: [spalte] }));
  geprueft(planung, zeile, { success, error: { issues } });
  return false;
};

const stimmtFeld = (planung: Planung, { zeile, name, wert }: Feld): boolean =>
  [
    stimmtTeil(planung, zeile, "name", Object.fromEntries([[name, null]])),
    stimmtTeil(planung, zeile, "wert", { Feld: wert }),
  ].every(Boolean);

/** The account's own fields; undefined where a row of them is wrong. */
export function liesFeldwerte(planung: Planung, zeilen: readonly Planzeile[]): Feldwerte | undefined {
  const felder = benannteFelder(planung, zeilen).filter((feld) => feld !== undefined);
  const alle = FeldwerteBody.safeParse(Object.fromEntries(felder.map(({ name, wert }) => [name, wert])));
  if (alle.success)
    return felder.length === zeilen.length && zeilen.every(({ istLesbar }) => istLesbar) ? alle.data : undefined;
  const stimmen = felder.map((feld) => stimmtFeld(planung, feld));
  const [erste] = zeilen;
  // Each by itself is right, as where there are too many: that is said once.
  if (erste && stimmen.every(Boolean)) geprueft(planung, erste, alle);
  return undefined;
}

/** A refusal of parties names one by its number: that is its row. */
export function merkeParteifehler(planung: Planung, zeilen: readonly Planzeile[], pruefe: () => void): boolean {
  try {
    pruefe();
    return true;
  } catch (fehler) {
    const [erste] = zeilen;
    if (!erste) throw fehler;
    const eigene: Planung = { ...planung, befunde: [] };
    merkeAblehnung(eigene, erste, fehler);
    const { felder } = fehler as { felder?: { errors?: { path: string; code: string; message: string }[] } };
    if (!felder?.errors) planung.befunde.push(...eigene.befunde);
    for (const { path, code, message } of felder?.errors ?? []) {
      const [, nr, feld = null] = /^beteiligte\.(\d+)\.(\w+)$/.exec(path) ?? [];
      planung.befunde.push(befund(zeilen[Number(nr ?? 0)] ?? erste, feld, "fehler", code, message));
    }
    return false;
  }
}
