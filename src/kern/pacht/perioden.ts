import { periodenAb, type Raster } from "../kalender/perioden.ts";
import { formatTag, frueherer, parseTag, plusTage, spaeterer, type Tag } from "../kalender/tag.ts";
import { ENDE } from "../kalender/zeitraum.ts";
import type { Faelligkeit, Kontolaufzeit, Kontoraster, KontoStatus, Rhythmus } from "./typen.ts";

export const rhythmen = ["monatlich", "vierteljaehrlich", "halbjaehrlich", "jaehrlich"] as const satisfies Rhythmus[];
export const intervalle = [...rhythmen, "einmalig"] as const;

export const MONATE: Record<Rhythmus, number> = { monatlich: 1, vierteljaehrlich: 3, halbjaehrlich: 6, jaehrlich: 12 };

export type GeplanteFaelligkeit = Omit<Faelligkeit, "id">;

export function rasterVon(konto: Kontoraster): Raster {
  return { beginn: konto.pachtjahrBeginn, monate: MONATE[konto.zahlungsrhythmus] };
}

/** First billed day: `pachtbeginn`, or `abrechnungAb` if that is later. */
export function ersterTag(konto: Pick<Kontolaufzeit, "pachtbeginn" | "abrechnungAb">): Tag {
  const beginn = parseTag(konto.pachtbeginn);
  return konto.abrechnungAb === null ? beginn : spaeterer(beginn, parseTag(konto.abrechnungAb));
}

/**
 * All periods from the first billed day on that begin on or before `bis`, oldest first, cut at the first billed day and
 * at `pachtende`. The period that `pachtende` ends is the final settlement's, due on the day after it; the others are
 * due on their first day if prepaid, else (also if unknown) on the day after their last.
 */
export function planeFaelligkeiten(konto: Kontolaufzeit, bis: string): GeplanteFaelligkeit[] {
  const erster = ersterTag(konto);
  const ende = konto.pachtende === null ? null : parseTag(konto.pachtende);
  const letzterBeginn = frueherer(parseTag(bis), ende ?? ENDE);
  const plan: GeplanteFaelligkeit[] = [];
  for (const periode of periodenAb(erster, rasterVon(konto))) {
    const von = spaeterer(periode.von, erster);
    if (von > letzterBeginn) break;
    const istLetzte = ende !== null && ende <= periode.bis;
    const letzterTag = istLetzte ? ende : periode.bis;
    const vorab = konto.istVorauszahlend === true && !istLetzte;
    plan.push({
      zeitraumVon: formatTag(von),
      zeitraumBis: formatTag(letzterTag),
      faelligAm: formatTag(vorab ? von : plusTage(letzterTag, 1)),
      art: istLetzte ? "schlussabrechnung" : "regulaer",
    });
  }
  return plan;
}

/** Whether the final settlement is still to be made on `datum`: from the day after `pachtende` on. */
export function schlussabrechnungFaellig(
  konto: Pick<Kontolaufzeit, "pachtbeginn" | "abrechnungAb" | "pachtende"> & {
    status: KontoStatus;
    schlussabrechnung: string | null;
    endetVorGebuchtem: boolean;
  },
  datum: string,
): boolean {
  if (konto.pachtende === null || konto.schlussabrechnung !== null || konto.status === "inaktiv") return false;
  const ende = parseTag(konto.pachtende);
  return (konto.endetVorGebuchtem || ersterTag(konto) <= ende) && ende < parseTag(datum);
}
