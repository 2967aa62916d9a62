import process from "node:process";
import { z } from "zod";
import {
  an,
  anteil,
  datenbankadresse,
  ganzzahl,
  grenze,
  herkuenfte,
  httpAdresse,
  istHerkunft,
  ohneWeg,
  paare,
  pflichtadresse,
  zuordnung,
} from "./config/werte.ts";

/** As OpenTelemetry names them; what else it knows, its exporter reads itself. */
const spuren = {
  OTEL_SDK_DISABLED: z
    .string()
    .default("false")
    .transform((wert) => wert.toLowerCase() === "true"),
  /** Where traces go to; without one of the two there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAdresse.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAdresse.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: paare,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: paare,
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: paare,
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: anteil.default(1),
};

const Umgebung = z.object({
  // "Production" would be none, without a word.
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "erlaubt sind production, development und test" })
    .default("development"),
  HOST: z.string().default("127.0.0.1"),
  /** Where a worker answers its own health check; without it nowhere. */
  WORKER_PORT: ganzzahl(1, 65535).optional(),
  /** "aus": this worker starts nothing by schedule. */
  ZEITPLAENE: z.enum(["an", "aus"]).default("an"),
  PORT: ganzzahl(1, 65535).default(3000),
  BASE_PATH: z
    .string()
    .regex(
      /^(\/(?!\.+(\/|$))[\w.-]+)+$/,
      "wie /api oder /pacht/v2: beginnt mit /, endet ohne, dazwischen Buchstaben ohne Umlaute, Ziffern, _ - und .",
    )
    .default("/api"),
  /** Scheme, host and port that browsers see; without it the request's own loopback address. */
  PUBLIC_URL: httpAdresse.refine(istHerkunft, { error: ohneWeg }).optional(),
  DATABASE_URL: datenbankadresse,
  /** A copy that only answers; without it the database does. */
  DATABASE_READ_URL: datenbankadresse.optional(),
  /** For reading and writing; what datenbank.ts opens comes on top. */
  DATABASE_POOL: ganzzahl(4, 100).default(10),
  OIDC_ISSUER: pflichtadresse("http", "Adresse des Identitätsanbieters (OpenID Connect)"),
  OIDC_CLIENT_ID: z.string({ error: "fehlt: Client-ID beim Identitätsanbieter" }),
  OIDC_CLIENT_SECRET: z.string({ error: "fehlt: Client-Geheimnis beim Identitätsanbieter" }),
  /** A name, or a path of names with dots. */
  OIDC_ROLLEN_CLAIM: z.string().trim().default("rollen"),
  /** The role of each group; with it the provider's own words for roles count no longer. */
  OIDC_ROLLEN_ZUORDNUNG: zuordnung,
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, { error: "openid fehlt: ohne das gibt ein Anbieter kein id_token" })
    .default("openid profile email"),
  /** Threads of the worker that draw letters; 0: none beside its own. */
  PDF_FAEDEN: ganzzahl(0, 32).default(2),
  /** Letters that a request draws itself; more are drawn by the worker. */
  PDF_DIREKT_BIS: ganzzahl(0, 1000).default(200),
  /** Letters in one combined file; what is beyond goes into further ones. */
  PDF_JE_DATEI: ganzzahl(1, 5000).default(5000),
  FRONTEND_ORIGINS: herkuenfte,
  /** Proxies of one's own in front of the server: so many addresses in `X-Forwarded-For` are believed. */
  PROXY_HOPS: ganzzahl(0, 10).default(0),
  /** How long requests under way may take once the server is told to end; then they are broken off. */
  BEENDEN_SEKUNDEN: ganzzahl(1, 290).default(60),
  /** Requests a minute: signing in and calls without a session from one address; exports with letters, and uploads. */
  GRENZE_ANMELDUNG: grenze(300),
  GRENZE_UNANGEMELDET: grenze(3000),
  GRENZE_ABRUF: grenze(6000),
  GRENZE_UPLOAD: grenze(600),
  /** A geocoder of one's own that addresses are checked with too. */
  GEOCODER_URL: httpAdresse.optional(),
  GEOCODER_ART: z.enum(["photon", "nominatim"]).default("photon"),
  /** Of the secret of the emergency sign-in, which without it does not exist. */
  BREAK_GLASS_HASH: z
    .string()
    // scrypt:N:r:p:<salt>:<hash>, N a power of two; salt of 16 bytes or more and hash of 32, in base64url.
    .regex(/^scrypt:(?:16384|32768|65536|131072):8:[1-4]:[\w-]{22,}:[\w-]{43}$/, {
      error: "ist kein Hash aus `npm run break-glass-hash`",
    })
    .optional(),
  /** The accounting system that archived documents are handed to; without it there is none. */
  EXTACCOUNTING_SYSTEM: z.enum(["sandkasten", "tryton", "lexware"]).optional(),
  EXTACCOUNTING_URL: httpAdresse.optional(),
  /** Database, user and secret there, as far as the system has them; the secret is also an API key. */
  EXTACCOUNTING_DATABASE: z.string().optional(),
  EXTACCOUNTING_USER: z.string().optional(),
  EXTACCOUNTING_SECRET: z.string().optional(),
  /** Longest time that one call may take. */
  EXTACCOUNTING_TIMEOUT_MS: ganzzahl(50, 120_000).default(5_000),
  /** How long after a lost answer "not found" proves nothing, where the system's usual time does not fit. */
  EXTACCOUNTING_SETZZEIT_MS: ganzzahl(0, 86_400_000).optional(),
  /** Where figures for Prometheus are to be had; without a port nowhere. */
  METRIK_PORT: ganzzahl(1, 65535).optional(),
  METRIK_HOST: z.string().default("127.0.0.1"),
  /** A line for each request and each job: for machines, for people, or none; without it none under a supervisor. */
  LOG_FORMAT: z.enum(["json", "text", "aus"]).optional(),
  /** Set by the local supervisor: the end of standard input means that it is gone. */
  SUPERVISED: an,
  ...spuren,
});

