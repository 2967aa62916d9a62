import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { liesAnhang } from "../../../src/belege/erechnung/liesAnhang.ts";
import { saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { firma, person } from "../../hilfe/musterbrief.ts";
import { summenVon, verletzteRegeln } from "../erechnung/regeln.ts";
import { verletzteRegelnDerXrechnung } from "../erechnung/xrechnung/regeln.ts";

let ids: number[];
let nummern: string[];

mitDienst();

beforeAll(async () => {
  const lauf = await saeLauf(dienst.owner, [
    { belegart: "rechnung", nettoCent: 120_001, steuersatzBp: 1900 },
    { belegart: "gutschrift", nettoCent: 120_000, steuersatzBp: 1900, empfaenger: firma, auszahlungCent: 142_800 },
    { belegart: "gutschrift", nettoCent: 120_000, empfaenger: { ...person, umsatzsteuerStatus: "kleinunternehmer" } },
    { belegart: "stornorechnung", nettoCent: -120_001, steuersatzBp: 1900, stornoVon: 0 },
    { belegart: "rechnung", nettoCent: 5000, empfaenger: { ...person, anzeigename: "山田", nachname: "山田" } },
    { belegart: "rechnung", nettoCent: 5000, empfaenger: { ...person, leitwegId: "04011000-1234512345-06" } },
  ]);
  ids = lauf.belegIds;
  nummern = lauf.belegnummern;
});

const xml = (id: number | undefined, kopf?: Record<string, string>) =>
  pruefer().get(`/abrechnung/archiv/${id}/xml`, { kopf });

describe("die E-Rechnung eines Belegs für sich", () => {
  test.each([
    [0, "380", 142_801],
    [1, "389", 142_800],
    [3, "381", 142_801],
  ])("ist das XML des Schreibens: Beleg %i als Art %s", async (nr, art, bruttoCent) => {
    const { status, kopf, text } = await xml(ids[nr]);
    expect([status, kopf.get("content-type")]).toEqual([200, "application/xml"]);
    expect(kopf.get("content-disposition")).toBe(`attachment; filename="${nummern[nr]}.xml"`);
    expect(kopf.get("etag")).toBe(`"${createHash("sha256").update(text).digest("hex")}"`);
    expect(verletzteRegeln(text)).toEqual([]);
    expect(summenVon(text)).toMatchObject({ nummer: nummern[nr], art, bruttoCent });
    const [pdf] = await dienst.owner<{ inhalt: Uint8Array }[]>`
      select inhalt from archiv_pdf where beleg_id = ${Number(ids[nr])}`;
    const anhang = pdf && (await liesAnhang(pdf.inhalt));
    expect(new TextDecoder().decode(anhang)).toBe(text);
  });

  test("gibt es auch in Teilen; einen, den sie nicht hat, lehnt der Dienst ab", async () => {
    const { bytes } = await xml(ids[0]);
    const teil = await xml(ids[0], { range: "bytes=0-4" });
    expect([teil.status, teil.text]).toEqual([206, new TextDecoder().decode(bytes.subarray(0, 5))]);
    const daneben = await xml(ids[0], { range: "bytes=99999999-" });
    expect([daneben.status, daneben.kopf.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  });

  test("nennt bei einem Storno die vorige Rechnung", async () => {
    expect((await xml(ids[3])).text).toContain(`<ram:IssuerAssignedID>${nummern[0]}</ram:IssuerAssignedID>`);
  });

  test("als XRechnung, wenn der Empfänger eine Leitweg-ID hat: einmal erstellt, immer dieselben Bytes", async () => {
    const hole = (nr: number) => pruefer().get(`/abrechnung/archiv/${ids[nr]}/xml?profil=xrechnung`);
    const erste = await hole(5);
    expect([erste.status, erste.kopf.get("content-disposition")]).toEqual([
      200,
      `attachment; filename="${nummern[5]}.xml"`,
    ]);
    expect(verletzteRegelnDerXrechnung(erste.text)).toEqual([]);
    expect((await hole(5)).text).toBe(erste.text);
    const [zeile] = await dienst.owner`select sha256 from archiv_xrechnung where beleg_id = ${Number(ids[5])}`;
    expect(erste.kopf.get("etag")).toBe(`"${zeile?.sha256}"`);
    for (const nr of [0, 1]) expect(await hole(nr)).toMatchObject({ status: 409, json: { code: "keine_xrechnung" } });
    expect((await pruefer().get("/abrechnung/archiv/999999/xml?profil=xrechnung")).status).toBe(404);
  });

  test("304 für den, der es hat", async () => {
    const { kopf } = await xml(ids[0]);
    expect((await xml(ids[0], { "If-None-Match": kopf.get("etag") ?? "" })).status).toBe(304);
  });

  test("409 bei einer Abrechnung ohne Steuer, deren Schreiben es gibt, und bei einem, das nicht zu erstellen ist; 404 ohne Beleg", async () => {
    expect(await xml(ids[2])).toMatchObject({ status: 409, json: { code: "keine_erechnung" } });
    expect((await pruefer().get(`/abrechnung/archiv/${ids[2]}/pdf`)).status).toBe(200);
    expect(await xml(ids[4])).toMatchObject({ status: 409, json: { code: "pdf_nicht_erstellbar" } });
    expect((await xml(999_999)).status).toBe(404);
  });
});
