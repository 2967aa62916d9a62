import { nichtGefunden } from "../../../kern/ablehnung.ts";
import type { AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { ladeLogos } from "../logos.ts";
import { zeichneVerlangt } from "../zeichneVerlangt.ts";
import { angabenVonAuszug, layoutKontoauszug } from "./layout.ts";
import { findAuszugskopf, findVortrag, listAuszugBelege } from "./queries.ts";

/**
 * The account statement of a run, drawn from the archive each time: what it shows never changes, so its bytes do not
 * either.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `pdf_nicht_erstellbar` with the cause
 */
export async function erstelleKontoPdf(
  sql: Sql,
  archivkontoId: number,
): Promise<{ inhalt: Uint8Array; kontonummer: string; datum: string }> {
  const [kopf, belege, vortrag] = await Promise.all([
    findAuszugskopf(sql, archivkontoId),
    listAuszugBelege(sql, archivkontoId),
    findVortrag(sql, archivkontoId),
  ]);
  if (!kopf) throw nichtGefunden("Ein Archivkonto mit der id", archivkontoId);
  const logo = (await ladeLogos(sql, [kopf])).get(kopf.logoSha256) ?? null;
  const auszug = { ...kopf, aussteller: kopf.aussteller ?? ohneFirma, logo, belege, vortrag };
  const inhalt = await zeichneVerlangt(layoutKontoauszug(auszug), angabenVonAuszug(auszug), "gebucht");
  return { inhalt, kontonummer: kopf.kontonummer, datum: kopf.datum };
}

/** Before the first archived document no copy of the company data exists. */
const ohneFirma: AusstellerSchnappschuss = {
  firma: null,
  rechtsform: null,
  strasse: null,
  hausnummer: null,
  adresszusatz: null,
  plz: null,
  ort: null,
  land: "DE",
  steuernummer: null,
  ustId: null,
  registergericht: null,
  registernummer: null,
  geschaeftsfuehrung: null,
  telefon: null,
  email: null,
  website: null,
  geschaeftskontoIban: null,
  geschaeftskontoBic: null,
  geschaeftskontoBank: null,
  treuhandkontoIban: null,
  treuhandkontoBic: null,
  treuhandkontoBank: null,
  glaeubigerId: null,
};
