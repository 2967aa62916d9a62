import type { Db } from "../../technik/database/pool.ts";
import { cronVon, zeitplaene, zeitplannamen, zeitzone } from "./plan.ts";
import { type Erfolg, listErfolge, listLaeufe } from "./queries.ts";
import type { Zeitplan } from "./schema.ts";

export type { Erfolg };

export function leseErfolge(sql: Db): Promise<readonly Erfolg[]> {
  return listErfolge(sql, zeitplannamen);
}

export async function leseZeitplaene(sql: Db, jetzt: Date): Promise<Zeitplan[]> {
  const laeufe = new Map((await listLaeufe(sql, zeitplaene, jetzt)).map(({ name, ...rest }) => [name, rest]));
  return zeitplaene.map((plan) => {
    const eigene = laeufe.get(plan.name);
    if (!eigene) throw new Error(`Der Zeitplan ${plan.name} fehlt.`);
    return { name: plan.name, tut: plan.tut, cron: cronVon(plan), zeitzone, ...eigene };
  });
}
