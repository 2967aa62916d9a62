import { Buffer } from "node:buffer";
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** A secret as it is configured: never itself, only what scrypt makes of it. */
export type GeheimnisHash = { n: number; r: number; p: number; salz: Buffer; hash: Buffer };

const maxmem = 256 * 1024 * 1024;
const laenge = 32;

const leite = (geheimnis: string, salz: Buffer, { n, r, p }: { n: number; r: number; p: number }): Promise<Buffer> =>
  new Promise((weiter, scheitere) => {
    const optionen: ScryptOptions = { N: n, r, p, maxmem };
    scrypt(geheimnis.normalize("NFC"), salz, laenge, optionen, (fehler, schluessel) =>
      fehler ? scheitere(fehler) : weiter(schluessel),
    );
  });

/** @param text `scrypt:N:r:p:<salt>:<hash>`, as the configuration lets it through */
export function liesGeheimnisHash(text: string): GeheimnisHash {
  const [, n, r, p, salz = "", hash = ""] = text.split(":");
  const bytes = (teil: string) => Buffer.from(teil, "base64url");
  return { n: Number(n), r: Number(r), p: Number(p), salz: bytes(salz), hash: bytes(hash) };
}

/** Takes as long for a wrong secret as for the right one, and does not block other requests. */
export async function passtZu(geheimnis: string, { salz, hash, ...kosten }: GeheimnisHash): Promise<boolean> {
  return timingSafeEqual(await leite(geheimnis, salz, kosten), hash);
}

/** @returns the text for `BREAK_GLASS_HASH` */
export async function bildeGeheimnisHash(geheimnis: string): Promise<string> {
  const salz = randomBytes(16);
  const hash = await leite(geheimnis, salz, { n: 65_536, r: 8, p: 1 });
  return `scrypt:65536:8:1:${salz.toString("base64url")}:${hash.toString("base64url")}`;
}
