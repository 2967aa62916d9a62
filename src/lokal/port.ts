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

const probiere = async (port: number, host?: string): Promise<number> => {
  const probe = createServer();
  const geoeffnet = await oeffnePort(probe, port, host);
  await new Promise((zu) => probe.close(zu));
  return geoeffnet;
};

/** A port of the loopback that nothing listens on. */
export const freierPort = (): Promise<number> => probiere(0);

export const istPortFrei = (port: number, host: string): Promise<boolean> =>
  probiere(port, host).then(
    () => true,
    () => false,
  );
