import { leseFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { ausgelassenblatt, hauptspalten } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";
import { alsMappenspalte, type Mappenblatt, type Mappenzeile, textspalte } from "../format/mappe.ts";
import { alsZelle } from "../format/zelle.ts";
import * as q from "./queries.ts";

/** How many rows come at once; few enough that turning them into cells does not hold up other requests. */
const jeStapel = 500;

async function* alle<D extends { id: number }>(
  tx: Tx,
  liste: (sql: Tx, teil: q.Teil) => PromiseLike<D[]>,
): AsyncGenerator<D[]> {
  for (let nach = 0; ; ) {
    const teil = await liste(tx, { nach, limit: jeStapel });
    if (teil.length > 0) yield teil;
    if (teil.length < jeStapel) return;
    nach = teil.at(-1)?.id ?? 0;
  }
}

/** What stands in a record under "sepaMandat.datum". */
const unter = (datensatz: object, feld: string): unknown =>
  feld
    .split(".")
    .reduce<unknown>((wert, teil) => (wert as Record<string, unknown> | null | undefined)?.[teil], datensatz);

const alsBlatt = (blatt: Blatt, datensaetze: AsyncIterable<object[]>): Mappenblatt => {
  const spalten = hauptspalten(blatt);
  const zeilen = async function* (): AsyncGenerator<Mappenzeile[]> {
    for await (const teil of datensaetze)
      yield teil.map((datensatz) => ({
        zellen: spalten.map((spalte) => alsZelle(spalte, unter(datensatz, spalte.feld))),
      }));
  };
  return {
    name: blatt,
    spalten: spalten.map(alsMappenspalte),
    stapel: zeilen(),
  };
};

async function* einzeln(datensatz: Promise<object>): AsyncGenerator<object[]> {
  yield [await datensatz];
}

/** A row for each own field. */
async function* einzelneFeldwerte(tx: Tx): AsyncGenerator<object[]> {
  for await (const konten of alle(tx, q.listFeldwerte))
    yield konten.flatMap(({ pachtkontoId, feldwerte }) =>
      Object.entries(feldwerte).map(([name, wert]) => ({ pachtkontoId, name, wert })),
    );
}

/** What the workbook does not hold, and why. */
const ausgelassenes = (tx: Tx): Mappenblatt => {
  const zeilen = async function* (): AsyncGenerator<Mappenzeile[]> {
    yield (await q.listAusgelassene(tx)).map(({ kontonummer, was, grund }) => ({
      zellen: [kontonummer, was, grund],
    }));
  };
  return {
    name: ausgelassenblatt,
    spalten: [textspalte("kontonummer", 16), textspalte("was", 16), textspalte("warum", 80)],
    stapel: zeilen(),
  };
};

/** The stock as the sheets of the format, records by id; each is read when its turn comes. */
export async function* bestandsblaetter(tx: Tx): AsyncGenerator<Mappenblatt> {
  yield alsBlatt("Firmendaten", einzeln(leseFirmendaten(tx)));
  yield alsBlatt("Positionsarten", alle(tx, q.listPositionsarten));
  yield alsBlatt("Kontaktarten", alle(tx, q.listKontaktarten));
  yield alsBlatt("Kontakte", alle(tx, q.listKontakte));
  yield alsBlatt("Patchobjekte", alle(tx, q.listPatchobjekte));
  yield alsBlatt("Pachtkonten", alle(tx, q.listPachtkonten));
  yield alsBlatt("Beteiligte", alle(tx, q.listBeteiligte));
  yield alsBlatt("Positionen", alle(tx, q.listPositionen));
  yield alsBlatt("Hebungen", alle(tx, q.listHebungen));
  yield alsBlatt("Feldwerte", einzelneFeldwerte(tx));
  yield ausgelassenes(tx);
}
