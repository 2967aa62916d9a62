import { merkeBemerkungen } from "../../technik/auditlog/bemerkung.ts";
import { protokolliereAlle, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import type { Kontaktwerte } from "./pruefung.ts";
import { insertKontakte, updateKontakte } from "./queries.ts";
import type { Kontakt } from "./schema.ts";

export { listAlleKontaktartnamen, listKontakteGesperrt, listKontakteMitIds } from "./queries.ts";

export const legeKontakteAn = async (tx: Tx, urheber: Urheber, werte: readonly Kontaktwerte[]): Promise<Kontakt[]> => {
  const neue = await insertKontakte(tx, werte);
  await merkeBemerkungen(
    tx,
    urheber,
    "kontakt",
    neue.map(({ id, bemerkung }) => ({ ressourceId: id, alt: null, neu: bemerkung })),
  );
  await protokolliereAlle(
    tx,
    urheber,
    neue.map((neu) => ({ aktion: "anlegen", ressource: "kontakt", ressourceId: neu.id, neu })),
  );
  return neue;
};

export type Kontaktaenderung = { alt: Kontakt; werte: Kontaktwerte };

/** @param aenderungen of locked contacts, each one once   @returns the contacts in the same order */
export const aendereKontakte = async (
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Kontaktaenderung[],
): Promise<Kontakt[]> => {
  const geschrieben = await updateKontakte(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id })),
  );
  const jetzige = new Map(geschrieben.map((kontakt) => [kontakt.id, kontakt]));
  const paare = aenderungen.map(({ alt }) => ({ alt, neu: jetzige.get(alt.id) as Kontakt }));
  await merkeBemerkungen(
    tx,
    urheber,
    "kontakt",
    paare.map(({ alt, neu }) => ({ ressourceId: alt.id, alt: alt.bemerkung, neu: neu.bemerkung })),
  );
  await protokolliereAlle(
    tx,
    urheber,
    paare.map(({ alt, neu }) => ({ aktion: "aendern", ressource: "kontakt", ressourceId: alt.id, alt, neu })),
  );
  return paare.map(({ neu }) => neu);
};
