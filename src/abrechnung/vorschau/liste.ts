import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { type Ermittelt, ermittleKonten, postenVon } from "../eingabe/ermittle.ts";
import { begruende } from "../eingabe/gruende.ts";
import type { Hinweis } from "../eingabe/hinweis.ts";
import { hinweise } from "../eingabe/hinweise.ts";
import { listFaelligeIds, type Umfang } from "../eingabe/lade.ts";
import { summiere } from "../eingabe/summen.ts";
import { type FindeLetzte, ladeLetzteAbrechnungen } from "./letzteAbrechnung.ts";
import type { AbrechnungVorschauZeile, VorschauFilter } from "./schema.ts";

/** The same figures flat: one row an account in the order of ids, only those of the page computed. */
export function listeVorschau(
  sql: Sql,
  umfang: Umfang,
  { page, limit, pachtkontoId }: Pick<VorschauFilter, "page" | "limit" | "pachtkontoId">,
): Promise<Liste<AbrechnungVorschauZeile>> {
  return inMomentaufnahme(sql, async (tx) => {
    const ids = await listFaelligeIds(tx, umfang);
    const ermittelte = await ermittleKonten(tx, ids.slice((page - 1) * limit, page * limit), umfang);
    const findeLetzte = await ladeLetzteAbrechnungen(tx, ermittelte);
    return alsListe(
      ermittelte.map((ermittelt) => alsZeile(ermittelt, findeLetzte, umfang, pachtkontoId !== undefined)),
      ids.length,
      { page, limit },
    );
  });
}

/** What holds for several periods is told once. */
const jedenEinmal = (alle: Hinweis[]): Hinweis[] =>
  alle.filter(({ text }, i) => alle.findIndex((anderer) => anderer.text === text) === i);

const alsZeile = (
  ermittelt: Ermittelt,
  findeLetzte: FindeLetzte,
  { belegdatum }: Umfang,
  ausfuehrlich: boolean,
): AbrechnungVorschauZeile => {
  const { konto, ergebnis } = ermittelt;
  const posten = ergebnis.abrechenbar ? postenVon(ergebnis) : [];
  return {
    pachtkontoId: konto.id,
    kontonummer: konto.kontonummer,
    anzahlPerioden: posten.length,
    ...summiere(posten.flatMap(({ belege }) => belege)),
    hinweise: jedenEinmal(
      posten.flatMap((einer) => hinweise(ermittelt, einer, belegdatum, findeLetzte(konto.id, einer))),
    ),
    gruende: begruende(ermittelt, ergebnis),
    ...(ausfuehrlich
      ? {
          perioden: posten.map(({ faelligkeit: { id, raster: _, ...rest }, belege }) => ({
            faelligkeitId: id,
            ...rest,
            belege: belege.map(({ gebuchterStatus: _, ...beleg }) => beleg),
          })),
        }
      : {}),
  };
};
