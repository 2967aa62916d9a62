import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as warte } from "node:timers/promises";

const hatProc = existsSync("/proc/self/stat");

const lies = (datei: string): string => {
  try {
    return readFileSync(datei, "utf8");
  } catch {
    return "";
  }
};

/** The time a process started, which tells it from a later one with the same pid; undefined if it is gone or a zombie. */
export function startzeit(pid: number): string | undefined {
  if (!hatProc) {
    const [zustand, ...zeit] = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" })
      .stdout.trim()
      .split(/\s+/);
    return zustand === undefined || zustand === "" || zustand.startsWith("Z") ? undefined : zeit.join(" ");
  }
  const stat = lies(`/proc/${pid}/stat`);
  // The name in brackets may hold blanks and brackets itself: what counts starts behind the last one.
  const felder = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" || felder[0] === "Z" ? undefined : felder[19];
}

export function laeuft(pid: number): boolean {
  return startzeit(pid) !== undefined;
}

export function befehlszeile(pid: number): string {
  return hatProc
    ? lies(`/proc/${pid}/cmdline`).replaceAll("\0", " ")
    : spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

/** Polls until `bedingung` holds; false when `ms` have passed before. */
export async function warteBis(bedingung: () => boolean, ms: number): Promise<boolean> {
  const ende = performance.now() + ms;
  while (!bedingung()) {
    if (performance.now() > ende) return false;
    await warte(15);
  }
  return true;
}
