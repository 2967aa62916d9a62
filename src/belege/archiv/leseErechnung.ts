import { createHash } from "node:crypto";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { erstellePdf } from "../dokumente/belegbrief/erstelle.ts";
import { liesAnhang } from "../erechnung/liesAnhang.ts";

/**
 * The e-invoice of an archived document, out of its stored letter: the XML that is served alone is the one that lies in
 * the PDF.
 *
 * @throws Ablehnung nichtGefunden, konflikt `keine_erechnung`, or konflikt `pdf_nicht_erstellbar`
 */
export const leseErechnung = async (sql: Sql, belegId: number) => {
  const { inhalt, belegnummer } = await erstellePdf(sql, belegId);
  const xml = await liesAnhang(inhalt);
  if (!xml) throw konflikt("keine_erechnung", `Zu ${belegnummer} gibt es keine E-Rechnung.`);
  return { xml: new Uint8Array(xml), sha256: createHash("sha256").update(xml).digest("hex"), belegnummer };
};
