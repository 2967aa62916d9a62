import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Sql } from "../../technik/database/pool.ts";
import { erstelleAntworter, sende } from "./antworter.ts";
import { behandle } from "./behandle.ts";
import { erstelleStoerer } from "./stoerung.ts";
import { Verweigert } from "./verweigert.ts";

export type Sandkasten = { url: string; beende(): Promise<void> };

/**
 * A small accounting system that is none: it keeps its books in PostgreSQL, numbers, cancels and deletes as real ones do,
 * knows no unique references, and fails in every way that its switches say. HTTP and JSON on the loopback.
 *
 * @param sql pool of the role pacht_worker, the only one that may open these books
 */
export async function starteSandkasten(
  sql: Sql,
  { port = 0, geheimnis, melde }: { port?: number; geheimnis: string; melde: (fehler: unknown) => void },
): Promise<Sandkasten> {
  const stoerer = erstelleStoerer();
  const antworter = erstelleAntworter(stoerer);
  const server = createServer((anfrage, antwort) => {
    behandle({ sql, geheimnis, stoerer, antworter }, anfrage, antwort).catch((fehler: unknown) => {
      if (antwort.headersSent || antwort.destroyed) return;
      if (fehler instanceof Verweigert) sende(antwort, fehler.status, { code: fehler.code, ursache: fehler.message });
      else if (fehler instanceof z.ZodError)
        sende(antwort, 422, { code: "ungueltig", ursache: "Der Sandkasten versteht diesen Inhalt nicht." });
      else {
        melde(fehler);
        sende(antwort, 500, { code: "fehler" });
      }
    });
  });
  await new Promise<void>((bereit, gescheitert) => {
    server.once("error", gescheitert);
    server.listen(port, "127.0.0.1", bereit);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async beende() {
      await new Promise<void>((zu) => {
        server.close(() => zu());
        server.closeAllConnections();
      });
      await antworter.warteAufSpaete();
    },
  };
}
