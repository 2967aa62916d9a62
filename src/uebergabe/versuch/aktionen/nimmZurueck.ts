import { type Ablehnung, konflikt } from "../../../kern/ablehnung.ts";
import { ausBeleg, bleibt, type Ergebnis, erledigt, nichtsAussen } from "../ergebnis.ts";
import { ausAusgang, type Lage, liesEinen, verlangeExternId } from "./lage.ts";

/**
 * Cancels the document outside; what the system refuses leaves it as it is, with the cause in the attempt.
 *
 * @throws Absage when the look-up gets no answer
 */
export async function storniereAussen(lage: Lage): Promise<Ergebnis> {
  const { gegenstelle, versuch, stand, grund } = lage;
  const id = verlangeExternId(stand);
  const vorher = await liesEinen(lage, id);
  if (vorher === null)
    return bleibt({ code: "nicht_gefunden", ursache: "Der Beleg steht außen nicht mehr; bitte aktualisieren." });
  if (vorher.zustand === "storniert") return erledigt({ ...ausBeleg(vorher), zustand: "cancelled" });
  await versuch.phase("stornieren");
  const ausgang = await gegenstelle.sende("stornieren", (adapter, aufruf) => adapter.storniere(id, grund, aufruf));
  if (ausgang.ausgang === "done") return erledigt({ ...ausBeleg(ausgang.wert), zustand: "cancelled" });
  const ergebnis = ausAusgang(lage, ausgang);
  return ausgang.ausgang === "rejected" ? { ...ergebnis, aenderung: {} } : ergebnis;
}

const unveraenderlich = (detail: string): Ablehnung => konflikt("unveraenderlich", detail);

/**
 * Deletes the unnumbered draft outside. What cannot be deleted is an attempt with its cause and a konflikt.
 *
 * @throws Absage when the look-up gets no answer
 */
export async function loescheAussen(lage: Lage): Promise<Ergebnis> {
  const { gegenstelle, versuch, stand } = lage;
  const geloescht = { ...nichtsAussen, zustand: "deleted" } as const;
  const id = verlangeExternId(stand);
  const vorher = await liesEinen(lage, id);
  if (vorher === null) return erledigt(geloescht);
  if (vorher.nummer !== null) {
    const ursache = `Der Beleg hat außen die Nummer ${vorher.nummer}; nur ein Entwurf ohne Nummer lässt sich löschen.`;
    return { ...bleibt({ code: "unveraenderlich", ursache }, ausBeleg(vorher)), problem: unveraenderlich(ursache) };
  }
  await versuch.phase("loeschen");
  const ausgang = await gegenstelle.sende("loeschen", (adapter, aufruf) => adapter.loesche(id, aufruf));
  if (ausgang.ausgang === "done") return erledigt(geloescht);
  const ergebnis = ausAusgang(lage, ausgang);
  if (ausgang.ausgang !== "rejected" || ergebnis.systemfehler) return ergebnis;
  return { ...ergebnis, aenderung: {}, problem: unveraenderlich(ausgang.ursache) };
}
