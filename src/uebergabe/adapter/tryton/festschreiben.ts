import type { Abgelehnt, Aufruf, Ausgang, ExternerBeleg, Sollbeleg } from "../typen.ts";
import { typVon } from "./beleg.ts";
import type { Firma } from "./firma.ts";
import { abweichung, findeBeleg, liesNach, nichtGefunden } from "./lies.ts";
import { alsCent, alsDezimal, alsTag, type Dezimal } from "./rpc/werte.ts";
import { gleicheRundung } from "./steuern.ts";

/**
 * Lets Tryton compute the taxes of a draft and puts right what it rounds otherwise. A draft that was left over is posted
 * on the day of now: behind a number of a later day Tryton gives none.
 */
const bereiteVor = async (
  { rpc, kontext }: Firma,
  id: number,
  soll: Sollbeleg,
  aufruf: Aufruf,
): Promise<Ausgang<null>> => {
  const schreibe = (werte: object) =>
    rpc.aendere<null>("festschreiben", "model.account.invoice.write", [[id], werte, kontext], aufruf);
  const berechnet = await schreibe({
    reference: soll.referenz,
    accounting_date: alsTag(soll.buchungsdatum),
  });
  if (berechnet.ausgang !== "done") return berechnet;
  const zeilen = await rpc.frage<{ id: number; base: Dezimal; amount: Dezimal }[]>(
    "model.account.invoice.tax.search_read",
    [[["invoice", "=", id]], 0, null, [["id", "ASC"]], ["base", "amount"], kontext],
    aufruf,
  );
  const steuern = zeilen.map(({ id: zeile, base, amount }) => ({
    id: zeile,
    nettoCent: alsCent(base) ?? 0,
    steuerCent: alsCent(amount) ?? 0,
  }));
  const anders = gleicheRundung(soll, steuern);
  if (anders === null)
    return abweichung("Tryton berechnet andere Steuern als das Archiv; bitte die Zuordnung der Steuern prüfen.");
  if (anders.length === 0) return { ausgang: "done", wert: null };
  return schreibe({
    taxes: anders.map(({ id: zeile, steuerCent }) => ["write", [zeile], { amount: alsDezimal(steuerCent) }]),
  });
};

/** Why a post was refused, told by facts and not by its translated text. @throws Absage */
const begruende = async (
  { rpc, mandant, kontext }: Firma,
  grund: Abgelehnt,
  soll: Sollbeleg,
  aufruf: Aufruf,
): Promise<Abgelehnt> => {
  if (grund.code !== "ungueltig") return grund;
  const tag = alsTag(soll.buchungsdatum);
  const zaehle = (modell: string, ...suche: unknown[]) =>
    rpc.frage<number>(`model.${modell}.search_count`, [[["company", "=", mandant], ...suche], kontext], aufruf);
  const perioden = await zaehle(
    "account.period",
    ["type", "=", "standard"],
    ["state", "=", "open"],
    ["start_date", "<=", tag],
    ["end_date", ">=", tag],
  );
  if (perioden === 0) return { ...grund, code: "periode_geschlossen" };
  if (soll.richtung === "lieferant") return grund;
  const spaetere = await zaehle(
    "account.invoice",
    ["type", "=", typVon(soll.richtung)],
    ["number", "!=", null],
    ["accounting_date", ">", tag],
  );
  return spaetere > 0 ? { ...grund, code: "datum_reihenfolge" } : grund;
};

const vergleiche = (beleg: ExternerBeleg, soll: Sollbeleg): Abgelehnt | undefined => {
  const anders =
    beleg.nettoCent !== soll.nettoCent ||
    beleg.parteiCode !== soll.partei.code ||
    (beleg.bruttoCent !== null && beleg.bruttoCent !== soll.bruttoCent);
  return anders ? abweichung("In Tryton steht der Beleg mit anderer Summe oder Partei als im Archiv.") : undefined;
};

/** Posts a draft that is as the archive says, and only such a one. @throws Absage before anything is final */
export async function schreibeFest(
  firma: Firma,
  id: string,
  soll: Sollbeleg,
  aufruf: Aufruf,
): Promise<Ausgang<ExternerBeleg>> {
  const vorher = await findeBeleg(firma, id, aufruf);
  if (!vorher) return nichtGefunden(id);
  const anders = vergleiche(vorher, soll);
  if (anders) return anders;
  if (vorher.zustand === "storniert") return abweichung("Der Beleg ist in Tryton storniert.");
  if (vorher.zustand !== "entwurf") return { ausgang: "done", wert: vorher };
  const bereit = await bereiteVor(firma, Number(id), soll, aufruf);
  if (bereit.ausgang !== "done") return bereit;
  const params = [[Number(id)], firma.kontext];
  const gebucht = await firma.rpc.aendere<null>("festschreiben", "model.account.invoice.post", params, aufruf);
  if (gebucht.ausgang === "rejected") return begruende(firma, gebucht, soll, aufruf);
  if (gebucht.ausgang !== "done") return gebucht;
  const danach = await liesNach(firma, "festschreiben", id, aufruf);
  return danach.ausgang === "done" ? (vergleiche(danach.wert, soll) ?? danach) : danach;
}
