import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sammeldatei } from "../../../src/belege/sammeldateien/schema.ts";
import { erstelleSammeldatei } from "../../../src/belege/sammeldateien/zeichnung/erstelle.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { arbeiteSammeldateiAb } from "../../../worker/sammeldatei.ts";
import { type Saatbeleg, saeLauf } from "../../hilfe/archiv.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { person } from "../../hilfe/musterbrief.ts";
import { verletztePdfuaRegeln } from "../briefe/pdf/pdfuaRegeln.ts";

let worker: Sql;
let boss: PgBoss;

mitDienst({ umgebung: () => ({ PDF_DIREKT_BIS: "3" }) });

beforeAll(async () => {
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker");
  boss = await starteBoss(worker, "worker");
});

afterAll(async () => {
  await boss.stop({ close: false, graceful: false });
  await worker.end();
});

const rechnungen = (anzahl: number): Saatbeleg[] =>
  Array.from({ length: anzahl }, (_, i) => ({ belegart: "rechnung", nettoCent: 1000 + i, steuersatzBp: 1900 }));

const unlesbar: Saatbeleg = {
  belegart: "rechnung",
  nettoCent: 7,
  empfaenger: { ...person, nachname: "山田", anzeigename: "山田" },
};

const pfad = (laufId: string, mehr = "") => `/abrechnung/pdf-gesamt?buchungslaufId=${laufId}${mehr}`;
const hole = (laufId: string, mehr = "", kopf: Record<string, string> = {}) =>
  mitarbeiter().get<Sammeldatei>(pfad(laufId, mehr), { kopf });

/** The numbers in the subjects of the letters, page by page. */
const nummern = async (bytes: Uint8Array): Promise<(string | undefined)[]> =>
  (await liesPdf(bytes)).blaetter.map((blatt) => /\b(RE|GS)-2026-\d+/.exec(blatt.join(" "))?.[0]);

const nachweise = (laufId: string) => dienst.owner<{ werte: { feld: string; neu: unknown }[] }[]>`
  select werte
  from auditlog left join auditwert on auditlog_id = id
  where aktion = 'export' and ressource_id = ${laufId} order by id`;

describe("wenige Schreiben", () => {
  test("kommen sofort, in der Folge der Nummern, mit Nachweis", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 100 },
      { belegart: "gutschrift", nettoCent: 100, auszahlungCent: 100 },
    ]);
    const { status, kopf, bytes } = await hole(laufId);
    expect([status, kopf.get("content-type"), kopf.get("accept-ranges")]).toEqual([200, "application/pdf", "bytes"]);
    expect(kopf.get("content-disposition")).toContain('filename="Schreiben-2026-11-01.pdf"');
    expect(await nummern(bytes)).toEqual([...belegnummern].sort());
    expect(await verletztePdfuaRegeln(bytes)).toEqual([]);
    expect(await nachweise(laufId)).toHaveLength(1);
  });

  test("auch in Teilen, und unverändert ist 304", async () => {
    const { laufId } = await saeLauf(dienst.owner, rechnungen(2));
    const { bytes, kopf } = await hole(laufId);
    const teil = await hole(laufId, "", { range: "bytes=5-9" });
    expect([teil.status, teil.kopf.get("content-range")]).toEqual([206, `bytes 5-9/${bytes.length}`]);
    expect(teil.bytes).toEqual(bytes.subarray(5, 10));
    expect((await hole(laufId, "", { "if-none-match": String(kopf.get("etag")) })).status).toBe(304);
    expect((await hole(laufId, "", { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await hole(laufId, "&teil=2")).status).toBe(404);
  });

  test("an Stelle eines Schreibens, das nicht zu drucken ist, steht ein Blatt mit dem Grund", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, [...rechnungen(1), unlesbar]);
    const { bytes } = await hole(laufId);
    const { blaetter } = await liesPdf(bytes);
    expect(blaetter).toHaveLength(2);
    expect(blaetter[1]?.join(" ")).toMatch(`${belegnummern[1]}: dieses Schreiben fehlt`);
    expect(blaetter[1]?.join(" ")).toContain("Das Zeichen U+5C71 in „Dr. Łukasz U+5C71U+7530“ fehlt in");
  });

  test.each(["laufend", "fehlgeschlagen"] as const)("ein Lauf, der %s ist, hat keine: 409", async (status) => {
    const { laufId } = await saeLauf(dienst.owner, [], status);
    expect(await hole(laufId)).toMatchObject({ status: 409, json: { code: "lauf_nicht_abgeschlossen" } });
    await dienst.owner`update buchungslauf set status = 'fehlgeschlagen', beendet_am = now(), fehler = 'Test'
      where id = ${laufId}`;
  });

  test("400, 404, kein Schreiben, und wer es darf", async () => {
    expect((await pruefer().get("/abrechnung/pdf-gesamt?buchungslaufId=x")).status).toBe(400);
    expect((await pruefer().get("/abrechnung/pdf-gesamt")).status).toBe(400);
    expect((await hole(crypto.randomUUID())).status).toBe(404);
    const { laufId } = await saeLauf(dienst.owner, []);
    expect(await hole(laufId)).toMatchObject({
      status: 409,
      json: { code: "keine_schreiben", detail: expect.stringContaining("war nichts zu berechnen") },
    });
    const eines = await saeLauf(dienst.owner, rechnungen(1));
    expect((await pruefer().get(pfad(eines.laufId))).status).toBe(200);
  });
});

const jobs = (laufId: string) => dienst.owner<{ state: string }[]>`
  select state from jobs.job where name = 'sammeldatei' and data ->> 'schluessel' = ${laufId}`;

