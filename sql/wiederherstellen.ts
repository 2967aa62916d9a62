import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { alsAuskunft, Bedienfehler, beendeMit } from "../src/technik/befehl.ts";
import { bossSchema } from "../src/technik/database/boss.ts";
import { verbinde, verbindeAlsAnmeldung } from "../src/technik/database/pool.ts";
import { migriere } from "./migrate.ts";
import { istAnker, sageArchiv, sageAuditlog } from "./pruefbericht.ts";
import { bereiteEigentuemerVor } from "./rollen.ts";
import { bisZumSignal, findePgRestore, mitEigner, rufe } from "./sicherung.ts";

const aufruf = "Aufruf: npm run wiederherstellen -- <Datei> [--anker <Hash>]…";

const liesAufruf = (): { datei: string; anker: string[] } => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { anker: { type: "string", multiple: true, default: [] } },
    });
    const [datei, ...weitere] = positionals;
    if (datei !== undefined && weitere.length === 0 && values.anker.every(istAnker))
      return { datei, anker: values.anker };
  } catch {
    // an option that does not exist
  }
  throw new Bedienfehler(aufruf);
};

/** The server's version. @throws Bedienfehler where the database holds anything */
const verlangeLeere = async (url: string): Promise<number> => {
  const sql = verbindeAlsAnmeldung(url);
  try {
    const [lage] = await sql<{ version: number; name: string; tabellen: number }[]>`
      select current_setting('server_version_num')::integer / 10000 as version, current_database() as name,
        (select count(*)::integer from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and n.nspname in ('public', ${bossSchema})) as tabellen`;
    if (lage && lage.tabellen > 0)
      throw new Bedienfehler(
        `In der Datenbank ${lage.name} liegt schon etwas (${lage.tabellen} Tabellen). Wiederhergestellt wird nur in eine leere: create database …, und MIGRATION_DATABASE_URL auf sie zeigen lassen.`,
      );
    return lage?.version ?? 0;
  } finally {
    await sql.end();
  }
};

const analysiere = async (url: string): Promise<void> => {
  const sql = verbinde(url, "pacht_owner", { max: 1 });
  try {
    await sql`analyze`;
  } finally {
    await sql.end();
  }
};

const pruefe = async (url: string, anker: string[]): Promise<boolean> => {
  const sql = verbinde(url, "pacht_owner", { max: 1 });
  try {
    const log = await sageAuditlog(sql, anker);
    return (await sageArchiv(sql)) && log;
  } finally {
    await sql.end();
  }
};

/** What comes after the backup is in: by then it is no longer so that nothing was done. */
const vollende = async (url: string, anker: string[], was: string): Promise<boolean> => {
  try {
    const neue = await migriere(url);
    await analysiere(url);
    console.log(`Wiederhergestellt: ${was}.`);
    if (neue.length > 0) console.log(`Seitdem hinzugekommen: ${neue.join(", ")}`);
    return await pruefe(url, anker);
  } catch (fehler) {
    console.error(
      "Die Sicherung ist eingespielt, aber dann ging es nicht weiter. Ist die Ursache behoben: npm run migrate, dann npm run pruefen.",
    );
    console.error(alsAuskunft(fehler));
    return false;
  }
};

const stelleWiederHer = (datei: string, anker: string[]) =>
  mitEigner(async (url) => {
    const server = await verlangeLeere(url);
    const { programm, kopf } = findePgRestore(server, datei);
    await bereiteEigentuemerVor(url);
    // Owners and rights come from the migration, whatever roles the other server had.
    const ohneRollen = ["--role", "pacht_owner", "--no-owner", "--no-privileges", "--no-comments"];
    const wahl = [...ohneRollen, "--exit-on-error", "--single-transaction", datei];
    await bisZumSignal("nichts ist wiederhergestellt", (abbruch) => rufe(programm, url, wahl, abbruch));
    return vollende(url, anker, `${kopf.inhalt} Tabellen aus ${datei}`);
  });

await beendeMit(async () => {
  const { datei, anker } = liesAufruf();
  if (!existsSync(datei)) throw new Bedienfehler(`${datei} gibt es nicht.`);
  return stelleWiederHer(datei, anker);
});
