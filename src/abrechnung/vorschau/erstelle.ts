import type { Faelligkeit, NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";
import { fehlendInWorten, listeFehlendeAngaben } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { neuerAbdruck } from "../eingabe/abdruck.ts";
import { type Ermittelt, ermittle, postenVon } from "../eingabe/ermittle.ts";
import { hinweise } from "../eingabe/hinweise.ts";
import { inMomentaufnahme, type Umfang } from "../eingabe/lade.ts";
import { addiere, nullSummen, type Summen, summiere } from "../eingabe/summen.ts";
import { type FindeLetzte, ladeLetzteAbrechnungen } from "./letzteAbrechnung.ts";
import { findZeitpunkt } from "./queries.ts";

type Gruppe = Omit<Faelligkeit, "id"> & {
  schluessel: string;
  summen: Summen & { anzahlKonten: number };
  /** [account number, entry as JSON]: tens of thousands of them, kept small. */
  konten: [string, string][];
};

export type Vorschau = {
  datum: string;
  vorschauHash: string;
  hinweise: { code: "firmendaten_unvollstaendig"; text: string }[];
  gruppen: Gruppe[];
  nichtAbrechenbar: { pachtkontoId: number; kontonummer: string; gruende: NichtAbrechenbarGrund[] }[];
  summen: Summen & { anzahlKonten: number };
};

/** What a booking for `datum` would come to, grouped by due period. Same code as the booking; writes nothing. */
export const erstelleVorschau = (sql: Sql, umfang: Umfang): Promise<Vorschau> =>
  inMomentaufnahme(sql, async (tx) => {
    const zeitpunkt = await findZeitpunkt(tx);
    const fehlend = await listeFehlendeAngaben(tx);
    const abdruck = neuerAbdruck();
    const gruppen = new Map<string, Gruppe>();
    const nichtAbrechenbar: Vorschau["nichtAbrechenbar"] = [];
    const summen = { anzahlKonten: 0, ...nullSummen() };
    for await (const ermittelte of ermittle(tx, umfang)) {
      const findeLetzte = await ladeLetzteAbrechnungen(tx, ermittelte);
      for (const ermittelt of ermittelte) {
        const { konto, ergebnis } = ermittelt;
        abdruck.nimm(ermittelt);
        if (ergebnis.abrechenbar) {
          summen.anzahlKonten += 1;
          addiere(summen, gruppiere(gruppen, ermittelt, findeLetzte));
        } else
          nichtAbrechenbar.push({
            pachtkontoId: konto.id,
            kontonummer: konto.kontonummer,
            gruende: ergebnis.gruende,
          });
      }
    }
    const geordnet = [...gruppen.values()].sort((a, b) => (ordnung(a) < ordnung(b) ? -1 : 1));
    for (const gruppe of geordnet) gruppe.konten.sort(nachNummer);
    return {
      datum: umfang.datum,
      vorschauHash: `${zeitpunkt}.${abdruck.hex()}`,
      hinweise: fehlend.length > 0 ? [{ code: "firmendaten_unvollstaendig", text: fehlendInWorten(fehlend) }] : [],
      gruppen: geordnet,
      nichtAbrechenbar: nichtAbrechenbar.sort((a, b) => (a.kontonummer < b.kontonummer ? -1 : 1)),
      summen,
    };
  });

const ordnung = (g: Gruppe) => `${g.faelligAm}|${g.zeitraumVon}|${g.zeitraumBis}|${g.art}`;
const nachNummer = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0);

/** Adds the periods of an account to their groups and returns the account's sums. */
const gruppiere = (gruppen: Map<string, Gruppe>, ermittelt: Ermittelt, findeLetzte: FindeLetzte): Summen => {
  const { konto, ergebnis } = ermittelt;
  const gesamt = nullSummen();
  if (!ergebnis.abrechenbar) return gesamt;
  for (const posten of postenVon(ergebnis)) {
    const { art, faelligAm, zeitraumVon, zeitraumBis } = posten.faelligkeit;
    const schluessel = `${art}|${faelligAm}|${zeitraumVon}|${zeitraumBis}`;
    const gruppe = gruppen.get(schluessel) ?? {
      schluessel,
      art,
      faelligAm,
      zeitraumVon,
      zeitraumBis,
      summen: { anzahlKonten: 0, ...nullSummen() },
      konten: [],
    };
    gruppen.set(schluessel, gruppe);
    const summen = summiere(posten.belege);
    gruppe.summen.anzahlKonten += 1;
    addiere(gruppe.summen, summen);
    addiere(gesamt, summen);
    const eintrag = {
      pachtkontoId: konto.id,
      kontonummer: konto.kontonummer,
      ...summen,
      hinweise: hinweise(ermittelt, posten, findeLetzte(konto.id, posten)),
    };
    gruppe.konten.push([konto.kontonummer, JSON.stringify(eintrag)]);
  }
  return gesamt;
};
