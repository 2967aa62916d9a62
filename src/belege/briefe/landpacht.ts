import { type Vertragsart, vertragsartVon } from "../../kern/fristen/vertrag.ts";

/** Whether § 587 BGB holds: as a clerk entered the contract, else where nothing but fields and grassland is leased. */
export function istLandpacht(vertragsart: Vertragsart | null, objektarten: readonly string[]): boolean {
  return vertragsartVon({ vertragsart, objekte: objektarten.map((objektart) => ({ objektart })) }) === "landpacht";
}
