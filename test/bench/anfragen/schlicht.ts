import { readFileSync } from "node:fs";
import process from "node:process";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { verbinde } from "../../../src/technik/database/pool.ts";

/** A statement as the service has sent it. */
export type Anweisung = { text: string; werte: unknown[] };

/**
 * The least that could answer: a bare Hono route for each list of statements, which runs them and answers their rows.
 * The first of them reads the session; its row is not answered.
 */
const [url = "", datei = "", port] = process.argv.slice(2);
const routen = JSON.parse(readFileSync(datei, "utf8")) as Anweisung[][];
const sql = verbinde(url, "pacht_app", { max: 10 });
const app = new Hono();

const fuehreAus = ({ text, werte }: Anweisung) => sql.unsafe(text, werte as never[], { prepare: true });

for (const [nr, [sitzung, ...weitere]] of routen.entries())
  app.get(`/${nr}`, async (c) => {
    if (sitzung) await fuehreAus(sitzung);
    const ergebnisse = await Promise.all(weitere.map(fuehreAus));
    const seite = ergebnisse[0]?.[0] as { total: number; zeilen?: string } | undefined;
    if (seite?.zeilen === undefined) return c.json(ergebnisse);
    return c.body(`{"data":${seite.zeilen},"total":${seite.total}}`, 200, { "Content-Type": "application/json" });
  });

createAdaptorServer({ fetch: app.fetch }).listen(Number(port), "127.0.0.1");
