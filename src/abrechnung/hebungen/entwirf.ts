import { type Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { wendeHebungenAn } from "../../kern/pacht/hebung/hebung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { abschlussPositionen } from "./abschluss/positionen.ts";
import * as q from "./queries.ts";
import type { Hebung, HebungAbschlussPosition } from "./schema.ts";
import { alsAktive, type Kontopositionen, ladePositionen, ohneBasisKonflikt } from "./wirkung.ts";

export { findEntwurfsauswahl } from "./queries.ts";

type Hebungsentwurf = {
  hebung: Hebung;
  /** Or why there is no draft. */
  positionen: HebungAbschlussPosition[] | Ablehnung;
};

/**
 * These increases with the amounts that their completion would leave today, on what the active ones leave before them; by
 * id, unknown ones left out. What is refused is `kein_entwurf` once it is decided, `hebung_ohne_position`,
 * `hebung_ohne_basis` or `betrag_zu_gross`.
 */
export async function entwirfHebungen(tx: Db, ids: number[]): Promise<Map<number, Hebungsentwurf>> {
  const hebungen = await q.listHebungenMit(tx, ids);
  const geladen = await ladePositionen(tx, [...new Set(hebungen.map(({ pachtkontoId }) => pachtkontoId))]);
  return new Map(
    hebungen.map((hebung) => [hebung.id, { hebung, positionen: entwirf(hebung, geladen.get(hebung.pachtkontoId)) }]),
  );
}

const entwirf = (
  hebung: Hebung,
  { positionen, aktive }: Kontopositionen = { positionen: [], aktive: [] },
): HebungAbschlussPosition[] | Ablehnung => {
  const { id, status, wirksamAb } = hebung;
  if (status !== "geplant" && status !== "aktiv")
    return konflikt("kein_entwurf", `Die Hebung ist ${status}; einen Entwurf gibt es bis zu ihrem Abschluss.`);
  const andere = aktive.filter((eine) => eine.id !== id);
  const { aenderungen, ohneBasis } = wendeHebungenAn(positionen, [...andere, alsAktive(hebung)]);
  const ohne = ohneBasis.find(({ hebungId }) => hebungId === id);
  if (ohne) return ohneBasisKonflikt(ohne);
  const betroffen = abschlussPositionen(id, aenderungen, positionen, ({ positionId }) => positionId);
  if (betroffen.length > 0) return betroffen;
  return konflikt(
    "hebung_ohne_position",
    `Am ${deutschesDatum(wirksamAb)} gilt keine Position, auf die diese Hebung wirkt.`,
  );
};
