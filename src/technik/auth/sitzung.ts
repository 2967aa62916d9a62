import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia";
import type { Akteur } from "../../kern/kontext.ts";
import type { Rolle } from "../../kern/rechte.ts";
import type { Db, Sql } from "../database/pool.ts";
import { sitzungCookie } from "../http/recht.ts";
import { sha256Von } from "../sha256.ts";

/** When a session ends unless it is used, and when it ends in any case. */
type Grenzen = { laeuftAbAm: string; endetSpaetestensAm: string };
type Angaben = Grenzen & { geschriebenBis?: string };
type BenutzerFelder = { name: string; email: string | null; rollen: Rolle[] };

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Angaben, BenutzerFelder>;
    UserId: number;
    DatabaseUserAttributes: BenutzerFelder;
    DatabaseSessionAttributes: Angaben;
  }
}

const stunde = 3_600_000;
const leerlauf = 8 * stunde;
const hoechstens = 24 * stunde;
/** A session in use is written at most this often. */
const schritt = 5 * 60_000;

const verlaengere = (sql: Db, id: string, ablauf: Date) =>
  sql`update sitzung set laeuft_ab_am = ${ablauf.toISOString()} where id_hash = ${sha256Von(id)}`;

/** Sessions in PostgreSQL: one joined query a request, and only the SHA-256 of a session id is stored. */
const adapter = (sql: Db): Adapter => ({
  async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [zeile] = await sql<(BenutzerFelder & Required<Angaben> & { benutzerId: number })[]>`
      select s.benutzer_id, s.laeuft_ab_am, s.endet_spaetestens_am, s.geschrieben_bis, b.name, b.email, b.rollen
      from sitzung s join benutzer b on b.id = s.benutzer_id
      where s.id_hash = ${sha256Von(id)} and s.endet_spaetestens_am > now()`;
    if (!zeile) return [null, null];
    const { benutzerId, laeuftAbAm, endetSpaetestensAm, geschriebenBis, name, email, rollen } = zeile;
    return [
      {
        id,
        userId: benutzerId,
        expiresAt: new Date(laeuftAbAm),
        attributes: { laeuftAbAm, endetSpaetestensAm, geschriebenBis },
      },
      { id: benutzerId, attributes: { name, email, rollen } },
    ];
  },
  async getUserSessions() {
    return []; // ids are not stored, so that sessions cannot be listed
  },
  async setSession({ id, userId, attributes }) {
    await sql`
      insert into sitzung (id_hash, benutzer_id, laeuft_ab_am, endet_spaetestens_am)
      values (${sha256Von(id)}, ${userId}, ${attributes.laeuftAbAm}, ${attributes.endetSpaetestensAm})`;
  },
  async updateSessionExpiration() {
    // Lucia renews in the second half of the time only; here every use counts, see `lies`.
  },
  async deleteSession(id) {
    await sql`delete from sitzung where id_hash = ${sha256Von(id)}`;
  },
  async deleteUserSessions(benutzerId) {
    await sql`delete from sitzung where benutzer_id = ${benutzerId}`;
  },
  async deleteExpiredSessions() {
    await sql`delete from sitzung where least(laeuft_ab_am, endet_spaetestens_am) <= now()`;
  },
});

type GeleseneSitzung = { akteur: Akteur; endetAm: string; geschriebenBis: string | undefined; erneuert: boolean };

/** Sign-in sessions: idle for at most eight hours, never longer than 24. */
export function erstelleSitzungen(sql: Sql, sicher: boolean) {
  const mit = (db: Db) =>
    new Lucia<Angaben, BenutzerFelder>(adapter(db), {
      sessionExpiresIn: new TimeSpan(leerlauf / stunde, "h"),
      sessionCookie: { name: sitzungCookie, attributes: { sameSite: "lax", path: "/", secure: sicher } },
      getSessionAttributes: ({ laeuftAbAm, endetSpaetestensAm, geschriebenBis }) => ({
        laeuftAbAm,
        endetSpaetestensAm,
        geschriebenBis,
      }),
      getUserAttributes: ({ name, email, rollen }) => ({ name, email, rollen }),
    });
  const lucia = mit(sql);
  /** Kept by the browser for as long as the session lasts, which is not Lucia's time for all of them. */
  const cookieBis = (id: string, endetAm: string): string => {
    const cookie = lucia.createSessionCookie(id);
    cookie.attributes.maxAge = Math.ceil((Date.parse(endetAm) - Date.now()) / 1000);
    return cookie.serialize();
  };
  return {
    /**
     * As part of the transaction that writes the sign-in down.
     *
     * @param dauerMs when it ends in any case   @returns the cookie
     */
    async beginne(tx: Db, benutzerId: number, dauerMs = hoechstens): Promise<string> {
      const jetzt = Date.now();
      const laeuftAbAm = new Date(jetzt + Math.min(leerlauf, dauerMs)).toISOString();
      const endetSpaetestensAm = new Date(jetzt + dauerMs).toISOString();
      const { id } = await mit(tx).createSession(benutzerId, { laeuftAbAm, endetSpaetestensAm });
      return cookieBis(id, laeuftAbAm);
    },
    async lies(id: string): Promise<GeleseneSitzung | null> {
      const { session, user } = await lucia.validateSession(id);
      if (!session) return null;
      const ablauf = new Date(Math.min(Date.now() + leerlauf, Date.parse(session.endetSpaetestensAm)));
      const erneuert = ablauf.getTime() - Date.parse(session.laeuftAbAm) > schritt;
      if (erneuert) await verlaengere(sql, id, ablauf);
      return {
        akteur: { id: user.id, name: user.name, email: user.email, rollen: user.rollen },
        geschriebenBis: session.geschriebenBis,
        endetAm: erneuert ? ablauf.toISOString() : session.laeuftAbAm,
        erneuert,
      };
    },
    /** After its answer is made: what this session reads from now on has all that is written until now. */
    merkeStand: async (id: string): Promise<void> => {
      await sql`update sitzung set geschrieben_bis = pg_current_wal_insert_lsn() where id_hash = ${sha256Von(id)}`;
    },
    /** As part of the transaction that writes the sign-out down. */
    beende: (tx: Db, id: string): Promise<void> => mit(tx).invalidateSession(id),
    cookieBis,
    leererCookie: (): string => lucia.createBlankSessionCookie().serialize(),
  };
}

export type Sitzungen = ReturnType<typeof erstelleSitzungen>;

/** Forgets sessions that have ended. @returns how many */
export async function vergissAlteSitzungen(sql: Db, jetzt: Date): Promise<number> {
  return (await sql`delete from sitzung where laeuft_ab_am <= ${jetzt.toISOString()}`).count;
}
