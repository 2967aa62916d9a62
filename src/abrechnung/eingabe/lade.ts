import { schlussabrechnungFaellig } from "../../kern/pacht/perioden.ts";
import type { GebuchtePeriode, KontoEingabe } from "../../kern/pacht/typen.ts";
import type { Db, Sql, Tx } from "../../technik/database/pool.ts";
import { ladeGebuchtes } from "./gebuchtes.ts";
import { type Auftrag, type Eingabezeile, listEingaben, listFaelligeIds } from "./queries.ts";

export { type Auftrag, listFaelligeIds, listUnbekannteIds } from "./queries.ts";

/** An account as the calculation takes it, with what booking and preview need to know beside it. */
export type Ladung = {
  konto: KontoEingabe;
  /** Last write to anything that the amounts follow from. */
  geaendertAm: string;
  /** Increases that somebody has planned and nobody activated. */
  geplant: { id: number; wirksamAb: string }[];
};

/** Accounts in one statement: few enough for flat memory, enough to make the way to the database cheap. */
const jeLadung = 500;

/** One view of the data for all that `tat` reads, while others go on writing. */
export const inMomentaufnahme = <T>(sql: Sql, tat: (tx: Tx) => Promise<T>): Promise<T> =>
  sql.begin("isolation level repeatable read read only", tat) as Promise<T>;

/**
 * Loads what is due on or before `datum`, in the order of ids, a few hundred accounts at a time.
 *
 * @param sql a transaction of {@link inMomentaufnahme}, so that all parts show the same moment
 */
export async function* ladeEingaben(sql: Db, auftrag: Auftrag, anzahl = jeLadung): AsyncGenerator<Ladung[], void> {
  const ids = await listFaelligeIds(sql, auftrag);
  const ladeAb = (i: number) => {
    const teil = i < ids.length ? ladeKonten(sql, ids.slice(i, i + anzahl), auftrag.datum) : undefined;
    // Its failure belongs to whoever awaits it; nobody does once the consumer has gone.
    teil?.catch(() => {});
    return teil;
  };
  // The database fetches the next part while this one is computed.
  for (let i = 0, teil = ladeAb(0); teil; i += anzahl) {
    const ladungen = await teil;
    teil = ladeAb(i + anzahl);
    yield ladungen;
  }
}

export const ladeKonten = async (sql: Db, ids: number[], datum: string): Promise<Ladung[]> => {
  const zeilen = await listEingaben(sql, ids, datum);
  const gebucht = await ladeGebuchtes(
    sql,
    zeilen.filter((zeile) => istSchlusszurechnen(zeile, datum)).map(({ id }) => id),
  );
  return zeilen.map((zeile) => packeAus(zeile, gebucht.get(zeile.id) ?? []));
};

/** Whether a final settlement is due, or would be if the account were not inactive. */
const istSchlusszurechnen = (zeile: Eingabezeile, datum: string): boolean =>
  schlussabrechnungFaellig({ ...zeile, status: "ausgelaufen" }, datum);

const packeAus = ({ eingabeGeaendertAm, ...zeile }: Eingabezeile, gebucht: GebuchtePeriode[]): Ladung => ({
  konto: {
    ...zeile,
    gebucht,
    beteiligte: zeile.beteiligte.map(
      ([
        kontaktId,
        rolle,
        anteilZaehler,
        anteilNenner,
        gueltigVon,
        gueltigBis,
        umsatzsteuerStatus,
        hatSteuernummer,
      ]) => ({
        kontaktId,
        rolle,
        anteilZaehler,
        anteilNenner,
        gueltigVon,
        gueltigBis,
        umsatzsteuerStatus,
        hatSteuernummer,
      }),
    ),
    positionen: zeile.positionen.map((p) => ({
      id: p[0],
      ursprungId: p[1],
      positionsartId: p[2],
      bezeichnung: p[3],
      betragCent: p[4],
      intervall: p[5],
      gueltigVon: p[6],
      gueltigBis: p[7],
      steuersatzBp: p[8],
      steuerbefreiungGrund: p[9],
      anteilig: p[10],
      erhoehbar: p[11],
      weiterleitung: p[12],
    })),
    hebungen: zeile.hebungen
      .filter(([, status]) => status === "aktiv")
      .map(([id, , art, wertBp, betragCent, indexBasis, indexNeu, wirksamAb, positionIds]) => ({
        id,
        art,
        wertBp,
        betragCent,
        indexBasis,
        indexNeu,
        wirksamAb,
        positionIds,
      })),
    faelligkeiten: zeile.faelligkeiten.map(([id, zeitraumVon, zeitraumBis, faelligAm, art, raster]) => ({
      id,
      zeitraumVon,
      zeitraumBis,
      faelligAm,
      art,
      raster,
    })),
  },
  geaendertAm: eingabeGeaendertAm,
  geplant: zeile.hebungen
    .filter(([, status]) => status === "geplant")
    .map(([id, , , , , , , wirksamAb]) => ({ id, wirksamAb })),
});
