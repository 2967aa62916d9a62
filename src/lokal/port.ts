import { randomInt } from "node:crypto";
import { type AddressInfo, createServer, type Server } from "node:net";
import { setTimeout as warte } from "node:timers/promises";
import { KonfigurationUnvollstaendig } from "../technik/config.ts";
import { warumNicht } from "../technik/server.ts";

/**
 * Opens a port of the loopback.
 *
 * @param port any free one if 0   @returns which one it is
 */
export function oeffnePort(server: Server, port: number, host = "127.0.0.1"): Promise<number> {
  return new Promise((fertig, gescheitert) => {
    server.once("error", gescheitert);
    server.listen(port, host, () => {
      server.off("error", gescheitert);
      fertig((server.address() as AddressInfo).port);
    });
  });
}

const probiere = async (port: number, host: string): Promise<void> => {
  const probe = createServer();
  await oeffnePort(probe, port, host);
  await new Promise((zu) => probe.close(zu));
};

/** @throws KonfigurationUnvollstaendig when it is not one of this machine or this account */
const istPortFrei = (port: number, host: string): Promise<boolean> =>
  probiere(port, host).then(
    () => true,
    (fehler: NodeJS.ErrnoException) => {
      if (fehler.code === "EADDRINUSE") return false;
      throw warumNicht(fehler, host, port);
    },
  );

/**
 * The children of a killed predecessor may take some seconds to leave: so long it is waited for.
 *
 * @throws KonfigurationUnvollstaendig when it stays taken, or is not one of this machine or this account
 */
export async function verlangePort(port: number, host: string, geduldMs: number): Promise<void> {
  for (const ende = performance.now() + geduldMs; !(await istPortFrei(port, host)); await warte(100))
    if (performance.now() >= ende)
      throw new KonfigurationUnvollstaendig(
        `Port ${port} auf ${host} ist belegt. Einen anderen wählen: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`,
      );
}

/**
 * A port of the loopback that nothing listens on. It lies below those that systems give to outgoing connections: one of
 * them could take it before somebody listens.
 */
export async function freierPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    if (await istPortFrei(port, "127.0.0.1")) return port;
  }
}
