import { isIP } from "node:net";
import type { Context } from "hono";
import type { Env } from "../app.ts";

/** Eight groups of an IPv6 address, `::` filled up; a dotted IPv4 part at the end stays as it is. */
const gruppen = (adresse: string): string[] => {
  const [vorn = "", hinten] = adresse.split("::");
  const teile = (text: string) => text.split(":").filter(Boolean);
  if (hinten === undefined) return teile(vorn);
  const [a, b] = [teile(vorn), teile(hinten)];
  return [...a, ...Array<string>(Math.max(0, 8 - a.length - b.length)).fill("0"), ...b];
};

/**
 * One text for one caller: IPv4 also where it comes as IPv6, and of an IPv6 address the network, which one caller has. Some
 * proxies (Azure's, IIS) write the port of the connection behind it.
 */
export function alsAnschluss(adresse: string): string {
  const ohneZone = adresse
    .trim()
    .replace(/(?<=^[\d.]+|\]):\d+$/, "")
    .replace(/^\[|\]$|%.*$/g, "")
    .toLowerCase();
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(ohneZone)?.[1];
  if (v4 && isIP(v4) === 4) return v4;
  if (isIP(ohneZone) !== 6) return "unbekannt";
  const netz = gruppen(ohneZone)
    .slice(0, 4)
    .map((gruppe) => Number.parseInt(gruppe, 16).toString(16));
  return `${netz.join(":")}::/64`;
}

/**
 * Where a request comes from. Each proxy writes behind the header from whom it has the request, so of the addresses only
 * those count that our own proxies have written: as many as are configured, from the right.
 */
export function adresseVon(c: Context<Env>, hops: number): string {
  const weg = [...(c.req.header("x-forwarded-for") ?? "").split(",").filter((teil) => teil.trim() !== "")];
  const alle = [...weg, c.env?.adresse ?? ""];
  return alsAnschluss(alle[Math.max(0, alle.length - 1 - hops)] ?? "");
}