/** Configuration of the server: every variable parsed, in production also the ones that must not have a default. */
export type Config = z.output<typeof Umgebung> & { produktion: boolean };

const WorkerUmgebung = Umgebung.pick({
  NODE_ENV: true,
  HOST: true,
  WORKER_PORT: true,
  ZEITPLAENE: true,
  DATABASE_URL: true,
  DATABASE_POOL: true,
  EXTACCOUNTING_SYSTEM: true,
  EXTACCOUNTING_URL: true,
  EXTACCOUNTING_DATABASE: true,
  EXTACCOUNTING_USER: true,
  EXTACCOUNTING_SECRET: true,
  EXTACCOUNTING_TIMEOUT_MS: true,
  EXTACCOUNTING_SETZZEIT_MS: true,
  PDF_FAEDEN: true,
  PDF_JE_DATEI: true,
  METRIK_PORT: true,
  METRIK_HOST: true,
  LOG_FORMAT: true,
  SUPERVISED: true,
  OTEL_SDK_DISABLED: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: true,
  OTEL_EXPORTER_OTLP_HEADERS: true,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: true,
  OTEL_SERVICE_NAME: true,
  OTEL_RESOURCE_ATTRIBUTES: true,
  OTEL_TRACES_SAMPLER: true,
  OTEL_TRACES_SAMPLER_ARG: true,
});
export type WorkerConfig = z.output<typeof WorkerUmgebung>;

/** What is missing or wrong, one line a variable. */
export class KonfigurationUnvollstaendig extends Error {
  override name = "KonfigurationUnvollstaendig";
}

const stelle = ["EXTACCOUNTING_URL", "EXTACCOUNTING_SECRET"] as const;

/** What a system cannot be reached without; the sandbox of `npm start` brings its own. */
const zugaenge = {
  sandkasten: [],
  lexware: stelle,
  tryton: [...stelle, "EXTACCOUNTING_DATABASE", "EXTACCOUNTING_USER"],
} as const;

