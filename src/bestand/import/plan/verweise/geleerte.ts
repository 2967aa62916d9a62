import { listGeleerte } from "../../../../stammdaten/kontakte/leere.ts";
import type { Planung, Planzeile } from "../planung.ts";
import { listSchluessel } from "../queries.ts";

/**
 * Keys in a field of these rows that lead to a contact whose data were erased, also to one that is gone: an erasure
 * forgets the keys of an old system, but an export of this installation has made its own of the id.
 */
export async function sucheGeleerte(
  { tx }: Planung,
  zeilen: readonly Planzeile[],
  feld: "importSchluessel" | "kontaktId",
): Promise<Set<string>> {
  const genannte = new Set(zeilen.map(({ werte }) => werte[feld]).filter((wert) => typeof wert === "string"));
  const ziele = await listSchluessel(tx, "kontakt", [...genannte]);
  const ids = ziele.map(({ id }) => id);
  const geleerte = new Set(await listGeleerte(tx, ids));
  return new Set(ziele.filter(({ id }) => geleerte.has(id)).map(({ schluessel }) => schluessel));
}
