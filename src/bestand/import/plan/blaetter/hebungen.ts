import { pruefeErhoehbare, pruefeInhalt } from "../../../../abrechnung/hebungen/inhalt.ts";
import { pruefeHebungsaenderung } from "../../../../abrechnung/hebungen/pflege.ts";
import {
  CreateHebungBody,
  type Hebung,
  leereHebung,
  type schreibbareFelder,
  UpdateHebungBody,
} from "../../../../abrechnung/hebungen/schema.ts";
import {
  alsAktive,
  type Lage,
  ladeLage,
  pruefeGegenGebuchtes,
  pruefeInLage,
  type Wirkende,
} from "../../../../abrechnung/hebungen/wirkung.ts";
import type { PositionVersion } from "../../../../kern/pacht/typen.ts";
import { alsKoerper, gleicheAb } from "../abgleich.ts";
import { befund, geprueft, ohneWert, type Planung, type Planzeile } from "../planung.ts";
import { meldeGeaendert } from "../verweise/gesehenes.ts";
import { folgeZumKonto, istVorlaeufig, type Verzeichnis } from "../verweise/verweise.ts";
import { type Bestandsbild, geaenderteFelder, planeZeilen, type Vorgang } from "../vorgang.ts";
import { type Arten, alsFassung } from "./fassung.ts";
import type { Positionsplan } from "./positionen.ts";

type Hebungwerte = Pick<Hebung, (typeof schreibbareFelder)[number]>;
export type Hebungsvorgang = Vorgang<Hebung, Hebungwerte> & { pachtkontoId: number };

/** What increases act on, as it will be. */
type Hebungsumfeld = {
  konten: Verzeichnis;
  laufzeiten: ReadonlyMap<number, { pachtbeginn: string }>;
  gebuchte: ReadonlySet<number>;
  positionen: Positionsplan;
  /** The first version of the position with this key. */
  findePosition(schluessel: string): number | undefined;
  /** Such a key leads elsewhere than when the file was checked. */
  istAnderePosition(schluessel: string): boolean;
  arten: Arten;
};

/** The versions that the file brings to accounts with increases, by account, as the calculation takes them. */
const fassungenJeKonto = (
  { positionen, konten, arten }: Hebungsumfeld,
  zeilen: readonly Planzeile[],
  alte: Iterable<Hebung>,
): Map<number, PositionVersion[]> => {
  const genannte = new Set<number | undefined>(zeilen.map(({ werte }) => konten.finde(String(werte.pachtkontoId))));
  for (const { pachtkontoId } of alte) genannte.add(pachtkontoId);
  const jeKonto = new Map<number, PositionVersion[]>();
  for (const vorgang of positionen.vorgaenge) {
    const { werte } = vorgang;
    if (!genannte.has(werte.pachtkontoId)) continue;
    const fassung = alsFassung(vorgang, arten);
    const liste = jeKonto.get(werte.pachtkontoId);
    if (liste) liste.push(fassung);
    else jeKonto.set(werte.pachtkontoId, [fassung]);
  }
  return jeKonto;
};

/** The state of an account, which each increase of the file changes for the next. */
const lagen = (planung: Planung, ausDatei: ReadonlyMap<number, PositionVersion[]>) => {
  const bekannte = new Map<number, Lage>();
  return async (pachtkontoId: number): Promise<Lage> => {
    const bekannt = bekannte.get(pachtkontoId);
    if (bekannt) return bekannt;
    const lage: Lage = istVorlaeufig(pachtkontoId)
      ? { positionen: [], aktive: [], andere: [] }
      : await ladeLage(planung.tx, pachtkontoId);
    const neue = ausDatei.get(pachtkontoId) ?? [];
    const ersetzte = new Set(neue.map(({ id }) => id));
    lage.positionen = [...lage.positionen.filter(({ id }) => !ersetzte.has(id)), ...neue];
    bekannte.set(pachtkontoId, lage);
    return lage;
  };
};

/** Whether an increase can stand, and the account with it. */
const pruefeWirkung = async (
  { tx }: Planung,
  { gebuchte }: Hebungsumfeld,
  hebung: Wirkende & { pachtkontoId: number },
  lage: Lage,
): Promise<void> => {
  if (gebuchte.has(hebung.pachtkontoId)) await pruefeGegenGebuchtes(tx, hebung, lage);
  pruefeInLage(hebung, lage);
  lage.aktive = lage.aktive.filter(({ id }) => id !== hebung.id);
  lage.andere = [...lage.andere.filter(({ id }) => id !== hebung.id), { ...hebung, abschluss: null }];
  if (hebung.status === "aktiv") lage.aktive = [...lage.aktive, alsAktive(hebung)];
};

const alsErhoehbare = ({ positionen }: Lage) =>
  positionen.map(({ ursprungId, erhoehbar, intervall }) => ({
    ursprungId,
    erhoehbar,
    einmalig: intervall === "einmalig",
  }));

