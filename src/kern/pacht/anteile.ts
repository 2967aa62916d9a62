import { type Bruch, bruch, EINS, kgV, NULL, plus, vergleiche } from "../geld/bruch.ts";
import { plusTage, type Tag } from "../kalender/tag.ts";
import {
  ANFANG,
  ENDE,
  enthaelt,
  formatZeitraum,
  parseZeitraum,
  schneide,
  schnitt,
  type Zeitraum,
} from "../kalender/zeitraum.ts";
import type { Beteiligtenrolle, Beteiligung } from "./typen.ts";

export type Anteil = { readonly kontaktId: number; readonly anteil: Bruch };

/** Days on which the parties of a role and their shares stay the same; `anteile` by contact id, empty without any. */
export type Besetzung = Zeitraum & {
  readonly anteile: readonly Anteil[];
  /** Whole-number weights in the order of `anteile`; null unless the shares sum to 1. */
  readonly gewichte: readonly bigint[] | null;
};

type Eintrag = Zeitraum & Anteil;

/** The parties of `rolle` over `zeitraum` without gap; a new Besetzung begins where they differ from the day before. */
export function besetzungen(
  beteiligte: readonly Beteiligung[],
  rolle: Beteiligtenrolle,
  zeitraum: Zeitraum,
): Besetzung[] {
  const eintraege = beteiligte.filter((b) => b.rolle === rolle).flatMap((b) => eintragVon(b, zeitraum));
  const besetzungVon = (tage: Zeitraum): Besetzung => {
    const anteile = anteileAm(eintraege, tage.von);
    return { ...tage, anteile, gewichte: gewichteVon(anteile) };
  };
  // The same parties from the first to the last day, as nearly always.
  if (eintraege.every(({ von, bis }) => von === zeitraum.von && bis === zeitraum.bis)) return [besetzungVon(zeitraum)];
  const grenzen = eintraege.flatMap(({ von, bis }) => [von, plusTage(bis, 1)]).sort((a, b) => a - b);
  const liste: Besetzung[] = [];
  for (const teil of schneide(zeitraum, grenzen)) {
    const naechste = besetzungVon(teil);
    const voriger = liste.at(-1);
    if (voriger && sindGleich(voriger.anteile, naechste.anteile))
      liste[liste.length - 1] = { ...voriger, bis: teil.bis };
    else liste.push(naechste);
  }
  return liste;
}

/** The Besetzung of a day inside the period that `liste` was made for. @throws RangeError for another day */
export function besetzungAm(liste: readonly Besetzung[], tag: Tag): Besetzung {
  const besetzung = liste.find((s) => enthaelt(s, tag));
  if (!besetzung) throw new RangeError("Tag außerhalb des betrachteten Zeitraums");
  return besetzung;
}

/** Ranges of days on which there are parties of `rolle` but their shares do not sum to 1; null is an open side. */
export function pruefeAnteile(
  beteiligte: readonly Beteiligung[],
  rolle: Beteiligtenrolle,
): { von: string | null; bis: string | null }[] {
  const falsche: Zeitraum[] = [];
  for (const { von, bis, anteile, gewichte } of besetzungen(beteiligte, rolle, { von: ANFANG, bis: ENDE })) {
    if (gewichte !== null || anteile.length === 0) continue;
    const voriger = falsche.at(-1);
    if (voriger && plusTage(voriger.bis, 1) === von) falsche[falsche.length - 1] = { von: voriger.von, bis };
    else falsche.push({ von, bis });
  }
  return falsche.map(formatZeitraum);
}

function eintragVon(b: Beteiligung, zeitraum: Zeitraum): Eintrag[] {
  const tage = schnitt(parseZeitraum(b.gueltigVon, b.gueltigBis), zeitraum);
  if (!tage) return [];
  const anteil = b.anteilZaehler === null || b.anteilNenner === null ? EINS : bruch(b.anteilZaehler, b.anteilNenner);
  return [{ von: tage.von, bis: tage.bis, kontaktId: b.kontaktId, anteil }];
}

function anteileAm(eintraege: readonly Eintrag[], tag: Tag): Anteil[] {
  const jeKontakt = new Map<number, Bruch>();
  for (const eintrag of eintraege) {
    if (!enthaelt(eintrag, tag)) continue;
    const bisher = jeKontakt.get(eintrag.kontaktId);
    jeKontakt.set(eintrag.kontaktId, bisher ? plus(bisher, eintrag.anteil) : eintrag.anteil);
  }
  return [...jeKontakt].map(([kontaktId, anteil]) => ({ kontaktId, anteil })).sort((a, b) => a.kontaktId - b.kontaktId);
}

function gewichteVon(anteile: readonly Anteil[]): bigint[] | null {
  if (anteile.length === 1 && anteile[0]?.anteil === EINS) return [1n];
  const summe = anteile.reduce((bisher, { anteil }) => plus(bisher, anteil), NULL);
  if (vergleiche(summe, EINS) !== 0 || anteile.some(({ anteil }) => anteil.zaehler < 0n)) return null;
  const nenner = anteile.reduce((bisher, { anteil }) => kgV(bisher, anteil.nenner), 1n);
  return anteile.map(({ anteil }) => anteil.zaehler * (nenner / anteil.nenner));
}

function sindGleich(a: readonly Anteil[], b: readonly Anteil[]): boolean {
  return (
    a.length === b.length &&
    a.every((x, i) => {
      const y = b[i];
      return y !== undefined && x.kontaktId === y.kontaktId && vergleiche(x.anteil, y.anteil) === 0;
    })
  );
}
