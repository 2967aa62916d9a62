import { beforeAll, describe, expect, test } from "vitest";
import { dienst, heute, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";
import { saeKonto } from "../../hilfe/saat.ts";

let id: number;

mitDienst({ stammdaten: true });

beforeAll(async () => {
  id = await saeKonto(dienst.owner, heute);
});

const pfad = () => `/pachtkonten/${id}/feldwerte`;

describe("eigene Felder eines Pachtkontos", () => {
  test("PUT ersetzt das Ganze, und das Protokoll nennt jedes Feld", async () => {
    expect((await mitarbeiter().get(pfad())).json).toEqual({});
    const erste = { Bodenpunkte: 42.5, version: "alt", Drainage: true, "Jagd genossenschaft": "Wulkenzin", leer: null };
    expect((await mitarbeiter().put(pfad(), erste)).json).toEqual(erste);
    const zweite = { Bodenpunkte: 43, version: "neu", Drainage: true };
    const antwort = await mitarbeiter().put(pfad(), zweite);
    expect(antwort).toMatchObject({ status: 200, json: zweite });
    const gelesen = await mitarbeiter().get(pfad());
    expect(gelesen.json).toEqual(zweite);
    const konto = await mitarbeiter().get(`/pachtkonten/${id}`);
    expect(konto.json.feldwerte).toEqual(zweite);
    expect(gelesen.kopf.get("etag")).toBe(konto.kopf.get("etag"));
    expect(antwort.kopf.get("etag")).toBe(konto.kopf.get("etag"));

    const eintraege = await dienst.owner`
      select werte from auditlog left join auditwert on auditlog_id = id
      where ressource = 'pachtkonto' and ressource_id = ${String(id)} and aktion = 'aendern' order by id`;
    expect(JSON.parse(eintraege[1]?.werte)).toEqual(
      [
        { feld: "feldwerte.version", alt: "alt", neu: "neu" },
        { feld: "feldwerte.Bodenpunkte", alt: 42.5, neu: 43 },
        { feld: "feldwerte.Jagd genossenschaft", alt: "Wulkenzin", neu: null },
      ].sort((a, b) => a.feld.length - b.feld.length || (a.feld < b.feld ? -1 : 1)),
    );
  });

  test("ein Name mit zerlegtem Umlaut ist derselbe wie einer aus einem Stück", async () => {
    expect((await mitarbeiter().put(pfad(), { "Gru\u0308n": 1 })).json).toEqual({ Grün: 1 });
  });

  test("If-Match mit der Fassung des Kontos", async () => {
    const etag = (await mitarbeiter().get(pfad())).kopf.get("etag") ?? "";
    expect((await mitarbeiter().put(pfad(), { a: 1 }, { "If-Match": etag })).status).toBe(200);
    expect((await mitarbeiter().put(pfad(), { a: 2 }, { "If-Match": etag })).status).toBe(412);
    expect((await mitarbeiter().get(pfad())).json).toEqual({ a: 1 });
  });

  test("was kein flaches Objekt aus kleinen Werten ist, wird abgelehnt und ändert nichts", async () => {
    const falsch: [string, unknown][] = [
      ["langer Name", { ["x".repeat(65)]: 1 }],
      ["leerer Name", { "": 1 }],
      ["Name mit Rand", { " a": 1 }],
      ["Name mit Steuerzeichen", { "a\u0000": 1 }],
      ["langer Text", { a: "x".repeat(2001) }],
      ["Steuerzeichen", { a: "\u0000" }],
      ["halbes Zeichen", { a: "\ud800" }],
      ["Objekt", { a: {} }],
      ["Liste", { a: [] }],
      ["101 Felder", Object.fromEntries(Array.from({ length: 101 }, (_, nr) => [`f${nr}`, nr]))],
      ["unendlich", '{"a": 1e999}'],
      ["nicht mehr genaue Zahl", '{"a": 9007199254740993}'],
      ["zwei gleich geschriebene Namen", { "u\u0308": 1, ü: 2 }],
      ["__proto__", '{"__proto__": 1}'],
      ["Liste als Ganzes", []],
    ];
    for (const [name, body] of falsch) {
      const antwort = await mitarbeiter().put(pfad(), body);
      expect(antwort.status, name).toBe(400);
      expect(antwort.json, name).toMatchObject({ code: "ungueltige_eingabe" });
    }
    expect((await mitarbeiter().get(pfad())).json).toEqual({ a: 1 });
    const genau = Object.fromEntries(Array.from({ length: 100 }, (_, nr) => [`f${nr}`, "x".repeat(nr)]));
    expect((await mitarbeiter().put(pfad(), { ...genau, f99: "x".repeat(2000) })).status).toBe(200);
    expect((await mitarbeiter().put(pfad(), {})).json).toEqual({});
  });
});
