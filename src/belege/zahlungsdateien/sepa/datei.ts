import { Buffer } from "node:buffer";
import { dezimal } from "../../../kern/geld/dezimal.ts";
import { deutschesDatum, formatTag, type Tag } from "../../../kern/kalender/tag.ts";
import { istInSepaSchreibbar, sepaText } from "../../../kern/zeichen/sepa.ts";
import { gueltigeBic, inhaber } from "../../../stammdaten/kontakte/bankverbindung.ts";
import { entpackt, packe } from "../../exporte/gepackt.ts";
import { el, wert, type Xml } from "../../xml/element.ts";
import type { Auftraggeber, Bankkonto, SepaArt, ZahlungsBeleg } from "./zahlungen.ts";

/** A company that may pay: with its account and, for direct debits, its creditor identifier. */
export type Zahlender = Omit<Auftraggeber, "treuhandkonto"> & { treuhandkonto: Bankkonto };

/** Text of people in the characters of SEPA. */
const text = (name: string, inhalt: string | null, hoechstens: number): Xml =>
  wert(name, sepaText(inhalt ?? "", hoechstens));

type Anschrift = Pick<Auftraggeber, "strasse" | "hausnummer" | "plz" | "ort" | "land">;

/** Left out where it cannot be written: full stops are no street. */
const ortsangabe = (name: string, inhalt: string | null, hoechstens: number): Xml | null =>
  inhalt !== null && istInSepaSchreibbar(inhalt) ? text(name, inhalt, hoechstens) : null;

/** Structured, as the rulebooks demand since November 2026; none without a town, which they demand in it. */
const anschrift = ({ strasse, hausnummer, plz, ort, land }: Anschrift): Xml | null => {
  const stadt = ortsangabe("TwnNm", ort, 35);
  return (
    stadt &&
    el(
      "PstlAdr",
      ortsangabe("StrtNm", strasse, 70),
      ortsangabe("BldgNb", hausnummer, 16),
      ortsangabe("PstCd", plz, 16),
      stadt,
      text("Ctry", land, 2),
    )
  );
};

const institut = (name: string, bic: string | null): Xml =>
  el(name, el("FinInstnId", bic ? wert("BICFI", bic) : el("Othr", wert("Id", "NOTPROVIDED"))));

const konto = (name: string, iban: string | null): Xml => el(name, el("Id", wert("IBAN", iban)));

/** One payment. Its end-to-end identification is the document's number. */
const zahlung = (art: SepaArt, beleg: ZahlungsBeleg, cent: number): Xml => {
  const { belegnummer, kontonummer, leistungVon, leistungBis, empfaenger } = beleg;
  const bic = gueltigeBic(empfaenger.bic);
  const partei = [text("Nm", inhaber(empfaenger), 70), anschrift(empfaenger)] as const;
  const summe = wert("InstdAmt", dezimal(cent), { Ccy: "EUR" });
  const kennung = el("PmtId", text("EndToEndId", belegnummer, 35));
  const tage = `${deutschesDatum(leistungVon)}-${deutschesDatum(leistungBis)}`;
  const zweck = el("RmtInf", text("Ustrd", `${belegnummer} ${kontonummer} ${tage}`, 140));
  if (art === "ueberweisung")
    return el(
      "CdtTrfTxInf",
      kennung,
      el("Amt", summe),
      bic ? institut("CdtrAgt", bic) : null,
      el("Cdtr", ...partei),
      konto("CdtrAcct", empfaenger.iban),
      zweck,
    );
  const { referenz = null, datum = null } = empfaenger.sepaMandat ?? {};
  return el(
    "DrctDbtTxInf",
    kennung,
    summe,
    // As the payer knows it: one that no bank takes as it is keeps the payment back.
    el("DrctDbtTx", el("MndtRltdInf", wert("MndtId", referenz), wert("DtOfSgntr", datum))),
    institut("DbtrAgt", bic),
    el("Dbtr", ...partei),
    konto("DbtrAcct", empfaenger.iban),
    zweck,
  );
};

type Gruppe = { anzahl: number; summeCent: number; teile: Uint8Array[] };

