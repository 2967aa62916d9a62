import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../database/pool.ts";

/** What this server keeps between a browser's leaving for the provider and its coming back. */
export type Anmeldeversuch = { state: string; verifier: string; nonce: string; returnTo: string; redirectUri: string };

export const versuchSekunden = 600;

const hash = (id: string) => createHash("sha256").update(id).digest("hex");

/** @returns the id for the browser's cookie */
export const insertVersuch = async (sql: Db, versuch: Anmeldeversuch): Promise<string> => {
  const id = randomBytes(32).toString("base64url");
  const { state, verifier, nonce, returnTo, redirectUri } = versuch;
  await sql`
    insert into anmeldeversuch (id_hash, state, verifier, nonce, return_to, redirect_uri, laeuft_ab_am)
    values (${hash(id)}, ${state}, ${verifier}, ${nonce}, ${returnTo}, ${redirectUri},
      now() + make_interval(secs => ${versuchSekunden}::integer))`;
  return id;
};

/** Takes the attempt away: nobody gets it a second time. */
export const deleteVersuch = async (sql: Db, id: string): Promise<Anmeldeversuch | undefined> => {
  const [versuch] = await sql<(Anmeldeversuch & { gilt: boolean })[]>`
    delete from anmeldeversuch
    where id_hash = ${hash(id)}
    returning state, verifier, nonce, return_to, redirect_uri, laeuft_ab_am > now() as gilt`;
  return versuch?.gilt ? versuch : undefined;
};

/** Forgets who has not come back in time. */
export const vergissAlteVersuche = async (sql: Db, jetzt: Date): Promise<void> => {
  await sql`delete from anmeldeversuch where laeuft_ab_am <= ${jetzt.toISOString()}`;
};
