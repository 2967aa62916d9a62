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

export const istVerbindungsverlust = (fehler: unknown): fehler is Error & { code: string } => {
  const code = (fehler as { code?: unknown } | null)?.code;
  return typeof code === "string" && verlust.has(code);
};

/** Word for what was thrown, for logs and traces; its text may hold data. */
export const wortFuer = (fehler: unknown): string => {
  const code = (fehler as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : fehler instanceof Error ? fehler.name : typeof fehler;
};

export const nichtErreichbar = (): Ablehnung =>
  new Ablehnung(
    "nichtVerfuegbar",
    "datenbank_nicht_erreichbar",
    "Die Datenbank ist nicht erreichbar. Bitte gleich noch einmal versuchen.",
    {},
    { warteSekunden: 5 },
  );

export const ueberlastet = (): Ablehnung =>
  new Ablehnung(
    "nichtVerfuegbar",
    "ueberlastet",
    "Der Dienst hat gerade zu viel zu tun. Bitte gleich noch einmal versuchen.",
    {},
    { warteSekunden: 2 },
  );
