import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Bedienfehler } from "../../technik/befehl.ts";
import { startzeit } from "./prozesse.ts";

/** Who holds the folder. The start time tells the process from a later one with the same pid. */
type Halter = { pid: number; startzeit: string | undefined; adresse: string };

export class LaeuftSchon extends Bedienfehler {
  override name = "LaeuftSchon";
  constructor({ pid, adresse }: Halter) {
    super(`Die Pachtverwaltung läuft hier schon: ${adresse} (Prozess ${pid}).`);
  }
}

const lies = (datei: string): Halter | undefined => {
  try {
    return JSON.parse(readFileSync(datei, "utf8")) as Halter;
  } catch {
    return undefined;
  }
};

const lebt = (halter: Halter | undefined): halter is Halter =>
  halter?.startzeit !== undefined && startzeit(halter.pid) === halter.startzeit;

/** Where the process answers that holds the folder; undefined when none does. */
export function laufendeAdresse(ordner: string): string | undefined {
  const halter = lies(join(ordner, "start.lock"));
  return lebt(halter) ? halter.adresse : undefined;
}

/**
 * Takes the folder for this process.
 *
 * @param adresse what a second start tells its user
 * @returns gives it back; `verwaist` says that the one before did not
 * @throws LaeuftSchon while another process holds it
 */
export function belege(ordner: string, adresse: string): { verwaist: boolean; gibFrei(): void } {
  const datei = join(ordner, "start.lock");
  const eigene = `${datei}.${process.pid}`;
  const ich: Halter = { pid: process.pid, startzeit: startzeit(process.pid), adresse };
  writeFileSync(eigene, JSON.stringify(ich));
  try {
    for (let verwaist = false; ; verwaist = true) {
      try {
        // A link never replaces and shows the whole file at once.
        linkSync(eigene, datei);
        return {
          verwaist,
          gibFrei: () => {
            if (lies(datei)?.pid === process.pid) rmSync(datei, { force: true });
          },
        };
      } catch (fehler) {
        if ((fehler as NodeJS.ErrnoException).code !== "EEXIST") throw fehler;
      }
      const halter = lies(datei);
      if (lebt(halter)) throw new LaeuftSchon(halter);
      raeumeWeg(datei);
    }
  } finally {
    rmSync(eigene, { force: true });
  }
}

/** Of several that find the same stale lock only one may take it away, and never a fresh one that came meanwhile. */
const raeumeWeg = (datei: string): void => {
  const beiseite = `${datei}.alt-${process.pid}`;
  try {
    renameSync(datei, beiseite);
  } catch (fehler) {
    if ((fehler as NodeJS.ErrnoException).code === "ENOENT") return;
    throw fehler;
  }
  const halter = lies(beiseite);
  try {
    if (lebt(halter)) linkSync(beiseite, datei);
  } finally {
    rmSync(beiseite, { force: true });
  }
};
