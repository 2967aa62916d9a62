import { verlangeAbgeschlossenen } from "../../../abrechnung/buchung/laeufe/lese.ts";
import { Ablehnung } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { ladeLogos } from "../logos.ts";
import { zeichneVerlangt } from "../zeichneVerlangt.ts";
import { angabenVonSammelauszahlung, layoutSammelauszahlung } from "./layout.ts";
import { findSammelkopf, listSammelBelege } from "./queries.ts";

/**
 * The cover sheet of a lessor's documents of a run, drawn from the archive each time and recorded as an export: the
 * same documents give the same bytes; a Storno made later is a document more, and what is held back of them is as of now.
 *
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden, konflikt `lauf_nicht_abgeschlossen`, or konflikt `pdf_nicht_erstellbar` with the cause
 */
export function erstelleSammelauszahlung(
  sql: Sql,
  kontext: Kontext,
  { buchungslaufId, kontaktId }: { buchungslaufId: string; kontaktId: number },
  heruntergeladen: boolean,
): Promise<{ inhalt: Uint8Array; dateiname: string }> {
  return sql.begin("isolation level repeatable read", async (tx) => {
    const satz = "Auszahlungen hat nur ein abgeschlossener Buchungslauf.";
    const lauf = await verlangeAbgeschlossenen(tx, buchungslaufId, satz);
    const kopf = await findSammelkopf(tx, buchungslaufId, kontaktId);
    if (!kopf)
      throw new Ablehnung(
        "nichtGefunden",
        "nicht_gefunden",
        `In diesem Buchungslauf hat der Kontakt ${kontaktId} keine Auszahlung.`,
      );
    const belege = await listSammelBelege(tx, buchungslaufId, kontaktId);
    const logo = (await ladeLogos(tx, [kopf])).get(kopf.logoSha256) ?? null;
    const daten = { ...kopf, logo, datum: lauf.datum, belege };
    const dateiname = `Auszahlungsuebersicht_${lauf.datum}_${kontaktId}`;
    const inhalt = await zeichneVerlangt(layoutSammelauszahlung(daten), angabenVonSammelauszahlung(daten), "gebucht");
    if (heruntergeladen)
      await protokolliere(tx, kontext, {
        aktion: "export",
        ressource: "buchungslauf",
        ressourceId: buchungslaufId,
        neu: { art: "sammelauszahlung", kontaktId, dateiname },
      });
    return { inhalt, dateiname };
  });
}
