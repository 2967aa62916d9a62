import type { Sql } from "../../src/technik/database/pool.ts";

/** From now on a contact is one of many accounts, and left out of the search text of further ones, from this number on. */
export function setzeParteienImSuchtext(owner: Sql, anzahl: number) {
  return owner.unsafe(`
    create or replace function parteien_im_suchtext() returns integer
    language sql immutable parallel safe return ${anzahl}`);
}
