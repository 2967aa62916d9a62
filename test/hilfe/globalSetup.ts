import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migriere } from "../../sql/migrate.ts";
import { type Anmeldungen, richteAnmeldungenEin, starteDatenbank } from "../../src/lokal/postgres/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of this run; all its URLs lead to the migrated template, which nobody may stay connected to. */
    datenbank: Anmeldungen & { adminUrl: string };
    /** Folder of this run, in which the OpenAPI documents lie that one service has built and others take. */
    dokumente: string;
  }
}

/** One throw-away PostgreSQL a run, with a migrated database that the test files clone. */
export default async (projekt: TestProject): Promise<() => Promise<void>> => {
  const temporaer = mkdtempSync(join(tmpdir(), "pachtverwaltung-test-"));
  // The account that PostgreSQL runs under must be able to enter.
  chmodSync(temporaer, 0o755);
  const raeumeAuf: (() => unknown)[] = [() => rmSync(temporaer, { recursive: true })];
  const beende = async () => {
    for (const tue of raeumeAuf) await tue();
  };
  try {
    const datenbank = await starteDatenbank({ verzeichnis: temporaer, datenbank: "vorlage", sync: false });
    const { adminUrl, ownerUrl, verzeichnis } = datenbank;
    raeumeAuf.unshift(datenbank.beende);
    if (verzeichnis !== temporaer) raeumeAuf.push(() => rmSync(verzeichnis, { recursive: true }));
    await migriere(ownerUrl);
    const dokumente = join(temporaer, "dokumente");
    mkdirSync(dokumente);
    projekt.provide("dokumente", dokumente);
    // What is changed while somebody watches gets documents of its own.
    projekt.onTestsRerun(() => {
      rmSync(dokumente, { recursive: true });
      mkdirSync(dokumente);
    });
    projekt.provide("datenbank", { ...(await richteAnmeldungenEin(adminUrl, verzeichnis)), adminUrl });
  } catch (fehler) {
    await beende();
    throw fehler;
  }
  return beende;
};