const auftrag = (laufId: string) => ({ art: "gesamt" as const, schluessel: laufId });

describe("viele Schreiben", () => {
  test("zwei zugleich: ein Auftrag; 202, dann das PDF in Teilen", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, [...rechnungen(4), unlesbar]);
    const beide = await Promise.all([hole(laufId), hole(laufId)]);
    for (const { status, kopf, json } of beide) {
      expect([status, kopf.get("retry-after")]).toEqual([202, "2"]);
      expect(json).toMatchObject({ status: "wartend", fortschritt: 0, gesamt: 5, teile: [], fertigAm: null });
    }
    expect(await jobs(laufId)).toHaveLength(1);
    expect(await nachweise(laufId)).toHaveLength(0);
    await arbeiteSammeldateiAb(boss, worker, { jeDatei: 100 });
    await expect.poll(async () => (await hole(laufId)).status, { timeout: 20_000 }).toBe(200);
    await boss.offWork("sammeldatei");
    const { bytes, kopf } = await hole(laufId);
    const blaetter = await nummern(bytes);
    expect(blaetter).toEqual([...belegnummern].sort());
    const bereich = await hole(laufId, "", { range: "bytes=-7", "if-range": String(kopf.get("etag")) });
    expect([bereich.status, bereich.bytes]).toEqual([206, bytes.subarray(-7)]);
    expect((await hole(laufId, "&teil=1")).bytes).toEqual(bytes);
    expect((await hole(laufId, "&teil=2")).status).toBe(404);
    expect(await jobs(laufId)).toHaveLength(1);
  });

  test("mehrere Dateien: die Liste, jede für sich, die erste schon bevor alle fertig sind", async () => {
    const { laufId, belegnummern } = await saeLauf(dienst.owner, rechnungen(5));
    await hole(laufId);
    const aufgeben = new AbortController();
    const nachDerErsten = gestoppteVerbindung(worker, () => aufgeben.abort());
    const arbeit = erstelleSammeldatei(nachDerErsten, auftrag(laufId), { jeDatei: 2, signal: aufgeben.signal });
    await expect(arbeit).rejects.toThrow();
    const mitten = await hole(laufId);
    expect(mitten).toMatchObject({ status: 202, json: { teile: [{ teil: 1, anzahl: 2 }] } });
    const erste = await hole(laufId, "&teil=1");
    expect(erste.kopf.get("content-disposition")).toContain("Schreiben-2026-11-01-teil-1.pdf");
    expect(await erstelleSammeldatei(worker, auftrag(laufId), { jeDatei: 2 })).toEqual({ teile: 2 });
    expect(await erstelleSammeldatei(worker, auftrag(laufId), { jeDatei: 2 })).toEqual({ teile: 0 });
    const liste = await hole(laufId);
    expect([liste.status, liste.kopf.get("content-type")]).toEqual([200, "application/json"]);
    expect(liste.json.teile.map(({ anzahl, erster, letzter }) => [anzahl, erster, letzter])).toEqual([
      [2, belegnummern[0], belegnummern[1]],
      [2, belegnummern[2], belegnummern[3]],
      [1, belegnummern[4], belegnummern[4]],
    ]);
    expect((await hole(laufId, "&teil=1")).bytes).toEqual(erste.bytes);
    const rest = await Promise.all([2, 3].map(async (nr) => nummern((await hole(laufId, `&teil=${nr}`)).bytes)));
    expect(rest.flat()).toEqual(belegnummern.slice(2));
    expect((await hole(laufId, "&teil=4")).status).toBe(404);
  });

  test("was endgültig scheitert, sagt seinen Grund einmal und lässt sich neu beginnen", async () => {
    const { laufId } = await saeLauf(dienst.owner, rechnungen(5));
    await hole(laufId);
    await dienst.owner`update sammeldatei set fehler = 'Grund.' where schluessel = ${laufId}`;
    await dienst.owner`update jobs.job set state = 'failed' where name = 'sammeldatei' and data ->> 'schluessel' = ${laufId}`;
    const gescheitert = await hole(laufId);
    expect(gescheitert).toMatchObject({ status: 409, json: { code: "pdf_nicht_erstellbar" } });
    expect(gescheitert.text).toContain("Grund.");
    expect((await hole(laufId)).status).toBe(202);
  });

  test("kommt ein Stornobeleg hinzu, entsteht die Datei neu", async () => {
    const { laufId, belegIds } = await saeLauf(dienst.owner, rechnungen(4));
    await hole(laufId);
    await erstelleSammeldatei(worker, auftrag(laufId), { jeDatei: 100 });
    expect((await hole(laufId)).status).toBe(200);
    await dienst.owner`
      insert into archiv_beleg (buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer,
        faelligkeit_id, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis,
        kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent, storno_von_id, suchtext)
      select buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer, faelligkeit_id,
        'stornorechnung', 'ST-2026-000001', belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis,
        kontakt_id, empfaenger, -netto_cent, -steuer_cent, -brutto_cent, id, ''
      from archiv_beleg where id = ${Number(belegIds[0])}`;
    expect(await hole(laufId)).toMatchObject({ status: 202, json: { gesamt: 5 } });
  });
});

/** The pool, but `tue` is called when the first part of a file has been stored. */
const gestoppteVerbindung = (sql: Sql, tue: () => void): Sql =>
  new Proxy(sql, {
    get(ziel, name, empfaenger) {
      if (name !== "begin") return Reflect.get(ziel, name, empfaenger);
      return async (tat: Parameters<Sql["begin"]>[1]) => {
        const ergebnis = await ziel.begin(tat as never);
        tue();
        return ergebnis;
      };
    },
  });
