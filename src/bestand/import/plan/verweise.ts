import type { Schluesselart } from "../../format/schluessel.ts";
import { listKontonummern, listSchluessel } from "../queries.ts";
import { meldeGeaendert, vergleicheVerweise } from "./gesehenes.ts";
import { befund, inRuhe, type Planung, type Planzeile, zaehle } from "./planung.ts";
import { type Rat, vermuteSchluessel } from "./rat.ts";

/** Ids from here on are given by the plan: the record gets its own when it is written. */
const vorlaeufigAb = 2 ** 52;

export const istVorlaeufig = (id: number): boolean => id >= vorlaeufigAb;

/** Where references lead. */
export type Verweisziel = {
  finde(schluessel: string): number | undefined;
  /** Of a reference into nothing: what may have been meant. */
  rate: Rat;
  /** A reference to a record of the stock leads elsewhere than when the file was checked. */
  istAnders(schluessel: string): boolean;
};

/** Which record a key leads to, in the stock or in the file; to an account its number leads too. */
export type Verzeichnis = Verweisziel & {
  /** The record of each row that has one of its own, by the number of the row. */
  idVon: ReadonlyMap<number, number>;
  /** Keys that lead to no record of the stock yet. */
  neue: NeueSchluessel;
  nummern: Nummernbedarf;
};

/** How many new accounts are to be given a number, and the numbers that the file gives to others. */
export type Nummernbedarf = { anzahl: number; genannte: readonly string[] };

export type NeueSchluessel = { schluessel: string; id: number }[];

const schluesselVon = ({ werte }: Planzeile): string | undefined => {
  const { importSchluessel } = werte;
  return typeof importSchluessel === "string" ? importSchluessel : undefined;
};

const nummerVon = ({ werte }: Planzeile): string | undefined =>
  typeof werte.kontonummer === "string" ? werte.kontonummer : undefined;

let zuletzt = vorlaeufigAb;
/** An id that no record has. */
export const vergibId = (): number => {
  zuletzt = zuletzt >= Number.MAX_SAFE_INTEGER - 1 ? vorlaeufigAb : zuletzt + 1;
  return zuletzt;
};

/** The first row of a record. */
type Eintrag = { id: number; zeile: number; schluessel: string | undefined };

type Auftrag = {
  art: Schluesselart;
  /** All of a sheet; their keys are enough. */
  zeilen: readonly Planzeile[];
  /** Keys that other rows refer by. */
  verweise: ReadonlySet<string>;
  /** Those of the ids that the stock has. */
  vorhanden(ids: number[]): Promise<Iterable<number>>;
};

/** Where two rows are about the same record only the first is right. */
const meldeDoppelte = (planung: Planung, zeile: Planzeile, erste: Eintrag, feld: string): void => {
  planung.befunde.push(
    befund(zeile, feld, "fehler", "doppelt", `Dieser Datensatz steht schon in Zeile ${erste.zeile}.`),
  );
  zaehle(planung, zeile.blatt, "falsch");
};

const sammle = (werte: Iterable<string | undefined>): string[] => [
  ...new Set([...werte].filter((wert) => wert !== undefined)),
];

