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

/** The account's own fields; undefined where a row of them is wrong. */
export function liesFeldwerte(planung: Planung, zeilen: readonly Planzeile[]): Feldwerte | undefined {
  const felder: [string, unknown][] = [];
  let stimmt = true;
  for (const zeile of zeilen) {
    const { name, wert } = zeile.werte;
    if (!zeile.istLesbar) stimmt = false;
    else if (typeof name !== "string") {
      planung.befunde.push(befund(zeile, "name", "fehler", "fehlt", "Ein eigenes Feld braucht einen Namen."));
      stimmt = false;
    } else if (felder.some(([anderer]) => anderer === name)) {
      planung.befunde.push(
        befund(zeile, "name", "fehler", "doppelt", "Dieses Feld steht schon in einer Zeile darüber."),
      );
      stimmt = false;
    } else felder.push([name, wert ?? null]);
  }
  const [erste] = zeilen;
  if (!stimmt || !erste) return undefined;
  return geprueft(planung, erste, FeldwerteBody.safeParse(Object.fromEntries(felder)));
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
