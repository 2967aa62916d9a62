import { alsKontonummer } from "../../../../stammdaten/pachtkonten/kontonummer.ts";
import type { Schluesselart } from "../../../format/schluessel.ts";
import { befund, inRuhe, type Planung, type Planzeile, zaehle } from "../planung.ts";
import { listKontonummern, listSchluessel } from "../queries.ts";
import { vermuteSchluessel } from "../rat.ts";
import { meldeGeaendert, vergleicheVerweise } from "./gesehenes.ts";
import { istVorlaeufig, type Verzeichnis, vergibId } from "./verweise.ts";

type Auftrag = {
  art: Schluesselart;
  /** All of a sheet; their keys are enough. */
  zeilen: readonly Planzeile[];
  /** Keys that other rows refer by. */
  verweise: ReadonlySet<string>;
  /** Those of the ids that the stock has. */
  vorhanden(ids: number[]): Promise<Iterable<number>>;
};

/** Gives each row its record: that of its key, that of its number, or a new one. */
export async function verzeichne(planung: Planung, auftrag: Auftrag): Promise<Verzeichnis> {
  const { art, zeilen } = auftrag;
  const bestand = await ladeBekannte(planung, auftrag);
  const datei: Datei = {
    idVon: new Map(),
    nachSchluessel: new Map(),
    nachId: new Map(),
    nachNummer: new Map(),
    nummern: [],
    ohneNummer: 0,
  };
  await inRuhe(zeilen, (zeile) => {
    const kennung = kennungVon(zeile, art);
    const urteil = beurteile(kennung, bestand, datei);
    melde(planung, zeile, kennung, urteil);
    if ("id" in urteil) trageEin(datei, bestand, zeile, kennung, urteil);
  });
  return alsVerzeichnis(planung, art, bestand, datei);
}

/** What a row is known by; accounts have a number besides. */
type Kennung = { schluessel: string | undefined; nummer: string | undefined };

const alsText = (wert: unknown): string | undefined => (typeof wert === "string" ? wert : undefined);

const kennungVon = ({ werte }: Planzeile, art: Schluesselart): Kennung => ({
  schluessel: alsText(werte.importSchluessel),
  nummer: art === "pachtkonto" && typeof werte.kontonummer === "string" ? alsKontonummer(werte.kontonummer) : undefined,
});

/** The records of the stock that the keys and numbers of a sheet lead to. */
type Bekannte = {
  nachSchluessel: ReadonlyMap<string, number>;
  nachNummer: ReadonlyMap<string, number>;
  /** What of a row leads elsewhere than when the file was checked. */
  verschobenesFeld(kennung: Kennung): "importSchluessel" | "kontonummer" | undefined;
};

const jeEinmal = (werte: Iterable<string | undefined>): string[] => [
  ...new Set([...werte].filter((wert) => wert !== undefined)),
];

const ladeBekannte = async (planung: Planung, { art, zeilen, verweise, vorhanden }: Auftrag): Promise<Bekannte> => {
  const mitNummern = art === "pachtkonto";
  const kennungen = zeilen.map((zeile) => kennungVon(zeile, art));
  const schluessel = jeEinmal([...kennungen.map((eine) => eine.schluessel), ...verweise]);
  const nummern = mitNummern
    ? jeEinmal([...kennungen.map(({ nummer }) => nummer), ...[...verweise].map(alsKontonummer)])
    : [];
  const nachSchluessel = new Map((await listSchluessel(planung.tx, art, schluessel)).map((e) => [e.schluessel, e.id]));
  const nachNummer = new Map((await listKontonummern(planung.tx, nummern)).map((e) => [e.kontonummer, e.id]));
  const lebende = new Set(await vorhanden([...new Set([...nachSchluessel.values(), ...nachNummer.values()])]));
  for (const [einer, id] of nachSchluessel) if (!lebende.has(id)) nachSchluessel.delete(einer);
  planung.verweise.set(art, nachSchluessel);
  if (mitNummern) planung.verweise.set("kontonummer", nachNummer);
  const schluesselwandel = await vergleicheVerweise(planung, art, schluessel, nachSchluessel);
  const nummernwandel = await vergleicheVerweise(planung, "kontonummer", nummern, nachNummer);
  return {
    nachSchluessel,
    nachNummer,
    verschobenesFeld({ schluessel: einer, nummer }) {
      if (einer !== undefined && schluesselwandel.istAnders(einer)) return "importSchluessel";
      // A number counts where the key leads nowhere.
      if (nummer === undefined || (einer !== undefined && nachSchluessel.has(einer))) return undefined;
      const hatGewechselt = einer === undefined ? nummernwandel.istAnders : nummernwandel.hatGewechselt;
      return hatGewechselt(nummer) ? "kontonummer" : undefined;
    },
  };
};

/** The first row of a record. */
type Eintrag = { id: number; zeile: number; schluessel: string | undefined };

/** The records that rows have been given so far. */
type Datei = {
  idVon: Map<number, number>;
  nachSchluessel: Map<string, Eintrag>;
  /** Of records of the stock: an id that is new belongs to one row. */
  nachId: Map<number, Eintrag>;
  /** By {@link nummernmerkmal}. */
  nachNummer: Map<string, Eintrag>;
  /** Numbers as they are written. */
  nummern: string[];
  /** New records without a number: accounts are given one. */
  ohneNummer: number;
};

/** What makes two numbers of a file the same: the account of the stock that has them, else all but their case. */
const nummernmerkmal = ({ nachNummer }: Bekannte, nummer: string): string => {
  const id = nachNummer.get(nummer);
  return id === undefined ? `neu ${nummer.toLowerCase()}` : `id ${id}`;
};

