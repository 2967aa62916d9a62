import { setTimeout as warte } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
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
