import { leseFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { listAufgegangene } from "../../stammdaten/kontakte/leere.ts";
import { leseAuchGeloeschten } from "../../stammdaten/kontakte/pflege.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { leseHerkunft } from "../import/herkunft/lese.ts";
import { leseKontoeintraege, leseLage } from "../loeschung/lese.ts";
import { nurSeinTeil, ohneFremdes } from "./eigenes.ts";
import * as q from "./queries.ts";

/** All that is stored about a contact, as of one moment; clerks and other people are left out (Art. 15 (4) GDPR). */
export function leseDaten(sql: Sql, kontaktId: number, heute: string) {
  return inMomentaufnahme(sql, async (tx) => {
    const {
      kontakt: { version: _, ...kontakt },
    } = await leseAuchGeloeschten(tx, kontaktId);
    const aufgegangene = await listAufgegangene(tx, kontaktId);
    const ids = [kontaktId, ...aufgegangene.map(({ id }) => id)];
    // What is told of the log is what an erasure counts in it.
    const { bestand, loeschung } = await leseLage(tx, kontaktId, heute);
    const kontoeintraege = await q.listKontoprotokoll(tx, await leseKontoeintraege(tx, bestand));
    const fremdes = await q.listFremdes(tx, ids);
    const uploads = await q.listUploads(tx, ids);
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
      // What came after his last day tells of who is party now.
      uploads: uploads.flatMap(({ istSpaeter, ...upload }) => (istSpaeter ? [] : [upload])),
      spaetereUploads: uploads.filter(({ istSpaeter }) => istSpaeter).length,
      bemerkungen: [...(await q.listBemerkungen(tx, ids))],
      herkunft: await leseHerkunft(tx, ids),
      aehnlichkeiten: [...(await q.listAehnlichkeiten(tx, ids))],
      protokoll: (await q.listProtokoll(tx, ids, bestand.eintraege)).map((eintrag) => ohneFremdes(eintrag, fremdes)),
      protokollKonten: kontoeintraege.map((eintrag) => nurSeinTeil(eintrag, ids)),
      aufbewahrung: loeschung.gruppen,
    };
  });
}

export type Auskunftsdaten = Awaited<ReturnType<typeof leseDaten>>;
