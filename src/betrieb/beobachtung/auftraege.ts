import type { Auftragsende } from "../../technik/database/auftrag/arbeiteAb.ts";
import type { Log } from "./log.ts";

/** Writes a line for each job that has ended, or was left to be tried again. */
export const notiereAuftrag =
  (log: Log) =>
  ({ art, jobId, ausgang, dauerMs, fehler }: Auftragsende): void => {
    const stufe = { fertig: "info", vertagt: "info", wiederholt: "warnung", fehlgeschlagen: "fehler" } as const;
    log(stufe[ausgang], "auftrag", { art, job: jobId, ausgang, dauerMs: Math.round(dauerMs), fehler });
  };
