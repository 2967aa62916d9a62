import { erstelleGesundheit } from "../src/betrieb/gesundheit/pruefe.ts";
import { Ablehnung } from "../src/kern/ablehnung.ts";
import type { WorkerConfig } from "../src/technik/config.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { frageAuf } from "../src/technik/database/waechter.ts";
import { version } from "../src/technik/http/version.ts";
import { lausche } from "../src/technik/server.ts";

const antworte = async (pruefe: () => Promise<unknown>): Promise<Response> => {
  try {
    await pruefe();
    return Response.json({ status: "ok", version });
  } catch (fehler) {
    if (!(fehler instanceof Ablehnung)) throw fehler;
    return Response.json({ status: "gestoert", code: fehler.code, version }, { status: 503 });
  }
};

/**
 * Answers `GET /healthz` on WORKER_PORT, if there is one: that this worker lives, and its database too.
 *
 * @returns closes the port
 */
export async function beantworteGesundheit(
  sql: Sql,
  { HOST, WORKER_PORT }: Pick<WorkerConfig, "HOST" | "WORKER_PORT">,
): Promise<() => Promise<void>> {
  if (WORKER_PORT === undefined) return async () => {};
  const pruefe = erstelleGesundheit(frageAuf(sql));
  const schliesse = await lausche(
    (anfrage) =>
      new URL(anfrage.url).pathname === "/healthz" ? antworte(pruefe) : new Response(null, { status: 404 }),
    HOST,
    WORKER_PORT,
  );
  return () => schliesse(1_000);
}
