// Clients of one pool, in a process of their own so that an error which nobody can catch is seen. It works until its
// standard input is closed, then says on standard output how it went.
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { type Sql, verbinde } from "../../../../../src/technik/database/pool.ts";

export type Auftrag = { url: string; klienten: number; max: number; fristMs: number };
export type Bericht = {
  gelungen: number;
  fehler: Record<string, number>;
  /** Operations without an answer within `fristMs`. */
  haengt: string[];
  laengsteMs: number;
  /** Transactions that were told that they are through, of which not every row is there. */
  verloren: number;
  /** Transactions of which only some rows are there. */
  halb: number;
  /** Sessions of the pool within a transaction although nobody works any more. */
  offen: number;
  /** Answers of the pool afterwards. */
  danach: number;
};

const { url, klienten, max, fristMs } = JSON.parse(process.argv[2] ?? "") as Auftrag;
const sql = verbinde(url, "pacht_owner", { max });
const bericht: Bericht = {
  gelungen: 0,
  fehler: {},
  haengt: [],
  laengsteMs: 0,
  verloren: 0,
  halb: 0,
  offen: 0,
  danach: 0,
};
const durch: number[] = [];
let nummer = 0;
let weiter = true;
process.stdin.on("end", () => {
  weiter = false;
});
process.stdin.resume();

const pid = async (db: Pick<Sql, "unsafe">) => (await db.unsafe("select pg_backend_pid() pid"))[0]?.pid;

/** Two rows or none, all on one session; what it reads in between must be its own. */
const bucheZwei = async (zugleich: boolean) => {
  nummer += 1;
  const nr = nummer;
  await sql.begin(async (tx) => {
    const erste = await pid(tx);
    const schreibe = (teil: number) => tx`insert into last (nr, teil) values (${nr}, ${teil})`;
    if (zugleich) await Promise.all([schreibe(1), tx`select 1`, tx`select pg_sleep(0.001)`, tx`select 2`]);
    else await schreibe(1);
    await warte(Math.random() * 4);
    await schreibe(2);
    if ((await pid(tx)) !== erste) throw new Error("Sitzung gewechselt");
  });
  durch.push(nr);
};

const reserviere = async () => {
  const eine = await sql.reserve();
  try {
    const erste = await pid(eine);
    await warte(Math.random() * 4);
    if ((await pid(eine)) !== erste) throw new Error("Sitzung gewechselt");
  } finally {
    eine.release();
  }
};

const lies = async () => {
  let zeilen = 0;
  for await (const stapel of sql`select g from generate_series(1, 300) g`.cursor(100)) zeilen += stapel.length;
  if (zeilen !== 300) throw new Error("Zeilen fehlen");
};

const arten: Record<string, () => Promise<unknown>> = {
  frage: () => sql`select ${1}::int eins`,
  transaktion: () => bucheZwei(false),
  zugleich: () => bucheZwei(true),
  reserviert: reserviere,
  stapelweise: lies,
  gross: () => sql`select ${"x".repeat(3000)}::text`,
};

const versuche = async (name: string, tue: () => Promise<unknown>) => {
  const los = performance.now();
  const ende = new AbortController();
  const getan = tue().then(
    () => {
      bericht.gelungen += 1;
    },
    (fehler: { code?: string; message: string }) => {
      const art = fehler.code ?? fehler.message;
      bericht.fehler[art] = (bericht.fehler[art] ?? 0) + 1;
    },
  );
  const zuSpaet = warte(fristMs, "haengt" as const, { signal: ende.signal }).catch(() => {});
  if ((await Promise.race([getan, zuSpaet])) === "haengt") bericht.haengt.push(name);
  ende.abort();
  bericht.laengsteMs = Math.max(bericht.laengsteMs, Math.round(performance.now() - los));
};

const namen = Object.keys(arten);
const klient = async (nr: number) => {
  for (let i = nr; weiter; i += 1) {
    const name = namen[i % namen.length] ?? "";
    await versuche(name, arten[name] as () => Promise<unknown>);
    await warte(Math.random() * 5);
  }
};

await sql`select 1`;
console.log("bereit");
await Promise.all(Array.from({ length: klienten }, (_, nr) => klient(nr)));
const antworten = Array.from({ length: 3 * max }, () => sql`select pg_sleep(0.01)`);
bericht.danach = (await Promise.all(antworten)).length;
const zahl = async (anfrage: Promise<unknown>) => Number((await (anfrage as Promise<{ anzahl: number }[]>))[0]?.anzahl);
bericht.verloren = await zahl(sql`
  select count(*) anzahl from unnest(${durch}::int[]) d(nr)
  where (select count(*) from last l where l.nr = d.nr) <> 2`);
bericht.halb = await zahl(sql`
  select count(*) anzahl from (select nr from last group by nr having count(*) <> 2) halbe`);
bericht.offen = await zahl(sql`
  select count(*) anzahl from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`);
await sql.end();
console.log(JSON.stringify(bericht));
