import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { type Saatbeleg, type Saatlauf, saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { firma, person } from "../../hilfe/musterbrief.ts";
import { bestaetigeKontakte, richteFirmaEin } from "../exporte/zahlungslauf.ts";

let lauf: Saatlauf;

const einzug = {
  ...person,
  zahlungsart: "lastschrift",
  sepaMandat: { referenz: "HGT-000417", datum: "2024-03-01" },
} as const;

const belege: Saatbeleg[] = [
  { belegart: "rechnung", nettoCent: 120_000, steuersatzBp: 1900, empfaenger: einzug },
  { belegart: "rechnung", nettoCent: 33_333, empfaenger: person },
  { belegart: "schlussrechnung", nettoCent: -5_005, empfaenger: person },
  {
    belegart: "gutschrift",
    nettoCent: 120_000,
    steuersatzBp: 1900,
    empfaenger: firma,
    gebuehr: 4,
    auszahlungCent: 135_660,
  },
  { belegart: "gebuehrenrechnung", nettoCent: 6_000, steuersatzBp: 1900, empfaenger: firma },
];

mitDienst();

beforeAll(async () => {
  lauf = await saeLauf(dienst.owner, belege);
  await richteFirmaEin(dienst.owner);
  await bestaetigeKontakte(dienst.owner, lauf.laufId);
});

const pfad = (art: string, zusatz = "", laufId = lauf.laufId) =>
  `/abrechnung/export/sepa${zusatz.startsWith("/") ? zusatz : ""}?buchungslaufId=${laufId}&art=${art}${zusatz.startsWith("&") ? zusatz : ""}`;
const hole = (art: string, zusatz = "", laufId = lauf.laufId) => verwalter().get(pfad(art, zusatz, laufId));

const alsBaum = (text: string) =>
  new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text) as Record<string, never>;

