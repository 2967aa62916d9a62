import { type Fristart, fristarten, fristenVon } from "../../../kern/fristen/fristen.ts";
import type { Bundesland, Vertrag } from "../../../kern/fristen/vertrag.ts";
import { parseTag } from "../../../kern/kalender/tag.ts";
import { vergleicheText } from "../../../kern/vergleicheText.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { alsVertrag, mitDatum, type Vertragsstand } from "./berechne.ts";
import * as q from "./queries.ts";
import type { Kontofrist } from "./schema.ts";

/** What the database leaves of an account, empty fields left out. `objekte` are the kinds that it has, and in which Land. */
type Grundlage = Partial<Omit<Vertragsstand, "objekte">> &
  Pick<Vertragsstand, "status" | "pachtjahrBeginn"> & {
    objekte?: [objektart: string, bundesland: Bundesland | null][];
    flaecheQm?: number | null;
  };

const ersterTag = "1900-01-01";

const vertragVon = ({ grundlage, beginn }: q.Fristgruppe): Vertrag => {
  const { objekte = [], flaecheQm = null, pachtbeginn = beginn, ...genannt }: Grundlage = JSON.parse(grundlage);
  return alsVertrag({
    // The database has four years before the end instead, where it is only longer than three: no lease began before this.
    pachtbeginn: pachtbeginn < ersterTag ? ersterTag : pachtbeginn,
    vertragsart: null,
    pachtende: null,
    vertragsschlussAm: null,
    vertragsform: null,
    kuendigungsregel: null,
    verlaengerungMonate: null,
    anfrageErhaltenAm: null,
    angezeigtAm: null,
    ...genannt,
    // The area is that of all together.
    objekte: objekte.map(([objektart, bundesland], i) => ({
      objektart,
      bundesland,
      flaecheQm: i === 0 || flaecheQm === null ? flaecheQm : 0,
    })),
  });
};

/** The deadlines of a day by what they follow from, which is all that they follow from; forgotten with the day. */
const bekannt = { heute: "", fristen: new Map<string, readonly Kontofrist[]>() };
const hoechstensBekannt = 50_000;

const fristenDerGruppe = (gruppe: q.Fristgruppe, heute: string): readonly Kontofrist[] => {
  if (bekannt.heute !== heute || bekannt.fristen.size >= hoechstensBekannt) {
    bekannt.heute = heute;
    bekannt.fristen.clear();
  }
  const schluessel = gruppe.beginn + gruppe.grundlage;
  const fristen = bekannt.fristen.get(schluessel) ?? fristenVon(vertragVon(gruppe), parseTag(heute)).map(mitDatum);
  bekannt.fristen.set(schluessel, fristen);
  return fristen;
};

type Gruppenfrist = q.Fristgruppe & { frist: Kontofrist };

/** Every deadline of the stock up to `bis`, once for all accounts that share it, in the order of day and kind. */
const listeGruppenfristen = async (
  sql: Db,
  heute: string,
  bis: string,
  arten: readonly Fristart[],
): Promise<Gruppenfrist[]> => {
  const gruppen = arten.length === 0 ? [] : await q.listGruppen(sql, heute);
  return gruppen
    .flatMap((gruppe) =>
      fristenDerGruppe(gruppe, heute)
        .filter((frist) => frist.tag <= bis && arten.includes(frist.art))
        .map((frist) => ({ ...gruppe, frist })),
    )
    .sort((a, b) => nachTagUndArt(a.frist, b.frist));
};

const nachTagUndArt = (a: Kontofrist, b: Kontofrist): number =>
  vergleicheText(a.tag, b.tag) || vergleicheText(a.art, b.art);

/** How many accounts have a deadline of this kind up to that day; those that are overdue as well. */
type Fristzahl = (arten: readonly Fristart[], bis: string) => number;

/** Counts the deadlines of all accounts up to `bis`, to be asked for nearer days. */
export async function zaehleFristen(sql: Db, heute: string, bis: string): Promise<Fristzahl> {
  const gruppen = await listeGruppenfristen(sql, heute, bis, fristarten);
  return (arten, tag) =>
    gruppen
      .filter(({ frist }) => frist.tag <= tag && arten.includes(frist.art))
      .reduce((summe, { anzahl }) => summe + anzahl, 0);
}

/**
 * A page of the deadlines of all accounts up to `bis`, and how many there are: in the order of day, kind and account. They
 * are computed once for each group of accounts; only the accounts of the page are looked up.
 */
export async function listeFristen(
  sql: Db,
  {
    heute,
    bis,
    arten,
    page,
    limit,
  }: { heute: string; bis: string; arten: readonly Fristart[]; page: number; limit: number },
): Promise<{ fristen: (Kontofrist & { pachtkontoId: number; kontonummer: string })[]; total: number }> {
  const raenge = Map.groupBy(await listeGruppenfristen(sql, heute, bis, arten), ({ frist }) => frist.tag + frist.art);
  const ab = (page - 1) * limit;
  const gewaehlt: (Gruppenfrist & { rang: number })[] = [];
  let davor = 0;
  let total = 0;
  for (const [rang, gruppen] of [...raenge.values()].entries()) {
    const anzahl = gruppen.reduce((summe, gruppe) => summe + gruppe.anzahl, 0);
    if (total + anzahl <= ab) davor = total + anzahl;
    else if (total < ab + limit) gewaehlt.push(...gruppen.map((gruppe) => ({ ...gruppe, rang })));
    total += anzahl;
  }
  const zeilen =
    gewaehlt.length === 0 ? [] : await q.listKonten(sql, gewaehlt, heute, { ab: ab - davor, anzahl: limit });
  const fristen = zeilen.flatMap(({ stelle, ...konto }) => {
    const gruppe = gewaehlt[stelle - 1];
    return gruppe ? [{ ...konto, ...gruppe.frist }] : [];
  });
  return { fristen, total };
}
