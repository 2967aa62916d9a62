import { periodeMit, type Raster } from "../kalender/perioden.ts";
import { addiereMonate, deutschesDatum, formatTag, plusTage, spaeterer, type Tag, wochentag } from "../kalender/tag.ts";
import { istFeiertag } from "../kalender/werktag.ts";
import { gesetzlicheKuendigung, type Kuendigungszeile, mietkuendigung, vertraglicheKuendigung } from "./regeln.ts";
import { type Vertrag, vertragsartVon } from "./vertrag.ts";

const SONNTAG = 6;

/**
 * The third working day from `ab` on, by which a notice must be received. Saturdays count (BGH VIII ZR 206/04), only
 * the holidays of all states do not: the day that is safe everywhere. Not `naechsterWerktag`, which pays later.
 */
export function dritterWerktag(ab: Tag): Tag {
  let tag = ab;
  for (let nr = istWerktag(tag) ? 1 : 0; nr < 3; nr += istWerktag(tag) ? 1 : 0) tag = plusTage(tag, 1);
  return tag;
}

export function istWerktag(tag: Tag): boolean {
  return wochentag(tag) !== SONNTAG && !istFeiertag(tag);
}

/** The row by which an account is terminated; null where nobody knows which law holds. */
export function kuendigungszeile(vertrag: Vertrag): Kuendigungszeile | null {
  const art = vertragsartVon(vertrag);
  const gesetz =
    art === "sonstige"
      ? null
      : art === "miete"
        ? mietkuendigung[vertrag.objekte.some(({ objektart }) => objektart === "gewerbe") ? "gewerblich" : "sonst"]
        : gesetzlicheKuendigung[art];
  if (vertrag.kuendigungsregel === null) return gesetz;
  // § 594a (1) sentence 3: what is shorter than the law must be agreed in text form.
  const kuerzer = gesetz !== null && vertrag.kuendigungsregel.monate < gesetz.monate;
  if (art === "landpacht" && kuerzer && vertrag.vertragsform === "muendlich") return gesetz;
  return vertraglicheKuendigung(vertrag.kuendigungsregel);
}

/** The last day on which a notice to `ende` may be received. */
export function letzterEmpfang({ monate, dritterWerktag: gezaehlt }: Kuendigungszeile, ende: Tag): Tag {
  const anfang = addiereMonate(plusTage(ende, 1), -monate);
  return gezaehlt ? dritterWerktag(anfang) : plusTage(anfang, -1);
}

export type Kuendigung = { readonly tag: Tag; readonly zum: Tag };

/** The next notice from `ab` on that ends the lease not before `fruehestens`. */
export function naechsteKuendigung(
  zeile: Kuendigungszeile,
  pachtjahrBeginn: string,
  ab: Tag,
  fruehestens: Tag = ab,
): Kuendigung {
  const raster = rasterVon(zeile, pachtjahrBeginn);
  for (let zum = periodeMit(spaeterer(ab, fruehestens), raster).bis; ; zum = periodeMit(plusTage(zum, 1), raster).bis) {
    const tag = letzterEmpfang(zeile, zum);
    if (tag >= ab) return { tag, zum };
  }
}

/** Whether leases end on `zum` by this row. */
export function istEnde(zeile: Kuendigungszeile, pachtjahrBeginn: string, zum: Tag): boolean {
  return periodeMit(zum, rasterVon(zeile, pachtjahrBeginn)).bis === zum;
}

function rasterVon({ beginn, schritt }: Kuendigungszeile, pachtjahrBeginn: string): Raster {
  return { beginn: beginn === "pachtjahr" ? pachtjahrBeginn : beginn, monate: schritt };
}

export function deutsch(tag: Tag): string {
  return deutschesDatum(formatTag(tag));
}
