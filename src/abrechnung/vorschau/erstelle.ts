import { Ablehnung, ungueltig } from "../../kern/ablehnung.ts";
import { addiereMonate, formatTag, parseTag } from "../../kern/kalender/tag.ts";
import type { Faelligkeit, NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";
import { fehlendInWorten, listeFehlendeAngaben } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import {
  addiere,
  type Ermittelt,
  ermittle,
  ermittleKonten,
  grundTexte,
  hinweise,
  neuerAbdruck,
  nullSummen,
  postenVon,
  type Summen,
  summiere,
} from "../eingabe/ermittle.ts";
import { type Auftrag, inMomentaufnahme, listFaelligeIds, listUnbekannteIds } from "../eingabe/lade.ts";
import { findZeitpunkt } from "./queries.ts";
import type { AbrechnungVorschauZeile, VorschauFilter } from "./schema.ts";

const vorausMonate = 24;

/** @throws Ablehnung ungueltig for unknown accounts or too many of them */
export const pruefeAuswahl = async (
  sql: Sql,
  auswahl: number[] | undefined,
  hoechstens: number,
): Promise<number[] | null> => {
  if (!auswahl) return null;
  if (auswahl.length > hoechstens)
    throw new Ablehnung(
      "ungueltig",
      "auswahl_zu_gross",
      `Die Auswahl darf höchstens ${hoechstens} Pachtkonten nennen.`,
    );
  const ids = [...new Set(auswahl)].sort((a, b) => a - b);
  const unbekannt = await listUnbekannteIds(sql, ids);
  if (unbekannt.length > 0)
    throw ungueltig("auswahl", "unbekannt", `Diese Pachtkonten gibt es nicht: ${unbekannt.join(", ")}`);
  return ids;
};

/** "1,2,3" as the parameter `auswahl` gives it. */
export const leseAuswahl = (text: string | undefined): number[] | undefined => text?.split(",").map(Number);

/**
 * What a preview is asked for.
 *
 * @throws Ablehnung ungueltig when `datum` lies further ahead than due dates are planned, or for the selection
 */
export const pruefeAuftrag = async (
  sql: Sql,
  { datum, auswahl }: { datum: string; auswahl?: number[] },
  heute: string,
  hoechstens: number,
): Promise<Auftrag> => {
  if (datum > formatTag(addiereMonate(parseTag(heute), vorausMonate)))
    throw ungueltig("datum", "zu_weit", `Das Datum darf höchstens ${vorausMonate} Monate nach heute liegen.`);
  return { datum, auswahl: await pruefeAuswahl(sql, auswahl, hoechstens) };
};

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
export const erstelleVorschau = (sql: Sql, auftrag: Auftrag): Promise<Vorschau> =>
  inMomentaufnahme(sql, async (tx) => {
    const zeitpunkt = await findZeitpunkt(tx);
    const fehlend = await listeFehlendeAngaben(tx);
    const abdruck = neuerAbdruck();
    const gruppen = new Map<string, Gruppe>();
    const nichtAbrechenbar: Vorschau["nichtAbrechenbar"] = [];
    const summen = { anzahlKonten: 0, ...nullSummen() };
    for await (const ermittelte of ermittle(tx, auftrag))
      for (const ermittelt of ermittelte) {
        const { konto, ergebnis } = ermittelt;
        abdruck.nimm(ermittelt);
        if (ergebnis.abrechenbar) {
          summen.anzahlKonten += 1;
          addiere(summen, gruppiere(gruppen, ermittelt));
        } else
          nichtAbrechenbar.push({
            pachtkontoId: konto.id,
            kontonummer: konto.kontonummer,
            gruende: ergebnis.gruende,
          });
      }
    const geordnet = [...gruppen.values()].sort((a, b) => (ordnung(a) < ordnung(b) ? -1 : 1));
    for (const gruppe of geordnet) gruppe.konten.sort(nachNummer);
    return {
      datum: auftrag.datum,
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
const gruppiere = (gruppen: Map<string, Gruppe>, ermittelt: Ermittelt): Summen => {
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
      hinweise: hinweise(ermittelt, posten),
    };
    gruppe.konten.push([konto.kontonummer, JSON.stringify(eintrag)]);
  }
  return gesamt;
};

export const mitTexten = (gruende: NichtAbrechenbarGrund[]) =>
  gruende.map((code) => ({ code, text: grundTexte[code] }));

/** The preview as JSON text, some thousand accounts a piece. */
export function* alsJson(vorschau: Vorschau): Generator<string, void> {
  const { datum, vorschauHash, hinweise, gruppen, nichtAbrechenbar, summen } = vorschau;
  yield `{"datum":${JSON.stringify(datum)},"vorschauHash":${JSON.stringify(vorschauHash)},"hinweise":${JSON.stringify(hinweise)},"gruppen":[`;
  for (const [i, { konten, ...gruppe }] of gruppen.entries()) {
    yield `${i > 0 ? "," : ""}${JSON.stringify(gruppe).slice(0, -1)},"konten":[`;
    for (let von = 0; von < konten.length; von += 2000)
      yield `${von > 0 ? "," : ""}${konten
        .slice(von, von + 2000)
        .map(([, text]) => text)
        .join(",")}`;
    yield "]}";
  }
  yield `],"nichtAbrechenbar":[`;
  for (let von = 0; von < nichtAbrechenbar.length; von += 2000)
    yield `${von > 0 ? "," : ""}${nichtAbrechenbar
      .slice(von, von + 2000)
      .map((konto) => JSON.stringify({ ...konto, gruende: mitTexten(konto.gruende) }))
      .join(",")}`;
  yield `],"nichtAbrechenbarGruende":${JSON.stringify(zaehleGruende(nichtAbrechenbar))},"summen":${JSON.stringify(summen)}}`;
}

const zaehleGruende = (nichtAbrechenbar: Vorschau["nichtAbrechenbar"]) =>
  (Object.keys(grundTexte) as NichtAbrechenbarGrund[])
    .map((code) => ({
      code,
      text: grundTexte[code],
      anzahl: nichtAbrechenbar.filter(({ gruende }) => gruende.includes(code)).length,
    }))
    .filter(({ anzahl }) => anzahl > 0);

/** The same figures flat: one row an account in the order of ids, only those of the page computed. */
export const listeVorschau = (
  sql: Sql,
  auftrag: Auftrag,
  { page, limit, pachtkontoId }: Pick<VorschauFilter, "page" | "limit" | "pachtkontoId">,
): Promise<Liste<AbrechnungVorschauZeile>> =>
  inMomentaufnahme(sql, async (tx) => {
    const ids = await listFaelligeIds(tx, auftrag);
    const ermittelte = await ermittleKonten(tx, ids.slice((page - 1) * limit, page * limit), auftrag.datum);
    return alsListe(
      ermittelte.map((ermittelt) => alsZeile(ermittelt, pachtkontoId !== undefined)),
      ids.length,
      { page, limit },
    );
  });

const alsZeile = (ermittelt: Ermittelt, ausfuehrlich: boolean): AbrechnungVorschauZeile => {
  const { konto, ergebnis } = ermittelt;
  const posten = ergebnis.abrechenbar ? postenVon(ergebnis) : [];
  return {
    pachtkontoId: konto.id,
    kontonummer: konto.kontonummer,
    anzahlPerioden: posten.length,
    ...summiere(posten.flatMap(({ belege }) => belege)),
    hinweise: posten.flatMap((einer) => hinweise(ermittelt, einer)),
    gruende: ergebnis.abrechenbar ? [] : mitTexten(ergebnis.gruende),
    ...(ausfuehrlich
      ? {
          perioden: posten.map(({ faelligkeit: { id, raster: _, ...rest }, belege }) => ({
            faelligkeitId: id,
            ...rest,
            belege,
          })),
        }
      : {}),
  };
};
