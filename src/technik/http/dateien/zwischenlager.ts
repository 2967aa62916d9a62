import { mkdir, mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { KonfigurationUnvollstaendig } from "../../config.ts";

/** The process that made a folder stands in its name. */
const namen = /^pacht-(\d+)-/;

/**
 * A folder for files on their way, in `TMPDIR`; whoever makes it removes it. Machines clear folders that lay idle for
 * days, under a server that runs: `TMPDIR` itself is made again if need be.
 */
export async function neuerOrdner(): Promise<string> {
  await mkdir(tmpdir(), { recursive: true, mode: 0o700 });
  return mkdtemp(join(tmpdir(), `pacht-${process.pid}-`));
}

/** Whether there is a process of this number. */
export function lebt(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fehler) {
    // Of another user it is there all the same.
    return (fehler as { code?: unknown }).code !== "ESRCH";
  }
}

/**
 * Removes what processes left that were killed: personal data do not stay because a server died. To be called before
 * this one makes folders, for in a container each of its lives has the same number. What belongs to another account of
 * the machine stays, and keeps nobody from starting.
 *
 * @param melde takes a line for each folder that stays
 */
export async function raeumeVerwaiste(melde: (text: string) => void): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(namen.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !lebt(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch((fehler: NodeJS.ErrnoException) =>
        melde(`${join(tmpdir(), name)} ließ sich nicht entfernen (${fehler.code}).`),
      );
  }
}

/**
 * Before the first upload or export does: clears the folder, and makes and removes one in it.
 *
 * @param melde takes a line for each folder of a killed process that stays
 * @throws KonfigurationUnvollstaendig where `TMPDIR` is no folder that this process may write in
 */
export async function bereiteZwischenlagerVor(melde: (text: string) => void): Promise<void> {
  try {
    await raeumeVerwaiste(melde);
    await rmdir(await neuerOrdner());
  } catch (fehler) {
    // A full disk stops writes and exports only, each with its answer.
    const code = (fehler as NodeJS.ErrnoException).code ?? String(fehler);
    if (["ENOSPC", "EDQUOT"].includes(code)) return;
    throw new KonfigurationUnvollstaendig(
      `Die Konfiguration stimmt nicht:\n  TMPDIR: in ${tmpdir()} lässt sich nichts ablegen (${code})`,
    );
  }
}
