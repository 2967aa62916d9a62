import postgres from "postgres";
import { afterEach, beforeEach, expect } from "vitest";
import { datenbank, mitAdmin } from "./mitAdmin.ts";

/** One connection for each test: whatever comes next gets the one whose session was lost. */
export let sql: postgres.Sql;
let geschlossen = 0;

/** @param spalte of the table `zeile`, which is empty before each test */
export function mitEinzelnem(spalte: string): void {
  mitAdmin();
  beforeEach(async () => {
    const onclose = () => {
      geschlossen += 1;
    };
    sql = postgres(datenbank.ownerUrl, { max: 1, backoff: () => 0.02, onnotice: () => {}, onclose });
    await sql.unsafe(`drop table if exists zeile; create table zeile (${spalte} not null)`);
  });
  afterEach(() => sql.end({ timeout: 0 }));
}

/** Does what ends the session, and waits until its client has heard of it. */
export async function hoerbar(beende: () => Promise<unknown>): Promise<void> {
  const vorher = geschlossen;
  await beende();
  await expect.poll(() => geschlossen, { interval: 5, timeout: 8_000 }).toBe(vorher + 1);
}
