import { Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import type { Bereich, Sendung } from "../../technik/http/dateien/dateiantwort.ts";
import { ausStuecken } from "../../technik/http/dateien/stuecke.ts";
import { verlangeLauf } from "../exporte/lauf.ts";
import { findeDatei } from "./lese.ts";
import * as q from "./queries.ts";
import { hoechstensGenannt, type SepaFilter } from "./schema.ts";

/**
 * A stored file, to be sent. Reading never makes one.
 *
 * @throws Ablehnung nichtGefunden, aufgehoben for a file that is discarded or was never kept, or konflikt
 *   `lauf_nicht_abgeschlossen`, `keine_zahlungsdatei`, `mehrere_zahlungsdateien`
 */
export async function liefereZahlungsdatei(sql: Sql, kontext: Kontext, filter: SepaFilter): Promise<Sendung> {
  const datei = await findeDatei(sql, filter.zahlungsdateiId ?? (await dieEine(sql, filter)));
  verlangeGueltige(datei);
  const { id, sha256, groesse, dateiname, nachrichtenId, anzahl, summeCent } = datei;
  if (sha256 === null || groesse === null)
    throw new Ablehnung(
      "aufgehoben",
      "nicht_aufbewahrt",
      `Die Zahlungsdatei ${id} wurde geladen, bevor Dateien aufbewahrt wurden. Ging sie nie zur Bank, verwirft sie ein Administrator.`,
    );
  return {
    sha256,
    groesse,
    medientyp: "application/xml",
    anordnung: `attachment; filename="${dateiname}"`,
    kopfzeilen: {
      "Cache-Control": "no-store",
      "X-Nachrichten-Id": nachrichtenId,
      "X-Zahlungen-Anzahl": String(anzahl),
      "X-Zahlungen-Summe-Cent": String(summeCent),
      "X-Ausgelassen-Anzahl": String(datei.anzahlAusgelassen),
    },
    oeffne: (bereich) => ausStuecken(bereich, (nr) => q.findStueck(sql, id, nr)),
    merke: (bereich) => merkeAbruf(sql, kontext, datei, bereich),
  };
}

const verlangeGueltige = ({ id, verworfen }: q.Dateizeile): void => {
  if (verworfen)
    throw new Ablehnung("aufgehoben", "verworfen", `Die Zahlungsdatei ${id} ist verworfen: ${verworfen.grund}`);
};

/** The id of the one live file of a run and kind. */
const dieEine = async (sql: Sql, { buchungslaufId = "", art }: SepaFilter): Promise<number> => {
  const lauf = await verlangeLauf(sql, buchungslaufId);
  const lebende = await q.listLebende(sql, lauf.id, art ?? "lastschrift", hoechstensGenannt);
  const [erste, zweite] = lebende;
  if (!erste)
    throw konflikt("keine_zahlungsdatei", "Zu diesem Lauf gibt es keine Zahlungsdatei; ein POST erstellt sie.", {
      zahlungsdateien: [],
    });
  if (zweite)
    throw konflikt("mehrere_zahlungsdateien", "Zu diesem Lauf gibt es mehrere Zahlungsdateien: eine davon nennen.", {
      zahlungsdateien: [...lebende],
    });
  return erste.id;
};

/** Before the first byte leaves: a file that has been discarded since it was found goes to no bank. */
const merkeAbruf = (sql: Sql, kontext: Kontext, datei: q.Dateizeile, bereich: Bereich | undefined): Promise<void> =>
  sql.begin(async (tx) => {
    const { art, dateiname, nachrichtenId, anzahl, summeCent } = datei;
    await q.halteZahlungsdatei(tx, datei.id);
    verlangeGueltige(await findeDatei(tx, datei.id));
    await q.insertAbruf(tx, datei.id, kontext.jetzt.toISOString(), kontext.akteur.name);
    await protokolliere(tx, kontext, {
      aktion: "export",
      ressource: "zahlungsdatei",
      ressourceId: datei.id,
      neu: {
        art: `sepa-${art}`,
        dateiname,
        nachrichtenId,
        anzahl,
        summeCent,
        ...(bereich ? { bytes: `${bereich.von}-${bereich.bis}` } : {}),
      },
    });
  });
