import type { Db } from "../../technik/database/pool.ts";

/** The database's clock, in which `eingabe_geaendert_am` is written too. */
export const findZeitpunkt = async (sql: Db): Promise<string> => {
  const [zeile] = await sql<{ zeitpunkt: string }[]>`select now() zeitpunkt`;
  return zeile?.zeitpunkt ?? "";
};
