import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { protokolliereAlle } from "../../../../src/technik/auditlog/protokolliere.ts";
import { pruefeAuditlog } from "../../../../src/technik/auditlog/siegel/pruefung.ts";
import { versiegele } from "../../../../src/technik/auditlog/siegel/siegel.ts";
import type { Sql, Tx } from "../../../../src/technik/database/pool.ts";
import { worker } from "../../../hilfe/mitDatenbank.ts";

const urheber = { akteur: { id: null, name: "Prüfling" }, anfrageId: "a-1" };

export function schreibe(db: Sql | Tx, anzahl: number) {
  return protokolliereAlle(
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
}

/** Parts of three, so that the check crosses their borders. */
export function pruefe(anker: string[] = []) {
  return pruefeAuditlog(worker, { anker, jeTeil: 3 });
}

/** Seals so many entries; a transaction of another database of this server may hold them up for a while. */
export async function versiegeleGenau(anzahl: number, hoechstens?: number): Promise<void> {
  let offen = anzahl;
  while (offen > 0) {
    const n = await versiegele(worker, hoechstens);
    if (n === 0) await setTimeout(20);
    offen -= n;
  }
  expect(offen).toBe(0);
}
