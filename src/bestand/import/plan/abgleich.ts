import { isDeepStrictEqual } from "node:util";
import { befund, type Planung, type Planzeile } from "./planung.ts";

type Werte = Record<string, unknown>;

/**
 * The values of a row as the API has them: parts of a nested field together, keys of the row left out. A field that
 * cannot be empty counts as not said where its cell is.
 *
 * @param leer a new record, null where a field may be empty
 * @param alt the record that there is, for parts of a nested field that the file has no column for
 */
export function alsKoerper(zeile: Planzeile, leer: Werte, alt: Werte | undefined): Werte {
  const koerper: Werte = {};
  for (const [feld, wert] of Object.entries(zeile.werte)) {
    if (feld === "importSchluessel") continue;
    const [aussen = "", innen] = feld.split(".");
    if (innen === undefined) koerper[feld] = wert;
    else koerper[aussen] = { ...((koerper[aussen] ?? alt?.[aussen] ?? {}) as Werte), [innen]: wert };
  }
  return Object.fromEntries(
    Object.entries(koerper).flatMap(([feld, wert]) => {
      const istLeer = wert === null || (typeof wert === "object" && Object.values(wert).every((teil) => teil === null));
      return istLeer && leer[feld] !== null ? [] : [[feld, istLeer ? null : wert]];
    }),
  );
}

/** A record as the last import left it, and what the file had said where it came out otherwise. */
export type Stand = { werte: Werte; abweichend: Werte };

const gleich = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a ?? null, b ?? null);

/** Whether a file says of a record what it is not. */
export function sagtAnderes(alt: Werte, gesagt: Werte): boolean {
  return Object.entries(gesagt).some(([feld, wert]) => !gleich(wert, alt[feld]));
}

const imHausGeaendert = {
  ohneStand: "Der Datensatz wurde nicht durch einen Import angelegt; ohne ueberschreiben bleibt er hier, wie er ist.",
  seitdem: "Seit dem letzten Import hat jemand dieses Feld geändert; ohne ueberschreiben bleibt es, wie es ist.",
};

/**
 * What a file changes of a record. What somebody changed since the last import stays, and is told, unless it is to be
 * overwritten.
 *
 * @param stand undefined: the record was never imported
 * @returns the fields to be written
 */
export function gleicheAb(
  planung: Planung,
  zeile: Planzeile,
  alt: Werte,
  gesagt: Werte,
  stand: Stand | undefined,
): Werte {
  const neu: Werte = {};
  for (const [feld, wert] of Object.entries(gesagt)) {
    if (gleich(wert, alt[feld])) continue;
    // What is empty nobody has entered.
    const geaendert = stand ? !gleich(stand.werte[feld], alt[feld]) : (alt[feld] ?? null) !== null;
    if (!geaendert && stand && feld in stand.abweichend && gleich(stand.abweichend[feld], wert)) continue;
    if (geaendert)
      planung.befunde.push(
        befund(zeile, feld, "hinweis", "im_haus_geaendert", imHausGeaendert[stand ? "seitdem" : "ohneStand"]),
      );
    if (!geaendert || planung.ueberschreiben) neu[feld] = wert;
  }
  return neu;
}

/** What an import did with a record. */
type Hergang = {
  /** The record before it; undefined: the import has made it, all of it is as the import left it. */
  alt: object | undefined;
  /** The fields that the file named. */
  gesagt: Werte;
  geschrieben: Werte;
  /** Of the last import; undefined for a record that was never imported. */
  stand: Stand | undefined;
};

/** @param jetzt the record after the import */
export function neuerStand(
  felder: readonly string[],
  jetzt: Werte,
  { alt, gesagt, geschrieben, stand: vorher }: Hergang,
): Stand {
  const stand: Stand = { werte: {}, abweichend: {} };
  for (const feld of felder) {
    const istVomImport =
      alt === undefined || feld in geschrieben || (feld in gesagt && gleich(gesagt[feld], jetzt[feld]));
    const wert = istVomImport ? jetzt[feld] : vorher?.werte[feld];
    if (wert !== null && wert !== undefined) stand.werte[feld] = wert;
    if (feld in gesagt && istVomImport && !gleich(gesagt[feld], jetzt[feld])) stand.abweichend[feld] = gesagt[feld];
    else if (!istVomImport && vorher && feld in vorher.abweichend) stand.abweichend[feld] = vorher.abweichend[feld];
  }
  return stand;
}
