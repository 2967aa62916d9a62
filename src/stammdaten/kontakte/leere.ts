import type { Tx } from "../../technik/database/pool.ts";
import { updateKontakte } from "./queries.ts";
import { type Kontaktstand, leererKontakt } from "./schema.ts";

export { listAufgegangene, listAufgegangeneGesperrt, listGeleerte } from "./queries.ts";

/** What an erased contact is called. */
const geloescht = "gelöscht";

const leer = ({ typ, istOrganisation }: Kontaktstand) => {
  const name = istOrganisation ? { firma: geloescht } : { nachname: geloescht };
  return { ...leererKontakt, ...name, typ, istOrganisation };
};

/**
 * Takes everything from locked contacts that says who they are; no entry is made of what it was.
 *
 * @returns the fields of the first as they are now
 */
export async function leereKontakte(tx: Tx, kontakte: readonly [Kontaktstand, ...Kontaktstand[]]) {
  await updateKontakte(
    tx,
    kontakte.map((kontakt) => ({ ...leer(kontakt), id: kontakt.id })),
  );
  return { ...leer(kontakte[0]), anzeigename: geloescht };
}
