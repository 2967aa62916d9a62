import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import {
  type Config,
  gesetzte,
  istProduktion,
  KonfigurationUnvollstaendig,
  liesConfig,
  liesDatenbankadresse,
} from "../technik/config.ts";

export type Startumgebung = {
  config: Config;
  /** Given by the environment; without it the embedded server. */
  datenbankUrl: string | undefined;
  /** Signs in as a role that may migrate. */
  migrationsUrl: string | undefined;
  lokaleAnmeldung: boolean;
  demodaten: boolean;
  /** The accounting stand-in, where no other system is named. */
  sandkasten: boolean;
  /** The folder asked for; see `datenordner` for where it really is. */
  verzeichnis: string;
};

const verzeichnis = join(fileURLToPath(new URL("../../", import.meta.url)), ".data");
const frontends = "http://localhost:5173,http://127.0.0.1:5173";

/**
 * What `npm start` shall start. Demo data and the sign-in without passwords only come with the embedded database, or
 * when they are asked for, and never in production.
 *
 * @throws KonfigurationUnvollstaendig
 */
export function liesStartumgebung(alle: Record<string, string | undefined> = process.env): Startumgebung {
  const umgebung = gesetzte(alle);
  const datenbankUrl = umgebung.DATABASE_URL;
  const eingebettet = datenbankUrl === undefined;
  const verlangt = (name: string): boolean => {
    const wert = umgebung[name] ?? "0";
    if (!["0", "false", "1", "true"].includes(wert))
      throw new KonfigurationUnvollstaendig(`${name}: erlaubt sind 0 und 1, nicht ${wert}.`);
    return wert === "1" || wert === "true";
  };
  const anmeldungVerlangt = verlangt("LOKALE_ANMELDUNG");
  const lokaleAnmeldung = !umgebung.OIDC_ISSUER && (eingebettet || anmeldungVerlangt);
  const demodaten = umgebung.DEMO_DATEN ? verlangt("DEMO_DATEN") : eingebettet;
  const system = umgebung.EXTACCOUNTING_SYSTEM ?? (eingebettet ? "sandkasten" : undefined);
  const sandkasten = system === "sandkasten" && !umgebung.EXTACCOUNTING_URL;
  if (umgebung.NODE_ENV === "production") {
    const verboten = [
      eingebettet && "die eingebettete Datenbank (DATABASE_URL fehlt)",
      (lokaleAnmeldung || anmeldungVerlangt) && "die lokale Anmeldung (OIDC_ISSUER fehlt oder LOKALE_ANMELDUNG=1)",
      demodaten && "Demodaten",
      sandkasten && "den Sandkasten (EXTACCOUNTING_SYSTEM)",
    ].filter((text) => text !== false);
    if (verboten.length > 0)
      throw new KonfigurationUnvollstaendig(`Mit NODE_ENV=production gibt es nicht: ${verboten.join(", ")}.`);
  }
  if (!umgebung.OIDC_ISSUER && !lokaleAnmeldung)
    throw new KonfigurationUnvollstaendig(
      "OIDC_ISSUER fehlt: Adresse des Identitätsanbieters (oder LOKALE_ANMELDUNG=1).",
    );
  const ersatz = {
    FRONTEND_ORIGINS: frontends,
    ...(eingebettet ? { DATABASE_URL: "postgres://eingebettet" } : {}),
    ...(lokaleAnmeldung
      ? { OIDC_ISSUER: "http://127.0.0.1", OIDC_CLIENT_ID: "lokal", OIDC_CLIENT_SECRET: "lokal" }
      : {}),
  };
  return {
    config: liesConfig({ ...ersatz, ...umgebung }),
    datenbankUrl,
    migrationsUrl: umgebung.MIGRATION_DATABASE_URL ?? datenbankUrl,
    lokaleAnmeldung,
    demodaten,
    sandkasten,
    verzeichnis,
  };
}

/**
 * Where `npm run daten` writes to: the database of the environment, or without one the embedded server.
 *
 * @throws KonfigurationUnvollstaendig
 */
export function liesDatenumgebung(): Pick<Startumgebung, "migrationsUrl" | "verzeichnis"> {
  if (istProduktion()) throw new KonfigurationUnvollstaendig("Mit NODE_ENV=production gibt es keine Demodaten.");
  return { migrationsUrl: liesDatenbankadresse(["MIGRATION_DATABASE_URL", "DATABASE_URL"]), verzeichnis };
}
