import { sperreLaeufe } from "../../../abrechnung/buchung/laeufe/lese.ts";
import { konflikt, nichtGefunden, ungueltig } from "../../../kern/ablehnung.ts";
import { pruefeGeschehen } from "../../../kern/kalender/geschehen.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { gutschriftart } from "../../../kern/pacht/gutschrift.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { leseBeleg } from "../lese.ts";
import type { ArchivEintragDetail } from "../schema.ts";
import * as q from "./queries.ts";
import type { Widerspruch, WiderspruchBody, WiderspruchErledigungBody } from "./schema.ts";

/**
 * Records that a lessor objects to his Gutschrift: it loses its effect as an invoice (§ 14 (2) UStG), and its payment
 * waits. Nothing is cancelled by it, the lessees' documents stay right.
 *
 * @throws Ablehnung nichtGefunden, ungueltig for a day before the document or after today, konflikt `keine_gutschrift`,
 *   `storniert`, `schon_widersprochen`
 */
export function widersprich(sql: Sql, kontext: Kontext, id: number, body: WiderspruchBody): Promise<Widerspruch> {
  return schreibe(sql, kontext, async (tx) => {
    const beleg = await leseGesperrt(tx, id);
    pruefeGutschrift(beleg);
    if (body.am < beleg.belegdatum)
      throw ungueltig(
        "am",
        "vor_beginn",
        `Die Gutschrift ist vom ${deutschesDatum(beleg.belegdatum)}; vorher widerspricht ihr niemand.`,
      );
    pruefeGeschehen(kontext.heute, "am", body.am);
    if (await q.findWiderspruch(tx, id))
      throw konflikt("schon_widersprochen", `Der Gutschrift ${beleg.belegnummer} ist schon widersprochen.`);
    const { name: benutzerName } = kontext.akteur;
    await q.insertWiderspruch(tx, id, { ...body, benutzerName, erstelltAm: kontext.jetzt.toISOString() });
    const neu = { am: body.am, grund: body.grund };
    await protokolliere(tx, kontext, { aktion: "widersprechen", ressource: "archivbeleg", ressourceId: id, neu });
    return verlange(tx, id);
  });
}

/**
 * Records what came in place of the Gutschrift: from now on it may be paid.
 *
 * @throws Ablehnung nichtGefunden, ungueltig, konflikt `kein_widerspruch`, `schon_erledigt`, veraltet when the caller has
 *   seen another version
 */
export function erledigeWiderspruch(
  sql: Sql,
  kontext: Kontext,
  id: number,
  body: WiderspruchErledigungBody,
): Promise<Widerspruch> {
  return schreibe(sql, kontext, async (tx) => {
    const { belegnummer } = await leseGesperrt(tx, id);
    const alt = await q.findWiderspruch(tx, id);
    if (!alt) throw konflikt("kein_widerspruch", `Dem Beleg ${belegnummer} ist nicht widersprochen.`);
    pruefeVersion(kontext, alt.version);
    if (alt.erledigtDurch) throw konflikt("schon_erledigt", "Der Widerspruch ist schon erledigt.");
    if (body.erledigtAm < alt.am)
      throw ungueltig("erledigtAm", "vor_beginn", `Der Widerspruch ist erst vom ${deutschesDatum(alt.am)}.`);
    pruefeGeschehen(kontext.heute, "erledigtAm", body.erledigtAm);
    await q.updateErledigt(tx, id, { ...body, von: kontext.akteur.name });
    await protokolliere(tx, kontext, {
      aktion: "widerspruch_erledigen",
      ressource: "archivbeleg",
      ressourceId: id,
      alt: { erledigtDurch: null, erledigtAm: null, notiz: null },
      neu: body,
    });
    return verlange(tx, id);
  });
}

const leseGesperrt = async (tx: Tx, id: number): Promise<ArchivEintragDetail> => {
  const { buchungslaufId } = await leseBeleg(tx, id);
  await sperreLaeufe(tx, [buchungslaufId]);
  return leseBeleg(tx, id);
};

const pruefeGutschrift = (beleg: ArchivEintragDetail): void => {
  const { belegart, belegnummer, titel, empfaenger, steuergruppen } = beleg;
  if (belegart !== "gutschrift" || !gutschriftart(empfaenger.umsatzsteuerStatus, steuergruppen).istRechnung)
    throw konflikt(
      "keine_gutschrift",
      `${belegnummer} (${titel}) ist keine Gutschrift; widersprechen lässt sich nur einer solchen.`,
    );
  if (beleg.storniertDurchId !== null) throw konflikt("storniert", `Die Gutschrift ${belegnummer} ist storniert.`);
};

const verlange = async (tx: Tx, id: number): Promise<Widerspruch> => {
  const widerspruch = await q.findWiderspruch(tx, id);
  if (!widerspruch) throw nichtGefunden("Einen Widerspruch zum Beleg", id);
  return widerspruch;
};
