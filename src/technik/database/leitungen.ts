import { connect, type Socket } from "node:net";

/** Where the driver would have connected to itself. */
type Ziel = { path?: string; host: string[]; port: number[] };

/** A socket that talks TLS is cut by what the driver talks through: what is written there meanwhile fails, and is told. */
type Leitung = Socket & { tls?: Socket };

/** What pools open their sockets with. */
export type Leitungen = {
  /** For one pool: one host after another where the URL names several. */
  steckdose(): (ziel: Ziel) => Socket;
};

/**
 * The lines to one database: those of the pools, and of whoever looks whether it is there.
 *
 * @param istWeg while the database is known to be gone, new lines of the pools are cut at once: whoever waits is told by
 * them, one after the other, and not each by an attempt of its own that takes seconds
 */
export function neueLeitungen(istWeg: () => boolean): {
  leitungen: Leitungen;
  leitungDerWache: Leitungen;
  /** Cuts all that are open. */
  trenne(): void;
  anzahlOffene(): number;
} {
  const offen = new Set<Leitung>();
  const kappe = (socket: Leitung) =>
    (socket.tls ?? socket).destroy(Object.assign(new Error("Verbindung getrennt"), { code: "CONNECTION_CLOSED" }));
  const oeffne = ({ path, host, port }: Ziel, nr: number, istZuKappen: () => boolean): Socket => {
    const i = nr % host.length;
    const ziel = { host: host[i] ?? "localhost", port: port[i] ?? 5432 };
    const socket: Leitung = path ? connect(path) : connect(ziel.port, ziel.host);
    offen.add(socket);
    socket.once("close", () => offen.delete(socket));
    // The driver listens to it by then.
    if (istZuKappen()) setImmediate(kappe, socket);
    // What the driver names in its errors and checks certificates against.
    return path ? socket : Object.assign(socket, ziel);
  };
  const leitungen = (istZuKappen: () => boolean): Leitungen => ({
    steckdose() {
      let nr = 0;
      return (ziel) => oeffne(ziel, nr++, istZuKappen);
    },
  });
  return {
    leitungen: leitungen(istWeg),
    leitungDerWache: leitungen(() => false),
    trenne() {
      for (const socket of offen) kappe(socket);
    },
    anzahlOffene: () => offen.size,
  };
}
