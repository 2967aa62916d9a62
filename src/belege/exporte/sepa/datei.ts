import { Buffer } from "node:buffer";
import { dezimal } from "../../../kern/geld/dezimal.ts";
import { deutschesDatum, formatTag, type Tag } from "../../../kern/kalender/tag.ts";
import { sepaText } from "../zeichensatz.ts";
import {
  type Auftraggeber,
  type Bankkonto,
  gueltigeBic,
  inhaber,
  type SepaArt,
  type ZahlungsBeleg,
} from "./zahlungen.ts";

/** A company that may pay: with its account and, for direct debits, its creditor identifier. */
export type Zahlender = Omit<Auftraggeber, "treuhandkonto"> & { treuhandkonto: Bankkonto };

/** An element with text or elements in it; nothing in it, no element. */
const el = (name: string, ...inhalt: (string | null)[]): string => {
  const text = inhalt.join("");
  return text === "" ? "" : `<${name}>${text}</${name}>`;
};

/** Text of people. What SEPA allows has none of the characters that mean something in XML. */
const wert = (name: string, text: string | null, hoechstens: number): string =>
  el(name, sepaText(text ?? "", hoechstens));

type Anschrift = Pick<Auftraggeber, "strasse" | "hausnummer" | "plz" | "ort" | "land">;

/** Structured, as the rulebooks demand since November 2026; none without a town, which they demand in it. */
const anschrift = ({ strasse, hausnummer, plz, ort, land }: Anschrift): string =>
  ort === null
    ? ""
    : el(
        "PstlAdr",
        wert("StrtNm", strasse, 70),
        wert("BldgNb", hausnummer, 16),
        wert("PstCd", plz, 16),
        wert("TwnNm", ort, 35),
        wert("Ctry", land, 2),
      );

const institut = (name: string, bic: string | null): string =>
  el(name, el("FinInstnId", bic ? el("BICFI", bic) : el("Othr", el("Id", "NOTPROVIDED"))));

const konto = (name: string, iban: string): string => el(name, el("Id", el("IBAN", iban)));

/** One payment. Its end-to-end identification is the document's number. */
const zahlung = (art: SepaArt, beleg: ZahlungsBeleg, cent: number): string => {
  const { belegnummer, kontonummer, zeitraumVon, zeitraumBis, empfaenger } = beleg;
  const bic = gueltigeBic(empfaenger.bic);
  const partei = [wert("Nm", inhaber(empfaenger), 70), anschrift(empfaenger)] as const;
  const summe = `<InstdAmt Ccy="EUR">${dezimal(cent)}</InstdAmt>`;
  const kennung = el("PmtId", wert("EndToEndId", belegnummer, 35));
  const tage = `${deutschesDatum(zeitraumVon)}-${deutschesDatum(zeitraumBis)}`;
  const zweck = el("RmtInf", wert("Ustrd", `${belegnummer} ${kontonummer} ${tage}`, 140));
  const iban = empfaenger.iban ?? "";
  if (art === "ueberweisung")
    return el(
      "CdtTrfTxInf",
      kennung,
      el("Amt", summe),
      bic ? institut("CdtrAgt", bic) : "",
      el("Cdtr", ...partei),
      konto("CdtrAcct", iban),
      zweck,
    );
  const { referenz = "", datum = "" } = empfaenger.sepaMandat ?? {};
  return el(
    "DrctDbtTxInf",
    kennung,
    summe,
    el("DrctDbtTx", el("MndtRltdInf", wert("MndtId", referenz, 35), el("DtOfSgntr", datum))),
    institut("DbtrAgt", bic),
    el("Dbtr", ...partei),
    konto("DbtrAcct", iban),
    zweck,
  );
};

type Gruppe = { anzahl: number; summeCent: number; teile: Buffer[] };

