import { connect, type Socket } from "node:net";

/** Where the driver would have connected to itself. */
type Ziel = { path?: string; host: string[]; port: number[] };

/** The lines of some pools to the database. */
export type Leitungen = {
  /** What a pool opens its sockets with, one host after another where the URL names several. */
  steckdose(): (ziel: Ziel) => Socket;
  /** Cuts all that are open. */
  trenne(): void;
};

/**
 * @param istWeg while the database is known to be gone, new lines are cut at once: whoever waits in a pool is told by them,
 * one after the other, and not each by an attempt of its own that takes seconds
 */
export const neueLeitungen = (istWeg: () => boolean = () => false): Leitungen => {
  const offen = new Set<Socket>();
  const kappe = (socket: Socket) =>
    socket.destroy(Object.assign(new Error("Verbindung getrennt"), { code: "CONNECTION_CLOSED" }));
  const oeffne = ({ path, host, port }: Ziel, nr: number): Socket => {
    const i = nr % host.length;
    const ziel = { host: host[i] ?? "localhost", port: port[i] ?? 5432 };
    const socket = path ? connect(path) : connect(ziel.port, ziel.host);
    offen.add(socket);
    socket.once("close", () => offen.delete(socket));
    // The driver listens to it by then.
    if (istWeg()) setImmediate(kappe, socket);
    // What the driver names in its errors and checks certificates against.
    return path ? socket : Object.assign(socket, ziel);
  };
  return {
    steckdose() {
      let nr = 0;
      return (ziel) => oeffne(ziel, nr++);
    },
    trenne() {
      for (const socket of offen) kappe(socket);
    },
  };
};
