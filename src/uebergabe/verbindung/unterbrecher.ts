import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import type { Absagecode } from "../adapter/typen.ts";
import * as q from "./queries.ts";

/** What says nothing of a document, only that the system does not take anything at the moment. */
const desSystems: readonly (Absagecode | "keine_antwort")[] = [
  "nicht_gesendet",
  "anmeldung",
  "gesperrt",
  "zu_viele_anfragen",
  "beschaeftigt",
  "keine_antwort",
];

export function istSystemfehler({ code }: { code: string }): boolean {
  return (desSystems as readonly string[]).includes(code);
}

/** Waiting does not help, a person must do something: settings or configuration. */
export function brauchtMenschen(code: string | null): boolean {
  return code === "anmeldung" || code === "gesperrt";
}

/** Systems lock a login after some failures: one failure is enough to wait for a person. */
const anmeldepauseMs = 15 * 60_000;
const laengstePauseMs = 60_000;
/** So many failures in a row are borne before the circuit opens. */
const geduld = 3;

export type Fehlschlag = { code: string; ursache: string; wartezeitMs?: number | undefined };

/** How long nothing is sent after this failure, the n-th in a row; 0: go on. */
const pauseMs = ({ code, wartezeitMs }: Fehlschlag, n: number): number => {
  if (brauchtMenschen(code)) return Math.max(wartezeitMs ?? 0, anmeldepauseMs);
  const wachsend = n < geduld ? 0 : Math.min(100 * 2 ** (n - geduld), laengstePauseMs);
  return Math.max(wartezeitMs ?? (code === "zu_viele_anfragen" ? 1_000 : 0), wachsend);
};

type Sperrzeit = { code: string; ursache: string; bis: Date };

/**
 * The circuit breaker of the connection, kept in the database so that server and worker share it and a restart does not
 * forget it: a wrong password is tried once, however many processes and clerks there are.
 *
 * @param zugang tells one access from another
 */
export function erstelleUnterbrecher(sql: Sql, zugang: string, uhr: () => Date) {
  /** Whether a success has something to put right. */
  let gestoert = true;

  return {
    /** undefined: closed, or another access than the one it was opened for. */
    async sperrzeit(): Promise<Sperrzeit | undefined> {
      const { fehlschlaege, code, ursache, offenBis, ...letzte } = await q.findUnterbrechung(sql);
      if (letzte.zugang !== zugang) {
        await q.updateGeschlossen(sql, zugang);
        return undefined;
      }
      if (fehlschlaege > 0) gestoert = true;
      if (offenBis === null || code === null || ursache === null) return undefined;
      const bis = new Date(offenBis);
      return bis > uhr() ? { code, ursache, bis } : undefined;
    },

    async melde(fehler: Fehlschlag): Promise<void> {
      gestoert = true;
      const { fehlschlaege } = await q.findUnterbrechung(sql);
      const ms = pauseMs(fehler, fehlschlaege + 1);
      const offenBis = ms > 0 ? new Date(uhr().getTime() + ms) : null;
      await q.updateFehlschlag(sql, { code: fehler.code, ursache: fehler.ursache, offenBis });
    },

    /** It has answered. */
    async schliesse(): Promise<void> {
      if (!gestoert) return;
      await q.updateGeschlossen(sql);
      gestoert = false;
    },
  };
}

export type Unterbrecher = ReturnType<typeof erstelleUnterbrecher>;

/** For whatever access: a person has just put something right. */
export function schliesseUnterbrecher(tx: Tx) {
  return q.updateGeschlossen(tx);
}

/** The other system must be put right by a person, or waiting helps; both say when to come again. */
export function nichtBereit({ code, ursache }: { code: string; ursache: string }, wartezeitMs: number): Ablehnung {
  return new Ablehnung(
    brauchtMenschen(code) ? "fremdsystem" : "nichtVerfuegbar",
    "extaccounting_nicht_bereit",
    ursache,
    { grund: code },
    { warteSekunden: Math.max(1, Math.ceil(wartezeitMs / 1000)) },
  );
}
