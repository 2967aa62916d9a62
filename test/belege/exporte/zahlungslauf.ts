import type { Sql } from "../../../src/technik/database/pool.ts";
import { aussteller } from "../../hilfe/musterbrief.ts";

/** The company as the letters of the tests name it. */
export const richteFirmaEin = (owner: Sql) => owner`
  update firmendaten
  set firma = ${aussteller.firma}, rechtsform = ${aussteller.rechtsform}, strasse = ${aussteller.strasse},
    hausnummer = ${aussteller.hausnummer}, plz = ${aussteller.plz}, ort = ${aussteller.ort},
    treuhandkonto_iban = ${aussteller.treuhandkontoIban}, treuhandkonto_bic = ${aussteller.treuhandkontoBic},
    glaeubiger_id = ${aussteller.glaeubigerId}`;

/** The contacts of a run get what its documents say of them, with confirmed accounts. */
export const bestaetigeKontakte = (owner: Sql, laufId: string) => owner`
  update kontakt k
  set iban = b.empfaenger ->> 'iban', zahlungsart = b.empfaenger ->> 'zahlungsart',
    sepa_mandat_referenz = b.empfaenger #>> '{sepaMandat,referenz}',
    sepa_mandat_datum = (b.empfaenger #>> '{sepaMandat,datum}')::date, bank_bestaetigt_am = '2026-01-15',
    debitornummer = b.empfaenger ->> 'debitornummer', kreditornummer = b.empfaenger ->> 'kreditornummer'
  from archiv_beleg b
  where b.kontakt_id = k.id and b.buchungslauf_id = ${laufId}`;
