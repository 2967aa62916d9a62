import { spawn } from "node:child_process";
import process from "node:process";
import { Bedienfehler } from "../technik/befehl.ts";
import { argumenteFuer, programm } from "./kind.ts";

/** With the words of the process that refused it. */
export class MigrationGescheitert extends Bedienfehler {
  override name = "MigrationGescheitert";
}

/**
 * Brings the database up to date, as a process of its own like everywhere else.
 *
 * @param ordner that an embedded server keeps it in
 * @throws MigrationGescheitert
 */
export async function migriere(eignerUrl: string, ordner?: string): Promise<void> {
  const argumente = [
    ...argumenteFuer(programm("sql/migrate.ts")),
    ...(ordner === undefined ? [] : ["--ordner", ordner]),
  ];
  const kind = spawn(process.execPath, argumente, {
    env: { ...process.env, MIGRATION_DATABASE_URL: eignerUrl },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let worte = "";
  kind.stderr.setEncoding("utf8").on("data", (text: string) => {
    worte += text;
  });
  const ende = await new Promise<number | string | null>((fertig) => {
    kind.once("error", (fehler) => fertig(fehler.message));
    kind.once("close", (code, signal) => fertig(code ?? signal));
  });
  if (ende !== 0)
    throw new MigrationGescheitert(
      worte.trim() || `Die Datenbank ließ sich nicht auf den neuesten Stand bringen (${ende}).`,
    );
}
