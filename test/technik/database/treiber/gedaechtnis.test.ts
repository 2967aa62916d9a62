import { setTimeout as warte } from "node:timers/promises";
import { GCProfiler, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verfolgeAnweisungen } from "../../../../src/technik/database/verfolgt.ts";
import { setzeSpurgeber } from "../../../../src/technik/spur.ts";
import { datenbank, mitAdmin } from "./hilfe/mitAdmin.ts";

mitAdmin();
let sql: postgres.Sql;
beforeEach(() => {
  sql = postgres(datenbank.ownerUrl, { max: 1, onnotice: () => {} });
});
afterEach(() => sql.end({ timeout: 0 }));

setFlagsFromString("--expose-gc");
const raeumeAuf: () => void = runInNewContext("gc");

/** Whether it is still in memory once nobody knows of it. */
const istVergessen = async (verweis: WeakRef<object>): Promise<boolean> => {
  for (let versuch = 0; versuch < 20; versuch += 1) {
    await warte(10);
    raeumeAuf();
    if (!verweis.deref()) return true;
  }
  return false;
};

const transaktion = async (): Promise<WeakRef<object>> =>
  new WeakRef(
    await sql.begin(async (tx) => {
      await tx`select 1`;
      return { ergebnis: new Array(1000).fill("x") };
    }),
  );

test("die Verbindung hält nicht fest, was ihre letzte Transaktion ergab", async () => {
  expect(await istVergessen(await transaktion())).toBe(true);
  expect(await sql`select 1 eins`).toEqual([{ eins: 1 }]);
});

test("auch nicht den Fehler, mit dem sie endete", async () => {
  const scheitere = (): Promise<WeakRef<object> | undefined> =>
    sql
      .begin(async (tx) => {
        await tx`select 1`;
        throw new Error("zurück");
      })
      .then(
        () => undefined,
        (fehler: Error) => new WeakRef(fehler),
      );
  expect(await istVergessen((await scheitere()) ?? new WeakRef(sql))).toBe(true);
});

test("und die Stelle, die fragte, nicht, was sie wusste, als sie es zum ersten Mal tat", async () => {
  const frageZuerst = async (): Promise<WeakRef<object>> => {
    const gewusst = { werte: new Array(1000).fill("x") };
    const frage = () => sql`select ${gewusst.werte.length}::integer anzahl`;
    expect(await frage()).toEqual([{ anzahl: 1000 }]);
    return new WeakRef(gewusst);
  };
  expect(await istVergessen(await frageZuerst())).toBe(true);
});

const laenge = 30_000;
const antworten = 3000;
const stumm = { ergaenze: () => {}, scheitert: () => {} };

/** Which part of so many answers is gone already when only what is young is looked at. */
const jungGegangen = async (frage: () => Promise<unknown>): Promise<number> => {
  const beobachter = new GCProfiler();
  beobachter.start();
  for (let nr = 0; nr < antworten; nr += 1) await frage();
  const { statistics } = beobachter.stop();
  const frei = statistics
    .filter(({ gcType }) => gcType === "Scavenge")
    .map(({ beforeGC, afterGC }) => beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize);
  return frei.reduce((summe, bytes) => summe + bytes, 0) / (antworten * laenge);
};

describe("was eine Antwort war, geht, solange es jung ist,", () => {
  test("nach einer Anweisung", async () => {
    expect(await jungGegangen(() => sql`select repeat('x', ${laenge}) zeile`)).toBeGreaterThan(0.4);
  });

  test("nach einer Transaktion", async () => {
    const frage = () =>
      sql.begin(async (tx) => {
        await tx`select repeat('x', ${laenge}) zeile`;
      });
    expect(await jungGegangen(frage)).toBeGreaterThan(0.4);
  });

  test("nach jedem Schritt eines Cursors", async () => {
    const frage = async () => {
      for await (const zeilen of sql`select repeat('x', ${laenge}) zeile`.cursor(1)) expect(zeilen.length).toBe(1);
    };
    expect(await jungGegangen(frage)).toBeGreaterThan(0.4);
  });

  test("auch wenn Spuren gezeichnet werden", async () => {
    setzeSpurgeber({ fuehre: (_, tue) => tue(stumm), beginne: () => () => {}, hier: () => null, verweise: () => {} });
    verfolgeAnweisungen(sql);
    expect(await jungGegangen(() => sql`select repeat('x', ${laenge}) zeile`)).toBeGreaterThan(0.4);
    setzeSpurgeber(undefined);
  });
});
