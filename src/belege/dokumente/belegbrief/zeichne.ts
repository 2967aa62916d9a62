import { Ablehnung } from "../../../kern/ablehnung.ts";
import { sha256Von } from "../../../technik/sha256.ts";
import { angabenVon, layoutBrief } from "../../briefe/brief.ts";
import type { BriefDaten } from "../../briefe/daten.ts";
import { zeichneBlaetter } from "../../briefe/pdf/zeichne.ts";
import { FehlendesZeichen, type Grundlage } from "../../briefe/satz/schrift.ts";
import { erechnungVon } from "../../erechnung/bilde.ts";

/** One archived document as the file that is stored for ever. */
export function zeichneBrief(brief: BriefDaten): Promise<Uint8Array> {
  return zeichneBlaetter(layoutBrief(brief), angabenVon(brief), erechnungVon(brief));
}

/** What became of a letter: its file, or why there is none. */
export type Zeichnung = { id: number; inhalt: Uint8Array; sha256: string } | { id: number; fehler: string };

/** Draws letters one after the other. One that fails is tried once more, unless a person must mend it first. */
export async function zeichneBriefe(briefe: readonly BriefDaten[]): Promise<Zeichnung[]> {
  const zeichnungen: Zeichnung[] = [];
  for (const brief of briefe) zeichnungen.push(await versuche(brief, 2));
  return zeichnungen;
}

const versuche = async (brief: BriefDaten, versuchszahl: number): Promise<Zeichnung> => {
  try {
    const inhalt = await zeichneBrief(brief);
    return { id: brief.id, inhalt, sha256: sha256Von(inhalt) };
  } catch (fehler) {
    if (versuchszahl > 1 && !(fehler instanceof FehlendesZeichen)) return versuche(brief, versuchszahl - 1);
    return { id: brief.id, fehler: ursache(fehler, "gebucht") };
  }
};

/** What a person can mend is said; anything else is reproducible from the archive and tells no internals. */
export function ursache(fehler: unknown, grundlage: Grundlage): string {
  if (fehler instanceof FehlendesZeichen) return fehler.mitRat(grundlage);
  if (fehler instanceof Ablehnung) return fehler.detail;
  return `Unerwarteter Fehler beim Zeichnen (${fehler instanceof Error ? fehler.name : typeof fehler}).`;
}
