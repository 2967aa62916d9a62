import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { beauftrage, type Eingereiht } from "../../technik/database/auftrag/beauftrage.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { derReiheNach, legeStueckeAb } from "../../technik/http/dateien/stuecke.ts";
import type { Eingang } from "../../technik/http/dateien/upload.ts";
import { importAusfuehrung, importPruefung } from "./jobs.ts";
import { leseImport, statusVon } from "./lese.ts";
import * as q from "./queries.ts";
import type { Import, ImportAusfuehrungBody, ImportFilter } from "./schema.ts";

const werVon = ({ akteur, anfrageId }: Kontext) => ({
  benutzerId: akteur.id,
  benutzerName: akteur.name,
  rollen: akteur.rollen,
  anfrageId,
});

/** Takes a file and has the worker read and check it; nothing else is written. */
export function nimmAn(sql: Sql, kontext: Kontext, datei: Eingang, { art }: ImportFilter): Promise<Import> {
  return derReiheNach(() =>
    schreibe(sql, kontext, async (tx) => {
      const angaben = {
        dateiname: datei.name.slice(0, 200) || "ohne Namen",
        groesse: datei.groesse,
        sha256: datei.sha256,
      };
      const id = await q.insertImport(tx, { ...angaben, blatt: art ?? null, ...werVon(kontext) });
      await legeStueckeAb(datei, (nr, inhalt) => q.insertStueck(tx, id, nr, inhalt));
      const { auftragId } = (await beauftrage(tx, importPruefung, { importId: id }, kontext.akteur)) as Eingereiht;
      await q.updateAuftrag(tx, id, auftragId);
      await protokolliere(tx, kontext, {
        aktion: "hochladen",
        ressource: "import",
        ressourceId: id,
        neu: angaben,
      });
      return leseImport(tx, id);
    }),
  );
}

const unmoeglich = {
  wird_geprueft: ["import_nicht_geprueft", "Die Datei wird noch geprüft."],
  fehlgeschlagen: [
    "import_nicht_geprueft",
    "Die Prüfung der Datei ist gescheitert. Bitte die Datei noch einmal hochladen.",
  ],
  wird_ausgefuehrt: ["import_laeuft", "Der Import wird schon ausgeführt."],
  ausgefuehrt: ["import_ausgefuehrt", "Der Import ist schon ausgeführt."],
} as const;

/**
 * Has the worker write a checked file into the stock.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `import_nicht_geprueft`, `import_fehlerhaft`, `import_laeuft`,
 *   `import_ausgefuehrt`
 */
export function lasseAusfuehren(
  sql: Sql,
  kontext: Kontext,
  id: number,
  { ueberschreiben = false }: ImportAusfuehrungBody,
): Promise<Import> {
  return schreibe(sql, kontext, async (tx) => {
    const zeile = await q.findImportGesperrt(tx, id);
    if (!zeile) throw nichtGefunden("Einen Import mit der id", id);
    const status = statusVon(zeile);
    if (status !== "geprueft") {
      const [code, detail] = unmoeglich[status];
      throw konflikt(code, detail);
    }
    if (zeile.fehler > 0)
      throw konflikt(
        "import_fehlerhaft",
        `Die Datei hat ${zeile.fehler} Fehler; bitte erst beheben und neu hochladen.`,
      );
    // After an execution that failed this one repeats its job, as if somebody had asked for that.
    const gescheiterter = zeile.status === "wird_ausgefuehrt" ? (zeile.auftragId ?? undefined) : undefined;
    const auftrag = await beauftrage(tx, importAusfuehrung, { importId: id }, kontext.akteur, gescheiterter);
    const { auftragId } = auftrag as Eingereiht;
    await q.updateBeauftragt(tx, id, auftragId, ueberschreiben, werVon(kontext));
    return leseImport(tx, id);
  });
}
