import { konflikt } from "../../kern/ablehnung.ts";
import type { AusstellerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import { angabenInWorten } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import type { Db } from "../../technik/database/pool.ts";

/** The company as it is today. */
export async function findHeutigenAussteller(sql: Db): Promise<AusstellerSchnappschuss> {
  const [zeile] = await sql<AusstellerSchnappschuss[]>`
    select firma, rechtsform, strasse, hausnummer, adresszusatz, plz, ort, land, steuernummer, ust_id,
      registergericht, registernummer, geschaeftsfuehrung, telefon, email, website, geschaeftskonto_iban,
      geschaeftskonto_bic, geschaeftskonto_bank, treuhandkonto_iban, treuhandkonto_bic, treuhandkonto_bank,
      glaeubiger_id
    from firmendaten`;
  if (!zeile) throw new Error("Die Zeile der Firmendaten fehlt.");
  return zeile;
}

/** @throws Ablehnung konflikt where a letter would have no sender */
export function verlangeAussteller(aussteller: AusstellerSchnappschuss): void {
  const pflicht = ["firma", "strasse", "plz", "ort"] as const;
  const fehlend = pflicht.filter((feld) => !aussteller[feld]);
  if (fehlend.length > 0)
    throw konflikt("firmendaten_unvollstaendig", `In den Firmendaten fehlen: ${angabenInWorten(fehlend)}.`);
}
