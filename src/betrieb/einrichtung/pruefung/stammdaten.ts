import { angabenInWorten } from "../../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { leseStand } from "../richteEin.ts";
import { type Befund, fehlt, inOrdnung } from "./befund.ts";

/** What a first booking needs. */
export async function pruefeStammdaten(sql: Sql): Promise<Befund[]> {
  const { firmendaten, kontaktarten, positionsarten } = await leseStand(sql);
  const aktive = (arten: readonly { aktiv: boolean }[]) => arten.filter(({ aktiv }) => aktiv).length;
  const gibtEs = (was: string, anzahl: number): Befund =>
    anzahl > 0
      ? inOrdnung(was, `${anzahl} aktive`)
      : fehlt(was, "Es gibt keine: npm run einrichten legt die üblichen an.");
  return [
    firmendaten.vollstaendig
      ? inOrdnung("Firmendaten", `${firmendaten.firma}, vollständig zum Buchen`)
      : fehlt("Firmendaten", `Zum Buchen fehlen: ${angabenInWorten(firmendaten.fehlendeAngaben)}.`),
    gibtEs("Kontaktarten", aktive(kontaktarten)),
    gibtEs("Positionsarten", aktive(positionsarten)),
  ];
}