/** Number and sum of payments, as the header of a file and of each of its groups repeats them. */
const kontrolle = ({ anzahl, summeCent }: Pick<Gruppe, "anzahl" | "summeCent">) => [
  wert("NbOfTxs", String(anzahl)),
  wert("CtrlSum", dezimal(summeCent)),
];

/** What the payments of a day have in common: their kind, their day, and the company with its account. */
const gruppenkopf = (art: SepaArt, firma: Zahlender, msgId: string, tag: string, gruppe: Gruppe) => {
  const selbst = [text("Nm", firma.name, 70), anschrift(firma)] as const;
  const { iban, bic } = firma.treuhandkonto;
  const dienst = el("SvcLvl", wert("Cd", "SEPA"));
  const anfang = [
    wert("PmtInfId", `${msgId.slice(0, 26)}-${tag.replaceAll("-", "")}`),
    wert("PmtMtd", art === "lastschrift" ? "DD" : "TRF"),
    ...kontrolle(gruppe),
  ];
  if (art === "ueberweisung")
    return [
      ...anfang,
      el("PmtTpInf", dienst),
      el("ReqdExctnDt", wert("Dt", tag)),
      el("Dbtr", ...selbst),
      konto("DbtrAcct", iban),
      institut("DbtrAgt", gueltigeBic(bic)),
      wert("ChrgBr", "SLEV"),
    ];
  const glaeubiger = el("Othr", text("Id", firma.glaeubigerId, 35), el("SchmeNm", wert("Prtry", "SEPA")));
  return [
    ...anfang,
    el("PmtTpInf", dienst, el("LclInstrm", wert("Cd", "CORE")), wert("SeqTp", "RCUR")),
    wert("ReqdColltnDt", tag),
    el("Cdtr", ...selbst),
    konto("CdtrAcct", iban),
    institut("CdtrAgt", gueltigeBic(bic)),
    wert("ChrgBr", "SLEV"),
    el("CdtrSchmeId", el("Id", el("PrvtId", glaeubiger))),
  ];
};

const formate = {
  lastschrift: { name: "pain.008.001.08", wurzel: "CstmrDrctDbtInitn" },
  ueberweisung: { name: "pain.001.001.09", wurzel: "CstmrCdtTrfInitn" },
} as const satisfies Record<SepaArt, object>;

/**
 * Collects payments by day and writes the file once all are in: its header says how many there are. What it writes is
 * the same each time.
 */
export function neueSepaDatei(art: SepaArt, firma: Zahlender, msgId: string, erstelltAm: Date) {
  const gruppen = new Map<Tag, Gruppe>();
  const gesamt = { anzahl: 0, summeCent: 0 };
  return {
    gesamt,
    async nimm(tag: Tag, zahlungen: { beleg: ZahlungsBeleg; betragCent: number }[]) {
      const gruppe = gruppen.get(tag) ?? { anzahl: 0, summeCent: 0, teile: [] };
      gruppen.set(tag, gruppe);
      const summe = zahlungen.reduce((s, { betragCent }) => s + betragCent, 0);
      for (const zaehler of [gruppe, gesamt]) {
        zaehler.anzahl += zahlungen.length;
        zaehler.summeCent += summe;
      }
      const zeilen = zahlungen.map((z) => `${zahlung(art, z.beleg, z.betragCent)}\n`);
      gruppe.teile.push(await packe(Buffer.from(zeilen.join(""))));
    },
    *schreibe(): Generator<Uint8Array> {
      const { name, wurzel } = formate[art];
      const zeit = `${erstelltAm.toISOString().slice(0, 19)}Z`;
      const firmenname = el("InitgPty", text("Nm", firma.name, 70));
      const kopf = el("GrpHdr", wert("MsgId", msgId), wert("CreDtTm", zeit), ...kontrolle(gesamt), firmenname);
      yield Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><${wurzel}>\n` +
          `${kopf}\n`,
      );
      for (const [tag, gruppe] of [...gruppen].sort(([a], [b]) => a - b)) {
        yield Buffer.from(`<PmtInf>${gruppenkopf(art, firma, msgId, formatTag(tag), gruppe).join("")}\n`);
        yield* entpackt(gruppe.teile);
        yield Buffer.from("</PmtInf>\n");
      }
      yield Buffer.from(`</${wurzel}></Document>\n`);
    },
  };
}
