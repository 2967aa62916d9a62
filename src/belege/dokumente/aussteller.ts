import { ausstellerDaten } from "../../abrechnung/buchung/schnappschuesse.ts";
import { konflikt } from "../../kern/ablehnung.ts";
import type { AusstellerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import { angabenInWorten } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import type { Db } from "../../technik/database/pool.ts";

/** The company as it is today, and as the archive would keep it. */
export async function findHeutigenAussteller(sql: Db): Promise<AusstellerSchnappschuss> {
  const [zeile] = await sql<{ daten: AusstellerSchnappschuss }[]>`${ausstellerDaten(sql)}`;
  if (!zeile) throw new Error("Die Zeile der Firmendaten fehlt.");
  return zeile.daten;
}

/** @throws Ablehnung konflikt where a letter would have no sender */
export function verlangeAussteller(aussteller: AusstellerSchnappschuss): void {
  const pflicht = ["firma", "strasse", "plz", "ort"] as const;
  const fehlend = pflicht.filter((feld) => !aussteller[feld]);
  if (fehlend.length > 0)
    throw konflikt("firmendaten_unvollstaendig", `In den Firmendaten fehlen: ${angabenInWorten(fehlend)}.`);
}
