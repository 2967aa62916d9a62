import { connect, type Socket } from "node:net";
import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { neueDatenbank, type Testdatenbank } from "../../../hilfe/datenbank.ts";
import { code, inFrist, pruefeVorrat } from "./hilfe/frist.ts";

let datenbank: Testdatenbank;
let sql: postgres.Sql;
let hinweise: unknown[] = [];
beforeAll(async () => {
  datenbank = await neueDatenbank();
  await mit({ max: 1 });
  await sql`create table zeile (wer text not null)`;
  await sql.end();
});
afterAll(() => datenbank.loesche());
afterEach(() => sql.end({ timeout: 0 }));

/** A pool with all its connections open; says what the server complains of ("there is already a transaction"). */
const mit = async (optionen: { max: number; max_pipeline?: number; socket?: () => Socket }, fragen = optionen.max) => {
  hinweise = [];
  sql = postgres(datenbank.ownerUrl, { onnotice: (hinweis) => hinweise.push(hinweis), ...optionen });
  await Promise.all(Array.from({ length: fragen }, () => sql`select pg_sleep(0.02)`));
};

const leitung = (): Socket => {
  const { hostname, port } = new URL(datenbank.ownerUrl);
  return connect(Number(port), hostname);
};

const buche = () =>
  sql.begin(async (tx) => {
    const [vorher] = await tx`select pg_backend_pid() pid, txid_current() tx`;
    await warte(2);
    expect(await tx`select pg_backend_pid() pid, txid_current() tx`).toEqual([vorher]);
  });
