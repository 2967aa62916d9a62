import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { KonfigurationUnvollstaendig } from "./config.ts";
import { unmoeglicheAnfrage, weiseUnlesbaresAb } from "./unlesbar.ts";

/** What is known of the connection that a request came on. */
type Umfeld = {
  adresse: string;
  /** Tells the bytes of the answer when it has left, where the runtime knows. */
  nachAntwort?: (melde: (bytes: number) => void) => void;
  /** Ends the connection in the middle of the answer, where the runtime can. */
  brichAb?: () => void;
};

type Antwortet = (anfrage: Request, umfeld: Umfeld) => Response | Promise<Response>;

type DenoServer = { shutdown(): Promise<void> };
type DenoInfo = { remoteAddr: { hostname: string } };
type Deno = {
  serve(
    optionen: { port: number; hostname: string; onListen(): void },
    fetch: (anfrage: Request, info: DenoInfo) => Response | Promise<Response>,
  ): DenoServer;
};

/**
 * Whoever sends headers at one byte a second is not waited for; the body has limits of its own where it is read. A kept
 * connection lives longer than proxies keep theirs: else one would send on a connection that is just being closed.
 */
const fristen = {
  headersTimeout: 15_000,
  requestTimeout: 15 * 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
};

/** Connections that may wait to be accepted: more than the usual 511, or a crowd that comes at once waits for seconds. */
const anstehende = 4096;

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

/** Why nothing can listen there, in the codes of both runtimes; anything else is not the user's to mend. */
export function warumNicht(fehler: NodeJS.ErrnoException, hostname: string, port: number): Error {
  const saetze: Record<string, string> = {
    EADDRINUSE: `Port ${port} auf ${hostname} ist belegt.`,
    EADDRNOTAVAIL: `${hostname} ist keine Adresse dieser Maschine.`,
    ENOTFOUND: `${hostname} ist keine Adresse dieser Maschine.`,
    EACCES: `Port ${port} darf nur ein Konto mit mehr Rechten öffnen.`,
  };
  const satz = saetze[fehler.code ?? ""];
  return satz === undefined ? fehler : new KonfigurationUnvollstaendig(satz);
}

/**
 * Listens on the runtime's own server: the one place where Node and Deno differ.
 *
 * @throws KonfigurationUnvollstaendig when the port is taken, or is not one of this machine or this account
 */
export async function lausche(fetch: Antwortet, hostname: string, port: number): Promise<Schliesse> {
  return oeffnePort(fetch, hostname, port).catch((fehler: NodeJS.ErrnoException) => {
    throw warumNicht(fehler, hostname, port);
  });
}

const oeffnePort = async (fetch: Antwortet, hostname: string, port: number): Promise<Schliesse> => {
  const deno = (globalThis as { Deno?: Deno }).Deno;
  if (deno) {
    const server = deno.serve({ port, hostname, onListen: () => {} }, (anfrage, { remoteAddr }) =>
      fetch(anfrage, { adresse: remoteAddr.hostname }),
    );
    return (hoechstensMs = 60_000) => binnen(server.shutdown(), hoechstensMs);
  }
  const { getRequestListener, RequestError } = await import("@hono/node-server");
  const antworte = getRequestListener(
    (anfrage, { incoming, outgoing }) => {
      // Only before HTTP/1.1 may it be missing; there it is our own.
      if (incoming.headers.host === undefined && incoming.httpVersion !== "1.0") return unmoeglicheAnfrage();
      const { socket } = incoming;
      // Of answers before on the same connection.
      const vorher = socket.bytesWritten;
      return fetch(anfrage, {
        adresse: socket.remoteAddress ?? "",
        nachAntwort: (melde) => {
          const sage = () => melde(socket.bytesWritten - vorher);
          // A client that has left meanwhile does not leave again.
          if (outgoing.closed) sage();
          else outgoing.once("close", sage);
        },
        brichAb: () => outgoing.destroy(),
      });
    },
    {
      hostname,
      errorHandler: (fehler) =>
        fehler instanceof RequestError ? unmoeglicheAnfrage() : new Response(null, { status: 500 }),
    },
  );
  // A missing host Node would refuse without a word.
  const server = createServer({ ...fristen, requireHostHeader: false }, antworte);
  // So it would any expectation but its own, which may as well be passed over (RFC 9110, 10.1.1).
  server.on("checkExpectation", (anfrage, antwort) => server.emit("request", anfrage, antwort));
  // Browsers open some ahead. To Node they count as busy, and nobody would end them once the server is closing.
  const ohneAnfrage = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    ohneAnfrage.add(socket);
    socket.once("close", () => ohneAnfrage.delete(socket));
  });
  const antworten = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }: IncomingMessage, antwort: ServerResponse) => {
    ohneAnfrage.delete(socket);
    antworten.set(socket, antwort);
    antwort.once("close", () => antworten.delete(socket));
  });
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    // Into an answer under way nothing can be written.
    if (code === "ECONNRESET" || !socket.writable || antworten.get(socket)?.headersSent) socket.destroy();
    else weiseUnlesbaresAb(code, socket);
  });
  return new Promise((bereit, gescheitert) => {
    server.on("error", gescheitert);
    server.listen({ port, host: hostname, backlog: anstehende }, () =>
      bereit((hoechstensMs = 60_000) => {
        // An answer that is under way now leaves a connection that would be kept for its whole time.
        const kehraus = setInterval(() => server.closeIdleConnections(), 200);
        const zu = new Promise<void>((weiter) => server.close(() => weiter())).finally(() => clearInterval(kehraus));
        for (const socket of ohneAnfrage) socket.destroy();
        return binnen(zu, hoechstensMs, () => server.closeAllConnections());
      }),
    );
  });
};
