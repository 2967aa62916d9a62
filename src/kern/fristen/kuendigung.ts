import { periodeMit, type Raster } from "../kalender/perioden.ts";
import { addiereMonate, istImKalender, plusTage, spaeterer, type Tag, wochentag } from "../kalender/tag.ts";
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

/** What is let for business, on which § 580a has longer times and fewer ends. */
const GEWERBLICH: readonly string[] = ["gewerbe", "solar", "windkraft"];

/** The row of the law; null where nobody knows which holds. */
export function gesetzlicheZeile(vertrag: Vertrag): Kuendigungszeile | null {
  const art = vertragsartVon(vertrag);
  if (art === "sonstige") return null;
  if (art !== "miete") return gesetzlicheKuendigung[art];
  return mietkuendigung[
    vertrag.objekte.some(({ objektart }) => GEWERBLICH.includes(objektart)) ? "gewerblich" : "sonst"
  ];
}

/** The row of the contract, else of the law: as it holds at the ends that the contract itself has. */
export function vereinbarteZeile(vertrag: Vertrag): Kuendigungszeile | null {
  if (vertrag.kuendigungsregel === null) return gesetzlicheZeile(vertrag);
  const zeile = vertraglicheKuendigung(vertrag.kuendigungsregel);
  // § 11 (4) BJagdG: a lease of hunting goes by its own year, whatever year is billed.
  const istJagdjahr = zeile.beginn === "pachtjahr" && vertragsartVon(vertrag) === "jagdpacht";
  return istJagdjahr ? { ...zeile, beginn: gesetzlicheKuendigung.jagdpacht.beginn } : zeile;
}

/** The row by which an account without an end is terminated; null where nobody knows which law holds. */
export function kuendigungszeile(vertrag: Vertrag): Kuendigungszeile | null {
  const gesetz = gesetzlicheZeile(vertrag);
  // § 594a (1) sentence 3: what is shorter than the law must be agreed in text form.
  const kuerzer =
    gesetz !== null && vertrag.kuendigungsregel !== null && vertrag.kuendigungsregel.monate < gesetz.monate;
  const formlos = vertrag.vertragsform === "muendlich" && vertragsartVon(vertrag) === "landpacht";
  return kuerzer && formlos ? gesetz : vereinbarteZeile(vertrag);
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

/** One that is, or leads, behind the year 9999 is none that anybody keeps. */
export function istEinhaltbar({ tag, wirktZum }: { tag: Tag; wirktZum: Tag | null }): boolean {
  return istImKalender(tag) && istImKalender(wirktZum ?? tag);
}
