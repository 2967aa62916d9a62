import { Buffer } from "node:buffer";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { exportiere } from "../../../src/belege/exporte/tabellen/exportiere.ts";
import type { Kontext } from "../../../src/kern/kontext.ts";
import { type Saatbeleg, type Saatlauf, saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { firma, person } from "../../hilfe/musterbrief.ts";

let lauf: Saatlauf;

const boese = {
  ...person,
  anzeigename: '=HYPERLINK("x";"Ayşe Şahin")',
  sepaMandat: { referenz: "M-1", datum: "2024-03-01" },
  zahlungsart: "lastschrift",
} as const;

const belege: Saatbeleg[] = [
  { belegart: "rechnung", nettoCent: 120_000, steuersatzBp: 1900, empfaenger: boese },
  { belegart: "rechnung", nettoCent: 33_333 },
  {
    belegart: "gutschrift",
    nettoCent: 120_000,
    steuersatzBp: 1900,
    empfaenger: firma,
    gebuehr: 3,
    auszahlungCent: 135_660,
  },
  { belegart: "gebuehrenrechnung", nettoCent: 6_000, steuersatzBp: 1900, empfaenger: firma },
  { belegart: "stornorechnung", nettoCent: -33_333, stornoVon: 1 },
];

mitDienst();

beforeAll(async () => {
  lauf = await saeLauf(dienst.owner, belege);
});

const pfad = (seite: string, zusatz = "") => `/abrechnung/export/${seite}?buchungslaufId=${lauf.laufId}${zusatz}`;

const zerlege = (bytes: Uint8Array) => {
  const [kopf = [], ...zeilen] = new TextDecoder()
    .decode(bytes)
    .split("\r\n")
    .filter(Boolean)
    .map((zeile) => zeile.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  return zeilen.map((zeile) => Object.fromEntries(kopf.map((titel, i) => [titel, zeile[i]])));
};

const oeffne = async (bytes: Uint8Array): Promise<ExcelJS.Worksheet> => {
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  const [blatt] = mappe.worksheets;
  if (!blatt) throw new Error("kein Blatt");
  return blatt;
};

describe("CSV", () => {
  test("Pächter: eine Zeile je Beleg, Storno als eigene mit negativen Beträgen", async () => {
    const antwort = await pruefer().get(pfad("paechter"));
    expect(antwort.status).toBe(200);
    expect(antwort.kopf.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(antwort.kopf.get("content-disposition")).toBe('attachment; filename="paechter-2026-11-01.csv"');
    const zeilen = zerlege(antwort.bytes);
    const [re1, re2, , , st] = lauf.belegnummern;
    expect(zeilen.map((zeile) => [zeile.Belegnummer, zeile.Belegart, zeile.Netto, zeile["Storno zu"]])).toEqual([
      [re1, "Rechnung", "1200,00", ""],
      [re2, "Rechnung", "333,33", ""],
      [st, "Storno Rechnung", "-333,33", re2],
    ]);
    expect(zeilen[0]).toMatchObject({
      Belegdatum: "20.11.2026",
      Kontakt: `"'=HYPERLINK(""x"";""Ayşe Şahin"")"`,
      Debitornummer: "D-70000",
      "Zeitraum von": "01.10.2026",
      "Zahlbar bis": "04.12.2026",
      Steuer: "228,00",
      Brutto: "1428,00",
      Zahlungsart: "Lastschrift",
      Mandatsreferenz: "M-1",
    });
  });

  test("Verpächter: Gutschrift mit Auszahlung, Gebührenrechnung", async () => {
    const zeilen = zerlege((await mitarbeiter().get(pfad("verpaechter"))).bytes);
    expect(zeilen.map((zeile) => [zeile.Belegart, zeile.Brutto, zeile.Auszahlung, zeile.Kreditornummer])).toEqual([
      ["Gebührenrechnung", "71,40", "", "K-30000"],
      ["Gutschrift", "1428,00", "1356,60", "K-30000"],
    ]);
  });

  test("zusammengefasst: eine Zeile je Kontakt und Bankverbindung", async () => {
    const antwort = await verwalter().get(pfad("verpaechter", "&zusammenfassen=1"));
    expect(antwort.kopf.get("content-disposition")).toContain("verpaechter-je-kontakt-2026-11-01.csv");
    const zeilen = zerlege(antwort.bytes);
    expect(zeilen.map((zeile) => zeile.Auszahlung).sort()).toEqual(["0,00", "1356,60"]);
    expect(zeilen.map((zeile) => zeile["Gebühren brutto"]).sort()).toEqual(["0,00", "71,40"]);
  });
});

describe("Belegnummern je Kontakt", () => {
  const belegnummern = async (belege: Saatbeleg[]) => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, belege);
    const adresse = `/abrechnung/export/verpaechter?buchungslaufId=${laufId}&zusammenfassen=1`;
    return { belegnummern, zeilen: zerlege((await verwalter().get(adresse)).bytes).map((z) => z.Belegnummern) };
  };
  const gutschrift: Saatbeleg = { belegart: "gutschrift", nettoCent: 100 };
  const weitere = (anzahl: number) => Array.from({ length: anzahl }, () => ({ ...gutschrift, kontaktVon: 0 }));

  test("zwanzig werden genannt", async () => {
    const { belegnummern: alle, zeilen } = await belegnummern([gutschrift, ...weitere(19)]);
    expect(zeilen).toEqual([alle.join(", ")]);
  });

  test("mehr stehen von bis, jeder Nummernkreis für sich", async () => {
    const storno: Saatbeleg = { belegart: "stornogutschrift", nettoCent: -100, stornoVon: 0, kontaktVon: 0 };
    const { belegnummern: alle, zeilen } = await belegnummern([gutschrift, ...weitere(20), storno]);
    expect(zeilen).toEqual([`${alle[0]} bis ${alle[20]}, ${alle[21]}`]);
  });

  test("auch über die millionste des Jahres hinaus", async () => {
    await dienst.owner`select setval('archiv_beleg_id_seq', 999989)`;
    const { zeilen } = await belegnummern([gutschrift, ...weitere(20)]);
    expect(zeilen).toEqual(["GS-2026-999990 bis GS-2026-1000010"]);
    await dienst.owner`select setval('archiv_beleg_id_seq', 9999998)`;
    expect((await belegnummern([gutschrift, ...weitere(2)])).zeilen).toEqual([
      "GS-2026-9999999, GS-2026-10000000, GS-2026-10000001",
    ]);
  });
});

describe("XLSX", () => {
  test("Datums- und Betragszellen, fester Kopf, Filter, Summe wie im CSV", async () => {
    const antwort = await verwalter().get(pfad("paechter", "&format=xlsx"));
    expect(antwort.kopf.get("content-type")).toContain("spreadsheetml");
    expect(antwort.kopf.get("content-disposition")).toContain("paechter-2026-11-01.xlsx");
    const blatt = await oeffne(antwort.bytes);
    expect(blatt.name).toBe("Pächter");
    const titel = (blatt.getRow(1).values as string[]).slice(1);
    const zelle = (zeile: number, spalte: string) => blatt.getRow(zeile).getCell(titel.indexOf(spalte) + 1);
    expect(zelle(2, "Belegdatum").value).toEqual(new Date("2026-11-20T00:00:00Z"));
    expect(zelle(2, "Belegdatum").numFmt).toBe("dd.mm.yyyy");
    expect(zelle(2, "Brutto").value).toBe(1428);
    expect(zelle(4, "Brutto").value).toBe(-333.33);
    expect(zelle(2, "Kontakt").value).toBe(boese.anzeigename);
    expect(zelle(5, "Belegnummer").value).toBe("Summe");
    expect(zelle(5, "Brutto").value).toEqual({ formula: "SUBTOTAL(109,M2:M4)", result: 1428 });
    expect(blatt.views[0]).toMatchObject({ state: "frozen", ySplit: 1 });
    expect(String(blatt.autoFilter)).toMatch(/^A1:[A-Z]+4$/);
    const csv = zerlege((await verwalter().get(pfad("paechter"))).bytes);
    for (const spalte of ["Netto", "Steuer", "Brutto"]) {
      const summe = csv.reduce((s, zeile) => s + Number((zeile[spalte] ?? "").replace(/[,.]/, "")), 0);
      expect((zelle(5, spalte).value as ExcelJS.CellFormulaValue).result).toBe(summe / 100);
    }
  });

  test("Verpächter: Gutschriften und Gebühren werden nicht zusammengezählt", async () => {
    const blatt = await oeffne((await verwalter().get(pfad("verpaechter", "&format=xlsx"))).bytes);
    const summen = [4, 5].map((zeile) => blatt.getRow(zeile).getCell(1).value);
    expect(summen).toEqual(["Summe Gutschriften", "Summe Gebührenrechnungen"]);
    expect(blatt.getRow(4).getCell(13).value).toEqual({
      formula: 'SUMIF(B2:B3,"*Gutschrift",M2:M3)',
      result: 1428,
    });
    expect(blatt.getRow(5).getCell(13).value).toMatchObject({ result: 71.4 });
    expect(blatt.getRow(4).getCell(14).value).toMatchObject({ result: 1356.6 });
  });

  test("ohne Belege nur der Kopf", async () => {
    const { laufId } = await saeLauf(dienst.owner, []);
    const antwort = await verwalter().get(`/abrechnung/export/paechter?buchungslaufId=${laufId}&format=xlsx`);
    expect((await oeffne(antwort.bytes)).rowCount).toBe(1);
  });

  test("viele Zeilen kommen alle an, in beiden Formaten mit derselben Summe", async () => {
    const viele: Saatbeleg[] = Array.from({ length: 1201 }, (_, i) => ({
      belegart: "rechnung",
      nettoCent: 10_001 + i,
    }));
    const { laufId } = await saeLauf(dienst.owner, viele);
    const adresse = `/abrechnung/export/paechter?buchungslaufId=${laufId}`;
    const csv = zerlege((await verwalter().get(adresse)).bytes);
    const blatt = await oeffne((await verwalter().get(`${adresse}&format=xlsx`)).bytes);
    const erwartet = viele.reduce((summe, { nettoCent }) => summe + nettoCent, 0);
    expect(csv.length).toBe(1201);
    expect(csv.reduce((summe, zeile) => summe + Number((zeile.Netto ?? "").replace(",", "")), 0)).toBe(erwartet);
    expect(blatt.rowCount).toBe(1203);
    expect(blatt.getRow(1203).getCell(11).value).toMatchObject({ result: erwartet / 100 });

    // More readers than the pool has connections stop in the middle: nobody else waits for them.
    const haltende: ReadableStreamDefaultReader<Uint8Array>[] = [];
    for (let i = 0; i < 24; i += 1) {
      const zusatz = `&format=${i % 2 ? "csv" : "xlsx"}&zusammenfassen=${i % 3 ? 0 : 1}`;
      const antwort = await dienst.app.request(`/api${adresse}${zusatz}`, {
        headers: { cookie: "service.sid=sitzung-verwalter" },
      });
      const leser = antwort.body?.getReader();
      if (i % 4 < 3) await leser?.read();
      if (leser) haltende.push(leser);
    }
    expect((await verwalter().get(adresse)).status).toBe(200);
    for (const leser of haltende) await leser.cancel();
  });

  test("ein Storno während des Abrufs steht nicht in der Datei, auch nicht zum Teil", async () => {
    const viele: Saatbeleg[] = Array.from({ length: 600 }, () => ({ belegart: "rechnung", nettoCent: 100 }));
    const { laufId, belegIds } = await saeLauf(dienst.owner, viele);
    const adresse = `/api/abrechnung/export/paechter?buchungslaufId=${laufId}`;
    const antwort = await dienst.app.request(adresse, { headers: { cookie: "service.sid=sitzung-verwalter" } });
    const leser = antwort.body?.getReader();
    const teile = [await leser?.read(), await leser?.read()].map((teil) => teil?.value ?? new Uint8Array());
    await dienst.owner`
      insert into archiv_beleg (buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer,
        faelligkeit_id, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis,
        kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent, storno_von_id, suchtext)
      select buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer, faelligkeit_id,
        'stornorechnung', 'ST-2026-999999', belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis,
        kontakt_id, empfaenger, -netto_cent, -steuer_cent, -brutto_cent, id, ''
      from archiv_beleg where id = ${belegIds.at(-1) ?? 0}`;
    for (let teil = await leser?.read(); teil?.value; teil = await leser?.read()) teile.push(teil.value);
    expect(zerlege(Buffer.concat(teile))).toHaveLength(600);
    expect(zerlege((await verwalter().get(adresse.slice(4))).bytes)).toHaveLength(601);
  });
});

describe("Zugang", () => {
  const abrufe = async () => {
    const zeilen = await dienst.owner<{ werte: string; ressourceId: string; benutzerName: string }[]>`
      select werte, ressource_id, benutzer_name
      from auditlog left join auditwert on auditlog_id = id
      where aktion = 'export' order by id`;
    return zeilen;
  };

  test("jeder Abruf steht im Audit-Log, HEAD nicht", async () => {
    const vorher = (await abrufe()).length;
    const kopf = await dienst.frage("verwalter", "head", pfad("paechter"));
    expect(kopf.status).toBe(200);
    expect(kopf.bytes.length).toBe(0);
    expect(kopf.kopf.get("content-disposition")).toContain("paechter-2026-11-01.csv");
    expect((await abrufe()).length).toBe(vorher);
    await pruefer().get(pfad("paechter"));
    const eintraege = await abrufe();
    expect(eintraege.length).toBe(vorher + 1);
    expect(eintraege.at(-1)).toMatchObject({ ressourceId: lauf.laufId, benutzerName: "Test pruefer" });
  });

  test.each([
    ["", 400],
    ["?buchungslaufId=abc", 400],
    ["?buchungslaufId=00000000-0000-0000-0000-000000000001&format=pdf", 400],
    ["?buchungslaufId=00000000-0000-0000-0000-000000000001&mehr=1", 400],
    ["?buchungslaufId=00000000-0000-0000-0000-000000000001", 404],
  ])("%s: %i", async (abfrage, status) => {
    for (const seite of ["paechter", "verpaechter"])
      expect((await verwalter().get(`/abrechnung/export/${seite}${abfrage}`)).status).toBe(status);
  });

  test.each(["laufend", "fehlgeschlagen"] as const)("409 für einen Lauf, der %s ist", async (status) => {
    const { laufId } = await saeLauf(dienst.owner, [], status);
    const antwort = await verwalter().get(`/abrechnung/export/paechter?buchungslaufId=${laufId}`);
    expect([antwort.status, antwort.json.code]).toEqual([409, "lauf_nicht_abgeschlossen"]);
  });
});

test("mehr Zeilen, als ein Tabellenblatt fasst: 409 vor dem ersten Byte, das zum CSV rät", async () => {
  const frage = (format: "csv" | "xlsx", zusammenfassen: "0" | "1", hoechstens: number) => {
    const filter = { buchungslaufId: lauf.laufId, format, zusammenfassen };
    // With HEAD nothing is recorded, and so nobody asks who it was.
    const wunsch = { kreis: "paechter", filter, heruntergeladen: false, hoechstens } as const;
    return exportiere(dienst.owner, {} as Kontext, wunsch);
  };
  // Head, three documents of three contacts, one row of sums.
  for (const zusammenfassen of ["0", "1"] as const) {
    await expect(frage("xlsx", zusammenfassen, 5)).resolves.toHaveProperty("dateiname");
    await expect(frage("csv", zusammenfassen, 4)).resolves.toHaveProperty("dateiname");
    await expect(frage("xlsx", zusammenfassen, 4)).rejects.toMatchObject({
      code: "zu_viele_zeilen",
      message: expect.stringContaining("Bitte als CSV exportieren"),
    });
  }
});
