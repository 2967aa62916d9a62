import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What the server does to whoever connects; "durch" leads to PostgreSQL. */
export type Verhalten =
  | "durch"
  | "legt auf"
  | "bricht ab"
  | "schweigt"
  | "fährt hoch"
  | "legt bei den Typen auf"
  | "bricht bei den Typen ab"
  | "beendet bei den Typen";

const meldung = (code: string, text: string): Buffer => {
  const felder = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const kopf = Buffer.alloc(5);
  kopf.write("E");
  kopf.writeInt32BE(felder.length + 4, 1);
  return Buffer.concat([kopf, felder]);
};

const empfange: Record<string, (klient: Socket) => unknown> = {
  "legt auf": (klient) => klient.end(),
  "bricht ab": (klient) => klient.resetAndDestroy(),
  schweigt: () => {},
  "fährt hoch": (klient) => klient.end(meldung("57P03", "the database system is starting up")),
};

const beiDenTypen: Record<string, (klient: Socket) => unknown> = {
  "legt bei den Typen auf": (klient) => klient.end(),
  "bricht bei den Typen ab": (klient) => klient.resetAndDestroy(),
  "beendet bei den Typen": (klient) => klient.end(meldung("57P01", "terminating connection")),
};

/** Stands between a pool and PostgreSQL and behaves as it is told. */
export async function starteVermittler(url: string) {
  const ziel = new URL(url);
  const sockets = new Set<Socket>();
  let verhalten: Verhalten = "durch";
  const merke = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((klient) => {
    merke(klient);
    const tut = empfange[verhalten];
    if (tut) {
      klient.once("data", () => tut(klient));
      return;
    }
    const hinten = connect(Number(ziel.port), ziel.hostname);
    merke(hinten);
    klient.on("data", (stueck) => {
      const stoert = stueck.includes("pg_catalog.pg_type") && beiDenTypen[verhalten];
      if (stoert) {
        hinten.destroy();
        stoert(klient);
      } else hinten.write(stueck);
    });
    hinten.on("data", (stueck) => klient.write(stueck));
    klient.on("close", () => hinten.destroy());
    hinten.on("close", () => klient.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    verhalte(wie: Verhalten): void {
      verhalten = wie;
    },
    /** How many are connected. */
    verbunden: () => sockets.size,
    /** Ends all connections; the next ones meet `verhalten`. */
    kappe(): void {
      for (const socket of sockets) socket.destroy();
    },
    async beende(): Promise<void> {
      const zu = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await zu;
    },
  };
}

export type Vermittler = Awaited<ReturnType<typeof starteVermittler>>;
