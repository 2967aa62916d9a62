import { Ablehnung, konflikt } from "../kern/ablehnung.ts";
import { einlass } from "../technik/database/einlass.ts";
import type { Sql } from "../technik/database/pool.ts";

type Verbindung = Awaited<ReturnType<Sql["reserve"]>>;

export const aktionLaeuft = () =>
  konflikt("aktion_laeuft", "An diesem Beleg läuft gerade eine andere Aktion. Bitte gleich noch einmal versuchen.");

/** Longest time to wait for those before, in seconds; then the caller may come again. */
const frist = 20;

const gibFrei = async (verbindung: Verbindung): Promise<void> => {
  // A connection that is gone has no locks.
  await verbindung`select pg_advisory_unlock_all(), set_config('lock_timeout', '0', false)`.catch(() => {});
  verbindung.release();
};

const nimmBelege = async (verbindung: Verbindung, belegIds: number[]): Promise<boolean> => {
  const [zeile] = await verbindung<{ frei: boolean }[]>`
    select bool_and(pg_try_advisory_lock(hashtextextended('extaccounting ' || id, 0))) frei
    from unnest(${belegIds}::bigint[]) t (id)`;
  return zeile?.frei === true;
};

const senderBelegt = () =>
  new Ablehnung(
    "nichtVerfuegbar",
    "extaccounting_nicht_bereit",
    "Für diesen Mandanten wird gerade anderes übergeben. Bitte gleich noch einmal versuchen.",
    { grund: "beschaeftigt" },
    { warteSekunden: 5 },
  );

/** Each action holds a connection while it works on others: more at once would use up the pool. */
const eintritt = einlass(3, { ms: frist * 1000, sonst: senderBelegt });

/** Whoever sends for one trustee waits for whoever else does: other systems post one document at a time. */
const werdeSender = (verbindung: Verbindung, sender: string) =>
  verbindung`
    with f as materialized (select set_config('lock_timeout', ${`${frist}s`}, false))
    select pg_advisory_lock(hashtextextended('extaccounting sender ' || ${sender}, 0)) from f`.catch(
    (fehler: unknown) => {
      throw (fehler as { code?: unknown }).code === "55P03" ? senderBelegt() : fehler;
    },
  );

/**
 * Runs `tat` while these documents are ours, and with `sender` also as the only one who sends for that trustee. The
 * locks belong to a connection: they go when the process does, which is how an abandoned attempt is told from a live one.
 *
 * @throws Ablehnung konflikt `aktion_laeuft`, nichtVerfuegbar when somebody else sends for too long
 */
export const mitSperre = <T>(sql: Sql, belegIds: number[], sender: string | null, tat: () => Promise<T>): Promise<T> =>
  eintritt(async () => {
    const verbindung = await sql.reserve();
    try {
      if (!(await nimmBelege(verbindung, belegIds))) throw aktionLaeuft();
      if (sender !== null) await werdeSender(verbindung, sender);
      return await tat();
    } finally {
      await gibFrei(verbindung);
    }
  });
