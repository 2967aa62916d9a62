import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { argumenteFuer } from "../../../src/lokal/kind.ts";
import { freierPort } from "../../../src/lokal/port.ts";

export type Prozess = {
  pid: number;
  lebt(): boolean;
  /** SIGKILL; resolves when it is gone. */
  toete(): Promise<void>;
  /** SIGTERM. @returns its exit code */
  beende(): Promise<number | null>;
  /** What it wrote to standard error. */
  fehler(): string;
};

const laufende = new Set<() => Promise<void>>();

/** SIGKILL to all that still run. */
export async function toeteUebrige(): Promise<void> {
  await Promise.all([...laufende].map((toete) => toete()));
}

/** A program of the repository as in production, but that it leaves when we do: we hold its standard input open. */
export function starteProgramm(
  datei: string,
  umgebung: Record<string, string>,
  argumente: string[] = [],
): Prozess & { kind: ChildProcess } {
  const pfad = fileURLToPath(new URL(`../../../${datei}`, import.meta.url));
  const kind = spawn(process.execPath, [...argumenteFuer(pfad), ...argumente], {
    env: { PATH: process.env.PATH, ...umgebung, SUPERVISED: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  kind.stdin.on("error", () => {});
  let fehler = "";
  kind.stderr.on("data", (stueck) => {
    fehler = `${fehler}${stueck}`.slice(-20_000);
  });
  const ende = new Promise<void>((fertig) => kind.once("exit", () => fertig()));
  const schicke = async (signal: NodeJS.Signals) => {
    kind.kill(signal);
    await ende;
    return kind.exitCode;
  };
  const toete = async () => {
    await schicke("SIGKILL");
  };
  laufende.add(toete);
  void ende.then(() => laufende.delete(toete));
  return {
    kind,
    pid: kind.pid ?? 0,
    lebt: () => kind.exitCode === null && kind.signalCode === null,
    toete,
    beende: () => schicke("SIGTERM"),
    fehler: () => fehler,
  };
}

/** Lines of its log beside those of the guard, who on a machine without time for it may miss the database for a moment. */
export function unerwartetes(prozess: Prozess): string[] {
  return prozess
    .fehler()
    .split("\n")
    .filter((zeile) => zeile !== "" && !zeile.startsWith("Die Datenbank "));
}

export type Antwort = { status: number; typ: string; json: Record<string, unknown>; kopf: Headers };

export type Server = Prozess & {
  basis: string;
  /** As the clerk of {@link meldeAn}. */
  frage(methode: string, pfad: string, body?: unknown, kopf?: Record<string, string>): Promise<Antwort>;
};

export const sitzung = "sitzung-sicherheit";

/** A provider that nobody asks: who is signed in has a session. */
export const anbieter = {
  OIDC_ISSUER: "http://127.0.0.1:1/oidc",
  OIDC_CLIENT_ID: "test",
  OIDC_CLIENT_SECRET: "test",
};

/** `src/main.ts` in a process of its own, ready for requests. */
export async function starteServer(appUrl: string, umgebung: Record<string, string> = {}): Promise<Server> {
  const port = await freierPort();
  const basis = `http://127.0.0.1:${port}/api`;
  const { kind, ...prozess } = starteProgramm("src/main.ts", {
    DATABASE_URL: appUrl,
    PORT: String(port),
    ...anbieter,
    // Suites ask more in a minute than any person.
    GRENZE_UNANGEMELDET: "1000000",
    GRENZE_ABRUF: "1000000",
    GRENZE_UPLOAD: "1000000",
    ...umgebung,
  });
  // Its log, if it writes one: a full pipe would hold it.
  kind.stdout?.resume();
  for (;;) {
    const antwort = await fetch(`${basis}/healthz`).catch(() => undefined);
    await antwort?.body?.cancel();
    if (antwort?.ok) break;
    if (!prozess.lebt()) throw new Error(`Der Server startet nicht: ${prozess.fehler()}`);
    await warte(25);
  }
  return {
    ...prozess,
    basis,
    async frage(methode, pfad, body, kopf = {}) {
      const antwort = await fetch(`${basis}${pfad}`, {
        method: methode,
        headers: {
          cookie: `service.sid=${sitzung}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...kopf,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await antwort.text();
      const typ = (antwort.headers.get("content-type") ?? "").split(";")[0] ?? "";
      return { status: antwort.status, typ, json: typ.endsWith("json") ? JSON.parse(text) : {}, kopf: antwort.headers };
    },
  };
}

/** `worker/main.ts` in a process of its own, at work. */
export function starteWorker(workerUrl: string, umgebung: Record<string, string> = {}): Promise<Prozess> {
  const { kind, ...prozess } = starteProgramm("worker/main.ts", { DATABASE_URL: workerUrl, ...umgebung });
  return new Promise((fertig, gescheitert) => {
    kind.stdout?.on("data", (stueck) => {
      if (String(stueck).includes("bereit")) fertig(prozess);
    });
    kind.once("exit", () => gescheitert(new Error(`Der Worker startet nicht: ${prozess.fehler()}`)));
  });
}

/** Largest resident set that a process has had, in MiB. */
export function spitzeMib(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
}
