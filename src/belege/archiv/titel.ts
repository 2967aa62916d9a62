import { belegtitel } from "../../kern/pacht/gutschrift.ts";
import { GRUND_KLEINUNTERNEHMER } from "../../kern/pacht/steuer.ts";
import { belegarten, umsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";

/**
 * All that a title can follow from, with the title: the database makes the JSON of a list, and looks up there what the
 * one table in the code says.
 */
const titelkarte: Record<string, string> = Object.fromEntries(
  belegarten.flatMap((belegart) =>
    [...umsatzsteuerStatus, null].flatMap((status) =>
      [true, false].flatMap((mitSteuer) =>
        [true, false].map((alsKleinunternehmer) => {
          const gruppen = [
            ...(mitSteuer ? [{ steuersatzBp: 1900, steuerbefreiungGrund: null }] : []),
            ...(alsKleinunternehmer ? [{ steuersatzBp: 0, steuerbefreiungGrund: GRUND_KLEINUNTERNEHMER }] : []),
          ];
          const schluessel = [belegart, status ?? "", mitSteuer, alsKleinunternehmer].join("|");
          return [schluessel, belegtitel(belegart, status, gruppen)];
        }),
      ),
    ),
  ),
);

/** What the document `b` is called. */
export const titelspalte = (sql: Db): Fragment => sql`
  ${sql.json(titelkarte)}::jsonb ->> concat(
    b.belegart, '|', b.empfaenger ->> 'umsatzsteuerStatus', '|',
    exists (select from archiv_steuer s where s.beleg_id = b.id and s.steuersatz_bp > 0)::text, '|',
    exists (
      select from archiv_steuer s
      where s.beleg_id = b.id and s.steuersatz_bp = 0 and s.steuerbefreiung_grund = ${GRUND_KLEINUNTERNEHMER}
    )::text
  ) titel`;
