import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sammeldatei } from "../../../src/belege/sammeldateien/schema.ts";
import { erstelleSammeldatei } from "../../../src/belege/sammeldateien/zeichnung/erstelle.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, konto, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { verletztePdfuaRegeln } from "../briefe/pdf/pdfuaRegeln.ts";

mitDienst({ umgebung: () => ({ PDF_DIREKT_BIS: "3" }), stammdaten: true });

let worker: Sql;
beforeAll(() => {
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker");
});
afterAll(() => worker.end());

let nummer = 0;
const plane = async (mehr: object = {}): Promise<number> => {
  nummer += 1;
  const pachtkontoId = await konto({ kontonummer: `PK-${String(100 - nummer).padStart(6, "0")}` });
  const { status, json, text } = await mitarbeiter().post<{ id: number }>("/abrechnung/hebungen", {
    pachtkontoId,
    art: "prozent",
    wertBp: 1000,
    wirksamAb: "2027-04-01",
    ...mehr,
  });
  expect(status, text).toBe(201);
  return json.id;
};
beforeEach(async () => {
  await dienst.owner`delete from hebung`;
  await dienst.owner`delete from sammeldatei`;
});

const hole = (anfrage = "") =>
  pruefer().get<Sammeldatei & { code: string }>(`/abrechnung/pdf-hebungsentwurf${anfrage}`);
const blaetterVon = async (bytes: Uint8Array): Promise<string[]> =>
  (await liesPdf(bytes)).blaetter.map((blatt) => blatt.join(" "));
const kontonummern = (blaetter: string[]) => blaetter.map((blatt) => /PK-\d+/.exec(blatt)?.[0]);

/** What the worker does with the one file that was asked for. */
const zeichne = async () => {
  const [datei] = await dienst.owner<{ schluessel: string }[]>`select schluessel from sammeldatei`;
  return erstelleSammeldatei(
    worker,
    { art: "hebungsentwurf", schluessel: String(datei?.schluessel) },
    { jeDatei: 100 },
  );
};

test("wenige kommen sofort: ENTWURF auf jeder Seite, nach Kontonummer, mit den neuen Beträgen", async () => {
  const [erste, zweite] = [await plane(), await plane({ wertBp: 500, wirksamAb: "2028-04-01" })];
  const { status, kopf, bytes } = await hole();
  expect([status, kopf.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(kopf.get("content-disposition")).toContain("Entwurf-Pachtanpassungen-2026-11-20.pdf");
  expect(await verletztePdfuaRegeln(bytes)).toEqual([]);
  const blaetter = await blaetterVon(bytes);
  expect(blaetter).toHaveLength(2);
  // The later account has the lower number.
  expect(kontonummern(blaetter)).toEqual(kontonummern(blaetter).toSorted());
  expect(blaetter.every((blatt) => blatt.includes("ENTWURF"))).toBe(true);
  expect(blaetter.map((blatt) => /1\.(260|320),00/.exec(blatt)?.[0])).toEqual(["1.260,00", "1.320,00"]);
  expect(await blaetterVon((await hole("?wirksamBis=2027-12-31")).bytes)).toHaveLength(1);
  expect(await blaetterVon((await hole(`?hebungIds=${zweite}`)).bytes)).toHaveLength(1);
  expect(await blaetterVon((await hole(`?hebungIds=${erste},${zweite}`)).bytes)).toHaveLength(2);
  expect(await dienst.owner`select from hebung_brief`).toEqual([]);
});

test("was sich nicht schreiben lässt, hat ein Blatt mit dem Grund, und die anderen sind da", async () => {
  const [gut, ohne] = [await plane(), await plane()];
  await dienst.owner`
    update pachtkonto_beteiligter set gueltig_bis = '2026-12-31'
    where rolle = 'paechter' and pachtkonto_id = (select pachtkonto_id from hebung where id = ${ohne})`;
  const blaetter = await blaetterVon((await hole(`?hebungIds=${gut},${ohne}`)).bytes);
  expect(blaetter[0]).toContain("dieses Schreiben fehlt");
  expect(blaetter[0]).toContain("keinen Pächter");
  expect(blaetter[1]).toContain("1.320,00");
});

test("viele zeichnet der Worker, einmal; hat sich eine geändert oder ihr Pächter, entstehen sie neu", async () => {
  const ids = [];
  for (let i = 0; i < 4; i += 1) ids.push(await plane());
  expect(await hole()).toMatchObject({ status: 202, json: { status: "wartend", gesamt: 4 } });
  expect((await hole()).status).toBe(202);
  expect(await zeichne()).toEqual({ teile: 1 });
  const fertig = await hole();
  expect(fertig.status).toBe(200);
  expect(await blaetterVon(fertig.bytes)).toHaveLength(4);
  expect((await hole()).bytes).toEqual(fertig.bytes);
  await mitarbeiter().put(`/abrechnung/hebungen/${ids[0]}`, { wertBp: 2000 });
  expect((await hole()).status).toBe(202);
  await zeichne();
  expect((await blaetterVon((await hole()).bytes)).join(" ")).toContain("1.440,00");
  await mitarbeiter().put("/kontakte/1", { ort: "Burg Stargard" });
  expect((await hole()).status).toBe(202);
  await zeichne();
  expect((await blaetterVon((await hole()).bytes)).join(" ")).toContain("Burg Stargard");
});

test("ohne geplante und aktive Hebungen gibt es keine, und zu viele ids sind 400", async () => {
  expect(await hole()).toMatchObject({
    status: 409,
    json: { code: "keine_schreiben", detail: expect.stringContaining("geplant oder aktiv") },
  });
  expect((await hole(`?hebungIds=${Array.from({ length: 1001 }, (_, i) => i + 1).join(",")}`)).status).toBe(400);
});
