/**
 * The name of the database that an address leads to, for the driver, which takes it as it is written. In an address a
 * blank or an umlaut is %20 or %C3%A4, as PostgreSQL's own programs read it.
 *
 * @returns nothing where it names none, and the driver falls back on what it does without
 * @throws URIError where what is written with % is no text
 */
export function datenbankVon(url: string): { database?: string } {
  const [, name] = /^\w+:\/\/[^/?#]*\/([^?#]+)/.exec(url) ?? [];
  return name === undefined ? {} : { database: decodeURIComponent(name) };
}
