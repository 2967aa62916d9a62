import { Ablehnung } from "../../kern/ablehnung.ts";

/** What the driver, the socket or PostgreSQL call a connection that is lost, or one that does not come about. */
const verlust = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  // too many connections; ended by an administrator, a crash, an idle time-out; starting up or shutting down
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
]);

const codeVon = (fehler: unknown): string => {
  const code = (fehler as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
};

export function istVerbindungsverlust(fehler: unknown): fehler is Error & { code: string } {
  return verlust.has(codeVon(fehler));
}

/**
 * Whether the database cannot do it at this moment, whatever it was asked for: it is away, gave way to another
 * transaction (class 40), has no room (53), was interrupted (57), or waited for a lock for too long.
 */
export function kannGeradeNicht(fehler: unknown): boolean {
  return istVerbindungsverlust(fehler) || /^(?:(?:40|53|57)[\dA-Z]{3}|55P03)$/.test(codeVon(fehler));
}

/** What no waiting mends, and whoever runs the program does. */
const abweisungen: Record<string, string> = {
  "28000": "diese Anmeldung gibt es dort nicht, oder sie darf nicht von hier kommen",
  "28P01": "Name oder Passwort stimmen nicht",
  "3D000": "diese Datenbank gibt es nicht",
};

/** As OpenSSL and Node call a certificate that does not hold. */
const zertifikatfehler =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|SELF_SIGNED_|UNABLE_TO_)/;

/** SQLSTATE: five digits and capitals, where names of the operating system ("EPERM") have no digit. */
export function istVonPostgres(code: string): boolean {
  return /^(?=.*\d)[\dA-Z]{5}$/.test(code);
}

/**
 * For whoever runs a program: what the database did not do, or which file could not be used; undefined for anything
 * else.
 */
export function inWorten(fehler: unknown): string | undefined {
  if (istVerbindungsverlust(fehler))
    return `Die Datenbank ist nicht erreichbar (${fehler.code}): Läuft sie, und stimmt ihre Adresse?`;
  const code = codeVon(fehler);
  if (code === "") return undefined;
  const { message, path } = fehler as { message?: unknown; path?: unknown };
  if (typeof path === "string") return `${path} lässt sich nicht lesen oder schreiben (${code}).`;
  if (zertifikatfehler.test(code)) return `Dem Zertifikat der Datenbank ist nicht zu trauen: ${message} (${code}).`;
  if (code === "08P01" && /startup parameter/.test(String(message)))
    return `Vor der Datenbank steht ein Pooler, der die Einstellungen der Verbindung nicht weitergibt (${message}). Die Adresse muss ohne ihn zu PostgreSQL führen.`;
  const grund = abweisungen[code];
  if (grund) return `Die Datenbank nimmt die Anmeldung nicht an: ${grund} (${message}).`;
  return istVonPostgres(code) ? `Die Datenbank weist das ab: ${message} (${code})` : undefined;
}

/** Word for what was thrown, for logs and traces; its text may hold data. */
export function wortFuer(fehler: unknown): string {
  const code = (fehler as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  return fehler instanceof Error ? fehler.name : typeof fehler;
}

export function nichtErreichbar(): Ablehnung {
  return new Ablehnung(
    "nichtVerfuegbar",
    "datenbank_nicht_erreichbar",
    "Die Datenbank ist nicht erreichbar. Bitte gleich noch einmal versuchen.",
    {},
    { warteSekunden: 5 },
  );
}

export function ueberlastet(): Ablehnung {
  return new Ablehnung(
    "nichtVerfuegbar",
    "ueberlastet",
    "Der Dienst hat gerade zu viel zu tun. Bitte gleich noch einmal versuchen.",
    {},
    { warteSekunden: 2 },
  );
}
