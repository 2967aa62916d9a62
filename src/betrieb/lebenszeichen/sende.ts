import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Sql } from "../../technik/database/pool.ts";
import { version } from "../../technik/http/version.ts";
import { wiederhole } from "../../technik/takt.ts";
import { schreibeVerlauf } from "../verlauf/schreibe.ts";
import type { Verlauf } from "../verlauf/zaehle.ts";
import { type Prozess, updateBeendet, upsertLebenszeichen } from "./queries.ts";

const alleMs = 5_000;

/**
 * Writes a sign of life of this process every five seconds, until it is stopped.
 *
 * @param arbeitetAn what it is at work on in this moment   @param verlauf what it has done
 * @param melde takes the errors; the next sign is tried all the same
 * @returns stops it, and takes the process off the list
 */
export function sendeLebenszeichen(
  sql: Sql,
  art: Prozess["art"],
  arbeitetAn: () => string[],
  verlauf: Verlauf,
  melde: (fehler: unknown) => void,
): () => Promise<void> {
  const prozess: Prozess = { id: randomUUID(), art, rechner: hostname(), version };
  const zeichen = async () => {
    await upsertLebenszeichen(sql, prozess, arbeitetAn());
    await schreibeVerlauf(sql, prozess, verlauf);
  };
  const hoereAuf = wiederhole(zeichen, alleMs, melde);
  return async () => {
    await hoereAuf();
    await schreibeVerlauf(sql, prozess, verlauf).catch(melde);
    await updateBeendet(sql, prozess.id).catch(melde);
  };
}
