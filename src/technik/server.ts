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

/** Closes the listener and waits for the answers under way, but for so long only. */
type Schliesse = (hoechstensMs?: number) => Promise<void>;

const binnen = async (fertig: Promise<void>, ms: number, sonst: () => void = () => {}): Promise<void> => {
  let wecker: ReturnType<typeof setTimeout> | undefined;
  const zuSpaet = new Promise<void>((weiter) => {
    wecker = setTimeout(() => {
      sonst();
      weiter();
    }, ms);
  });
  await Promise.race([fertig, zuSpaet]);
  clearTimeout(wecker);
};

/**
 * Listens on the runtime's own server: the one place where Node and Deno differ.
 *
 * @throws when the port is taken
 */
export const lausche = async (fetch: Antwortet, hostname: string, port: number): Promise<Schliesse> => {
  const deno = (globalThis as { Deno?: Deno }).Deno;
  if (deno) {
    const server = deno.serve({ port, hostname, onListen: () => {} }, (anfrage, { remoteAddr }) =>
      fetch(anfrage, { adresse: remoteAddr.hostname }),
    );
    return (hoechstensMs = 60_000) => binnen(server.shutdown(), hoechstensMs);
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
        bereit((hoechstensMs = 60_000) => {
          const zu = new Promise<void>((weiter) => server.close(() => weiter()));
          const alle = () => "closeAllConnections" in server && server.closeAllConnections();
          return binnen(zu, hoechstensMs, alle);
        }),
    );
    server.on("error", gescheitert);
  });
};
