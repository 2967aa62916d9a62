import type { Config } from "../../technik/config.ts";
import { type Sql, verbinde } from "../../technik/database/pool.ts";
import { pruefeAnbieter } from "./pruefung/anbieter.ts";
import type { Befund } from "./pruefung/befund.ts";
import { pruefeDatenbank, pruefeVerbindung } from "./pruefung/datenbank.ts";
import { pruefeErreichbarkeit } from "./pruefung/erreichbarkeit.ts";
import { pruefeAdministrator, pruefeZuordnung } from "./pruefung/rollen.ts";
import { pruefeStammdaten } from "./pruefung/stammdaten.ts";

const heil = (befunde: readonly Befund[]): boolean => befunde.every(({ lage }) => lage !== "fehlt");

const pruefeInhalt = async (sql: Sql, config: Config, uhr: () => Date): Promise<Befund[]> => {
  const technisch = await pruefeDatenbank(sql, uhr);
  if (technisch.some(({ was, lage }) => ["Migrationen", "Rechte"].includes(was) && lage === "fehlt")) return technisch;
  return [...technisch, ...(await pruefeStammdaten(sql)), await pruefeAdministrator(sql, config)];
};

/**
 * Looks at all that must be right before the first administrator can work, and changes nothing.
 *
 * @param workerUrl where the worker signs in   @param administrator the provider's word for administrators, if one is wanted
 */
export async function pruefeEinrichtung(
  config: Config,
  workerUrl: string,
  uhr: () => Date,
  administrator?: string,
): Promise<Befund[]> {
  const verbindungen = [
    await pruefeVerbindung("DATABASE_URL", config.DATABASE_URL, "pacht_app"),
    await pruefeVerbindung("WORKER_DATABASE_URL", workerUrl, "pacht_worker"),
  ];
  const sql = verbinde(config.DATABASE_URL, "pacht_app", { max: 1 });
  try {
    return [
      ...verbindungen,
      ...(heil(verbindungen.slice(0, 1)) ? await pruefeInhalt(sql, config, uhr) : []),
      ...(await pruefeAnbieter(config, uhr)),
      pruefeZuordnung(config, administrator),
      await pruefeErreichbarkeit(config),
    ];
  } finally {
    await sql.end({ timeout: 1 });
  }
}