/** The increase without positions that are deleted since: an export does not name them either. */
const ohneGeloeschte = (hebung: Hebung, { positionen }: Lage): Hebung => {
  const vorhandene = new Set(positionen.map(({ ursprungId }) => ursprungId));
  return { ...hebung, positionIds: hebung.positionIds?.filter((id) => vorhandene.has(id)) ?? null };
};

/** The positions that a row names; where one of them leads into nothing, the row is judged on without them. */
const folgePositionen = (
  planung: Planung,
  zeile: Planzeile,
  { findePosition, istAnderePosition }: Hebungsumfeld,
): { positionIds: number[] | null | undefined; rest: Planzeile } => {
  const { positionIds } = zeile.werte;
  if (!Array.isArray(positionIds)) return { positionIds: null, rest: zeile };
  if (positionIds.some((schluessel) => istAnderePosition(String(schluessel)))) {
    meldeGeaendert(planung, zeile, "positionIds");
    return { positionIds: undefined, rest: ohneWert(zeile, "positionIds") };
  }
  const ids = positionIds.map((schluessel) => findePosition(String(schluessel)));
  const unbekannte = positionIds.filter((_, nr) => ids[nr] === undefined);
  for (const schluessel of unbekannte)
    planung.befunde.push(
      befund(
        zeile,
        "positionIds",
        "fehler",
        "unbekannt",
        `Die Position ${schluessel} steht weder im Bestand noch in der Datei.`,
      ),
    );
  if (unbekannte.length > 0) return { positionIds: undefined, rest: ohneWert(zeile, "positionIds") };
  return { positionIds: ids.filter((id) => id !== undefined), rest: zeile };
};

/** Judges increases that are still to come. */
export function planeHebungen(
  planung: Planung,
  zeilen: readonly Planzeile[],
  verzeichnis: Verzeichnis,
  { datensaetze, staende }: Bestandsbild<Hebung>,
  umfeld: Hebungsumfeld,
): Promise<Hebungsvorgang[]> {
  const lageVon = lagen(planung, fassungenJeKonto(umfeld, zeilen, datensaetze.values()));
  const akteur = { id: 0, name: "", email: null, rollen: [...planung.rollen] };
  const beurteile = async (zeile: Planzeile, id: number): Promise<Hebungsvorgang | undefined> => {
    const alt = datensaetze.get(id);
    const gefolgt = folgeZumKonto(planung, zeile, umfeld.konten, alt?.pachtkontoId, "Hebung");
    const { konto: pachtkontoId } = gefolgt;
    const { positionIds, rest } = folgePositionen(planung, gefolgt.rest, umfeld);
    // Undefined: the account is wrong, which is said there.
    const laufzeit = pachtkontoId === undefined ? undefined : umfeld.laufzeiten.get(pachtkontoId);
    const { pachtkontoId: _, status, ...felder } = alsKoerper(zeile, leereHebung, alt);
    if ("positionIds" in felder) felder.positionIds = positionIds;
    if (!alt) {
      const body = geprueft(planung, rest, CreateHebungBody.safeParse({ ...felder, pachtkontoId }));
      if (!body || pachtkontoId === undefined || !laufzeit) return undefined;
      const lage = await lageVon(pachtkontoId);
      const { pachtkontoId: __, ...gesagt } = body;
      const werte: Hebungwerte = { ...leereHebung, ...gesagt, status: status === "aktiv" ? "aktiv" : "geplant" };
      pruefeInhalt(werte, laufzeit.pachtbeginn);
      werte.positionIds = pruefeErhoehbare(werte.positionIds, alsErhoehbare(lage));
      await pruefeWirkung(planung, umfeld, { ...werte, id, pachtkontoId }, lage);
      const alles = { ...gesagt, ...(status === undefined ? {} : { status }) };
      return { id, pachtkontoId, alt, werte, gesagt: alles, geschrieben: alles, stand: undefined };
    }
    const koerper = status === undefined ? felder : { ...felder, status };
    const gesagt = geaenderteFelder<UpdateHebungBody>(planung, rest, UpdateHebungBody, koerper);
    if (!gesagt || pachtkontoId === undefined || !laufzeit) return undefined;
    const lage = await lageVon(pachtkontoId);
    const stand = staende.get(id);
    const geschrieben = gleicheAb(planung, zeile, ohneGeloeschte(alt, lage), gesagt, stand);
    let werte: Hebungwerte = alt;
    if (Object.keys(geschrieben).length > 0) {
      werte = pruefeHebungsaenderung({ akteur }, alt, geschrieben, laufzeit.pachtbeginn).werte;
      werte.positionIds = pruefeErhoehbare(werte.positionIds, alsErhoehbare(lage));
      await pruefeWirkung(planung, umfeld, { ...werte, id, pachtkontoId }, lage);
    }
    return { id, pachtkontoId, alt, werte, gesagt, geschrieben, stand };
  };
  return planeZeilen(planung, zeilen, verzeichnis, beurteile);
}
