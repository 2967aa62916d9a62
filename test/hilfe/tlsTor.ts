import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { freierPort } from "../../src/lokal/port.ts";

/** For `localhost` and no address, signed by nobody but itself, until 2126. It protects nothing. */
const schluessel = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIbCfqqZmtIjAeS6W
ZmCVnbtOShDhRAnWX6OES6UfjF2hRANCAAQbX8qIypWVuBLJeCs6D58KZAZFItce
5a7slfnPcJ2bK9tsi8tzPz34RpOgypUS3oe6kX9awCf2TMZb2nJpAHBI
-----END PRIVATE KEY-----`;
export const zertifikat = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUBvtEmtN72aht3X2WzjswBdkMJW0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTE3NDU0NVoYDzIxMjYxMTA1
MTc0NTQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQbX8qIypWVuBLJeCs6D58KZAZFItce5a7slfnPcJ2bK9tsi8tzPz34
RpOgypUS3oe6kX9awCf2TMZb2nJpAHBIo2kwZzAdBgNVHQ4EFgQUJ5gjP50UvjZH
4cDoXMSFeqtraEkwHwYDVR0jBBgwFoAUJ5gjP50UvjZH4cDoXMSFeqtraEkwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgKT+wh64JyktCsx95mdyP5uEJI1xiZlb6qVpk6KOa9YMCIQDnHbV+SRiu
ubRDwZVE6YgHV9uCjDFuXMmeDKSxoRbj6A==
-----END CERTIFICATE-----`;

export type TlsTor = {
  /** Through the gate; TLS is not asked for yet. */
  url(weg: string): string;
  /** Every connection ends without a word, and until `oeffne` each new one, too. */
  schliesse(): void;
  oeffne(): void;
  beende(): Promise<void>;
};

/** In front of a PostgreSQL: talks TLS with its clients, as one with `ssl = on` does. */
export async function oeffneTlsTor(): Promise<TlsTor> {
  let ziel = { host: "", port: 0 };
  let zu = false;
  const offene = new Set<Socket>();
  const server = createServer((roh) => {
    if (zu) return roh.destroy();
    // The first message asks for TLS.
    roh.once("data", () => {
      roh.write("S");
      const tls = new TLSSocket(roh, { isServer: true, key: schluessel, cert: zertifikat });
      const datenbank = connect(ziel);
      tls.pipe(datenbank).pipe(tls);
      for (const socket of [roh, tls, datenbank]) {
        offene.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          for (const einer of [roh, tls, datenbank]) einer.destroy();
          offene.delete(socket);
        });
      }
    });
    roh.on("error", () => {});
  });
  const port = await freierPort();
  await new Promise<void>((bereit) => server.listen(port, "127.0.0.1", bereit));
  const trenne = () => {
    for (const socket of offene) socket.destroy();
  };
  return {
    url: (weg) => {
      const url = new URL(weg);
      ziel = { host: url.hostname, port: Number(url.port) };
      return Object.assign(url, { hostname: "localhost", port: String(port) }).href;
    },
    schliesse: () => {
      zu = true;
      trenne();
    },
    oeffne: () => {
      zu = false;
    },
    beende: () => {
      trenne();
      return new Promise((fertig) => server.close(() => fertig()));
    },
  };
}
