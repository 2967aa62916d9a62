import postgres from "postgres";
import { inject } from "vitest";
import type { Stoerung } from "../../src/lokal/sandkasten/stoerung.ts";
import type { Sql } from "../../src/technik/database/pool.ts";
import { arbeiteAuftragAb } from "../../src/uebergabe/auftraege/arbeiteAb.ts";
import { erstelleVerbindung } from "../../src/uebergabe/verbindung/verbindung.ts";
import { raeumeToteVersuche } from "../../src/uebergabe/versuch/raeume.ts";
import { type Dokument, findePfad, type Wer } from "../hilfe/dienst.ts";
import { saeStammdaten } from "../hilfe/saat.ts";
import { geheimnis, starteMitSandkasten } from "../uebergabe/hilfe.ts";
import { type Anruf, formularVon } from "./verben/verb.ts";

/** Status 0: the process died before it answered. 502: the accounting system gave no answer that says enough. */
export type Antwort = { status: number; text: string; code: string };

/** Whether nobody can say what became of the request. */
export function istUngewiss({ status }: Antwort): boolean {
  return [0, 502, 503].includes(status);
}

/** The service that a history happens to, with what looks at it and disturbs it from behind. */
export type Welt = {
  dokument: Dokument;
  owner: Sql;
  ownerUrl: string;
  appUrl: string;
  workerUrl: string;
  worker: Sql;
  /** What server and worker need to reach the accounting system. */
  umgebung: Record<string, string>;
  heute(): string;
  stelle(tag: string): void;
  frage(wer: Wer, anruf: Anruf): Promise<Antwort>;
  /** Ends some of the service's database sessions but its guard's, as a network or an operator would. */
  trenneSitzungen(hoechstens: number): Promise<void>;
  /** Resolves when the service takes requests again. */
  bereit(): Promise<void>;
  /** Works off what was ordered of the hand-over. */
  uebergib(): Promise<void>;
  /** SIGKILL to the process of the service or of its worker, where they have some, and another one in its place. */
  toete?(wen: "server" | "worker"): Promise<void>;
  /** Resolves when a worker of its own has nothing left to do. */
  ruhe?(): Promise<void>;
  /** What the service did not expect since it was asked last. */
  fehler(): string[];
  beende(): Promise<void>;
};

export const erwartbar = /Verbindungen beendet|nicht erreichbar|wieder da/;

/** What the problem document names as its cause. */
export function codeVon(text: string): string {
  return /"code":"([a-z_]+)"/.exec(text)?.[1] ?? "";
}

/** Seldom enough that most transfers get through, and every kind of failure that heals by asking again. */
const stoerungen: Stoerung[] = ["verloren_vorher", "verloren_nachher", "429", "500"];

/** Payments need a creditor and mandates, and sessions last as long as the history. */
const ergaenze = async (owner: Sql): Promise<void> => {
  await owner`update firmendaten set glaeubiger_id = 'DE98ZZZ09999999999'`;
  await owner`
    update kontakt set zahlungsart = 'lastschrift', iban = 'DE02120300000000202051', sepa_mandat_referenz = 'M-' || id,
      sepa_mandat_datum = '2024-01-15'
    where id <= 2`;
  await owner`update sitzung set laeuft_ab_am = now() + interval '90 days', endet_spaetestens_am = now() + interval '90 days'`;
};

/** The service in this process, on a clock that the history sets, with a small accounting system that fails now and then. */
export async function starteWelt(beginn: string): Promise<Welt> {
  const aufbau = await starteMitSandkasten({}, beginn);
  const { dienst, url, buecher: worker } = aufbau;
  const { owner, datenbank } = dienst;
  await aufbau.schalte({ stoerungen, anteil: 0.1, retryAfterSekunden: 0 });
  await saeStammdaten(owner);
  await ergaenze(owner);
  const { config, uhr } = dienst.deps;
  const verbindung = erstelleVerbindung(worker, config, uhr, () => {});
  const admin = postgres(
    Object.assign(new URL(inject("datenbank").adminUrl), { pathname: new URL(datenbank.appUrl).pathname }).href,
    { max: 1, onnotice: () => {} },
  );
  const sitzungDerWache = (): Promise<number> =>
    dienst.deps.waechter.frage(5_000, async (sql) => {
      const [zeile] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      return zeile?.pid ?? 0;
    });
  let heute = beginn;
  return {
    dokument: dienst.dokument,
    owner,
    ownerUrl: datenbank.ownerUrl,
    appUrl: datenbank.appUrl,
    worker,
    workerUrl: datenbank.workerUrl,
    umgebung: {
      EXTACCOUNTING_SYSTEM: "sandkasten",
      EXTACCOUNTING_URL: url,
      EXTACCOUNTING_SECRET: geheimnis,
      EXTACCOUNTING_SETZZEIT_MS: "1000",
    },
    heute: () => heute,
    stelle: (tag) => {
      heute = tag;
      dienst.stelle(tag);
    },
    async frage(wer, { methode, pfad, body, datei, kopf = {} }) {
      const inhalt = datei ? formularVon(datei) : body;
      const { status, text } = await dienst.frage(wer, methode, pfad, { body: inhalt, kopf });
      return { status, text, code: codeVon(text) };
    },
    async trenneSitzungen(hoechstens) {
      const wache = await sitzungDerWache();
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'pachtverwaltung pacht_app' and pid <> ${wache}
        order by state = 'active' desc, random()
        limit ${hoechstens}`;
    },
    async bereit() {
      for (let versuch = 0; dienst.deps.waechter.istWeg(); versuch += 1) {
        if (versuch > 400) throw new Error("Der Dienst kommt nach 20 Sekunden nicht wieder.");
        await new Promise((weiter) => setTimeout(weiter, 50));
      }
    },
    async uebergib() {
      const versuch = { sql: worker, uhr, verbindung };
      await raeumeToteVersuche(versuch);
      const auftraege = await owner<{ id: number }[]>`
        select id from extaccounting_auftrag where status in ('wartend', 'laufend', 'angehalten') order by id`;
      const { signal } = new AbortController();
      for (const { id } of auftraege) await arbeiteAuftragAb(versuch, id, { signal, melde: () => {} });
    },
    fehler: () => {
      const unerwartete = aufbau.unerwartete();
      dienst.fehler.splice(0);
      return unerwartete.map(String).filter((zeile) => !erwartbar.test(zeile));
    },
    async beende() {
      await admin.end();
      await aufbau.beende();
    },
  };
}

/** Whether the document lets somebody do that at all; what depends on the body the service decides by itself. */
export function darf(dokument: Dokument, wer: Wer, { methode, pfad }: Anruf): boolean {
  const muster = findePfad(dokument, pfad.split("?")[0] ?? "", methode);
  const operation = muster === undefined ? undefined : dokument.paths[muster]?.[methode];
  if (operation === undefined) throw new Error(`Das Dokument kennt ${methode} ${pfad} nicht.`);
  if (!operation.security?.length) return true;
  if (wer === null) return false;
  const rollen: readonly string[] = operation["x-rollen"] ?? [];
  return rollen.length === 0 || rollen.includes(wer);
}
