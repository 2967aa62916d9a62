import { formatTag, frueherer, parseTag, plusTage, spaeterer, type Tag } from "./tag.ts";

/** Days from `von` to `bis`, both included. */
export type Zeitraum = { readonly von: Tag; readonly bis: Tag };

/** Stand for an open start and an open end; no written date lies beyond them. */
export const ANFANG: Tag = parseTag("1900-01-01");
export const ENDE: Tag = parseTag("9999-12-31");

/** null is an open side. */
export function parseZeitraum(von: string | null, bis: string | null): Zeitraum {
  return { von: von === null ? ANFANG : parseTag(von), bis: bis === null ? ENDE : parseTag(bis) };
}

/** An open side comes back as null. */
export function formatZeitraum(zeitraum: Zeitraum): { von: string | null; bis: string | null } {
  return {
    von: zeitraum.von === ANFANG ? null : formatTag(zeitraum.von),
    bis: zeitraum.bis === ENDE ? null : formatTag(zeitraum.bis),
  };
}

/** 0 for an empty one. */
export function anzahlTage(zeitraum: Zeitraum): number {
  return Math.max(0, zeitraum.bis - zeitraum.von + 1);
}

/** null without a common day. */
export function schnitt(a: Zeitraum, b: Zeitraum): Zeitraum | null {
  const von = spaeterer(a.von, b.von);
  const bis = frueherer(a.bis, b.bis);
  return von <= bis ? { von, bis } : null;
}

/** The same days as stretches in order, none of which touches the next. */
export function vereine(zeitraeume: readonly Zeitraum[]): Zeitraum[] {
  const liste: Zeitraum[] = [];
  for (const { von, bis } of zeitraeume.toSorted((a, b) => a.von - b.von)) {
    const voriger = liste.at(-1);
    if (voriger && von <= plusTage(voriger.bis, 1))
      liste[liste.length - 1] = { von: voriger.von, bis: spaeterer(voriger.bis, bis) };
    else liste.push({ von, bis });
  }
  return liste;
}

export function enthaelt(zeitraum: Zeitraum, tag: Tag): boolean {
  return zeitraum.von <= tag && tag <= zeitraum.bis;
}

/** Cuts before each of the days `schnitte` (ascending) that lies inside; the first day needs no cut. */
export function schneide(zeitraum: Zeitraum, schnitte: readonly Tag[]): Zeitraum[] {
  const teile: Zeitraum[] = [];
  let von = zeitraum.von;
  for (const tag of schnitte) {
    if (tag <= von || tag > zeitraum.bis) continue;
    teile.push({ von, bis: plusTage(tag, -1) });
    von = tag;
  }
  teile.push({ von, bis: zeitraum.bis });
  return teile;
}
