import { setImmediate as pausiere } from "node:timers/promises";
import type { Faelligkeit } from "../../kern/pacht/typen.ts";
import { vergleicheText } from "../../kern/vergleicheText.ts";
import { listeHindernisse } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { neuerAbdruck } from "../eingabe/abdruck.ts";
import { type Ermittelt, ermittleEines, postenVon } from "../eingabe/ermittle.ts";
import { begruende, type Grund } from "../eingabe/gruende.ts";
import { hinweise } from "../eingabe/hinweise.ts";
import { ladeKonten, ladeTeile, listFaelligeIds, type Umfang } from "../eingabe/lade.ts";
import { addiere, nullSummen, type Summen, summiere } from "../eingabe/summen.ts";
import { type Eintraege, neueEintraege } from "./eintraege.ts";
import { type FindeLetzte, ladeLetzteAbrechnungen } from "./letzteAbrechnung.ts";
import { findZeitpunkt } from "./queries.ts";

type Gruppe = Omit<Faelligkeit, "id"> & {
  schluessel: string;
  summen: Summen & { anzahlKonten: number };
  /** Numbers of its entries, in the order of ids of the accounts. */
  konten: number[];
};

export type Vorschau = {
  datum: string;
  vorschauHash: string;
  hinweise: { code: "firmendaten_unvollstaendig" | "zeichen_fehlt"; text: string }[];
  gruppen: Gruppe[];
  eintraege: Eintraege;
  nichtAbrechenbar: { pachtkontoId: number; kontonummer: string; gruende: Grund[] }[];
  summen: Summen & { anzahlKonten: number };
};

type Vorschauwahl = {
  /** Is told the moment that the preview shows, with which its hash begins, before anything is computed. */
  beginnt?: (zeitpunkt: string) => void;
  /** Ends it early. */
  signal?: AbortSignal;
  /** Accounts that are loaded at once. */
  jeTeil?: number;
};

/** Fewer than a booking run takes, so that less is in memory at once. */
const kontenJeTeil = 250;
/** After so many accounts others have their turn: requests, and the statements of the parts ahead that follow one another. */
const kontenJePause = 50;

/**
 * What a booking for `datum` would come to, grouped by due period. Same code as the booking; writes nothing.
 *
 * @throws the reason of `signal` when aborted
 */
export function erstelleVorschau(
  sql: Sql,
  umfang: Umfang,
  { beginnt, signal, jeTeil = kontenJeTeil }: Vorschauwahl = {},
): Promise<Vorschau> {
  return inMomentaufnahme(sql, async (tx) => {
    const zeitpunkt = await findZeitpunkt(tx);
    beginnt?.(zeitpunkt);
    const hindernisse = await listeHindernisse(tx);
    const abdruck = neuerAbdruck();
    const gruppen = new Map<string, Gruppe>();
    const eintraege = neueEintraege();
    const nichtAbrechenbar: Vorschau["nichtAbrechenbar"] = [];
    const summen = { anzahlKonten: 0, ...nullSummen() };
    for await (const { ladungen, findeLetzte } of lade(tx, umfang, jeTeil)) {
      // One at a time, so that the documents of an account are forgotten before those of the next are made.
      for (const [nr, ladung] of ladungen.entries()) {
        if (nr % kontenJePause === 0) await pausiere();
        const ermittelt = ermittleEines(ladung, umfang.datum);
        const { konto, ergebnis } = ermittelt;
        abdruck.nimm(ermittelt);
        if (ergebnis.abrechenbar) {
          summen.anzahlKonten += 1;
          addiere(summen, gruppiere(gruppen, eintraege, ermittelt, umfang, findeLetzte));
        } else
          nichtAbrechenbar.push({
            pachtkontoId: konto.id,
            kontonummer: konto.kontonummer,
            gruende: begruende(ermittelt, ergebnis),
          });
      }
      signal?.throwIfAborted();
    }
    return {
      datum: umfang.datum,
      vorschauHash: `${zeitpunkt}.${abdruck.hex()}`,
      hinweise: hindernisse.map(({ code, text }) => ({ code, text })),
      gruppen: [...gruppen.values()].sort((a, b) => vergleicheText(ordnung(a), ordnung(b))),
      eintraege,
      nichtAbrechenbar: nichtAbrechenbar.sort((a, b) => vergleicheText(a.kontonummer, b.kontonummer)),
      summen,
    };
  });
}

const ordnung = (g: Gruppe) => `${g.faelligAm}|${g.zeitraumVon}|${g.zeitraumBis}|${g.art}`;

async function* lade(tx: Tx, umfang: Umfang, jeTeil: number) {
  const ids = await listFaelligeIds(tx, umfang);
  const ladeTeil = async (teil: number[]) => {
    const ladungen = await ladeKonten(tx, teil, umfang);
    return { ladungen, findeLetzte: await ladeLetzteAbrechnungen(tx, ladungen) };
  };
  yield* ladeTeile(ids, ladeTeil, jeTeil);
}

/** Adds the periods of an account to their groups and returns the account's sums. */
const gruppiere = (
  gruppen: Map<string, Gruppe>,
  eintraege: Eintraege,
  ermittelt: Ermittelt,
  { belegdatum }: Umfang,
  findeLetzte: FindeLetzte,
): Summen => {
  const { konto, ergebnis } = ermittelt;
  const gesamt = nullSummen();
  if (!ergebnis.abrechenbar) return gesamt;
  eintraege.beginneKonto(konto.id, konto.kontonummer);
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
    const nr = eintraege.nimm(summen, hinweise(ermittelt, posten, belegdatum, findeLetzte(konto.id, posten)));
    gruppe.konten.push(nr);
  }
  return gesamt;
};
