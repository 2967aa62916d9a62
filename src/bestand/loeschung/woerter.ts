import { friendlyFormatIBAN, isValidIBAN } from "ibantools";
import type { Kontaktstand } from "../../stammdaten/kontakte/schema.ts";
import type { Db } from "../../technik/database/pool.ts";
import { listFruehere } from "./queries.ts";

/** What stands where a person is named no more. */
export const ersatz = "gelöscht";

/** What a person is called by, and what stands for nobody else either. A street does: it is that of the neighbours, too. */
export type Woerter = { namen: readonly string[]; eigene: readonly string[] };

const woerterVon = (kontakte: readonly Partial<Kontaktstand>[]): Woerter => {
  const texte = (bilde: (kontakt: Partial<Kontaktstand>) => (string | null | undefined)[]): string[] =>
    // One who was erased before is called what many texts of others say.
    kontakte.flatMap(bilde).filter((text): text is string => !!text && text !== ersatz);
  return {
    namen: texte((k) => [k.anzeigename, k.nachname, k.firma, k.kontoinhaber, k.sepaMandat?.referenz]),
    eigene: texte((k) => [k.telefon, k.mobil, k.email, k.iban, k.steuernummer, k.ustId, k.leitwegId]),
  };
};

const inVierergruppen = (wort: string): string => (isValidIBAN(wort) ? (friendlyFormatIBAN(wort) ?? wort) : wort);

/** As a clerk writes them in a text: names in capitals, too, an IBAN in groups of four. */
export function inSchreibweisen({ namen, eigene }: Woerter): string[] {
  return [
    ...new Set([...namen, ...namen.map((name) => name.toUpperCase()), ...eigene, ...eigene.map(inVierergruppen)]),
  ];
}

/** @param kontakte all records of one person: what they say, and what they said before */
export async function leseWoerter(sql: Db, kontakte: readonly Kontaktstand[]): Promise<Woerter> {
  const fruehere = await listFruehere(
    sql,
    kontakte.map(({ id }) => id),
  );
  return woerterVon([...kontakte, ...fruehere]);
}

/** Finds one of the words, not only as part of another. Without words it finds nothing. */
export function alsGanze(woerter: readonly string[]): RegExp {
  return woerter.length === 0
    ? /(?!)/
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${woerter.map(RegExp.escape).join("|")})(?![\\p{L}\\p{N}])`, "u");
}
