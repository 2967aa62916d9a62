import process from "node:process";
import { parseArgs } from "node:util";
import { Bedienfehler, beendeMit } from "../src/technik/befehl.ts";
import { type Datenbankrolle, type Sql, verbinde } from "../src/technik/database/pool.ts";
import { mitEingebettetem } from "./eingebettet.ts";
import { sageArchiv, sageAuditlog } from "./pruefbericht.ts";

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
      auftrag.anker.every((hash) => /^[\da-f]{64}$/i.test(hash));
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
    return await tue(sql);
  } finally {
    await sql.end();
  }
};

const mitDatenbank = async <T>(tue: (oeffne: Oeffne) => Promise<T>): Promise<T> => {
  const { WORKER_DATABASE_URL, DATABASE_URL } = process.env;
  if (WORKER_DATABASE_URL || DATABASE_URL)
    return tue((rolle, lies) => {
      const url = (rolle === "pacht_worker" && WORKER_DATABASE_URL) || DATABASE_URL;
      if (url) return inPool(url, rolle, lies);
      throw new Bedienfehler("DATABASE_URL fehlt: das Archiv wird als pacht_app gelesen.");
    });
  return mitEingebettetem((url) => tue((_, lies) => inPool(url, "pacht_owner", lies)));
};

const pruefe = ({ auditlog, archiv, anker }: Auftrag): Promise<boolean> =>
  mitDatenbank(async (oeffne) => {
    const log = !auditlog || (await oeffne("pacht_worker", (sql) => sageAuditlog(sql, anker)));
    const rest = !archiv || (await oeffne("pacht_app", sageArchiv));
    return log && rest;
  });

await beendeMit(async () => pruefe(liesAuftrag(process.argv.slice(2))));
