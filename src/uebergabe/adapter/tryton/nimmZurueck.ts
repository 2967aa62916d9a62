import { absage } from "../absage.ts";
import type { Aufruf, Ausgang, ExternerBeleg } from "../typen.ts";
import type { Firma } from "./firma.ts";
import { abweichung, findeBeleg, liesNach, nichtGefunden } from "./lies.ts";

const bezahlt = absage("bezahlt", "Der Beleg ist in Tryton bezahlt und lässt sich nicht mehr stornieren.", "nie");

/** Cancels a document; twice is once. @throws Absage before anything was changed */
export async function storniere(firma: Firma, id: string, aufruf: Aufruf): Promise<Ausgang<ExternerBeleg>> {
  const { rpc, kontext } = firma;
  const vorher = await findeBeleg(firma, id, aufruf);
  if (!vorher) return nichtGefunden(id);
  if (vorher.zustand === "bezahlt") return bezahlt;
  if (vorher.zustand === "storniert") return { ausgang: "done", wert: vorher };
  const methode = "model.account.invoice.cancel";
  const antwort = await rpc.aendere<null>("stornieren", methode, [[Number(id)], kontext], aufruf);
  if (antwort.ausgang !== "done") return antwort;
  const danach = await liesNach(firma, "stornieren", id, aufruf);
  // The answer says nothing: what is in another state is passed over in silence.
  if (danach.ausgang !== "done" || danach.wert.zustand === "storniert") return danach;
  return danach.wert.zustand === "bezahlt"
    ? bezahlt
    : abweichung(`Tryton hat den Beleg nicht storniert; er ist „${danach.wert.rohzustand}“.`);
}

/** Deletes an unnumbered draft; twice is once. @throws Absage before anything was changed */
export async function loesche(firma: Firma, id: string, aufruf: Aufruf): Promise<Ausgang<null>> {
  const { rpc, kontext } = firma;
  const vorher = await findeBeleg(firma, id, aufruf);
  if (!vorher) return { ausgang: "done", wert: null };
  if (vorher.nummer !== null)
    return absage("unveraenderlich", `Der Beleg hat in Tryton die Nummer ${vorher.nummer}.`, "nie");
  return rpc.aendere<null>("loeschen", "model.account.invoice.delete", [[Number(id)], kontext], aufruf);
}
