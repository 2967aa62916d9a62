import { leseFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { listAufgegangene } from "../../stammdaten/kontakte/leere.ts";
import { leseAuchGeloeschten } from "../../stammdaten/kontakte/pflege.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { leseLoeschung } from "../loeschung/lese.ts";
import * as q from "./queries.ts";

/** All that is stored about a contact, as of one moment; clerks and other people are left out (Art. 15 (4) GDPR). */
export const leseDaten = (sql: Sql, kontaktId: number, heute: string) =>
  sql.begin("isolation level repeatable read read only", async (tx) => {
    const {
      kontakt: { version: _, ...kontakt },
    } = await leseAuchGeloeschten(tx, kontaktId);
    const aufgegangene = await listAufgegangene(tx, kontaktId);
    const ids = [kontaktId, ...aufgegangene.map(({ id }) => id)];
    const { firma, strasse, hausnummer, plz, ort, telefon, email } = await leseFirmendaten(tx);
    return {
      stand: heute,
      verantwortlich: { firma, strasse, hausnummer, plz, ort, telefon, email },
      kontakt,
      aufgegangene: aufgegangene.map(({ version: _version, ...alter }) => alter),
      beteiligungen: [...(await q.listBeteiligungen(tx, ids))],
      belege: [...(await q.listBelege(tx, ids))],
      hebungsschreiben: [...(await q.listHebungsschreiben(tx, ids))],
      zahlungen: [...(await q.listZahlungen(tx, ids))],
      uploads: [...(await q.listUploads(tx, ids))],
      bemerkungen: [...(await q.listBemerkungen(tx, ids))],
      protokoll: [...(await q.listProtokoll(tx, ids))],
      aufbewahrung: (await leseLoeschung(tx, kontaktId, heute)).gruppen,
    };
  });

export type Auskunftsdaten = Awaited<ReturnType<typeof leseDaten>>;
