import { randomUUID } from "node:crypto";
import { sperreLaeufe } from "../../abrechnung/buchung/laeufe/lese.ts";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { verlangeLauf } from "../exporte/lauf.ts";
import { leseZahlungsdatei } from "./lese.ts";
import * as q from "./queries.ts";
import { hoechstensGenannt, type Zahlungsbefund, type Zahlungsdatei, type ZahlungsdateiBody } from "./schema.ts";
import { ausfuehrungstag, einzugstag } from "./sepa/bankarbeitstag.ts";
import { neueSepaDatei, type Zahlender } from "./sepa/datei.ts";
import type { SepaArt } from "./sepa/zahlungen.ts";
import { alsBefund, leseAuftraggeber, sichte } from "./sichte.ts";
import { vermesse, zerteile } from "./zerteile.ts";

const kuerzel: Record<SepaArt, string> = { lastschrift: "LS", ueberweisung: "UE" };

/** 35 characters that no file has had before, in this installation or in one that its backup was taken from. */
const neueNachrichtenId = (art: SepaArt): string => `${kuerzel[art]}-${randomUUID().replaceAll("-", "")}`;

/**
 * Writes the payment file of all payments of a run and kind that are ready and in no live file.
 *
 * The run is locked before anything is looked at: of two clerks, or of a clerk and a Storno, the second sees what the
 * first has done.
 *
 * @throws Ablehnung nichtGefunden, ungueltig for a number that the run has not, or konflikt `lauf_nicht_abgeschlossen`,
 *   `keine_zahlungen`
 */
export function erstelleZahlungsdatei(sql: Sql, kontext: Kontext, body: ZahlungsdateiBody): Promise<Zahlungsdatei> {
  return schreibe(sql, kontext, async (tx) => {
    const { buchungslaufId, art, belegnummern } = body;
    const lauf = await verlangeLauf(tx, buchungslaufId);
    await sperreLaeufe(tx, [lauf.id]);
    const nachrichtenId = neueNachrichtenId(art);
    const { datei: inhalt, zahlungen, anzahlAusgelassen, ausgelassen } = await fuelle(tx, kontext, body, nachrichtenId);
    if (zahlungen.length === 0)
      throw konflikt("keine_zahlungen", "Keine Zahlung dieses Laufs ist bereit und in noch keiner Datei.", {
        anzahlAusgelassen,
        ausgelassen,
        zahlungsdateien: [...(await q.listLebende(tx, lauf.id, art, hoechstensGenannt))],
      });
    const { sha256, groesse } = await vermesse(inhalt.schreibe());
    const dateiname = `sepa-${art}-${lauf.datum}-${nachrichtenId.slice(3, 11)}.xml`;
    const datei = {
      buchungslaufId: lauf.id,
      art,
      nachrichtenId,
      dateiname,
      istAuswahl: belegnummern !== undefined,
      anzahl: zahlungen.length,
      summeCent: inhalt.gesamt.summeCent,
      anzahlAusgelassen,
      sha256,
    };
    const id = await q.insertZahlungsdatei(tx, {
      ...datei,
      groesse,
      benutzerName: kontext.akteur.name,
      erstelltAm: kontext.jetzt.toISOString(),
    });
    await q.insertBelege(tx, id, zahlungen);
    let nr = 0;
    for (const stueck of zerteile(inhalt.schreibe())) await q.insertStueck(tx, id, nr++, stueck);
    await protokolliere(tx, kontext, {
      aktion: "anlegen",
      ressource: "zahlungsdatei",
      ressourceId: id,
      neu: { ...datei, ...(belegnummern ? { belegnummern } : {}) },
    });
    return leseZahlungsdatei(tx, id);
  });
}

/** The file to be, which documents it pays, and what could not go into it. */
const fuelle = async (
  tx: Tx,
  { heute, jetzt }: Kontext,
  { buchungslaufId, art, belegnummern }: ZahlungsdateiBody,
  nachrichtenId: string,
) => {
  const firma = await leseAuftraggeber(tx);
  // Without a trust account every payment is left out, and nothing is ever written of it.
  const zahlender: Zahlender = { ...firma, treuhandkonto: firma.treuhandkonto ?? { iban: "", bic: null } };
  const datei = neueSepaDatei(art, zahlender, nachrichtenId, jetzt);
  const tagVon = art === "lastschrift" ? einzugstag : ausfuehrungstag;
  const zahlungen: { id: number; betragCent: number }[] = [];
  const ausgelassen: Zahlungsbefund[] = [];
  let anzahlAusgelassen = 0;
  await sichte(tx, { buchungslaufId, art, firma, heute, belegnummern }, async (sichtungen) => {
    const bereite = sichtungen.flatMap((s) =>
      s.stand === "bereit" ? [{ beleg: s.beleg, betragCent: s.betragCent }] : [],
    );
    for (const [tag, teil] of Map.groupBy(bereite, ({ beleg }) => tagVon(beleg.zahlbarBis, heute)))
      await datei.nimm(tag, teil);
    zahlungen.push(...bereite.map(({ beleg, betragCent }) => ({ id: beleg.id, betragCent })));
    const uebrige = sichtungen.filter(({ stand }) => stand === "ausgelassen");
    anzahlAusgelassen += uebrige.length;
    ausgelassen.push(...uebrige.slice(0, hoechstensGenannt - ausgelassen.length).map(alsBefund));
  });
  return { datei, zahlungen, anzahlAusgelassen, ausgelassen };
};
