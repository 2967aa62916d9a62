import { vergleicheText } from "../../../../kern/vergleicheText.ts";
import { pruefeOffen, pruefeUngebucht } from "../../../../stammdaten/faelligkeiten/plan.ts";
import {
  geaenderteTage,
  type Positionwerte,
  pruefeGleichheit,
  pruefePositionsfelder,
  pruefeUeberschneidung,
  type Tage,
  tageVon,
} from "../../../../stammdaten/pachtkonten/positionen/pruefung.ts";
import {
  CreatePachtkontoPositionBody,
  leerePosition,
  type PachtkontoPosition,
  UpdatePachtkontoPositionBody,
} from "../../../../stammdaten/pachtkonten/positionen/schema.ts";
import { alsKoerper, gleicheAb, type Stand } from "../abgleich.ts";
import { geprueft, inRuhe, merkeAblehnung, type Planung, type Planzeile, zaehle } from "../planung.ts";
import { meldeGeaendert } from "../verweise/gesehenes.ts";
import { folge, folgeZumKonto, type Verweisziel, type Verzeichnis, vergibId } from "../verweise/verweise.ts";
import { ausgangVon, geaenderteFelder, hatAenderung, type Vorgang } from "../vorgang.ts";

export type Positionvorgang = Vorgang<PachtkontoPosition, Positionwerte> & {
  /** The first version: of a new position one of the same plan. */
  ursprungId: number;
  vorgaengerId: number | null;
};

type Laufzeit = { pachtbeginn: string; pachtende: string | null };

type Positionsbestand = {
  /** Versions by the id of the first one, in the order of their days. */
  fassungen: ReadonlyMap<number, readonly PachtkontoPosition[]>;
  staende: ReadonlyMap<number, Stand>;
  /** Of each account that the rows name, as it will be. */
  laufzeiten: ReadonlyMap<number, Laufzeit>;
  /** Types by name. */
  arten: Verweisziel;
  /** Accounts on which something is booked, or that are settled. */
  gebuchte: ReadonlySet<number>;
};

type Umgebung = Positionsbestand & {
  planung: Planung;
  konten: Verzeichnis;
  /** The versions of the stock that rows mean. */
  gefundene: Map<string, number>;
};

/** What a row says of a version, with its references followed, beside the row as it is judged from there on. */
const alsFelder = (
  { planung, konten, arten }: Umgebung,
  zeile: Planzeile,
  alt: PachtkontoPosition | undefined,
  bisher: number | undefined,
): { felder: Record<string, unknown>; konto: number | undefined; rest: Planzeile } => {
  const { pachtkontoId: _, ...felder } = alsKoerper(zeile, leerePosition, alt);
  let { konto, rest } = folgeZumKonto(planung, zeile, konten, bisher, "Position");
  if ("positionsartId" in felder)
    ({ id: felder.positionsartId, rest } = folge(planung, rest, "positionsartId", arten, "Die Positionsart"));
  return { felder, konto, rest };
};

/** The version that a row is about: the one of its day; without one only where there is but one. */
const fassungVon = (fassungen: readonly PachtkontoPosition[], { werte }: Planzeile): PachtkontoPosition | undefined => {
  if ("gueltigVon" in werte) return fassungen.find(({ gueltigVon }) => gueltigVon === werte.gueltigVon);
  return fassungen.length === 1 ? fassungen[0] : undefined;
};

/** Days that the write speaks for must not be booked. */
const pruefeTage = async ({ planung, gebuchte }: Umgebung, pachtkontoId: number, tage: readonly Tage[]) => {
  if (!gebuchte.has(pachtkontoId)) return;
  await pruefeOffen(planung.tx, pachtkontoId);
  for (const { von, bis } of tage) await pruefeUngebucht(planung.tx, pachtkontoId, von, bis);
};

/** Whether there is another version now than when the file was checked, and none that an import has made. */
const istAndereFassung = (
  { planung: { gesehene }, staende, gefundene }: Umgebung,
  { werte }: Planzeile,
  alt: PachtkontoPosition | undefined,
): boolean => {
  const name = `${werte.importSchluessel} ${werte.gueltigVon ?? ""}`;
  if (alt) gefundene.set(name, alt.id);
  if (!gesehene) return false;
  const damals = gesehene.get("fassung")?.get(name);
  return damals !== alt?.id && !(damals === undefined && alt && staende.has(alt.id));
};

const jede = { has: () => true };

