import { createHash } from "node:crypto";
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia";
import type { Sql } from "../database/pool.ts";
import type { Akteur } from "../kontext.ts";
import type { Rolle } from "./rechte.ts";

type BenutzerFelder = { name: string; email: string | null; rollen: Rolle[] };

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Record<never, never>, BenutzerFelder>;
    UserId: number;
    DatabaseUserAttributes: BenutzerFelder;
    DatabaseSessionAttributes: Record<never, never>;
  }
}

const stunde = 3_600_000;
const leerlauf = 8 * stunde;
const hoechstens = 24 * stunde;
/** A session in use is written at most this often. */
const schritt = 5 * 60_000;

const hash = (sitzungId: string) => createHash("sha256").update(sitzungId).digest("hex");

/**
 * Sessions in PostgreSQL: one joined query a request, only the SHA-256 of a session id is stored, and an absolute end
 * that no renewal passes.
 */
const adapter = (sql: Sql): Adapter => ({
  async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [zeile] = await sql<
      (BenutzerFelder & { benutzerId: number; laeuftAbAm: string; endetSpaetestensAm: string })[]
    >`
      select s.benutzer_id, s.laeuft_ab_am, s.endet_spaetestens_am, b.name, b.email, b.rollen
      from sitzung s join benutzer b on b.id = s.benutzer_id
      where s.id_hash = ${hash(id)} and s.endet_spaetestens_am > now()`;
    if (!zeile) return [null, null];
    const { benutzerId, laeuftAbAm, name, email, rollen } = zeile;
    return [
      { id, userId: benutzerId, expiresAt: new Date(laeuftAbAm), attributes: {} },
      { id: benutzerId, attributes: { name, email, rollen } },
    ];
  },
  async getUserSessions() {
    return []; // ids are not stored, so that sessions cannot be listed
  },
  async setSession({ id, userId, expiresAt }) {
    const ende = new Date(Date.now() + hoechstens);
    await sql`
      insert into sitzung (id_hash, benutzer_id, laeuft_ab_am, endet_spaetestens_am)
      values (${hash(id)}, ${userId}, ${expiresAt.toISOString()}, ${ende.toISOString()})`;
  },
  async updateSessionExpiration(id, expiresAt) {
    await sql`
      update sitzung set laeuft_ab_am = least(${expiresAt.toISOString()}::timestamptz, endet_spaetestens_am)
      where id_hash = ${hash(id)}`;
  },
  async deleteSession(id) {
    await sql`delete from sitzung where id_hash = ${hash(id)}`;
  },
  async deleteUserSessions(benutzerId) {
    await sql`delete from sitzung where benutzer_id = ${benutzerId}`;
  },
  async deleteExpiredSessions() {
    await sql`delete from sitzung where least(laeuft_ab_am, endet_spaetestens_am) <= now()`;
  },
});

export const sitzungCookie = "service.sid";

export type GelesenSitzung = { akteur: Akteur; endetAm: string; erneuert: boolean };

/** Sign-in sessions: idle for at most eight hours, never longer than 24. */
export const erstelleSitzungen = (sql: Sql, sicher: boolean) => {
  const speicher = adapter(sql);
  const lucia = new Lucia<Record<never, never>, BenutzerFelder>(speicher, {
    sessionExpiresIn: new TimeSpan(leerlauf / stunde, "h"),
    sessionCookie: { name: sitzungCookie, attributes: { sameSite: "lax", path: "/", secure: sicher } },
    getUserAttributes: ({ name, email, rollen }) => ({ name, email, rollen }),
  });
  return {
    async beginne(benutzerId: number): Promise<string> {
      const sitzung = await lucia.createSession(benutzerId, {});
      return lucia.createSessionCookie(sitzung.id).serialize();
    },
    async lies(id: string): Promise<GelesenSitzung | null> {
      const { session, user } = await lucia.validateSession(id);
      if (!session) return null;
      const ablauf = new Date(Date.now() + leerlauf);
      const erneuert = ablauf.getTime() - session.expiresAt.getTime() > schritt;
      if (erneuert) await speicher.updateSessionExpiration(id, ablauf);
      return {
        akteur: { id: user.id, name: user.name, email: user.email, rollen: user.rollen },
        endetAm: (erneuert ? ablauf : session.expiresAt).toISOString(),
        erneuert,
      };
    },
    beende: (id: string): Promise<void> => lucia.invalidateSession(id),
    cookie: (id: string): string => lucia.createSessionCookie(id).serialize(),
    leererCookie: (): string => lucia.createBlankSessionCookie().serialize(),
  };
};

export type Sitzungen = ReturnType<typeof erstelleSitzungen>;
