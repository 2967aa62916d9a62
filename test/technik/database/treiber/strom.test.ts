import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as warte } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { hoerbar, mitEinzelnem, sql } from "./hilfe/einzelner.ts";
import { code, inFrist, pruefeVorrat, verbindungsfehler } from "./hilfe/frist.ts";
import { admin, bisWartetAuf, datenbank } from "./hilfe/mitAdmin.ts";

mitEinzelnem("nr integer");

const beende = async () => {
  const name = new URL(datenbank.ownerUrl).pathname.slice(1);
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
};
const zahlen = () => sql`select g from generate_series(1, 100000) g`.cursor(10);

describe("stapelweises Lesen", () => {
  test("Sitzung verloren, während an einem Stapel gearbeitet wird: die Schleife scheitert", async () => {
    const gelesen: number[] = [];
    const schleife = async () => {
      for await (const stapel of zahlen()) {
        gelesen.push(stapel.length);
        if (gelesen.length === 2) await hoerbar(beende);
      }
    };
    expect(await code(schleife())).toMatch(verbindungsfehler);
    expect(gelesen).toEqual([10, 10]);
    await pruefeVorrat(sql, 1);
  });

  test("wer danach aufhört oder wirft, stört die nächste Sitzung nicht", async () => {
    for (const wirft of [false, true]) {
      let naechste: Promise<unknown> = Promise.resolve();
      const schleife = async () => {
        for await (const _ of zahlen()) {
          await hoerbar(beende);
          naechste = sql`select pg_sleep(0.3), 1 as eins`.then(([zeile]) => zeile?.eins);
          await warte(150);
          if (wirft) throw new Error("selbst");
          break;
        }
      };
      expect(await code(schleife())).toBe(wirft ? "selbst" : "kein Fehler");
      expect(await inFrist(naechste)).toBe(1);
    }
    await pruefeVorrat(sql, 1);
  });

  test.each([false, true])("auch nicht, wer mit einer Funktion liest; sie wirft: %s", async (wirft) => {
    const { promise: naechste, resolve } = Promise.withResolvers<unknown>();
    const lies = sql`select g from generate_series(1, 100) g`.cursor(10, async () => {
      await hoerbar(beende);
      resolve(sql`select pg_sleep(0.3), 1 as eins`.then(([zeile]) => zeile?.eins));
      await warte(150);
      if (wirft) throw new Error("selbst");
    });
    expect(await code(lies)).toMatch(verbindungsfehler);
    expect(await inFrist(naechste)).toBe(1);
    await pruefeVorrat(sql, 1);
  });
});

describe("COPY", () => {
  const schreibe = async (stuecke: AsyncIterable<string> | Iterable<string>) =>
    pipeline(Readable.from(stuecke), await sql.unsafe("copy zeile from stdin").writable());

  test("Sitzung mitten im Schreiben verloren", async () => {
    const stuecke = async function* () {
      yield "1\n";
      await bisWartetAuf("ClientRead");
      await hoerbar(beende);
      for (let i = 0; i < 50; i += 1) yield "2\n".repeat(10_000);
    };
    expect(await code(schreibe(stuecke()))).toMatch(verbindungsfehler);
    expect(await inFrist(sql`select nr from zeile`)).toEqual([]);
    await pruefeVorrat(sql, 1);
  });

  test("Sitzung nach der letzten Zeile verloren, oder die letzte Zeile ist falsch: beides wird gesagt", async () => {
    await sql.unsafe(`
      create or replace function langsam() returns trigger language plpgsql as
        $$ begin perform pg_sleep(10); return null; end $$;
      create trigger langsam after insert on zeile for each statement execute function langsam()`);
    const geschrieben = code(schreibe(["1\n"]));
    await bisWartetAuf("PgSleep");
    await hoerbar(beende);
    expect(await geschrieben).toMatch(verbindungsfehler);
    expect(await code(schreibe(["1\n", "keine Zahl\n"]))).toBe("22P02");
    await pruefeVorrat(sql, 1);
  });

  test("Sitzung mitten im Lesen verloren", async () => {
    const lies = async () => {
      const quelle = await sql.unsafe("copy (select g from generate_series(1, 3000000) g) to stdout").readable();
      let erstes = true;
      const ziel = new Writable({
        write: (_stueck, _art, weiter) => {
          // Nothing is read while this is not written: of the end the client hears behind it.
          const warteAuf = erstes ? beende() : Promise.resolve();
          erstes = false;
          warteAuf.then(() => weiter(), weiter);
        },
      });
      await pipeline(quelle, ziel);
    };
    expect(await code(lies())).toMatch(verbindungsfehler);
    await pruefeVorrat(sql, 1);
  });
});
