import { vertragsartNachArten } from "../../../kern/fristen/vertrag.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { BriefDaten } from "../../briefe/daten.ts";
import { ladeLogos } from "../logos.ts";
import { listKoepfe, listSteuergruppen, listZeilen } from "./queries.ts";

export { countOhnePdf } from "./queries.ts";

/** The letters of `ids` that exist, by id, from the archive alone. */
export async function ladeBriefe(sql: Db, ids: number[]): Promise<BriefDaten[]> {
  const [koepfe, zeilen, steuer] = await Promise.all([
    listKoepfe(sql, ids),
    listZeilen(sql, ids),
    listSteuergruppen(sql, ids),
  ]);
  const zeilenJe = Map.groupBy(zeilen, ({ belegId }) => belegId);
  const steuerJe = Map.groupBy(steuer, ({ belegId }) => belegId);
  const logos = await ladeLogos(sql, koepfe);
  return koepfe.map(({ logoSha256, vertragsart, objektarten, ...kopf }) => ({
    ...kopf,
    vertragsart: vertragsartNachArten(vertragsart, objektarten),
    logo: logos.get(logoSha256) ?? null,
    zeilen: zeilenJe.get(kopf.id) ?? [],
    steuergruppen: steuerJe.get(kopf.id) ?? [],
  }));
}
