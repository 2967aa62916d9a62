import { randomBytes } from "node:crypto";
import type { Db } from "../database/pool.ts";
import { sha256Von } from "../sha256.ts";

/** What this server keeps between a browser's leaving for the provider and its coming back. */
export type Anmeldeversuch = { state: string; verifier: string; nonce: string; returnTo: string; redirectUri: string };

export const versuchSekunden = 600;

/** @returns the id for the browser's cookie */
export async function insertVersuch(sql: Db, versuch: Anmeldeversuch): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  const { state, verifier, nonce, returnTo, redirectUri } = versuch;
  await sql`
    insert into anmeldeversuch (id_hash, state, verifier, nonce, return_to, redirect_uri, laeuft_ab_am)
    values (${sha256Von(id)}, ${state}, ${verifier}, ${nonce}, ${returnTo}, ${redirectUri},
      now() + make_interval(secs => ${versuchSekunden}::integer))`;
  return id;
}

/** Takes the attempt of this state away: nobody gets it a second time. @param ids those that the browser has begun */
export async function deleteVersuch(
  sql: Db,
  ids: readonly string[],
  state: string,
): Promise<Anmeldeversuch | undefined> {
  // Ours are made of these; of others PostgreSQL does not even take each as a text.
  if (ids.length === 0 || !/^[\w-]+$/.test(state)) return undefined;
  const [versuch] = await sql<(Anmeldeversuch & { gilt: boolean })[]>`
    delete from anmeldeversuch
    where id_hash = any(${ids.map(sha256Von)}) and state = ${state}
    returning state, verifier, nonce, return_to, redirect_uri, laeuft_ab_am > now() as gilt`;
  return versuch?.gilt ? versuch : undefined;
}

/** A browser signs in in a tab or two; whoever begins more often does not come back to the first. */
const hoechstens = 5;

/** The cookie holds the ids of all attempts that a browser has begun of late: each tab finds its own by its state. */
export function versucheAus(cookie: string | undefined): string[] {
  return (cookie ?? "").split(".").filter((id) => /^[\w-]{43}$/.test(id));
}

export function alsCookie(versuche: readonly string[]): string {
  return versuche.slice(-hoechstens).join(".");
}

/** Forgets who has not come back in time. */
export async function vergissAlteVersuche(sql: Db, jetzt: Date): Promise<void> {
  await sql`delete from anmeldeversuch where laeuft_ab_am <= ${jetzt.toISOString()}`;
}
