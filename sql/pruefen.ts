import process from "node:process";
import { parseArgs } from "node:util";
import { fehltMigration } from "../src/betrieb/gesundheit/pruefe.ts";
import { Bedienfehler, beendeMit } from "../src/technik/befehl.ts";
import { liesDatenbankadresse } from "../src/technik/config.ts";
import { nichtMigriert } from "../src/technik/database/boss.ts";
import { type Datenbankrolle, type Sql, verbinde } from "../src/technik/database/pool.ts";
import { mitEingebettetem } from "./eingebettet.ts";
import { istAnker, sageArchiv, sageAuditlog } from "./pruefbericht.ts";

const aufruf = "Aufruf: npm run pruefen -- [auditlog | archiv] [--anker <Hash>]…   (ohne Wort: beides)";

type Auftrag = { auditlog: boolean; archiv: boolean; anker: string[] };

const liesAuftrag = (argumente: string[]): Auftrag => {
  try {
    const { values, positionals } = parseArgs({
      args: argumente,
      allowPositionals: true,
      options: { anker: { type: "string", multiple: true, default: [] } },
    });
    const [was = "alles", ...weitere] = positionals;
    const auftrag = { auditlog: was !== "archiv", archiv: was !== "auditlog", anker: values.anker };
    const stimmt =
      ["alles", "auditlog", "archiv"].includes(was) &&
      weitere.length === 0 &&
      (auftrag.auditlog || auftrag.anker.length === 0) &&
      auftrag.anker.every(istAnker);
    if (stimmt) return auftrag;
  } catch {
    // an option that does not exist
  }
  throw new Bedienfehler(aufruf);
};

/** Opens pools, one after the other; without a URL of the environment those of the embedded server of `npm start`. */
type Oeffne = <T>(rolle: "pacht_app" | "pacht_worker", tue: (sql: Sql) => Promise<T>) => Promise<T>;

const inPool = async <T>(url: string, rolle: Datenbankrolle, tue: (sql: Sql) => Promise<T>): Promise<T> => {
  const sql = verbinde(url, rolle, { max: 1 });
  try {
    // What a migration would bring must not look like damage.
    if (await fehltMigration(sql)) throw new Bedienfehler(nichtMigriert);
    return await tue(sql);
  } finally {
    await sql.end();
  }
};

const mitDatenbank = async <T>(tue: (oeffne: Oeffne) => Promise<T>): Promise<T> => {
  const worker = liesDatenbankadresse(["WORKER_DATABASE_URL", "DATABASE_URL"]);
  const app = liesDatenbankadresse(["DATABASE_URL"]);
  if (worker === undefined)
    return mitEingebettetem("DATABASE_URL", (url) => tue((_, lies) => inPool(url, "pacht_owner", lies)));
  return tue((rolle, lies) => {
    const url = rolle === "pacht_worker" ? worker : app;
    if (url !== undefined) return inPool(url, rolle, lies);
    throw new Bedienfehler("DATABASE_URL fehlt: das Archiv wird als pacht_app gelesen.");
  });
};

const pruefe = ({ auditlog, archiv, anker }: Auftrag): Promise<boolean> =>
  mitDatenbank(async (oeffne) => {
    const log = !auditlog || (await oeffne("pacht_worker", (sql) => sageAuditlog(sql, anker)));
    const rest = !archiv || (await oeffne("pacht_app", sageArchiv));
    return log && rest;
  });

await beendeMit(async () => pruefe(liesAuftrag(process.argv.slice(2))));
