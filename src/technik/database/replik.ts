import { setTimeout as pause } from "node:timers/promises";
import { wortFuer } from "./ausfall.ts";
import { neueLeitungen } from "./leitungen.ts";
import { type Sql, verbinde } from "./pool.ts";
import { type Frage, frageAuf } from "./waechter.ts";

/** `fremd`: what is there copies nothing, or another database. */
type Replikzustand = { zustand: "folgt" | "zurueck" | "weg" | "fremd"; rueckstandSekunden: number | null };

/** A copy of the database that PostgreSQL keeps itself (streaming replication) and that only answers. */
export type Replik = {
  /** For requests: a statement takes at most 30 s. */
  sql: Sql;
  /** For previews and exports. */
  sqlLang: Sql;
  /** Whether it has all that was written up to `stand`, now or in a moment; never while it is away or far behind. */
  hatErreicht(stand: string | null): Promise<boolean>;
  /** The same for all that is written until now. */
  holtAuf(): Promise<boolean>;
  zustand(): Replikzustand;
  beende(): Promise<void>;
};

/** Somebody waits for an answer that the database itself could give at once. */
const wartezeitMs = 250;
const schrittMs = 10;
/** What is read there is never older. */
const hoechstensMs = 5_000;
const schweigenMs = 3_500;
const abstandMs = 1_000;
const lang = 8;

type Marke = { stand: string; seit: number };
type Ursprung = { stand: string; kennung: string };
type Kopie = { istKopie: boolean; kennung: string; erreicht: boolean };

const findUrsprung = (sql: Sql) => sql<Ursprung[]>`
  select pg_current_wal_insert_lsn() stand, system_identifier::text kennung from pg_control_system()`;

const findKopie = (sql: Sql, stand: string) => sql<Kopie[]>`
  select pg_is_in_recovery() ist_kopie, system_identifier::text kennung,
    coalesce(pg_last_wal_replay_lsn() >= ${stand}::pg_lsn, false) erreicht
  from pg_control_system()`;

const saetze: Record<Replikzustand["zustand"], string> = {
  folgt: "Die Lesekopie folgt der Datenbank.",
  zurueck: "Die Lesekopie ist zu weit zurück: Gelesen wird aus der Datenbank.",
  weg: "Die Lesekopie ist nicht erreichbar: Gelesen wird aus der Datenbank.",
  fremd: "DATABASE_READ_URL führt zu keiner Kopie dieser Datenbank: Gelesen wird aus der Datenbank.",
};

/** Where it stands, by one look a second: the next mark is set when the last one is reached. */
const beobachte = (frageUrsprung: Frage, frageKopie: Frage, trenne: () => void, melde: (text: string) => void) => {
  let stand: Replikzustand = { zustand: "weg", rueckstandSekunden: null };
  let gemeldet: Replikzustand["zustand"] | undefined;
  let marke: Marke | undefined;
  const ende = new AbortController();

  const blick = async (): Promise<Replikzustand> => {
    const [ursprung] = await frageUrsprung(schweigenMs, findUrsprung);
    if (!ursprung) throw new Error("Die Datenbank sagt nicht, wie weit sie ist.");
    marke ??= { stand: ursprung.stand, seit: performance.now() };
    const { stand: ziel, seit } = marke;
    const [kopie] = await frageKopie(schweigenMs, (sql) => findKopie(sql, ziel));
    if (!kopie?.istKopie || kopie.kennung !== ursprung.kennung) return { zustand: "fremd", rueckstandSekunden: null };
    if (kopie.erreicht) marke = undefined;
    const ms = kopie.erreicht ? 0 : performance.now() - seit;
    return { zustand: ms > hoechstensMs ? "zurueck" : "folgt", rueckstandSekunden: Math.round(ms / 1000) };
  };
  const weg = (fehler: unknown): Replikzustand => {
    marke = undefined;
    // Nobody waits for an answer that will not come.
    trenne();
    if (gemeldet !== "weg") melde(`Lesekopie: ${wortFuer(fehler)}`);
    return { zustand: "weg", rueckstandSekunden: null };
  };
  const runden = (async () => {
    while (!ende.signal.aborted) {
      stand = await blick().catch(weg);
      if (stand.zustand !== gemeldet) melde(saetze[stand.zustand]);
      gemeldet = stand.zustand;
      await pause(abstandMs, undefined, { signal: ende.signal }).catch(() => {});
    }
  })();
  return {
    zustand: () => stand,
    async beende() {
      ende.abort();
      await runden;
    },
  };
};

/**
 * @param url of the copy, signed in as at the database   @param frageUrsprung asks the database itself
 * @param melde takes a line whenever its state has changed
 */
export function oeffneReplik(url: string, max: number, frageUrsprung: Frage, melde: (text: string) => void): Replik {
  const { leitungen, leitungDerWache, trenne } = neueLeitungen(() => zustand().zustand === "weg");
  const pool = (optionen: { max: number; fristen?: { statement_timeout: number } }) =>
    verbinde(url, "pacht_app", { ...optionen, leitungen });
  const sql = pool({ max, fristen: { statement_timeout: 30_000 } });
  const sqlLang = pool({ max: lang });
  const sqlWache = verbinde(url, "pacht_app", { max: 1, leitungen: leitungDerWache });
  const frageKopie = frageAuf(sqlWache);
  const { zustand, beende } = beobachte(frageUrsprung, frageKopie, trenne, melde);
  const hatErreicht = async (stand: string | null): Promise<boolean> => {
    const bis = performance.now() + wartezeitMs;
    while (zustand().zustand === "folgt") {
      if (stand === null) return true;
      const [kopie] = await frageKopie(wartezeitMs, (wache) => findKopie(wache, stand));
      if (kopie?.istKopie && kopie.erreicht) return true;
      if (performance.now() > bis) return false;
      await pause(schrittMs);
    }
    return false;
  };
  return {
    sql,
    sqlLang,
    hatErreicht: (stand) => hatErreicht(stand).catch(() => false),
    holtAuf: () =>
      frageUrsprung(schweigenMs, findUrsprung)
        .then(([ursprung]) => hatErreicht(ursprung?.stand ?? null))
        .catch(() => false),
    zustand,
    async beende() {
      await beende();
      await Promise.all([sql, sqlLang, sqlWache].map((einer) => einer.end({ timeout: 5 })));
    },
  };
}