/** Gives each row its record: that of its key, that of its number, or a new one. */
export const verzeichne = async (
  planung: Planung,
  { art, zeilen, verweise, vorhanden }: Auftrag,
): Promise<Verzeichnis> => {
  const mitNummern = art === "pachtkonto";
  const schluessel = sammle([...zeilen.map(schluesselVon), ...verweise]);
  const imBestand = new Map((await listSchluessel(planung.tx, art, schluessel)).map((e) => [e.schluessel, e.id]));
  const genannteNummern = mitNummern ? sammle([...zeilen.map(nummerVon), ...verweise]) : [];
  const nummern = new Map((await listKontonummern(planung.tx, genannteNummern)).map((e) => [e.kontonummer, e.id]));
  const lebende = new Set(await vorhanden([...new Set([...imBestand.values(), ...nummern.values()])]));
  for (const [einer, id] of imBestand) if (!lebende.has(id)) imBestand.delete(einer);
  planung.verweise.set(art, imBestand);
  const schluesselwandel = await vergleicheVerweise(planung, art, schluessel, imBestand);
  if (mitNummern) planung.verweise.set("kontonummer", nummern);
  const nummernwandel = await vergleicheVerweise(planung, "kontonummer", genannteNummern, nummern);
  /** What of a row leads elsewhere now. A number counts where the key leads nowhere. */
  const geaendertesFeld = (eigener: string | undefined, nummer: string | undefined): string | undefined => {
    if (eigener !== undefined && schluesselwandel.istAnders(eigener)) return "importSchluessel";
    if (nummer === undefined || (eigener !== undefined && imBestand.has(eigener))) return undefined;
    const hatGewechselt = eigener === undefined ? nummernwandel.istAnders : nummernwandel.hatGewechselt;
    return hatGewechselt(nummer) ? "kontonummer" : undefined;
  };

  const idVon = new Map<number, number>();
  const neue: Verzeichnis["neue"] = [];
  const inDatei = new Map<string, Eintrag>();
  const jeId = new Map<number, Eintrag>();
  const nachNummer = new Map<string, Eintrag>();
  let ohneNummer = 0;
  await inRuhe(zeilen, (zeile) => {
    const [eigener, nummer] = [schluesselVon(zeile), mitNummern ? nummerVon(zeile) : undefined];
    if (eigener === undefined && nummer === undefined) {
      const text = mitNummern
        ? "Die Zeile braucht importSchluessel oder kontonummer."
        : "Die Zeile braucht importSchluessel.";
      planung.befunde.push(befund(zeile, "importSchluessel", "fehler", "fehlt", text));
      zaehle(planung, zeile.blatt, "falsch");
      return;
    }
    const doppelt = (eigener && inDatei.get(eigener)) || undefined;
    const id = (eigener && imBestand.get(eigener)) || (nummer && nummern.get(nummer)) || vergibId();
    const erste = doppelt ?? jeId.get(id);
    const anderer = erste?.schluessel;
    if (erste && !doppelt && eigener && anderer && imBestand.has(eigener) && imBestand.has(anderer)) {
      const text = `Dieser Datensatz ist mit dem aus Zeile ${erste.zeile} zusammengeführt; es gilt jene Zeile.`;
      planung.befunde.push(befund(zeile, "importSchluessel", "hinweis", "zusammengefuehrt", text));
      zaehle(planung, zeile.blatt, "unveraendert");
      return;
    }
    if (erste) {
      meldeDoppelte(planung, zeile, erste, eigener === undefined ? "kontonummer" : "importSchluessel");
      return;
    }
    const geaendert = geaendertesFeld(eigener, nummer);
    const gleicheNummer = nummer === undefined ? undefined : nachNummer.get(nummer);
    const vergeben = nummer === undefined ? undefined : nummern.get(nummer);
    if (geaendert !== undefined) {
      meldeGeaendert(planung, zeile, geaendert);
      zaehle(planung, zeile.blatt, "falsch");
    } else if (gleicheNummer || (vergeben !== undefined && vergeben !== id)) {
      planung.befunde.push(
        befund(zeile, "kontonummer", "fehler", "kontonummer_vergeben", `Die Kontonummer ${nummer} ist schon vergeben.`),
      );
      zaehle(planung, zeile.blatt, "falsch");
    } else {
      idVon.set(zeile.zeile, id);
      if (mitNummern && nummer === undefined && istVorlaeufig(id)) ohneNummer += 1;
    }
    const eintrag = { id, zeile: zeile.zeile, schluessel: eigener };
    jeId.set(id, eintrag);
    if (eigener !== undefined) inDatei.set(eigener, eintrag);
    if (nummer !== undefined && !gleicheNummer) nachNummer.set(nummer, eintrag);
    if (eigener !== undefined && !imBestand.has(eigener)) neue.push({ schluessel: eigener, id });
  });
  return {
    finde: (gesucht) =>
      inDatei.get(gesucht)?.id ?? imBestand.get(gesucht) ?? nachNummer.get(gesucht)?.id ?? nummern.get(gesucht),
    istAnders: (gesucht) => {
      if (!planung.gesehene || inDatei.has(gesucht) || nachNummer.has(gesucht)) return false;
      const alsNummer = mitNummern ? planung.gesehene.get("kontonummer")?.get(gesucht) : undefined;
      const damals = planung.gesehene.get(art)?.get(gesucht) ?? alsNummer;
      return damals !== (imBestand.get(gesucht) ?? nummern.get(gesucht));
    },
    rate: vermuteSchluessel(() => [...inDatei.keys(), ...nachNummer.keys()]),
    idVon,
    neue,
    nummern: { anzahl: ohneNummer, genannte: [...nachNummer.keys()] },
  };
};

/** The record that a field of a row refers to; a reference into nothing is told. */
export const folge = (
  planung: Planung,
  zeile: Planzeile,
  feld: string,
  { finde, rate, istAnders }: Verweisziel,
  was: string,
): number | null | undefined => {
  const wert = zeile.werte[feld];
  if (wert === null || wert === undefined) return wert;
  const schluessel = String(wert);
  if (istAnders(schluessel)) {
    meldeGeaendert(planung, zeile, feld);
    return undefined;
  }
  const id = finde(schluessel);
  if (id === undefined) {
    const text = `${was} ${schluessel} steht weder im Bestand noch in der Datei.${rate(schluessel)}`;
    planung.befunde.push(befund(zeile, feld, "fehler", "unbekannt", text));
  }
  return id;
};