/** Number and sum of payments, as the header of a file and of each of its groups repeats them. */
const kontrolle = ({ anzahl, summeCent }: Pick<Gruppe, "anzahl" | "summeCent">): string =>
  el("NbOfTxs", String(anzahl)) + el("CtrlSum", dezimal(summeCent));

const formate = {
  lastschrift: { name: "pain.008.001.08", wurzel: "CstmrDrctDbtInitn" },
  ueberweisung: { name: "pain.001.001.09", wurzel: "CstmrCdtTrfInitn" },
} as const satisfies Record<SepaArt, object>;

/** Collects payments by day and writes the file once all are in: its header says how many there are. */
export const neueSepaDatei = (art: SepaArt, firma: Zahlender, msgId: string, erstelltAm: Date) => {
  const gruppen = new Map<Tag, Gruppe>();
  const gesamt = { anzahl: 0, summeCent: 0 };

  const gruppenkopf = (tag: Tag, gruppe: Gruppe): string => {
    const datum = formatTag(tag);
    const selbst = [wert("Nm", firma.name, 70), anschrift(firma)] as const;
    const { iban, bic } = firma.treuhandkonto;
    const eigene = gueltigeBic(bic);
    const anfang =
      el("PmtInfId", `${msgId.slice(0, 26)}-${datum.replaceAll("-", "")}`) +
      el("PmtMtd", art === "lastschrift" ? "DD" : "TRF") +
      kontrolle(gruppe);
    const dienst = el("SvcLvl", el("Cd", "SEPA"));
    if (art === "ueberweisung")
      return (
        anfang +
        el("PmtTpInf", dienst) +
        el("ReqdExctnDt", el("Dt", datum)) +
        el("Dbtr", ...selbst) +
        konto("DbtrAcct", iban) +
        institut("DbtrAgt", eigene) +
        el("ChrgBr", "SLEV")
      );
    return (
      anfang +
      el("PmtTpInf", dienst, el("LclInstrm", el("Cd", "CORE")), el("SeqTp", "RCUR")) +
      el("ReqdColltnDt", datum) +
      el("Cdtr", ...selbst) +
      konto("CdtrAcct", iban) +
      institut("CdtrAgt", eigene) +
      el("ChrgBr", "SLEV") +
      el(
        "CdtrSchmeId",
        el("Id", el("PrvtId", el("Othr", wert("Id", firma.glaeubigerId, 35), el("SchmeNm", el("Prtry", "SEPA"))))),
      )
    );
  };

  return {
    gesamt,
    nimm(tag: Tag, zahlungen: { beleg: ZahlungsBeleg; betragCent: number }[]) {
      const gruppe = gruppen.get(tag) ?? { anzahl: 0, summeCent: 0, teile: [] };
      gruppen.set(tag, gruppe);
      const summe = zahlungen.reduce((s, { betragCent }) => s + betragCent, 0);
      for (const stand of [gruppe, gesamt]) {
        stand.anzahl += zahlungen.length;
        stand.summeCent += summe;
      }
      gruppe.teile.push(Buffer.from(zahlungen.map((z) => `${zahlung(art, z.beleg, z.betragCent)}\n`).join("")));
    },
    *schreibe(): Generator<Uint8Array> {
      const { name, wurzel } = formate[art];
      const zeit = `${erstelltAm.toISOString().slice(0, 19)}Z`;
      yield Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><${wurzel}>\n` +
          `${el("GrpHdr", el("MsgId", msgId), el("CreDtTm", zeit), kontrolle(gesamt), el("InitgPty", wert("Nm", firma.name, 70)))}\n`,
      );
      for (const [tag, gruppe] of [...gruppen].sort(([a], [b]) => a - b)) {
        yield Buffer.from(`<PmtInf>${gruppenkopf(tag, gruppe)}\n`);
        yield* gruppe.teile;
        yield Buffer.from("</PmtInf>\n");
      }
      yield Buffer.from(`</${wurzel}></Document>\n`);
    },
  };
};
