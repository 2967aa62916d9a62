import type { Indexvergleich } from "../../kern/wertsicherung/indexvergleich.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe } from "../../technik/http/schema.ts";
import { abschlussPositionen } from "../hebungen/abschluss/positionen.ts";
import { werteVon } from "./alsHebung.ts";
import { type Ermittelt, ermittleVorschlaege } from "./ermittle.ts";
import { findUebersicht } from "./gehalten/queries.ts";
import { ladeAbweichung } from "./gehalten/stand.ts";
import {
  ausgelassencodes,
  type Hebungsvorschlag,
  type HebungsvorschlagFilter,
  type HebungsvorschlagListe,
} from "./schema.ts";
import { ausgelassentexte, hinweiseVon } from "./worte.ts";

const hoechstensBeispiele = 20;

/** What clauses ask for up to a day, a page of it in full; writes nothing. */
export function listeVorschlaege(
  sql: Sql,
  { bis, page, limit, ...filter }: HebungsvorschlagFilter,
): Promise<HebungsvorschlagListe> {
  return inMomentaufnahme(sql, async (tx) => {
    const { hash, anzahl, altJahrCent, neuJahrCent, ids, ausgelassen } = await findUebersicht(
      tx,
      await ladeAbweichung(tx),
      { bis, page, limit, filter, hoechstensBeispiele },
    );
    const data: Hebungsvorschlag[] = [];
    for await (const { ermittelte } of ermittleVorschlaege(tx, bis, ids)) data.push(...ermittelte.map(alsVorschlag));
    return {
      bis,
      vorschlagHash: hash,
      ...alsListe(data, anzahl, { page, limit }),
      summen: { anzahl, altJahrCent, neuJahrCent },
      ausgelassen: ausgelassencodes.flatMap((code) => {
        const grund = ausgelassen.find((eines) => eines.code === code);
        return grund ? { code, text: ausgelassentexte[code], anzahl: grund.anzahl, beispiele: grund.beispiele } : [];
      }),
    };
  });
}

const alsVorschlag = (ermittelt: Ermittelt): Hebungsvorschlag => {
  const { konto, anpassung, reihe, vorschlag, positionen } = ermittelt;
  const { hebung, aenderungen, altJahrCent, neuJahrCent } = vorschlag;
  return {
    pachtkontoId: konto.id,
    kontonummer: konto.kontonummer,
    bezeichnung: konto.bezeichnung,
    klausel: konto.wertsicherung,
    wirksamAb: hebung.wirksamAb,
    hebung: werteVon(ermittelt),
    index: anpassung.art === "index" ? alsIndex(anpassung.vergleich, reihe) : null,
    positionen: abschlussPositionen(hebung.id, aenderungen, positionen, ({ positionId }) => positionId),
    altJahrCent,
    neuJahrCent,
    hinweise: hinweiseVon(ermittelt),
  };
};

const alsIndex = (
  { basis, neu, basistext, aenderungProzent, schwelleSeit }: Indexvergleich,
  reihe: string | null,
): Hebungsvorschlag["index"] => ({
  reihe: reihe ?? "",
  basistext,
  basis,
  neu,
  aenderungProzent,
  schwelleSeit: schwelleSeit ?? neu.eingegebenAm,
});
