import type postgres from "postgres";

/** What the driver does not read from an address as PostgreSQL's own programs do. */
type Gelesenes = Pick<postgres.Options<Record<string, never>>, "database" | "host" | "port">;

/** The driver takes the name as it is written. In an address a blank or an umlaut is %20 or %C3%A4. */
const datenbankVon = (url: string): Gelesenes => {
  const [, name] = /^\w+:\/\/[^/?#]*\/([^?#]+)/.exec(url) ?? [];
  return name === undefined ? {} : { database: decodeURIComponent(name) };
};

/** Of `[::1]:5432` the driver takes what stands before the first colon; a list, unknown to its types, it leaves. */
const rechnerVon = (url: string): Gelesenes => {
  const [, host, port] = /^\w+:\/\/(?:[^/?#]*@)?\[([\da-f:.]+)\](?::(\d+))?(?:[/?#]|$)/i.exec(url) ?? [];
  return host === undefined ? {} : { host: [host] as never, port: [Number(port ?? 5432)] as never };
};

/**
 * What an address says and the driver would get wrong, as options that it takes instead.
 *
 * @returns nothing of what the address leaves out, where the driver falls back on what it does without; a port behind
 *   brackets always
 * @throws URIError where what is written with % is no text
 */
export const ausAdresse = (url: string): Gelesenes => ({ ...datenbankVon(url), ...rechnerVon(url) });
