import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Kind = {
  /** Resolves when the process has ended, with words for how. */
  ende: Promise<string>;
  /** Resolves when it has printed a line that says no more than `bereit`. */
  bereit: Promise<void>;
  beende(): Promise<void>;
};

/** As in production: short-lived objects are collected early, which keeps a large booking run 100 MB smaller. */
const speicher = "--max-semi-space-size=8";

/** Where a program of the repository lies. */
export function programm(datei: string): string {
  return fileURLToPath(new URL(`../../${datei}`, import.meta.url));
}

/** A program that deno.json has a task for gets the permissions of that task, every other one all. */
const argumenteAufDeno = (datei: string): string[] => {
  const { tasks } = JSON.parse(readFileSync(programm("deno.json"), "utf8")) as { tasks: Record<string, string> };
  const aufgabe = Object.values(tasks).find((befehl) => datei === programm(befehl.split(" ").at(-1) ?? ""));
  if (aufgabe === undefined) return ["run", "-A", `--v8-flags=${speicher}`, datei];
  return aufgabe
    .replace("--allow-read=.", `--allow-read=${programm("")}`)
    .split(" ")
    .slice(1, -1)
    .concat(datei);
};

/** How this runtime is told to run a program of the service. */
export function argumenteFuer(datei: string): string[] {
  return "Deno" in globalThis ? argumenteAufDeno(datei) : [speicher, datei];
}

/** So long a child has to end; then it is killed. */
const fristMs = 8_000;

/** Runs a program of the repository as a child that leaves when we are gone: we hold its standard input open. */
export function starteKind(datei: string, umgebung: Record<string, string | undefined>): Kind {
  const kind = spawn(process.execPath, argumenteFuer(programm(datei)), {
    env: { ...process.env, ...umgebung, SUPERVISED: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // It may be dead already when we close our end.
  kind.stdin.on("error", () => {});
  const ende = new Promise<string>((fertig) => {
    kind.once("error", (fehler) => fertig(fehler.message));
    kind.once("exit", (code, signal) => fertig(signal === null ? `Code ${code}` : signal));
  });
  const bereit = new Promise<void>((fertig) => {
    createInterface({ input: kind.stdout }).on("line", (zeile) => {
      if (zeile.trim() === "bereit") fertig();
      else console.log(zeile);
    });
  });
  return {
    ende,
    bereit,
    async beende() {
      kind.kill("SIGTERM");
      kind.stdin.end();
      const wecker = setTimeout(() => kind.kill("SIGKILL"), fristMs);
      await ende;
      clearTimeout(wecker);
    },
  };
}
