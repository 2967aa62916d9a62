import { setTimeout as warte } from "node:timers/promises";
import type postgres from "postgres";
import { describe, expect, test } from "vitest";
import { hoerbar, mitEinzelnem, sql } from "./hilfe/einzelner.ts";
import { code, inFrist, pruefeVorrat, verbindungsfehler } from "./hilfe/frist.ts";
import { admin, bisWartetAuf } from "./hilfe/mitAdmin.ts";

mitEinzelnem("wer text");

const pidVon = async (db: Pick<postgres.Sql, "unsafe">): Promise<number> =>
  (await db.unsafe("select pg_backend_pid() pid"))[0]?.pid;
const beende = (pid: number) => hoerbar(() => admin`select pg_terminate_backend(${pid}, 5000)`);
const zeilen = async () => (await inFrist(sql`select wer from zeile order by wer`)).map(({ wer }) => wer);

describe("Reservierung", () => {
  test("Sitzung zwischen zwei Anweisungen verloren: jede weitere scheitert, die Rückgabe schadet nicht", async () => {
    const eine = await sql.reserve();
    await beende(await pidVon(eine));
    for (let i = 0; i < 3; i += 1) expect(await code(eine`select 1`)).toMatch(verbindungsfehler);
    eine.release();
    eine.release();
    await pruefeVorrat(sql, 1);
  });

  test("Sitzung während einer Anweisung verloren: auch die wartenden scheitern", async () => {
    const eine = await sql.reserve();
    const pid = await pidVon(eine);
    const offen = [eine`select pg_sleep(20)`, eine`select 1`, eine`select ${2}::int`, eine.unsafe("select 3")].map(
      code,
    );
    await bisWartetAuf("PgSleep");
    await beende(pid);
    for (const gehoert of await Promise.all(offen)) expect(gehoert).toMatch(verbindungsfehler);
    eine.release();
    await pruefeVorrat(sql, 1);
  });

  test("eine späte Rückgabe nimmt dem Nächsten die Verbindung nicht weg", async () => {
    const erste = await sql.reserve();
    await beende(await pidVon(erste));
    const zweite = await inFrist(sql.reserve());
    await zweite`begin`;
    await zweite`insert into zeile values ('zweite')`;
    expect(await code(erste`insert into zeile values ('erste')`)).toMatch(verbindungsfehler);
    erste.release();
    const fremde = sql`select txid_current_if_assigned() tx`.execute();
    await zweite`commit`;
    zweite.release();
    expect(await inFrist(fremde)).toEqual([{ tx: null }]);
    expect(await zeilen()).toEqual(["zweite"]);
    await pruefeVorrat(sql, 1);
  });

  test("wer auf eine Verbindung wartet, bekommt sie auch, wenn deren Sitzung verloren geht", async () => {
    const eine = await sql.reserve();
    const wartende = [sql.reserve(), sql.reserve()].map(async (naechste) => {
      const sie = await naechste;
      await sie`select 1`;
      sie.release();
    });
    await beende(await pidVon(eine));
    await inFrist(Promise.all(wartende));
    await pruefeVorrat(sql, 1);
  });
});

describe("Transaktion", () => {
  test("Sitzung zwischen zwei Anweisungen verloren: was noch kommt, trifft nicht die nächste Transaktion", async () => {
    for (const ende of ["schreibt", "scheitert"]) {
      const { promise: weiter, resolve: gehWeiter } = Promise.withResolvers<void>();
      const { promise: lief, resolve: fertig } = Promise.withResolvers<string>();
      const { promise: da, resolve: istDa } = Promise.withResolvers<number>();
      const erste = code(
        sql.begin(async (tx) => {
          await tx`insert into zeile values ('erste')`;
          istDa(await pidVon(tx));
          await weiter;
          if (ende === "scheitert") throw new Error("selbst");
          fertig(await code(tx`insert into zeile values ('erste, spät')`));
        }),
      );
      await beende(await da);
      expect(await erste).toMatch(verbindungsfehler);
      await inFrist(
        sql.begin(async (tx) => {
          await tx`insert into zeile values ('zweite')`;
          gehWeiter();
          if (ende === "schreibt") expect(await inFrist(lief)).toMatch(verbindungsfehler);
          await warte(50);
          await tx`insert into zeile values ('zweite')`;
        }),
      );
      expect(await zeilen()).toEqual(["zweite", "zweite"]);
      await sql`truncate zeile`;
    }
    await pruefeVorrat(sql, 1);
  });

  test("Sitzung während vieler Anweisungen verloren: alle scheitern", async () => {
    let pid = 0;
    const offen: Promise<string>[] = [];
    const ganze = code(
      sql.begin(async (tx) => {
        pid = await pidVon(tx);
        const alle = [tx`select pg_sleep(20)`, tx`select ${1}::int`, tx`select ${2}::int`, tx`select 3`, tx`select 4`];
        offen.push(...alle.map(code));
        await Promise.all(alle);
      }),
    );
    await bisWartetAuf("PgSleep");
    await beende(pid);
    for (const gehoert of [await ganze, ...(await Promise.all(offen))]) expect(gehoert).toMatch(verbindungsfehler);
    await pruefeVorrat(sql, 1);
  });

  test("die Verbindung trägt nichts von der verlorenen Sitzung in die nächste", async () => {
    const gross = sql`select g, 1 / (g - 9000) from generate_series(1, 9000) g`;
    expect(await code(gross)).toBe("22012");
    expect(await inFrist(sql`select 1 as eins`)).toEqual([{ eins: 1 }]);
    for (let i = 0; i < 5; i += 1) {
      const pid = await pidVon(sql);
      const offen = code(sql`select pg_sleep(20)`);
      await bisWartetAuf("PgSleep");
      await beende(pid);
      expect(await offen).toMatch(verbindungsfehler);
      expect(await inFrist(sql`select g from generate_series(1, 3) g`)).toEqual([{ g: 1 }, { g: 2 }, { g: 3 }]);
    }
    const letzte = code(sql`select pg_sleep(20), pg_terminate_backend(pg_backend_pid())`);
    await bisWartetAuf("PgSleep");
    const zu = sql.end();
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20), pg_term%' and pid <> pg_backend_pid()`;
    expect(await letzte).toMatch(verbindungsfehler);
    await inFrist(zu);
  });
});

test("wer auf Nachrichten hört, hört sie auch in der nächsten Sitzung", async () => {
  const gehoert: string[] = [];
  await sql.listen("neuigkeit", (text) => gehoert.push(text));
  for (const text of ["eins", "zwei"]) {
    await admin`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity where query = 'listen "neuigkeit"'`;
    const melde = async () => {
      await sql.notify("neuigkeit", text);
      return gehoert.includes(text);
    };
    await expect.poll(melde, { timeout: 8_000 }).toBe(true);
  }
  await inFrist(sql.end());
});