const pruefeSitzungen = async () => {
  expect(hinweise).toEqual([]);
  expect(
    await sql`
      select state from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
  ).toEqual([]);
};

describe("mehr Transaktionen als Verbindungen", () => {
  // So many that the first BEGIN takes the last place in the line of a connection.
  test.each([
    [0, 0, 5],
    [1, 0, 5],
    [2, 3, 5],
    [100, 297, 5],
    [100, 300, 60],
  ])("höchstens %i Anfragen voraus, %i Anfragen und %i Transaktionen", async (voraus, fragen, transaktionen) => {
    const max = 3;
    await mit({ max, max_pipeline: voraus });
    for (let runde = 0; runde < 4; runde += 1) {
      const belegt = Array.from({ length: max }, () => sql`select pg_sleep(0.1)`.execute());
      await warte(10);
      const alle: PromiseLike<unknown>[] = Array.from({ length: fragen }, () => sql`select 1`.execute());
      for (let i = 0; i < transaktionen; i += 1) alle.push(buche(), sql`select 2`.execute());
      await inFrist(Promise.all([...belegt, ...alle]));
    }
    await pruefeSitzungen();
    await pruefeVorrat(sql, max);
  });

  test("wenn die Leitung gerade voll ist", async () => {
    const volle = (): Socket => {
      const eine = leitung();
      const schreibe = eine.write.bind(eine) as (...was: unknown[]) => boolean;
      eine.write = (...was: unknown[]) => schreibe(...was) && false;
      return eine;
    };
    await mit({ max: 1, socket: volle });
    for (let runde = 0; runde < 4; runde += 1) {
      const belegt = sql`select pg_sleep(0.05)`.execute();
      await warte(5);
      // With BEGIN it is more than 1024 bytes: the driver writes at once and hears that there is no room.
      const davor = sql.unsafe(`select '${"x".repeat(1000)}'`).execute();
      await inFrist(Promise.all([belegt, davor, buche(), buche()]));
    }
    await pruefeSitzungen();
    await pruefeVorrat(sql, 1);
  });
});

describe("eine Verbindung gehört einem", () => {
  test("auch wenn ihre Leitung wieder frei wird", async () => {
    const sockets: Socket[] = [];
    const socket = () => {
      const einer = leitung();
      sockets.push(einer);
      return einer;
    };
    await mit({ max: 2, socket });
    const eine = await sql.reserve();
    for (const einer of sockets) einer.emit("drain");
    await eine`begin`;
    for (const einer of sockets) einer.emit("drain");
    const andere = await Promise.all([buche(), buche(), sql`select 1`]);
    expect(andere).toHaveLength(3);
    const [{ anzahl } = { anzahl: 0 }] = await sql`
      select count(*)::int anzahl from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
    expect(anzahl).toBe(1);
    await eine`rollback`;
    eine.release();
    await pruefeSitzungen();
    await pruefeVorrat(sql, 2);
  });

  test("auch solange sie sich erst anmeldet", async () => {
    const socket = (): Socket => {
      const eine = leitung();
      eine.once("connect", () => setImmediate(() => eine.emit("drain")));
      return eine;
    };
    await mit({ max: 1, socket }, 4);
    await pruefeVorrat(sql, 1);
  });

  test("und wer zu Ende ist, kommt nicht mehr an sie heran", async () => {
    await mit({ max: 1 });
    let spaet: () => PromiseLike<unknown> = () => sql`select 1`;
    const erste = sql.begin(async (tx) => {
      spaet = () => tx`insert into zeile values ('erste')`;
      await tx.unsafe("select 1 / 0");
    });
    expect(await code(erste)).toBe("22012");
    const gehoert = await inFrist(
      sql.begin(async (tx) => {
        await tx`insert into zeile values ('zweite')`;
        return code(spaet());
      }),
    );
    expect(gehoert).toBe("CONNECTION_RELEASED");
    expect(await sql`select wer from zeile`).toEqual([{ wer: "zweite" }]);
    const eine = await sql.reserve();
    eine.release();
    expect(await code(eine`select 1`)).toBe("CONNECTION_RELEASED");
    await sql`truncate zeile`;
    await pruefeVorrat(sql, 1);
  });

  test.each([
    ["der noch wartet", 0],
    ["der schon gesendet ist", 1],
  ])("und wer nach dem COMMIT kommt, %s, hört es", async (_, vorher) => {
    await mit({ max: 1 });
    await sql.unsafe(`
      create or replace function langsam() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.4); return null; end $$;
      create constraint trigger langsam after insert on zeile initially deferred
        for each row execute function langsam()`);
    const schreibe = (db: postgres.Sql | postgres.TransactionSql) => db`insert into zeile values (${"ohne zu warten"})`;
    // Behind a statement that the session knows already COMMIT is sent at once.
    for (let nr = 0; nr < vorher; nr += 1) await schreibe(sql);
    let spaet: () => PromiseLike<unknown> = () => sql`select 1`;
    const ganze = sql.begin((tx) => {
      spaet = () => schreibe(tx);
      schreibe(tx).execute();
    });
    await warte(200);
    expect(await code(spaet())).toBe("CONNECTION_RELEASED");
    await inFrist(ganze);
    expect(await sql`select from zeile`).toHaveLength(vorher + 1);
    await sql.unsafe("drop trigger langsam on zeile; truncate zeile");
    await pruefeVorrat(sql, 1);
  });

  test("und wer nach dem ROLLBACK kommt, schreibt nichts mehr", async () => {
    await mit({ max: 1 });
    const schreibe = (db: postgres.Sql | postgres.TransactionSql) => db`insert into zeile values (${"zu spät"})`;
    // Known to the session, so that the late one would be sent at once.
    await schreibe(sql);
    await sql`truncate zeile`;
    let spaet: PromiseLike<string> | undefined;
    const gescheitert = sql.begin(async (tx) => {
      tx`select pg_sleep(0.2)`.execute();
      setTimeout(() => (spaet = code(schreibe(tx))), 50);
      throw new Error("Nein.");
    });
    await expect(inFrist(gescheitert)).rejects.toThrow("Nein.");
    expect(await spaet).toBe("CONNECTION_RELEASED");
    expect(await sql`select from zeile`).toEqual([]);
    await pruefeVorrat(sql, 1);
  });

  test("auch wenn sie zurückgegeben wird, ehe die Antwort da ist", async () => {
    await mit({ max: 2 });
    const eine = await sql.reserve();
    const begonnen = code(eine`begin`);
    await warte(0);
    eine.release();
    const gleich = Array.from({ length: 4 }, () => code(sql`select 1`));
    expect(await Promise.all(gleich)).toEqual(Array(4).fill("kein Fehler"));
    await begonnen;
    await warte(10);
    await pruefeSitzungen();
    await pruefeVorrat(sql, 2);
  });

  test("bis sie zurückkommt, und dann wird sie mit dem Vorrat geschlossen", async () => {
    await mit({ max: 2 });
    const eine = await sql.reserve();
    const { promise: weiter, resolve: gehWeiter } = Promise.withResolvers<void>();
    const gebucht = sql.begin(async (tx) => {
      await tx`select 1`;
      await weiter;
      await tx`select 2`;
    });
    await warte(20);
    const zu = sql.end();
    await warte(20);
    expect(await inFrist(eine`select 1 as eins`)).toEqual([{ eins: 1 }]);
    gehWeiter();
    eine.release();
    await inFrist(gebucht);
    await inFrist(zu);
  });

  test("mit offener Transaktion kommt sie nicht zurück", async () => {
    await mit({ max: 1 });
    const eine = await sql.reserve();
    await eine`begin`;
    await eine`insert into zeile values ('offen')`;
    eine.release();
    expect(await inFrist(sql`select wer, pg_current_xact_id_if_assigned() tx from zeile`)).toEqual([]);
    await pruefeVorrat(sql, 1);
  });

  test.each(["begin", "start transaction"])(
    "ein %s am Vorrat vorbei öffnet niemandem eine Transaktion",
    async (befehl) => {
      await mit({ max: 2 });
      for (let runde = 0; runde < 5; runde += 1) {
        const schreibe = (wer: string) => code(sql`insert into zeile values (${wer})`);
        await Promise.all([schreibe("vorher"), schreibe("vorher")]);
        // Both connections are busy: of what follows each gets every other one, the first BEGIN and what is written.
        const belegt = [sql`select pg_sleep(0.03)`, sql`select pg_sleep(0.03)`].map(code);
        await warte(5);
        const gehoert = [code(sql.unsafe(befehl)), code(sql`select 1`), schreibe("dahinter"), code(sql`select 1`)];
        gehoert.push(code(sql.unsafe("rollback")));
        await Promise.all([...belegt, ...gehoert]);
        // Its connection is on its way out and gets nothing more to do.
        const gleich = Array.from({ length: 4 }, () => code(sql`select 1`));
        expect(await Promise.all(gleich)).toEqual(Array(4).fill("kein Fehler"));
        await warte(10);
        const da = (await inFrist(sql`select from zeile where wer = 'dahinter'`)).length;
        expect(da).toBe((await gehoert[2]) === "kein Fehler" ? 1 : 0);
        await sql`truncate zeile`;
      }
      hinweise = [];
      await pruefeSitzungen();
      await pruefeVorrat(sql, 2);
    },
  );
});

