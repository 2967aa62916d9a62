import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { protokolliereAlle } from "../../../../src/technik/auditlog/protokolliere.ts";
import { pruefeAuditlog } from "../../../../src/technik/auditlog/siegel/pruefung.ts";
import { versiegele } from "../../../../src/technik/auditlog/siegel/siegel.ts";
import { type Sql, type Tx, verbinde } from "../../../../src/technik/database/pool.ts";
import { neueDatenbank, type Testdatenbank } from "../../../hilfe/datenbank.ts";

const urheber = { akteur: { id: null, name: "Prüfling" }, anfrageId: "a-1" };

export let datenbank: Testdatenbank;
export let app: Sql;
export let worker: Sql;
export let owner: Sql;

export const schreibe = (db: Sql | Tx, anzahl: number) =>
  protokolliereAlle(
    db,
    urheber,
    Array.from({ length: anzahl }, (_, i) => ({
      aktion: "aendern",
      ressource: "hof",
      ressourceId: i,
      alt: { name: "alt" },
      neu: { name: `neu "${i}" – ü` },
    })),
  );

/** Parts of three, so that the check crosses their borders. */
export const pruefe = (anker: string[] = []) => pruefeAuditlog(worker, { anker, jeTeil: 3 });

/** Seals so many entries; a transaction of another database of this server may hold them up for a while. */
export const versiegeleGenau = async (anzahl: number, hoechstens?: number): Promise<void> => {
  let offen = anzahl;
  while (offen > 0) {
    const n = await versiegele(worker, hoechstens);
    if (n === 0) await setTimeout(20);
    offen -= n;
  }
  expect(offen).toBe(0);
};

/** A database with a pool for each role. */
export const mitRollen = (): void => {
  beforeAll(async () => {
    datenbank = await neueDatenbank();
    app = verbinde(datenbank.appUrl, "pacht_app");
    worker = verbinde(datenbank.workerUrl, "pacht_worker");
    owner = verbinde(datenbank.ownerUrl, "pacht_owner", { max: 1 });
  });
  afterAll(async () => {
    await Promise.all([app.end(), worker.end(), owner.end()]);
    await datenbank.loesche();
  });
};
