import { ausBeleg, type Ergebnis, erledigt, nichtsAussen } from "../ergebnis.ts";
import {
  alsAufhebung,
  einziger,
  istAufhebung,
  type Lage,
  liesEinen,
  sucheAlle,
  vergleiche,
  verlangeExternId,
} from "./lage.ts";

/**
 * Takes over the state as it is read outside: handed over is only what stands there with our sums and party.
 *
 * @throws Absage when a look-up gets no answer
 */
export async function frischeAuf(lage: Lage): Promise<Ergebnis> {
  const { stand, original, gegenstelle } = lage;
  const gelesen = await liesEinen(lage, verlangeExternId(stand));
  if (original && istAufhebung(lage))
    return gelesen?.zustand === "storniert"
      ? alsAufhebung(original, gelesen)
      : erledigt({ ...nichtsAussen, zustand: "pending" });
  const suchbar = gegenstelle.adapter.faehigkeiten.referenz !== "keine";
  // Somebody may have posted a second one under our reference: told here as reconcile tells it.
  const alle = suchbar ? await sucheAlle(lage) : [];
  const wahl = einziger(gelesen ? [gelesen, ...alle.filter(({ id }) => id !== gelesen.id)] : alle);
  if ("versuch" in wahl) return wahl;
  const { beleg } = wahl;
  if (beleg === undefined) return erledigt({ ...nichtsAussen, zustand: "deleted" });
  if (beleg.zustand === "entwurf") return erledigt({ ...ausBeleg(beleg), zustand: "pending" });
  if (beleg.zustand === "storniert") return erledigt({ ...ausBeleg(beleg), zustand: "cancelled" });
  return vergleiche(lage, beleg);
}
