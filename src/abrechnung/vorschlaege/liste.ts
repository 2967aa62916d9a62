import type { Indexvergleich } from "../../kern/wertsicherung/indexvergleich.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe } from "../../technik/http/schema.ts";
import { inMomentaufnahme } from "../eingabe/lade.ts";
import { abschlussPositionen } from "../hebungen/abschluss/positionen.ts";
import { neuerAbdruck } from "./abdruck.ts";
import { werteVon } from "./alsHebung.ts";
import { type Ausgelassen, type Ermittelt, ermittleVorschlaege } from "./ermittle.ts";
import {
  ausgelassencodes,
  type Hebungsvorschlag,
  type HebungsvorschlagFilter,
  type HebungsvorschlagListe,
} from "./schema.ts";
import { ausgelassentexte, hinweiseVon } from "./worte.ts";

/** What clauses ask for up to a day, a page of it in full; writes nothing. */
export const listeVorschlaege = (
  sql: Sql,
  { bis, page, limit, ...filter }: HebungsvorschlagFilter,
): Promise<HebungsvorschlagListe> =>
  inMomentaufnahme(sql, async (tx) => {
    const abdruck = neuerAbdruck();
    const summen = { anzahl: 0, altJahrCent: 0, neuJahrCent: 0 };
    const data: Hebungsvorschlag[] = [];
    const ausgelassene = new Map(ausgelassencodes.map((code) => [code, neueAuslassung(code)]));
    for await (const teil of ermittleVorschlaege(tx, bis, { auswahl: null, filter })) {
      for (const eines of teil.ermittelte) {
        abdruck.nimm(eines);
        if (!eines.konto.passt) continue;
        const stelle = summen.anzahl;
        summen.anzahl += 1;
        summen.altJahrCent += eines.vorschlag.altJahrCent;
        summen.neuJahrCent += eines.vorschlag.neuJahrCent;
        if (stelle >= (page - 1) * limit && data.length < limit) data.push(alsVorschlag(eines));
      }
      for (const eines of teil.ausgelassene) if (eines.konto.passt) zaehle(ausgelassene.get(eines.code), eines);
    }
    return {
      bis,
      vorschlagHash: abdruck.hex(),
      ...alsListe(data, summen.anzahl, { page, limit }),
      summen,
      ausgelassen: [...ausgelassene.values()].filter(({ anzahl }) => anzahl > 0),
    };
  });

type Auslassung = HebungsvorschlagListe["ausgelassen"][number];

const neueAuslassung = (code: Auslassung["code"]): Auslassung => ({
  code,
  text: ausgelassentexte[code],
  anzahl: 0,
  beispiele: [],
});

const hoechstensBeispiele = 20;

const zaehle = (auslassung: Auslassung | undefined, { konto }: Ausgelassen): void => {
  if (!auslassung) return;
  auslassung.anzahl += 1;
  if (auslassung.beispiele.length < hoechstensBeispiele)
    auslassung.beispiele.push({ pachtkontoId: konto.id, kontonummer: konto.kontonummer });
};

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
