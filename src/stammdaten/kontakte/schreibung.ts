import { merkeGeaenderte, merkeNeue } from "../../technik/auditlog/datensaetze.ts";
import type { Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import type { Kontaktwerte } from "./pruefung.ts";
import { insertKontakte, updateKontakte } from "./queries.ts";
import type { Kontakt } from "./schema.ts";

export { listAlleKontaktartnamen, listKontakteGesperrt, listKontakteMitIds } from "./queries.ts";

export async function legeKontakteAn(tx: Tx, urheber: Urheber, werte: readonly Kontaktwerte[]): Promise<Kontakt[]> {
  const neue = await insertKontakte(tx, werte);
  await merkeNeue(tx, urheber, "kontakt", neue);
  return neue;
}

type Kontaktaenderung = { alt: Kontakt; werte: Kontaktwerte };

/** @param aenderungen of locked contacts, each one once   @returns the contacts in the same order */
export async function aendereKontakte(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Kontaktaenderung[],
): Promise<Kontakt[]> {
  const geschrieben = await updateKontakte(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id })),
  );
  return merkeGeaenderte(
    tx,
    urheber,
    "kontakt",
    aenderungen.map(({ alt }) => alt),
    geschrieben,
  );
}