describe("Lastschrift", () => {
  test("die Datei, Zeile für Zeile von Hand geprüft", async () => {
    const antwort = await hole("lastschrift");
    expect(antwort.status).toBe(200);
    const msgId = `LS-${lauf.laufId.replaceAll("-", "")}`;
    const [re] = lauf.belegnummern;
    const kontonummer = "PK-000001";
    expect(antwort.text.replace(/>\n?</g, ">\n<").split("\n")).toEqual(
      `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08">
<CstmrDrctDbtInitn>
<GrpHdr>
<MsgId>${msgId}</MsgId>
<CreDtTm>2026-11-20T09:00:00Z</CreDtTm>
<NbOfTxs>1</NbOfTxs>
<CtrlSum>1428.00</CtrlSum>
<InitgPty>
<Nm>Nordholz Flaechenmanagement GmbH</Nm>
</InitgPty>
</GrpHdr>
<PmtInf>
<PmtInfId>${msgId.slice(0, 26)}-20261204</PmtInfId>
<PmtMtd>DD</PmtMtd>
<NbOfTxs>1</NbOfTxs>
<CtrlSum>1428.00</CtrlSum>
<PmtTpInf>
<SvcLvl>
<Cd>SEPA</Cd>
</SvcLvl>
<LclInstrm>
<Cd>CORE</Cd>
</LclInstrm>
<SeqTp>RCUR</SeqTp>
</PmtTpInf>
<ReqdColltnDt>2026-12-04</ReqdColltnDt>
<Cdtr>
<Nm>Nordholz Flaechenmanagement GmbH</Nm>
<PstlAdr>
<StrtNm>Hafenstrasse</StrtNm>
<BldgNb>12</BldgNb>
<PstCd>24103</PstCd>
<TwnNm>Kiel</TwnNm>
<Ctry>DE</Ctry>
</PstlAdr>
</Cdtr>
<CdtrAcct>
<Id>
<IBAN>DE02120300000000202051</IBAN>
</Id>
</CdtrAcct>
<CdtrAgt>
<FinInstnId>
<BICFI>BYLADEM1001</BICFI>
</FinInstnId>
</CdtrAgt>
<ChrgBr>SLEV</ChrgBr>
<CdtrSchmeId>
<Id>
<PrvtId>
<Othr>
<Id>DE98ZZZ09999999999</Id>
<SchmeNm>
<Prtry>SEPA</Prtry>
</SchmeNm>
</Othr>
</PrvtId>
</Id>
</CdtrSchmeId>
<DrctDbtTxInf>
<PmtId>
<EndToEndId>${re}</EndToEndId>
</PmtId>
<InstdAmt Ccy="EUR">1428.00</InstdAmt>
<DrctDbtTx>
<MndtRltdInf>
<MndtId>HGT-000417</MndtId>
<DtOfSgntr>2024-03-01</DtOfSgntr>
</MndtRltdInf>
</DrctDbtTx>
<DbtrAgt>
<FinInstnId>
<BICFI>COBADEFFXXX</BICFI>
</FinInstnId>
</DbtrAgt>
<Dbtr>
<Nm>Dr. Lukasz Wojcik</Nm>
<PstlAdr>
<StrtNm>Strasse der Einheit</StrtNm>
<BldgNb>104a</BldgNb>
<PstCd>18055</PstCd>
<TwnNm>Rostock</TwnNm>
<Ctry>DE</Ctry>
</PstlAdr>
</Dbtr>
<DbtrAcct>
<Id>
<IBAN>DE89370400440532013000</IBAN>
</Id>
</DbtrAcct>
<RmtInf>
<Ustrd>${re} ${kontonummer} 01.10.2026-30.09.2027</Ustrd>
</RmtInf>
</DrctDbtTxInf>
</PmtInf>
</CstmrDrctDbtInitn>
</Document>
`.split("\n"),
    );
    expect(Object.fromEntries(antwort.kopf)).toMatchObject({
      "content-type": "application/xml",
      "content-disposition": 'attachment; filename="sepa-lastschrift-2026-11-01.xml"',
      "x-nachrichten-id": msgId,
      "x-zahlungen-anzahl": "1",
      "x-zahlungen-summe-cent": "142800",
      "x-ausgelassen-anzahl": "0",
    });
    expect(msgId).toHaveLength(35);
  });

  test("zweimal geladen dieselbe Nachrichten-ID, eine Auswahl eine eigene", async () => {
    const [erste, zweite, auswahl, dieselbe] = await Promise.all([
      hole("lastschrift"),
      hole("lastschrift"),
      hole("lastschrift", `&belegnummern=${lauf.belegnummern[0]}`),
      hole("lastschrift", `&belegnummern=${lauf.belegnummern[0]},${lauf.belegnummern[0]}`),
    ]);
    expect(zweite.text).toBe(erste.text);
    const id = (antwort: typeof erste) => antwort.kopf.get("x-nachrichten-id") ?? "";
    expect(id(auswahl)).not.toBe(id(erste));
    expect(id(auswahl)).toMatch(/^LS-[0-9a-f]{32}$/);
    expect(id(dieselbe)).toBe(id(auswahl));
    expect(auswahl.kopf.get("content-disposition")).toContain("sepa-lastschrift-2026-11-01-auswahl.xml");
  });

  test("ein fremder Beleg in der Auswahl: 400", async () => {
    const antwort = await hole("lastschrift", "&belegnummern=RE-1999-000001");
    expect([antwort.status, antwort.text]).toEqual([400, expect.stringContaining("RE-1999-000001")]);
  });

  test("liegt der Tag des Briefs hinter uns, wird am nächsten Bankarbeitstag eingezogen", async () => {
    dienst.stelle("2026-12-24");
    expect((await hole("lastschrift")).text).toContain("<ReqdColltnDt>2026-12-28</ReqdColltnDt>");
    dienst.stelle("2026-11-20");
  });
});

