import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Verweigert } from "./verweigert.ts";

const hoechstens = 1024 * 1024;

export async function liesKoerper(anfrage: IncomingMessage): Promise<unknown> {
  const stuecke: Buffer[] = [];
  let groesse = 0;
  for await (const stueck of anfrage) {
    groesse += (stueck as Buffer).length;
    if (groesse > hoechstens) throw new Verweigert(413, "ungueltig", "Der Inhalt ist zu groß.");
    stuecke.push(stueck as Buffer);
  }
  const text = Buffer.concat(stuecke).toString("utf8");
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw new Verweigert(400, "ungueltig", "Der Inhalt ist kein JSON.");
  }
}

const gleich = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export function istAngemeldet(anfrage: IncomingMessage, geheimnis: string): boolean {
  return gleich(anfrage.headers.authorization ?? "", `Bearer ${geheimnis}`);
}