const beurteileFassung = async (
  umgebung: Umgebung,
  zeile: Planzeile,
  ursprungId: number,
): Promise<Positionvorgang | undefined> => {
  const { planung, fassungen, staende, laufzeiten } = umgebung;
  const vorhandene = fassungen.get(ursprungId) ?? [];
  const alt = fassungVon(vorhandene, zeile);
  if (istAndereFassung(umgebung, zeile, alt)) {
    meldeGeaendert(planung, zeile, "gueltigVon");
    return undefined;
  }
  const { felder, konto, rest } = alsFelder(umgebung, zeile, alt, vorhandene[0]?.pachtkontoId);
  // Undefined: the account is wrong, which is said there.
  const laufzeit = konto === undefined ? undefined : laufzeiten.get(konto);
  if (!alt) {
    const body = geprueft(planung, rest, CreatePachtkontoPositionBody.safeParse(felder));
    if (!body || konto === undefined || !laufzeit) return undefined;
    const werte = { ...leerePosition, ...body, pachtkontoId: konto };
    pruefePositionsfelder(werte, laufzeit, jede);
    await pruefeTage(umgebung, konto, [tageVon(werte)]);
    return {
      id: vergibId(),
      alt,
      ursprungId,
      vorgaengerId: null,
      werte,
      gesagt: body,
      geschrieben: body,
      stand: undefined,
    };
  }
  const gesagt = geaenderteFelder<UpdatePachtkontoPositionBody>(planung, rest, UpdatePachtkontoPositionBody, felder);
  if (!gesagt || konto === undefined || !laufzeit) return undefined;
  const stand = staende.get(alt.id);
  const geschrieben = gleicheAb(planung, zeile, alt, gesagt, stand);
  const werte = { ...alt, ...geschrieben };
  if (Object.keys(geschrieben).length > 0) {
    pruefePositionsfelder(werte, laufzeit, jede);
    await pruefeTage(umgebung, konto, geaenderteTage(alt, werte));
  }
  return { id: alt.id, alt, ursprungId, vorgaengerId: null, werte, gesagt, geschrieben, stand };
};

const nachTagen = (a: { werte: Positionwerte }, b: { werte: Positionwerte }): number =>
  vergleicheText(a.werte.gueltigVon ?? "", b.werte.gueltigVon ?? "");

/** The versions of one position together, with those that the file does not name. */
const pruefePosition = (
  vorgaenge: readonly Positionvorgang[],
  vorhandene: readonly PachtkontoPosition[],
): Positionvorgang[] => {
  const genannte = new Set(vorgaenge.map(({ id }) => id));
  const uebrige = vorhandene
    .filter(({ id }) => !genannte.has(id))
    .map((fassung) => ({ id: fassung.id, werte: fassung }));
  const alle = [...vorgaenge, ...uebrige].sort(nachTagen);
  const [erste] = alle;
  for (const { werte } of alle) if (erste) pruefeGleichheit(erste.werte, werte);
  const fassungen = alle.map(({ werte }) => werte);
  if (vorgaenge.some(hatAenderung)) pruefeUeberschneidung("gueltigVon", fassungen);
  // A new position is known by its earliest version.
  const neuerUrsprung = vorhandene.length === 0 ? erste?.id : undefined;
  return vorgaenge.map((vorgang) => {
    const davor = alle[alle.findIndex(({ id }) => id === vorgang.id) - 1];
    const ursprungId = neuerUrsprung ?? vorgang.ursprungId;
    return { ...vorgang, ursprungId, vorgaengerId: vorgang.id === ursprungId ? null : (davor?.id ?? ursprungId) };
  });
};

export type Positionsplan = {
  vorgaenge: Positionvorgang[];
  /** The first version of each position, by the id that its key has in the plan. */
  urspruenge: Map<number, number>;
};

/** Judges the versions of positions. @returns besides the plan the row of each version */
export async function planePositionen(
  planung: Planung,
  jePosition: ReadonlyMap<number, readonly Planzeile[]>,
  konten: Verzeichnis,
  bestand: Positionsbestand,
): Promise<{ plan: Positionsplan; zeilen: ReadonlyMap<number, Planzeile> }> {
  const gefundene = new Map<string, number>();
  const umgebung = { ...bestand, planung, konten, gefundene };
  planung.verweise.set("fassung", gefundene);
  const urspruenge = new Map<number, number>();
  const jeVorgang = new Map<number, Planzeile>();
  const geplante: Positionvorgang[] = [];
  await inRuhe(jePosition, async ([ursprungId, zeilen]) => {
    const [erste] = zeilen as [Planzeile];
    const gelungene: Positionvorgang[] = [];
    for (const zeile of zeilen)
      try {
        const vorgang = await beurteileFassung(umgebung, zeile, ursprungId);
        if (vorgang) gelungene.push(vorgang);
      } catch (fehler) {
        merkeAblehnung(planung, zeile, fehler);
      }
    let vorgaenge: Positionvorgang[] = [];
    try {
      if (gelungene.length === zeilen.length)
        vorgaenge = pruefePosition(gelungene, bestand.fassungen.get(ursprungId) ?? []);
    } catch (fehler) {
      merkeAblehnung(planung, erste, fehler);
    }
    const [vorgang] = vorgaenge;
    if (vorgang) urspruenge.set(ursprungId, vorgang.ursprungId);
    for (const [nr, einer] of vorgaenge.entries()) jeVorgang.set(einer.id, zeilen[nr] as Planzeile);
    geplante.push(...vorgaenge);
    for (let nr = vorgaenge.length; nr < zeilen.length; nr += 1) zaehle(planung, erste.blatt, "falsch");
    for (const einer of vorgaenge) zaehle(planung, erste.blatt, ausgangVon(einer));
  });
  // New versions get their ids in the order of the rows.
  const nr = ({ id }: Positionvorgang): number => jeVorgang.get(id)?.zeile ?? 0;
  const vorgaenge = geplante.sort((a, b) => nr(a) - nr(b));
  return { plan: { vorgaenge, urspruenge }, zeilen: jeVorgang };
}