describe("Überweisung", () => {
  test("Auszahlung an Verpächter und Guthaben an Pächter, einen Bankarbeitstag vor dem Tag der Briefe", async () => {
    const antwort = await hole("ueberweisung");
    expect(antwort.status).toBe(200);
    const { CstmrCdtTrfInitn: datei } = alsBaum(antwort.text).Document as unknown as {
      CstmrCdtTrfInitn: { GrpHdr: object; PmtInf: { ReqdExctnDt: object; Dbtr: object; CdtTrfTxInf: object[] } };
    };
    expect(datei.GrpHdr).toMatchObject({ NbOfTxs: "2", CtrlSum: "1406.65" });
    expect(datei.PmtInf).toMatchObject({
      PmtMtd: "TRF",
      NbOfTxs: "2",
      CtrlSum: "1406.65",
      ReqdExctnDt: { Dt: "2026-12-03" },
      DbtrAcct: { Id: { IBAN: "DE02120300000000202051" } },
    });
    expect(datei.PmtInf.CdtTrfTxInf).toMatchObject([
      {
        PmtId: { EndToEndId: lauf.belegnummern[3] },
        Amt: { InstdAmt: { "#text": "1356.60", "@_Ccy": "EUR" } },
        Cdtr: { Nm: "Hafenlogistik Ost Verwaltungs- und Beteiligungsgesellschaft mbH + Co." },
      },
      { PmtId: { EndToEndId: lauf.belegnummern[2] }, Amt: { InstdAmt: { "#text": "50.05" } } },
    ]);
  });
});

describe("Zugang", () => {
  test("im Audit-Log steht, was die Datei zahlt; HEAD lädt nichts", async () => {
    const eintraege = () => dienst.owner<{ werte: string }[]>`
      select werte from auditlog where aktion = 'export' and werte like '%sepa-%' order by id`;
    const vorher = (await eintraege()).length;
    const kopf = await dienst.frage("administrator", "head", pfad("ueberweisung"));
    expect([kopf.status, kopf.bytes.length, kopf.kopf.get("x-zahlungen-anzahl")]).toEqual([200, 0, "2"]);
    expect((await eintraege()).length).toBe(vorher);
    await hole("ueberweisung");
    const neue = (await eintraege()).slice(vorher);
    expect(neue).toHaveLength(1);
    expect(neue[0]?.werte).toContain("140665");
    expect(neue[0]?.werte).toContain("sepa-ueberweisung-2026-11-01.xml");
  });

  test("eine Oberfläche anderer Herkunft liest, was die Köpfe der Dateien sagen", async () => {
    const antwort = await dienst.frage("verwalter", "get", pfad("lastschrift"), {
      kopf: { origin: "http://localhost:5173" },
    });
    const sichtbar = antwort.kopf.get("access-control-expose-headers")?.split(",") ?? [];
    for (const datei of ["sepa", "datev"]) {
      const beschrieben = dienst.dokument.paths[`/abrechnung/export/${datei}`]?.get?.responses["200"]?.headers ?? {};
      expect(Object.keys(beschrieben).length).toBeGreaterThan(2);
      expect(sichtbar).toEqual(expect.arrayContaining(Object.keys(beschrieben)));
    }
  });

  test("409 für einen Lauf, der nicht abgeschlossen ist, 400 ohne Art, 404 für einen fremden", async () => {
    const { laufId } = await saeLauf(dienst.owner, [], "laufend");
    for (const zusatz of ["", "/pruefung"]) {
      const laufend = await hole("lastschrift", zusatz, laufId);
      expect([laufend.status, laufend.json.code]).toEqual([409, "lauf_nicht_abgeschlossen"]);
      expect((await hole("lastschrift", zusatz, "00000000-0000-0000-0000-000000000001")).status).toBe(404);
      expect((await hole("bar", zusatz)).status).toBe(400);
    }
  });
});