const pruefeZugang = (werte: Partial<z.output<typeof Umgebung>>, ctx: z.RefinementCtx): void => {
  const system = werte.EXTACCOUNTING_SYSTEM;
  for (const name of system ? zugaenge[system] : [])
    if (werte[name] === undefined)
      ctx.addIssue({ code: "custom", path: [name], message: `fehlt: EXTACCOUNTING_SYSTEM=${system} braucht es` });
};

/** An empty variable is one that is not set: that is how deployment files leave things out. A blank would be a 0. */
export function gesetzte(umgebung: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(umgebung).filter(([, wert]) => wert !== undefined && wert.trim() !== ""));
}

/** @param nennt as the operator calls a variable that stands in for another one */
const lies = <W extends Partial<z.output<typeof Umgebung>>>(
  schema: z.ZodType<W>,
  umgebung: Record<string, string | undefined>,
  nennt: (name: string) => string = (name) => name,
): W => {
  const ergebnis = schema
    .superRefine(pruefeZugang)
    .safeParse(gesetzte(umgebung), { error: z.locales.de().localeError });
  if (ergebnis.success) return ergebnis.data;
  const zeilen = ergebnis.error.issues.map((issue) => `  ${nennt(issue.path.join("."))}: ${issue.message}`);
  throw new KonfigurationUnvollstaendig(`Die Konfiguration stimmt nicht:\n${zeilen.join("\n")}`);
};

/** What is there for trying out: who asks for it by mistake shall know before others work with it. */
const nieInProduktion = z.enum(["0", "false"], { error: "gibt es mit NODE_ENV=production nicht" }).optional();
const echteBuchhaltung = Umgebung.shape.EXTACCOUNTING_SYSTEM.refine((system) => system !== "sandkasten", {
  error: "den Sandkasten gibt es mit NODE_ENV=production nicht",
});

const ProduktionUmgebung = Umgebung.extend({
  DEMO_DATEN: nieInProduktion,
  LOKALE_ANMELDUNG: nieInProduktion,
  EXTACCOUNTING_SYSTEM: echteBuchhaltung,
  OIDC_ISSUER: pflichtadresse("https", "https-Adresse des Identitätsanbieters"),
  PUBLIC_URL: pflichtadresse("https", "öffentliche https-Adresse des Dienstes").refine(istHerkunft, { error: ohneWeg }),
});

const WorkerProduktionUmgebung = WorkerUmgebung.extend({ EXTACCOUNTING_SYSTEM: echteBuchhaltung });

/** Whether nothing embedded may start. */
export function istProduktion({ NODE_ENV }: Record<string, string | undefined> = process.env): boolean {
  return NODE_ENV === "production";
}

/** @throws KonfigurationUnvollstaendig with the list of what is missing */
export function liesConfig(umgebung: Record<string, string | undefined> = process.env): Config {
  const produktion = istProduktion(umgebung);
  return { ...lies(produktion ? ProduktionUmgebung : Umgebung, umgebung), produktion };
}

/**
 * The worker signs in by `WORKER_DATABASE_URL` where it has one of its own.
 *
 * @throws KonfigurationUnvollstaendig with the list of what is missing
 */
export function liesWorkerConfig(alle: Record<string, string | undefined> = process.env): WorkerConfig {
  const umgebung = gesetzte(alle);
  const schema = istProduktion(umgebung) ? WorkerProduktionUmgebung : WorkerUmgebung;
  const eigene = umgebung.WORKER_DATABASE_URL;
  if (eigene === undefined) return lies(schema, umgebung);
  return lies(schema, { ...umgebung, DATABASE_URL: eigene }, (name) =>
    name === "DATABASE_URL" ? "WORKER_DATABASE_URL" : name,
  );
}

/**
 * What a command beside server and worker signs in by: the first of these variables that is set, none where none is.
 *
 * @throws KonfigurationUnvollstaendig when it is not an address of PostgreSQL
 */
export function liesDatenbankadresse(namen: string[]): string | undefined {
  const umgebung = gesetzte(process.env);
  const name = namen.find((einer) => umgebung[einer] !== undefined);
  if (name === undefined) return undefined;
  return lies(z.object({ DATABASE_URL: datenbankadresse }), { DATABASE_URL: umgebung[name] }, () => name).DATABASE_URL;
}
