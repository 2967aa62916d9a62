import type { Db } from "../../technik/database/pool.ts";
import type { Logobild } from "../briefe/satz/blatt.ts";

const bekannt = new Map<string, Logobild>();
const hoechstens = 8;

/**
 * The archived logos that these refer to, by hash. Read once per process for each: what a hash stands for never changes.
 */
export async function ladeLogos(
  sql: Db,
  verweise: readonly { logoSha256: string | null }[],
): Promise<ReadonlyMap<string | null, Logobild>> {
  const noetig = new Set(verweise.flatMap(({ logoSha256 }) => logoSha256 ?? []));
  const logos = new Map([...noetig].flatMap((sha) => (bekannt.has(sha) ? [[sha, bekannt.get(sha) as Logobild]] : [])));
  const fehlend = [...noetig].filter((sha) => !logos.has(sha));
  if (fehlend.length === 0) return logos;
  for (const logo of await listArchivlogos(sql, fehlend)) {
    logos.set(logo.sha256, logo);
    for (const aeltestes of bekannt.keys()) if (bekannt.size >= hoechstens) bekannt.delete(aeltestes);
    bekannt.set(logo.sha256, logo);
  }
  return logos;
}

const listArchivlogos = (sql: Db, hashes: string[]) => sql<Logobild[]>`
  select sha256, medientyp, breite, hoehe, inhalt
  from archiv_logo
  where sha256 = any(${hashes})`;

/** The logo of today, for drafts and for letters that are stored as soon as they are made. */
export async function findHeutigesLogo(sql: Db): Promise<Logobild | null> {
  const [logo] = await sql<Logobild[]>`select sha256, medientyp, breite, hoehe, inhalt from logo`;
  return logo ?? null;
}
