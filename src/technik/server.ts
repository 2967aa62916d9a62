/** What is known of the connection that a request came on. */
export type Umfeld = { adresse: string };

type Antwortet = (anfrage: Request, umfeld: Umfeld) => Response | Promise<Response>;

type DenoServer = { shutdown(): Promise<void> };
type DenoInfo = { remoteAddr: { hostname: string } };
type Deno = {
  serve(
    optionen: { port: number; hostname: string; onListen(): void },
    fetch: (anfrage: Request, info: DenoInfo) => Response | Promise<Response>,
  ): DenoServer;
};

/** Whoever sends headers at one byte a second is not waited for; the body has limits of its own where it is read. */
const fristen = { headersTimeout: 15_000, requestTimeout: 15 * 60_000, connectionsCheckingInterval: 2_000 };

/**
 * Listens on the runtime's own server: the one place where Node and Deno differ.
 *
 * @returns closes the listener and waits for the answers under way
 * @throws when the port is taken
 */
export const lausche = async (fetch: Antwortet, hostname: string, port: number): Promise<() => Promise<void>> => {
  const deno = (globalThis as { Deno?: Deno }).Deno;
  if (deno) {
    const server = deno.serve({ port, hostname, onListen: () => {} }, (anfrage, { remoteAddr }) =>
      fetch(anfrage, { adresse: remoteAddr.hostname }),
    );
    return () => server.shutdown();
  }
  const { serve } = await import("@hono/node-server");
  return new Promise((bereit, gescheitert) => {
    const server = serve(
      {
        fetch: (anfrage, { incoming }) => fetch(anfrage, { adresse: incoming.socket.remoteAddress ?? "" }),
        port,
        hostname,
        serverOptions: fristen,
      },
      () =>
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
