import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { datenordner } from "../postgres/postgres.ts";
import { laufendeAdresse } from "../postgres/sperre.ts";
import { Demofehler } from "./klient.ts";

const verzeichnis = join(fileURLToPath(new URL("../../../", import.meta.url)), ".data");

const antwortet = async (adresse: string): Promise<string | undefined> => {
  const antwort = await fetch(`${adresse}/healthz`).catch(() => undefined);
  if (!antwort?.headers.get("content-type")?.includes("json")) return undefined;
  const { version } = (await antwort.json()) as { version?: unknown };
  return typeof version === "string" ? version : undefined;
};

/**
 * The service to walk through: the address that was given, with its `/api` or without, else the one that `npm start`
 * runs from this folder on whatever port, else the usual one.
 *
 * @returns its API base URL without a slash at its end, and its version
 * @throws Demofehler where none answers
 */
export async function findeDienst(genannt: string | undefined): Promise<{ basis: string; version: string }> {
  const start = (genannt ?? laufendeAdresse(datenordner(verzeichnis)) ?? "http://127.0.0.1:3000/api").replace(
    /\/+$/,
    "",
  );
  // "localhost:3000" would parse as an address of the scheme localhost.
  if (!/^https?:/.test(start) || !URL.canParse(start))
    throw new Demofehler(`„${start}“ ist keine Adresse. Zum Beispiel: http://127.0.0.1:3000`);
  for (const basis of [start, `${start}/api`]) {
    const version = await antwortet(basis);
    if (version !== undefined) return { basis, version };
  }
  throw new Demofehler(`Unter ${start} antwortet keine Pachtverwaltung. Starten mit: npm start`);
}
