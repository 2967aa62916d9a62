import { absage } from "../absage.ts";
import type { Aufruf, Ausgang, ExternerBeleg, Sollbeleg } from "../typen.ts";
import { typVon } from "./beleg.ts";
import type { Firma } from "./firma.ts";
import { alsDezimal, alsTag } from "./rpc/werte.ts";

/** What stands of a document that was made just now, without asking again. */
const neuerEntwurf = (id: number, soll: Sollbeleg): ExternerBeleg => ({
  id: String(id),
  referenz: soll.referenz,
  nummer: null,
  zustand: "entwurf",
  rohzustand: "draft",
  parteiCode: soll.partei.code,
  nettoCent: soll.nettoCent,
  bruttoCent: null,
  storniertDurch: null,
});

/** Values of a new invoice. @throws Absage where an account or a tax is missing */
const baueBeleg = async (
  { stammdaten, mandant }: Pick<Firma, "stammdaten" | "mandant">,
  soll: Sollbeleg,
  { partei, anschrift }: { partei: number; anschrift: number },
  aufruf: Aufruf,
) => {
  const { journal, konto } = await stammdaten.journalUndKonto(soll.richtung, aufruf);
  const waehrung = await stammdaten.waehrung(aufruf);
  const zeilen: object[] = [];
  for (const zeile of soll.zeilen) {
    const ziel = await stammdaten.kontoUndSteuer(soll.richtung, zeile, aufruf);
    zeilen.push({
      type: "line",
      description: zeile.text,
      quantity: zeile.nettoCent < 0 ? -1 : 1,
      unit_price: alsDezimal(Math.abs(zeile.nettoCent)),
      account: ziel.konto,
      currency: waehrung,
      company: mandant,
      taxes: ziel.steuer === null ? [] : [["add", [ziel.steuer]]],
    });
  }
  return {
    company: mandant,
    type: typVon(soll.richtung),
    journal,
    party: partei,
    invoice_address: anschrift,
    currency: waehrung,
    account: konto,
    // A payment term warns of due dates in the past; the due date stands in the letter.
    payment_term: null,
    invoice_date: alsTag(soll.belegdatum),
    accounting_date: alsTag(soll.buchungsdatum),
    reference: soll.referenz,
    description: `${soll.belegnummer} ${soll.beschreibung}`,
    lines: [["create", zeilen]],
  };
};

/** Makes a draft for the party. @throws Absage before anything was sent */
export async function lege(
  firma: Firma,
  soll: Sollbeleg,
  partei: number,
  aufruf: Aufruf,
): Promise<Ausgang<ExternerBeleg>> {
  const { rpc, kontext } = firma;
  const params = [[["party", "=", partei]], 0, 1, [["id", "ASC"]], kontext];
  const [anschrift] = await rpc.frage<number[]>("model.party.address.search", params, aufruf);
  if (anschrift === undefined) {
    const ursache = `Die Partei ${soll.partei.code} hat in Tryton keine Anschrift.`;
    return absage("ungueltig", ursache, "nach_korrektur");
  }
  const werte = await baueBeleg(firma, soll, { partei, anschrift }, aufruf);
  const neu = await rpc.aendere<number[]>("anlegen", "model.account.invoice.create", [[werte], kontext], aufruf);
  return neu.ausgang === "done" ? { ausgang: "done", wert: neuerEntwurf(neu.wert[0] ?? 0, soll) } : neu;
}