type Urteil =
  | { was: "unbekannt" }
  /** Another row is about the same record, by a key that was merged into the same. */
  | { was: "zusammengefuehrt" | "doppelt"; erste: Eintrag }
  | { was: "verschoben"; id: number; feld: "importSchluessel" | "kontonummer" }
  /** Its number belongs to another account. */
  | { was: "vergeben"; id: number }
  | { was: "gut"; id: number };

const beurteile = (kennung: Kennung, bestand: Bekannte, datei: Datei): Urteil => {
  const { schluessel, nummer } = kennung;
  if (schluessel === undefined && nummer === undefined) return { was: "unbekannt" };
  const gleiche = schluessel === undefined ? undefined : datei.nachSchluessel.get(schluessel);
  const vergeben = nummer === undefined ? undefined : bestand.nachNummer.get(nummer);
  const id = (schluessel === undefined ? undefined : bestand.nachSchluessel.get(schluessel)) ?? vergeben ?? vergibId();
  const erste = gleiche ?? datei.nachId.get(id);
  if (erste) {
    const istGemeinsam = [schluessel, erste.schluessel].every(
      (einer) => einer !== undefined && bestand.nachSchluessel.has(einer),
    );
    return { was: !gleiche && istGemeinsam ? "zusammengefuehrt" : "doppelt", erste };
  }
  const feld = bestand.verschobenesFeld(kennung);
  if (feld !== undefined) return { was: "verschoben", id, feld };
  const istVergeben =
    (nummer !== undefined && datei.nachNummer.has(nummernmerkmal(bestand, nummer))) || (vergeben ?? id) !== id;
  return { was: istVergeben ? "vergeben" : "gut", id };
};

/** Tells what is wrong with a row. Where two are about the same record only the first is right. */
const melde = (planung: Planung, zeile: Planzeile, { schluessel, nummer }: Kennung, urteil: Urteil): void => {
  const sage = (feld: string, schwere: "fehler" | "hinweis", code: string, text: string): void =>
    void planung.befunde.push(befund(zeile, feld, schwere, code, text));
  switch (urteil.was) {
    case "unbekannt": {
      const womit = zeile.blatt === "Pachtkonten" ? "importSchluessel oder kontonummer" : "importSchluessel";
      sage("importSchluessel", "fehler", "fehlt", `Die Zeile braucht ${womit}.`);
      break;
    }
    case "zusammengefuehrt": {
      const text = `Dieser Datensatz ist mit dem aus Zeile ${urteil.erste.zeile} zusammengeführt; es gilt jene Zeile.`;
      sage("importSchluessel", "hinweis", "zusammengefuehrt", text);
      break;
    }
    case "doppelt": {
      const feld = schluessel === undefined ? "kontonummer" : "importSchluessel";
      sage(feld, "fehler", "doppelt", `Dieser Datensatz steht schon in Zeile ${urteil.erste.zeile}.`);
      break;
    }
    case "verschoben":
      meldeGeaendert(planung, zeile, urteil.feld);
      break;
    case "vergeben":
      sage("kontonummer", "fehler", "kontonummer_vergeben", `Die Kontonummer ${nummer} ist schon vergeben.`);
      break;
    case "gut":
      return;
  }
  zaehle(planung, zeile.blatt, urteil.was === "zusammengefuehrt" ? "unveraendert" : "falsch");
};

/** A wrong row, too, has its record: those that refer to it are not wrong for that. */
const trageEin = (
  datei: Datei,
  bestand: Bekannte,
  { zeile }: Planzeile,
  { schluessel, nummer }: Kennung,
  { id, was }: Extract<Urteil, { id: number }>,
): void => {
  const eintrag = { id, zeile, schluessel };
  if (!istVorlaeufig(id)) datei.nachId.set(id, eintrag);
  if (was === "gut") {
    datei.idVon.set(zeile, id);
    if (nummer === undefined && istVorlaeufig(id)) datei.ohneNummer += 1;
  }
  if (nummer !== undefined) {
    const merkmal = nummernmerkmal(bestand, nummer);
    if (!datei.nachNummer.has(merkmal)) datei.nachNummer.set(merkmal, eintrag);
    datei.nummern.push(nummer);
  }
  if (schluessel !== undefined) datei.nachSchluessel.set(schluessel, eintrag);
};

const alsVerzeichnis = (
  { gesehene }: Planung,
  art: Schluesselart,
  bestand: Bekannte,
  { idVon, nachSchluessel, nachNummer, nummern, ohneNummer }: Datei,
): Verzeichnis => ({
  finde(gesucht) {
    const schluessel = nachSchluessel.get(gesucht)?.id ?? bestand.nachSchluessel.get(gesucht);
    if (schluessel !== undefined || art !== "pachtkonto") return schluessel;
    const nummer = alsKontonummer(gesucht);
    return nachNummer.get(nummernmerkmal(bestand, nummer))?.id ?? bestand.nachNummer.get(nummer);
  },
  istAnders(gesucht) {
    const nummer = alsKontonummer(gesucht);
    if (!gesehene || nachSchluessel.has(gesucht) || nachNummer.has(nummernmerkmal(bestand, nummer))) return false;
    const alsNummer = art === "pachtkonto" ? gesehene.get("kontonummer")?.get(nummer) : undefined;
    const damals = gesehene.get(art)?.get(gesucht) ?? alsNummer;
    return damals !== (bestand.nachSchluessel.get(gesucht) ?? bestand.nachNummer.get(nummer));
  },
  rate: vermuteSchluessel(() => [...nachSchluessel.keys(), ...nummern]),
  idVon,
  neue: () =>
    [...nachSchluessel]
      .filter(([schluessel]) => !bestand.nachSchluessel.has(schluessel))
      .map(([schluessel, { id }]) => ({ schluessel, id })),
  nummern: { anzahl: ohneNummer, genannte: nummern },
});
