type Antwortet = (anfrage: Request) => Response | Promise<Response>;

type DenoServer = { shutdown(): Promise<void> };
type Deno = { serve(optionen: { port: number; hostname: string; onListen(): void }, fetch: Antwortet): DenoServer };

/**
 * Listens on the runtime's own server: the one place where Node and Deno differ.
 *
 * @returns closes the listener and waits for the answers under way
 * @throws when the port is taken
 */
export const lausche = async (fetch: Antwortet, hostname: string, port: number): Promise<() => Promise<void>> => {
  const deno = (globalThis as { Deno?: Deno }).Deno;
  if (deno) {
    const server = deno.serve({ port, hostname, onListen: () => {} }, fetch);
    return () => server.shutdown();
  }
  const { serve } = await import("@hono/node-server");
  return new Promise((bereit, gescheitert) => {
    const server = serve({ fetch, port, hostname }, () =>
      bereit(
        () =>
          new Promise<void>((zu) => {
            server.close(() => zu());
            if ("closeIdleConnections" in server) server.closeIdleConnections();
          }),
      ),
    );
    server.on("error", gescheitert);
  });
};
