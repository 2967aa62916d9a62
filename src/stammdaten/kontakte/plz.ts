import { ungueltig } from "../../kern/ablehnung.ts";

/** @throws Ablehnung ungueltig */
export function pruefePlz({ land, plz }: { land: string; plz: string | null }): void {
  if (land === "DE" && plz !== null && !/^\d{5}$/.test(plz))
    throw ungueltig("plz", "ungueltig", "Eine deutsche Postleitzahl hat fünf Ziffern.");
}
