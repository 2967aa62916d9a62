import { spawn } from "node:child_process";
import process from "node:process";
import { argumenteFuer, programm } from "./kind.ts";

/** What was wrong stands on standard error already. */
export class MigrationGescheitert extends Error {
  override name = "MigrationGescheitert";
}

/**
 * Brings the database up to date, as a process of its own like everywhere else.
 *
 * @throws MigrationGescheitert
 */
export const migriere = async (eignerUrl: string): Promise<void> => {
  const kind = spawn(process.execPath, argumenteFuer(programm("sql/migrate.ts")), {
    env: { ...process.env, MIGRATION_DATABASE_URL: eignerUrl },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ende = await new Promise<number | string | null>((fertig) => {
    kind.once("error", (fehler) => fertig(fehler.message));
    kind.once("exit", (code, signal) => fertig(code ?? signal));
  });
  if (ende !== 0)
    throw new MigrationGescheitert(`Die Datenbank ließ sich nicht auf den neuesten Stand bringen (${ende}).`);
};