describe("Anfragen hintereinander auf einer Verbindung", () => {
  test("eine, deren Werte nicht zu schreiben sind, scheitert für sich", async () => {
    await mit({ max: 1 });
    const unmoeglich = (db: postgres.Sql | postgres.TransactionSql) => db`select ${undefined as never}::int`;
    const einzeln = [sql`select pg_sleep(0.05), 1 as eins`, unmoeglich(sql), sql`select 2 as zwei`];
    expect(await Promise.all(einzeln.map(code))).toEqual(["kein Fehler", "UNDEFINED_VALUE", "kein Fehler"]);
    const transaktion = sql.begin((tx) => Promise.all([tx`select pg_sleep(0.05)`, unmoeglich(tx), tx`select 2`]));
    expect(await code(transaktion)).toBe("UNDEFINED_VALUE");
    await pruefeSitzungen();
    await pruefeVorrat(sql, 1);
  });

  // The database has its next one while the process is busy with an answer; three long ones overfill each line.
  test.each(["begin", "reserve"])(
    "in einer Sitzung (%s) wartet keine lange auf die Antwort der vorigen",
    async (wie) => {
      let bytes = 0;
      const zaehlend = (): Socket => {
        const eine = leitung();
        const schreibe = eine.write.bind(eine) as (...was: unknown[]) => boolean;
        eine.write = (was: Uint8Array, ...mehr: unknown[]) => {
          bytes += was.length;
          return schreibe(was, ...mehr);
        };
        return eine;
      };
      await mit({ max: 1, socket: zaehlend });
      const frage = async (db: postgres.Sql | postgres.TransactionSql): Promise<number> => {
        const lange = (nr: number, sekunden: number) =>
          db`select ${nr}::int nr, length(${"x".repeat(1_000_000)}), pg_sleep(${sekunden})`;
        await lange(0, 0);
        bytes = 0;
        // It goes alone, as its values have no types yet; what waits behind it must not go one by one for that.
        const erste = db.unsafe("select $1::int nr, pg_sleep(0.1)", [0]);
        const gefragt = [erste, ...[1, 2, 3].map((nr) => lange(nr, 0.3))].map((eine) => eine.execute());
        await gefragt[0];
        await warte(150);
        const unterwegs = bytes;
        expect((await Promise.all(gefragt)).map(([zeile]) => zeile?.nr)).toEqual([0, 1, 2, 3]);
        return unterwegs;
      };
      const unterwegs = wie === "begin" ? await sql.begin(frage) : await frage(await sql.reserve());
      expect(unterwegs).toBeGreaterThan(3 * 1_000_000);
    },
  );

  test("eine zurückgezogene hält die dahinter nicht auf", async () => {
    await mit({ max: 1 });
    const eine = await sql.reserve();
    const belegt = eine.unsafe("select $1::int nr, pg_sleep(0.1)", [0]).execute();
    const zurueckgezogene = eine`select 1 as nr`.execute();
    const dahinter = eine`select 2 as nr`.execute();
    await warte(20);
    zurueckgezogene.cancel();
    expect(await code(zurueckgezogene)).toBe("57014");
    expect(await inFrist(dahinter)).toEqual([{ nr: 2 }]);
    await belegt;
    eine.release();
    await pruefeVorrat(sql, 1);
  });

  test("was noch nicht geschrieben war, kommt nicht in die nächste Sitzung", async () => {
    const sockets: Socket[] = [];
    const socket = () => {
      const einer = leitung();
      sockets.push(einer);
      return einer;
    };
    await mit({ max: 1, socket });
    // Late in a turn of the loop: it is sent in the next one, which the socket does not live to see.
    await new Promise((weiter) => setImmediate(weiter));
    sockets[0]?.destroy();
    const offen = code(sql`select 1`);
    expect(await offen).toBe("CONNECTION_CLOSED");
    expect(await inFrist(sql`select 2 as zwei`)).toEqual([{ zwei: 2 }]);
    await pruefeVorrat(sql, 1);
  });

  test("die Zeilen nach einer gescheiterten sind vollzählig", async () => {
    await mit({ max: 1 });
    const gescheitert = code(sql`select 1 / (4 - g) from generate_series(1, 10) g`);
    const naechste = sql`select g from generate_series(1, 2) g`;
    expect(await inFrist(naechste)).toEqual([{ g: 1 }, { g: 2 }]);
    expect(await gescheitert).toBe("22012");
    await pruefeVorrat(sql, 1);
  });
});
