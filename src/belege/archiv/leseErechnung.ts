import { Buffer } from "node:buffer";
import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import { beiBedarf } from "../../technik/beiBedarf.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { sha256Von } from "../../technik/sha256.ts";
import { erstellePdf } from "../dokumente/beiBedarf.ts";
import { ladeBriefe } from "../dokumente/belegbrief/lade.ts";
import { xrechnungVon } from "../erechnung/bilde.ts";
import * as q from "./queries.ts";

const liesAnhang = beiBedarf(async () => (await import("../erechnung/liesAnhang.ts")).liesAnhang);

/**
 * The e-invoice of an archived document, out of its stored letter: the XML that is served alone is the one that lies in
 * the PDF.
 *
 * @throws Ablehnung nichtGefunden, konflikt `keine_erechnung`, or konflikt `pdf_nicht_erstellbar`
 */
export async function leseErechnung(sql: Sql, belegId: number) {
  const { inhalt, belegnummer } = await erstellePdf(sql, belegId);
  const xml = await liesAnhang(inhalt);
  if (!xml) throw konflikt("keine_erechnung", `Zu ${belegnummer} gibt es keine E-Rechnung.`);
  return { xml: new Uint8Array(xml), sha256: sha256Von(xml), belegnummer };
}

/**
 * The XRechnung of an archived document: the stored one, or made and stored now. The first to store wins, so that
 * everybody is always served the same bytes.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `keine_xrechnung`
 */
export async function leseXrechnung(sql: Sql, belegId: number) {
  const vorhanden = await q.findXrechnung(sql, belegId);
  if (vorhanden) return vorhanden;
  const [brief] = await ladeBriefe(sql, [belegId]);
  if (!brief) throw nichtGefunden("Einen Archivbeleg mit der id", belegId);
  const xml = xrechnungVon(brief);
  if (!xml)
    throw konflikt(
      "keine_xrechnung",
      `Zu ${brief.belegnummer} gibt es keine XRechnung: sie ist keine Rechnung der Firma an einen Empfänger mit Leitweg-ID.`,
    );
  await q.insertXrechnung(sql, belegId, sha256Von(xml), Buffer.from(xml));
  const gespeichert = await q.findXrechnung(sql, belegId);
  if (!gespeichert) throw new Error(`Die XRechnung zu ${brief.belegnummer} ist nicht gespeichert`);
  return gespeichert;
}
