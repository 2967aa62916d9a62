import postgres from "postgres";
import { inject } from "vitest";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { type Dokument, findePfad, starteDienst, type Wer } from "../hilfe/dienst.ts";
import { saeStammdaten } from "../hilfe/saat.ts";
import type { Anruf } from "./verben/verb.ts";

/** Status 0: the process died before it answered. */
export type Antwort = { status: number; text: string; code: string };

/** Whether nobody can say what became of the request. */
export const istUngewiss = ({ status }: Antwort): boolean => status === 0 || status === 503;

/** The service that a history happens to, with what looks at it and disturbs it from behind. */
export type Welt = {
  dokument: Dokument;
  owner: Sql;
  ownerUrl: string;
  appUrl: string;
  worker: Sql;
  heute(): string;
  stelle(tag: string): void;
  frage(wer: Wer, anruf: Anruf): Promise<Antwort>;
  /** Ends some of the service's database sessions but its guard's, as a network or an operator would. */
  trenneSitzungen(hoechstens: number): Promise<void>;
  /** Resolves when the service takes requests again. */
  bereit(): Promise<void>;
  /** SIGKILL to the service's process, where it has one of its own, and another one in its place. */
  toete?(): Promise<void>;
  /** What the service did not expect since it was asked last. */
  fehler(): string[];
  beende(): Promise<void>;
};

export const erwartbar = /Verbindungen beendet|nicht erreichbar|wieder da/;

/** What the problem document names as its cause. */
export const codeVon = (text: string): string => /"code":"([a-z_]+)"/.exec(text)?.[1] ?? "";

/** The service in this process, on a clock that the history sets. */
export const starteWelt = async (beginn: string): Promise<Welt> => {
  const dienst = await starteDienst(beginn);
  const { owner, datenbank } = dienst;
  await saeStammdaten(owner);
  await owner`update sitzung set laeuft_ab_am = now() + interval '90 days', endet_spaetestens_am = now() + interval '90 days'`;
  const worker = verbinde(datenbank.workerUrl, "pacht_worker", { max: 3 });
  const admin = postgres(
    Object.assign(new URL(inject("datenbank").adminUrl), { pathname: new URL(datenbank.appUrl).pathname }).href,
    { max: 1, onnotice: () => {} },
  );
  let heute = beginn;
  return {
    dokument: dienst.dokument,
    owner,
    ownerUrl: datenbank.ownerUrl,
    appUrl: datenbank.appUrl,
    worker,
    heute: () => heute,
    stelle: (tag) => {
      heute = tag;
      dienst.stelle(tag);
    },
    async frage(wer, { methode, pfad, body, kopf = {} }) {
      const { status, text } = await dienst.frage(wer, methode, pfad, { body, kopf });
      return { status, text, code: codeVon(text) };
    },
    async trenneSitzungen(hoechstens) {
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'pachtverwaltung pacht_app' and query <> 'select 1'
        order by state = 'active' desc, random()
        limit ${hoechstens}`;
    },
    async bereit() {
      for (let versuch = 0; dienst.deps.waechter.istWeg(); versuch += 1) {
        if (versuch > 400) throw new Error("Der Dienst kommt nach 20 Sekunden nicht wieder.");
        await new Promise((weiter) => setTimeout(weiter, 50));
      }
    },
    fehler: () =>
      dienst.fehler
        .splice(0)
        .map(String)
        .filter((zeile) => !erwartbar.test(zeile)),
    async beende() {
      await Promise.all([worker.end(), admin.end()]);
      await dienst.beende();
    },
  };
};

/** Whether the document lets somebody do that at all; what depends on the body the service decides by itself. */
export const darf = (dokument: Dokument, wer: Wer, { methode, pfad }: Anruf): boolean => {
  const muster = findePfad(dokument, pfad.split("?")[0] ?? "", methode);
  const operation = muster === undefined ? undefined : dokument.paths[muster]?.[methode];
  if (operation === undefined) throw new Error(`Das Dokument kennt ${methode} ${pfad} nicht.`);
  if (!operation.security?.length) return true;
  if (wer === null) return false;
  const rollen: readonly string[] = operation["x-rollen"] ?? [];
  return rollen.length === 0 || rollen.includes(wer);
};
