import process from "node:process";
import { parseArgs } from "node:util";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { pruefeAuditlog } from "../src/technik/auditlog/siegel/pruefung.ts";
import { KonfigurationUnvollstaendig } from "../src/technik/config.ts";
import { type Sql, verbinde } from "../src/technik/database/pool.ts";

const aufruf = "Aufruf: npm run pruefen -- auditlog [--anker <Hash>]…";

class Aufruffehler extends Error {}

const liesAnker = (argumente: string[]): string[] => {
  try {
    const { values, positionals } = parseArgs({
      args: argumente,
      allowPositionals: true,
      options: { anker: { type: "string", multiple: true, default: [] } },
    });
    if (positionals.join() === "auditlog" && values.anker.every((hash) => /^[\da-f]{64}$/i.test(hash)))
      return values.anker;
  } catch {
    // an option that does not exist
  }
  throw new Aufruffehler(aufruf);
};

/** The database of the environment, or without one the embedded server of `npm start`. */
const mitDatenbank = async <T>(tue: (sql: Sql) => Promise<T>): Promise<T> => {
  const url = process.env.WORKER_DATABASE_URL || process.env.DATABASE_URL;
  const oeffne = async () => {
    if (url) return { sql: verbinde(url, "pacht_worker", { max: 1 }), beende: async () => {} };
    const { liesDatenumgebung } = await import("../src/lokal/umgebung.ts");
    const { verzeichnis } = liesDatenumgebung();
    const { starteDatenbank } = await import("../src/lokal/postgres/postgres.ts");
    const eingebettet = await starteDatenbank({ verzeichnis });
    return {
      sql: verbinde(eingebettet.ownerUrl, "pacht_owner", { max: 1 }),
      // One that runs for somebody else goes on.
      beende: async () => {
        if (!eingebettet.uebernommen) await eingebettet.beende();
      },
    };
  };
  const { sql, beende } = await oeffne();
  try {
    return await tue(sql);
  } finally {
    await sql.end();
    await beende();
  }
};

/** @returns whether the chain holds */
const pruefe = async (anker: string[]): Promise<boolean> => {
  const { geprueft, offen, kopf, bruch } = await mitDatenbank((sql) => pruefeAuditlog(sql, { anker }));
  if (bruch) {
    const wo = bruch.eintrag === null ? "" : `Eintrag ${bruch.eintrag} `;
    console.error(`Das Audit-Log ist gebrochen: ${wo}${bruch.grund}. Davor sind ${geprueft} Einträge unversehrt.`);
    return false;
  }
  console.log(`Das Audit-Log ist unversehrt: ${geprueft} Einträge versiegelt, ${offen} noch nicht.`);
  if (geprueft > 0) console.log(`Anker des Audit-Logs: ${tagInBerlin(new Date())} ${kopf}`);
  return true;
};

try {
  process.exitCode = (await pruefe(liesAnker(process.argv.slice(2)))) ? 0 : 1;
} catch (fehler) {
  const erwartet = fehler instanceof Aufruffehler || fehler instanceof KonfigurationUnvollstaendig;
  console.error(erwartet ? fehler.message : fehler);
  process.exitCode = 2;
}
