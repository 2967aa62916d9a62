import type { Db } from "../../technik/database/pool.ts";
import { cronVon, zeitplaene, zeitzone } from "./plan.ts";
import { listLaeufe } from "./queries.ts";
import type { Zeitplan } from "./schema.ts";

export const leseZeitplaene = async (sql: Db, jetzt: Date): Promise<Zeitplan[]> => {
  const laeufe = new Map((await listLaeufe(sql, zeitplaene, jetzt)).map(({ name, ...rest }) => [name, rest]));
  return zeitplaene.map((plan) => {
    const eigene = laeufe.get(plan.name);
    if (!eigene) throw new Error(`Der Zeitplan ${plan.name} fehlt.`);
    return { name: plan.name, tut: plan.tut, cron: cronVon(plan), zeitzone, ...eigene };
  });
};
