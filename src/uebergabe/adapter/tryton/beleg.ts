import type { Aufruf, Belegrichtung, ExternerBeleg, Sollbeleg } from "../typen.ts";
import type { Firma } from "./firma.ts";
import { alsCent, alsDezimal, alsTag, type Dezimal } from "./werte.ts";

export const typVon = (richtung: Belegrichtung): "out" | "in" => (richtung === "rechnung" ? "out" : "in");

export const belegfelder = [
  "number",
  "state",
  "reference",
  "party.code",
  "untaxed_amount",
  "total_amount",
  "cancel_move.post_number",
];

export type Belegsatz = {
  id: number;
  number: string | null;
  state: "draft" | "validated" | "posted" | "paid" | "cancelled";
  reference: string | null;
  "party.": { code: string } | null;
  untaxed_amount: Dezimal;
  total_amount: Dezimal;
  cancel_move: number | null;
  "cancel_move."?: { post_number: string | null } | null;
};

const zustaende = {
  draft: "entwurf",
  validated: "entwurf",
  posted: "offen",
  paid: "bezahlt",
  cancelled: "storniert",
} as const;

export const liesBeleg = (satz: Belegsatz): ExternerBeleg => {
  const zustand = zustaende[satz.state];
  return {
    id: String(satz.id),
    referenz: satz.reference,
    nummer: satz.number,
    zustand,
    rohzustand: satz.state,
    parteiCode: satz["party."]?.code ?? null,
    nettoCent: alsCent(satz.untaxed_amount),
    // A fresh draft has no taxes yet.
    bruttoCent: zustand === "entwurf" ? null : alsCent(satz.total_amount),
    storniertDurch: satz["cancel_move."]?.post_number ?? null,
  };
};

/** What stands of a document that was made just now, without asking again. */
export const neuerEntwurf = (id: number, soll: Sollbeleg): ExternerBeleg => ({
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
export const baueBeleg = async (
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
