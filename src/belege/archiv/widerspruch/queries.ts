import { zeitpunkt } from "../../../technik/database/anweisung/suche.ts";
import type { Db, Tx } from "../../../technik/database/pool.ts";
import type { Widerspruch } from "./schema.ts";

/** Nothing of it ever changes but that it is settled, once: that is its second version. */
export const findWiderspruch = async (sql: Db, belegId: number): Promise<Widerspruch | undefined> => {
  const [zeile] = await sql<Widerspruch[]>`
    select case when w.erledigt_am is null then 1 else 2 end as version, w.am, w.grund, w.benutzer_name erfasst_von,
      ${zeitpunkt(sql, "w.erstellt_am")} erfasst_am, w.erledigt_durch, w.erledigt_am, w.erledigt_von,
      w.erledigt_notiz notiz, z.zahlungsdatei_id
    from gutschrift_widerspruch w
    left join zahlungsdatei_beleg z on z.beleg_id = w.beleg_id and not z.verworfen
    where w.beleg_id = ${belegId}`;
  return zeile;
};

export const insertWiderspruch = (
  tx: Tx,
  belegId: number,
  { am, grund, benutzerName, erstelltAm }: { am: string; grund: string; benutzerName: string; erstelltAm: string },
) => tx`
  insert into gutschrift_widerspruch (beleg_id, am, grund, benutzer_name, erstellt_am)
  values (${belegId}, ${am}, ${grund}, ${benutzerName}, ${erstelltAm})`;

export const updateErledigt = (
  tx: Tx,
  belegId: number,
  {
    erledigtDurch,
    erledigtAm,
    notiz,
    von,
  }: { erledigtDurch: string; erledigtAm: string; notiz: string | null; von: string },
) => tx`
  update gutschrift_widerspruch
  set erledigt_durch = ${erledigtDurch}, erledigt_am = ${erledigtAm}, erledigt_notiz = ${notiz}, erledigt_von = ${von}
  where beleg_id = ${belegId}`;
