import { konflikt } from "../../kern/ablehnung.ts";
import { wendeHebungenAn } from "../../kern/pacht/hebung.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { abschlussPositionen } from "./abschluss.ts";
import { leseHebung } from "./pflege.ts";
import type { Hebung, HebungAbschlussPosition } from "./schema.ts";
import { alsAktive, ladePositionen } from "./wirkung.ts";

/**
 * An increase with the amounts that its completion would leave today, on what the active ones leave before it.
 *
 * @throws Ablehnung nichtGefunden, konflikt `kein_entwurf` once it is decided, `hebung_ohne_position`, `hebung_ohne_basis`
 */
export const entwirfHebung = (
  sql: Sql,
  id: number,
): Promise<{ hebung: Hebung; positionen: HebungAbschlussPosition[] }> =>
  sql.begin("isolation level repeatable read read only", async (tx) => {
    const hebung = await leseHebung(tx, id);
    if (hebung.status !== "geplant" && hebung.status !== "aktiv")
      throw konflikt("kein_entwurf", `Die Hebung ist ${hebung.status}; einen Entwurf gibt es bis zu ihrem Abschluss.`);
    const { pachtkontoId } = hebung;
    const { positionen, aktive } = (await ladePositionen(tx, [pachtkontoId])).get(pachtkontoId) ?? {
      positionen: [],
      aktive: [],
    };
    const andere = aktive.filter((eine) => eine.id !== id);
    const { aenderungen, ohneBasis } = wendeHebungenAn(positionen, [...andere, alsAktive(hebung)]);
    if (ohneBasis.some(({ hebungId }) => hebungId === id))
      throw konflikt("hebung_ohne_basis", "Es gibt keinen Betrag, auf den die Hebung wirken kann.");
    const betroffen = abschlussPositionen(id, aenderungen, positionen, ({ positionId }) => positionId);
    if (betroffen.length === 0)
      throw konflikt("hebung_ohne_position", `Am ${hebung.wirksamAb} gilt keine Position, auf die diese Hebung wirkt.`);
    return { hebung, positionen: betroffen };
  }) as Promise<{ hebung: Hebung; positionen: HebungAbschlussPosition[] }>;
