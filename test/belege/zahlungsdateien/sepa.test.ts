import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { type Saatbeleg, type Saatlauf, saeLauf } from "../../hilfe/archiv.ts";
import { administrator, dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { firma, person } from "../../hilfe/musterbrief.ts";
import { bestaetigeKontakte, richteFirmaEin } from "../exporte/zahlungslauf.ts";
import { frageDatei, holeDatei, ladeDatei, verwirf } from "./dateien.ts";

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

const alsBaum = (text: string) =>
  new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text) as Record<string, never>;

describe("Lastschrift", () => {
  test("die Datei, Zeile für Zeile von Hand geprüft", async () => {
    const antwort = await holeDatei(lauf.laufId, "lastschrift");
    expect(antwort.status).toBe(200);
    const { nachrichtenId: msgId, id, dateiname } = antwort.datei;
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
<Nm>Lukasz Wojcik</Nm>
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
      "content-disposition": `attachment; filename="${dateiname}"`,
      "cache-control": "no-store",
      "x-nachrichten-id": msgId,
      "x-zahlungen-anzahl": "1",
      "x-zahlungen-summe-cent": "142800",
      "x-ausgelassen-anzahl": "0",
    });
    expect(msgId).toMatch(/^LS-[0-9a-f]{32}$/);
    expect(dateiname).toBe(`sepa-lastschrift-2026-11-01-${msgId.slice(3, 11)}.xml`);
    await verwirf(id);
  });

  test("ein fremder Beleg in der Auswahl: 400", async () => {
    const antwort = await frageDatei(lauf.laufId, "lastschrift", ["RE-1999-000001"]);
    expect([antwort.status, antwort.text]).toEqual([400, expect.stringContaining("RE-1999-000001")]);
  });

  test("liegt der Tag des Briefs hinter uns, wird am nächsten Bankarbeitstag eingezogen", async () => {
    dienst.stelle("2026-12-24");
    const { text, datei } = await holeDatei(lauf.laufId, "lastschrift");
    expect(text).toContain("<ReqdColltnDt>2026-12-28</ReqdColltnDt>");
    await verwirf(datei.id);
    dienst.stelle("2026-11-20");
  });
});

describe("Überweisung", () => {
  test("Auszahlung an Verpächter und Guthaben an Pächter, einen Bankarbeitstag vor dem Tag der Briefe", async () => {
    const antwort = await holeDatei(lauf.laufId, "ueberweisung");
    expect(antwort.status).toBe(200);
    await verwirf(antwort.datei.id);
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
  test("wer eine Datei lädt, steht an ihr und im Audit-Log; HEAD lädt nichts", async () => {
    const { json: datei } = await frageDatei(lauf.laufId, "ueberweisung");
    const pfad = `/abrechnung/export/sepa?zahlungsdateiId=${datei.id}`;
    const eintraege = () => dienst.owner<{ werte: string; ressourceId: string }[]>`
      select werte, ressource_id
      from auditlog left join auditwert on auditlog_id = id
      where aktion = 'export' and werte like '%sepa-%' order by id`;
    const abrufe = async () =>
      (await verwalter().get<typeof datei>(`/abrechnung/zahlungsdateien/${datei.id}`)).json.abrufe;
    const vorher = (await eintraege()).length;
    const kopf = await dienst.frage("administrator", "head", pfad);
    expect([kopf.status, kopf.bytes.length, kopf.kopf.get("x-zahlungen-anzahl")]).toEqual([200, 0, "2"]);
    expect([(await eintraege()).length, await abrufe()]).toEqual([vorher, []]);
    await administrator().get(pfad);
    await verwalter().get(pfad);
    const neue = (await eintraege()).slice(vorher);
    expect(neue.map(({ ressourceId }) => ressourceId)).toEqual([String(datei.id), String(datei.id)]);
    expect(neue[0]?.werte).toContain("140665");
    expect(neue[0]?.werte).toContain(datei.dateiname);
    expect((await abrufe()).map(({ benutzer }) => benutzer)).toEqual(["Test verwalter", "Test administrator"]);
    await verwirf(datei.id);
  });

  test("eine Oberfläche anderer Herkunft liest, was die Köpfe der Dateien sagen", async () => {
    const antwort = await dienst.frage("verwalter", "get", "/abrechnung/zahlungsdateien", {
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
    const fremd = "00000000-0000-0000-0000-000000000001";
    for (const wo of ["sepa", "sepa/pruefung"]) {
      const hole = (id: string, art: string) =>
        verwalter().get(`/abrechnung/export/${wo}?buchungslaufId=${id}${art && `&art=${art}`}`);
      const laufend = await hole(laufId, "lastschrift");
      expect([laufend.status, laufend.json.code]).toEqual([409, "lauf_nicht_abgeschlossen"]);
      expect((await hole(fremd, "lastschrift")).status).toBe(404);
      expect((await hole(laufId, "bar")).status).toBe(400);
      expect((await hole(laufId, "")).status).toBe(400);
    }
    const laufend = await frageDatei(laufId, "lastschrift");
    expect([laufend.status, laufend.json.code]).toEqual([409, "lauf_nicht_abgeschlossen"]);
    expect((await frageDatei(fremd, "lastschrift")).status).toBe(404);
    expect((await ladeDatei(4711)).status).toBe(404);
    const beides = await verwalter().get(
      `/abrechnung/export/sepa?zahlungsdateiId=1&buchungslaufId=${laufId}&art=lastschrift`,
    );
    expect(beides.status).toBe(400);
  });
});
