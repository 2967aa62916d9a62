import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { verbinde } from "../../../../../src/technik/database/pool.ts";
import { verbindungsfehler } from "./frist.ts";
import type { Auftrag, Bericht } from "./last.ts";

const legeTabelleAn = async (url: string): Promise<void> => {
  const sql = verbinde(url, "pacht_owner", { max: 1 });
  await sql`drop table if exists last`;
  await sql`create table last (nr integer not null, teil integer not null)`;
  await sql.end();
};

/** Lets clients work while `stoere` does its worst, and demands that the process and all their work come through. */
export async function unterLast(auftrag: Auftrag, stoere: () => Promise<void>): Promise<Bericht> {
  await legeTabelleAn(auftrag.url);
  const datei = fileURLToPath(new URL("./last.ts", import.meta.url));
  const kind = spawn(process.execPath, [datei, JSON.stringify(auftrag)], { stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  kind.stderr.on("data", (stueck) => {
    stderr += stueck;
  });
  kind.stdin.on("error", () => {});
  const zeilen: string[] = [];
  const ende = once(kind, "exit");
  const bereit = new Promise<void>((fertig) => {
    createInterface({ input: kind.stdout }).on("line", (zeile) => {
      if (zeile === "bereit") fertig();
      else zeilen.push(zeile);
    });
  });
  try {
    await Promise.race([bereit, ende]);
    await stoere();
    kind.stdin.end();
    const [code] = await ende;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  } finally {
    kind.kill("SIGKILL");
  }
  const bericht = JSON.parse(zeilen[0] ?? "") as Bericht;
  expect(bericht).toMatchObject({ haengt: [], verloren: 0, halb: 0, offen: 0, danach: 3 * auftrag.max });
  expect(Object.keys(bericht.fehler).filter((art) => !verbindungsfehler.test(art))).toEqual([]);
  expect(bericht.laengsteMs).toBeLessThan(auftrag.fristMs);
  expect(bericht.gelungen).toBeGreaterThan(0);
  return bericht;
}
