import { konflikt, nichtGefunden, ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { merkeBemerkung } from "../../technik/auditlog/bemerkung.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { entferneKontakt, gleicheKontaktAb, type Kandidat } from "../duplikate/pflege.ts";
import { pruefePlz } from "./plz.ts";
import * as q from "./queries.ts";
import {
  type CreateKontaktBody,
  type Kontakt,
  leererKontakt,
  schreibbareFelder,
  type UpdateKontaktBody,
} from "./schema.ts";

export const leseKontakt = async (sql: Sql, id: number): Promise<Kontakt> => {
  const kontakt = await q.findKontakt(sql, id);
  if (!kontakt) throw nichtGefunden("Einen Kontakt mit der id", id);
  return kontakt;
};

/** @throws Ablehnung ungueltig where fields do not go together */
const pruefeKontaktfelder = async (
  tx: Tx,
  kontakt: Pick<Kontakt, (typeof schreibbareFelder)[number]>,
): Promise<void> => {
  if (kontakt.istOrganisation && !kontakt.firma)
    throw ungueltig("firma", "fehlt", "Eine Organisation braucht eine Firma.");
  if (!kontakt.istOrganisation && !kontakt.nachname)
    throw ungueltig("nachname", "fehlt", "Eine Person braucht einen Nachnamen.");
  pruefePlz(kontakt);
  if ((await q.findKontaktartId(tx, kontakt.typ)) === undefined)
    throw ungueltig("typ", "unbekannt", "Diese Kontaktart steht nicht in den Einstellungen.");
};

/** @returns the new contact, and the contacts that it resembles, the likeliest first */
export const legeKontaktAn = (
  sql: Sql,
  kontext: Kontext,
  body: CreateKontaktBody,
): Promise<{ kontakt: Kontakt; duplikate: Kandidat[] }> =>
  schreibe(sql, kontext, async (tx) => {
    const werte = { ...leererKontakt, ...body };
    await pruefeKontaktfelder(tx, werte);
    const neu = await q.insertKontakt(tx, werte);
    await merkeBemerkung(tx, kontext, "kontakt", neu.id, null, neu.bemerkung);
    await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "kontakt", ressourceId: neu.id, neu });
    return { kontakt: neu, duplikate: await gleicheKontaktAb(tx, null, neu) };
  });

export const aendereKontakt = (sql: Sql, kontext: Kontext, id: number, body: UpdateKontaktBody): Promise<Kontakt> =>
  schreibe(sql, kontext, async (tx) => {
    const alt = await q.findKontaktGesperrt(tx, id);
    if (!alt) throw nichtGefunden("Einen Kontakt mit der id", id);
    pruefeVersion(kontext, alt.version);
    const werte = bestaetigungFuer(alt, uebernimm(alt, body, schreibbareFelder));
    if (istUnveraendert(alt, werte, schreibbareFelder)) return alt;
    await pruefeKontaktfelder(tx, werte);
    const neu = await q.updateKontakt(tx, id, werte);
    await merkeBemerkung(tx, kontext, "kontakt", id, alt.bemerkung, neu.bemerkung);
    await protokolliere(tx, kontext, { aktion: "aendern", ressource: "kontakt", ressourceId: id, alt, neu });
    await gleicheKontaktAb(tx, alt, neu);
    return neu;
  });

/** Another account is to be confirmed anew: payment files pay to confirmed ones alone. */
const bestaetigungFuer = <W extends Pick<Kontakt, "iban" | "bankBestaetigtAm">>(alt: Kontakt, werte: W): W =>
  werte.iban !== alt.iban && werte.bankBestaetigtAm === alt.bankBestaetigtAm
    ? { ...werte, bankBestaetigtAm: null }
    : werte;

export const loescheKontakt = (sql: Sql, kontext: Kontext, id: number): Promise<void> =>
  schreibe(sql, kontext, async (tx) => {
    const alt = await q.findKontaktGesperrt(tx, id);
    if (!alt) throw nichtGefunden("Einen Kontakt mit der id", id);
    pruefeVersion(kontext, alt.version);
    const verwendung = await q.countVerwendungen(tx, id);
    if (verwendung.pachtkonten + verwendung.belege > 0)
      throw konflikt(
        "wird_verwendet",
        `An diesem Kontakt hängen Pachtkonten (${verwendung.pachtkonten}) und Belege (${verwendung.belege}).`,
      );
    await entferneKontakt(tx, alt);
    await q.deleteKontakt(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "kontakt", ressourceId: id, alt });
  });
