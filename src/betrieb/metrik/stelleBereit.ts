import type { Registry } from "prom-client";
import type { Config } from "../../technik/config.ts";
import { lausche } from "../../technik/server.ts";

/**
 * Answers `GET /metrics` on METRIK_PORT, if there is one.
 *
 * @param aktualisiere is waited for before each answer
 * @returns closes the port
 */
export async function stelleMetrikBereit(
  register: Registry,
  { METRIK_HOST, METRIK_PORT }: Pick<Config, "METRIK_HOST" | "METRIK_PORT">,
  aktualisiere: () => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  if (METRIK_PORT === undefined) return async () => {};
  const antworte = async (): Promise<Response> => {
    await aktualisiere();
    return new Response(await register.metrics(), { headers: { "Content-Type": register.contentType } });
  };
  const schliesse = await lausche(
    (anfrage) => (new URL(anfrage.url).pathname === "/metrics" ? antworte() : new Response(null, { status: 404 })),
    METRIK_HOST,
    METRIK_PORT,
  );
  return () => schliesse(1_000);
}
