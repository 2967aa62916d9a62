import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { neueDatenbank, type Testdatenbank } from "../../../hilfe/datenbank.ts";
import { code, inFrist, pruefeVorrat, verbindungsfehler } from "./hilfe/frist.ts";
import { starteVermittler, type Verhalten, type Vermittler } from "./hilfe/vermittler.ts";

const max = 3;
let datenbank: Testdatenbank;
let vermittler: Vermittler;
let sql: postgres.Sql;
beforeAll(async () => {
  datenbank = await neueDatenbank();
});
afterAll(() => datenbank.loesche());
beforeEach(async () => {
  vermittler = await starteVermittler(datenbank.ownerUrl);
  sql = postgres(vermittler.url, { max, backoff: () => 0.05, onnotice: () => {} });
});
afterEach(async () => {
  await sql.end({ timeout: 0 });
  await vermittler.beende();
});

/** More of each kind than there are connections. */
const verlange = (): Promise<string[]> => {
  const je = (tue: () => PromiseLike<unknown>) => Array.from({ length: 2 * max }, () => code(tue()));
  return Promise.all([
    ...je(() => sql`select 1`),
    ...je(async () => (await sql.reserve()).release()),
    ...je(() => sql.begin((tx) => tx`select 1`)),
  ]);
};

test.each([
  ["legt auf", /^CONNECTION_CLOSED$/],
  ["bricht ab", /^ECONNRESET$/],
  ["schweigt", /^CONNECT_TIMEOUT$/],
  ["fährt hoch", /^57P03$/],
  ["legt bei den Typen auf", /^CONNECTION_CLOSED$/],
  ["bricht bei den Typen ab", /^ECONNRESET$/],
  ["beendet bei den Typen", /^(CONNECTION_CLOSED|57P01)$/],
] as [Verhalten, RegExp][])(
  "der Server %s: alle Wartenden hören es, und danach geht es weiter",
  async (verhalten, erwartet) => {
    vermittler.verhalte(verhalten);
    if (verhalten === "schweigt") {
      await sql.end();
      sql = postgres(vermittler.url, { max, connect_timeout: 0.7, backoff: () => 0.05 });
    }
    for (const gehoert of await verlange()) expect(gehoert).toMatch(erwartet);
    vermittler.verhalte("durch");
    expect(await inFrist(sql`select 1 as eins`)).toEqual([{ eins: 1 }]);
    await pruefeVorrat(sql, max);
  },
);

test("die Leitung ist fort, ehe das Passwort da ist", async () => {
  await sql.end();
  const passwort = decodeURIComponent(new URL(vermittler.url).password);
  const pass = () => warte(100, passwort);
  sql = postgres(vermittler.url, { max, pass, backoff: () => 0.3 });
  const wartende = verlange();
  for (let i = 0; i < 4; i += 1) {
    await warte(70);
    vermittler.kappe();
  }
  for (const gehoert of await wartende) expect(gehoert).toMatch(/^(CONNECTION_CLOSED|ECONNRESET|kein Fehler)$/);
  await pruefeVorrat(sql, max);
});

test("niemand lauscht: alle Wartenden hören es", async () => {
  const fort = await starteVermittler(datenbank.ownerUrl);
  await fort.beende();
  await sql.end();
  sql = postgres(fort.url, { max, backoff: () => 0.05 });
  for (const gehoert of await verlange()) expect(gehoert).toBe("ECONNREFUSED");
  await inFrist(sql.end());
});

test.each(["schweigt", "legt auf"] as const)(
  "der Vorrat wird geschlossen, während der Server %s",
  async (verhalten) => {
    vermittler.verhalte(verhalten);
    const wartende = verlange();
    await warte(100);
    await inFrist(sql.end({ timeout: 0 }));
    for (const gehoert of await wartende) expect(gehoert).toMatch(verbindungsfehler);
    vermittler.verhalte("durch");
    await expect.poll(() => vermittler.verbunden(), { timeout: 5_000 }).toBe(0);
    await warte(200);
    expect(vermittler.verbunden()).toBe(0);
    expect(await code(sql.reserve())).toBe("CONNECTION_ENDED");
  },
);

test("ein Vorrat, der beim Verbinden geschlossen wird, lässt keine Verbindung zurück", async () => {
  vermittler.verhalte("schweigt");
  for (let i = 0; i < 60; i += 1) {
    // By name, so that there is a moment in which the address is looked up.
    const kurzer = postgres(vermittler.url, { host: "localhost", max });
    const gehoert = code(kurzer`select 1`);
    await warte(i % 4);
    await inFrist(kurzer.end({ timeout: 0 }));
    expect(await gehoert).toMatch(verbindungsfehler);
  }
  await warte(200);
  expect(vermittler.verbunden()).toBe(0);
});

test("eine Reservierung öffnet die erste Verbindung, auch ohne dass nach Typen gefragt wird", async () => {
  await sql.end();
  sql = postgres(vermittler.url, { max, fetch_types: false });
  const reserviert = await inFrist(Promise.all([sql.reserve(), sql.reserve(), sql.reserve()]));
  for (const eine of reserviert) eine.release();
  await pruefeVorrat(sql, max);
});

test("wer auf Nachrichten hört, hört sie nach einem Ausfall wieder", async () => {
  const gehoert: string[] = [];
  await sql.listen("neuigkeit", (text) => gehoert.push(text));
  vermittler.verhalte("fährt hoch");
  vermittler.kappe();
  await warte(400);
  vermittler.verhalte("bricht ab");
  await warte(400);
  vermittler.verhalte("durch");
  const melde = async () => {
    await sql.notify("neuigkeit", "wieder da").catch(() => {});
    return gehoert.length > 0;
  };
  await expect.poll(melde, { timeout: 8_000 }).toBe(true);
  await inFrist(sql.end({ timeout: 1 }));
});
