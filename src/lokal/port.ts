import { randomInt } from "node:crypto";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * Opens a port of the loopback.
 *
 * @param port any free one if 0   @returns which one it is
 */
export const oeffnePort = (server: Server, port: number, host = "127.0.0.1"): Promise<number> =>
  new Promise((fertig, gescheitert) => {
    server.once("error", gescheitert);
    server.listen(port, host, () => {
      server.off("error", gescheitert);
      fertig((server.address() as AddressInfo).port);
    });
  });

const probiere = async (port: number, host: string): Promise<void> => {
  const probe = createServer();
  await oeffnePort(probe, port, host);
  await new Promise((zu) => probe.close(zu));
};

export const istPortFrei = (port: number, host: string): Promise<boolean> =>
  probiere(port, host).then(
    () => true,
    () => false,
  );

/**
 * A port of the loopback that nothing listens on. It lies below those that systems give to outgoing connections: one of
 * them could take it before somebody listens.
 */
export const freierPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    if (await istPortFrei(port, "127.0.0.1")) return port;
  }
};
