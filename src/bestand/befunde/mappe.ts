import { alsMappentext, type Mappenspalte } from "../../belege/exporte/mappe.ts";
import type { Db } from "../../technik/database/pool.ts";
import { type Befund, befundblatt, befundspalte } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";
import { alsMappenspalte, type Mappenblatt, type Mappenzeile, textspalte } from "../format/mappe.ts";
import { alsZelle } from "../format/zelle.ts";
import { leseDatei } from "../import/lese.ts";
import { verglichen } from "../lesen/aehnlich.ts";
import { type Kopf, liesKopf } from "../lesen/kopf.ts";
import { liesRoh } from "../lesen/lies.ts";
import { type Rohblatt, type Rohzeile, zeige } from "../lesen/rohzelle.ts";
import { alsBereich, type Bereich, hoechstensSpalten } from "../lesen/xlsx/blatt.ts";
import * as q from "./queries.ts";
import { alsRohwert, leerVerbunden, type Rohwert, verdeckt } from "./rohwert.ts";

/** As ARGB: light red and light yellow. */
const farbe = { fehler: "FFFFC7CE", hinweis: "FFFFEB9C" } as const satisfies Record<Befund["schwere"], string>;

/** Of a wide gap in the numbers the rows below close up: a workbook cannot be written with a million blank ones. */
const groessteLuecke = 1000;

const gesagt = (text: string | null) => (text === null ? null : alsMappentext(text));

/** What no row stands for. */
const uebersicht = (sql: Db, importId: number): Mappenblatt => {
  const zeilen = async function* (): AsyncGenerator<Mappenzeile[]> {
    yield (await q.listBefundeOhneZeile(sql, importId)).map(({ blatt, zeile, spalte, schwere, text, wert }) => ({
      zellen: [schwere, gesagt(blatt), zeile, gesagt(spalte), gesagt(text), gesagt(wert)],
      farben: new Map([[0, farbe[schwere]]]),
    }));
  };
  return {
    name: befundblatt,
    spalten: [
      textspalte("schwere", 10),
      textspalte("blatt", 16),
      { titel: "zeile", breite: 8, zahlenformat: "0" },
      textspalte("spalte", 20),
      textspalte("text", 90),
      textspalte("wert", 30),
    ],
    stapel: zeilen(),
  };
};

/** Cells by their place in the row. */
const gesetzt = (zellen: ReadonlyMap<number, Rohwert>): Pick<Mappenzeile, "zellen" | "formate"> => {
  const werte: Mappenzeile["zellen"] = Array.from({ length: Math.max(...zellen.keys(), -1) + 1 }, () => null);
  const formate = new Map<number, string>();
  for (const [stelle, { wert, format }] of zellen) {
    werte[stelle] = wert;
    if (format !== undefined) formate.set(stelle, format);
  }
  return { zellen: werte, formate };
};

/** Where the columns of a sheet that is read stand in the workbook. */
type Spaltenplan = {
  blatt: Blatt;
  kopf: Kopf;
  spalten: Mappenspalte[];
  befundstelle: number;
  /** Values without a name make room for the findings: from this place on they move by one. */
  verschobenAb: number;
  verbundene: Bereich[];
};

const letzteSpalte = hoechstensSpalten - 1;

/** The column that the findings have already, the first behind all names, or one that nobody reads. */
const findeBefundstelle = ({ spalten }: Kopf, namen: ReadonlyMap<number, string>, letzte: number): number => {
  const eigene = verglichen(befundspalte);
  const schon = [...namen].find(([, name]) => verglichen(name) === eigene)?.[0];
  if (schon !== undefined) return schon;
  if (letzte < letzteSpalte) return letzte + 1;
  return [...namen.keys()].findLast((stelle) => !spalten.has(stelle)) ?? letzteSpalte;
};

const planeSpalten = (blatt: Blatt, kopf: Kopf, { zellen }: Rohzeile, verbundene: readonly string[]): Spaltenplan => {
  const namen = new Map([...zellen].map(([stelle, zelle]) => [stelle, zeige(zelle)]));
  const letzte = Math.max(...namen.keys());
  const befundstelle = findeBefundstelle(kopf, namen, letzte);
  const spalten = Array.from({ length: Math.max(letzte, befundstelle) + 1 }, (_, stelle): Mappenspalte => {
    if (stelle === befundstelle) return textspalte(befundspalte, 100);
    const spalte = kopf.spalten.get(stelle);
    const titel = namen.get(stelle) ?? "";
    return spalte ? { ...alsMappenspalte(spalte), titel } : textspalte(titel, 14);
  });
  const verschobenAb = befundstelle > letzte ? befundstelle : Number.POSITIVE_INFINITY;
  return { blatt, kopf, spalten, befundstelle, verschobenAb, verbundene: verbundene.map(alsBereich) };
};

/** A cell that was read stands as it was understood, every other as it was; what was found of them colours them. */
const alsMappenzeile = (
  { kopf, befundstelle, verschobenAb, verbundene }: Spaltenplan,
  { zeile, zellen: rohe }: Rohzeile,
  { werte, befunde }: q.Befundzeile,
): Mappenzeile => {
  const zellen = new Map<number, Rohwert>();
  for (const [stelle, zelle] of rohe) {
    const neueStelle = stelle < verschobenAb ? stelle : stelle + 1;
    if (neueStelle <= letzteSpalte) zellen.set(neueStelle, alsRohwert(zelle));
  }
  const hiesige = verbundene.filter(({ oben, unten }) => zeile >= oben && zeile <= unten);
  for (const [stelle, spalte] of kopf.spalten) {
    if (hiesige.some((bereich) => verdeckt(bereich, zeile, stelle))) zellen.set(stelle, leerVerbunden);
    else if (spalte.feld in werte) zellen.set(stelle, { wert: alsZelle(spalte, werte[spalte.feld]) });
  }
  const farben = new Map<number, string>();
  for (const { spalte: name, schwere } of befunde) {
    const [stelle = befundstelle] = [...kopf.spalten].find(([, spalte]) => spalte.name === name) ?? [];
    if (schwere === "fehler" || !farben.has(stelle)) farben.set(stelle, farbe[schwere]);
  }
  const texte = befunde.map(({ spalte, text }) => (spalte ? `${spalte}: ${text}` : text));
  zellen.set(befundstelle, { wert: texte.length > 0 ? alsMappentext(texte.join("\n")) : null });
  return { ...gesetzt(zellen), farben };
};

/** Rows stand where they stood, so that their numbers in the findings hold here, too. */
const erstellePlaetze = (): ((zeile: number) => number) => {
  let [vorige, versatz] = [0, 0];
  return (zeile) => {
    const luecke = zeile - vorige - 1;
    if (luecke > groessteLuecke) versatz += luecke;
    vorige = zeile;
    return zeile - versatz;
  };
};

async function* gelesene(
  sql: Db,
  importId: number,
  plan: Spaltenplan,
  stapel: AsyncIterable<Rohzeile[]>,
): AsyncGenerator<Mappenzeile[]> {
  const platz = erstellePlaetze();
  platz(1);
  for await (const rohe of stapel) {
    const [erste, letzte] = [rohe.at(0)?.zeile ?? 0, rohe.at(-1)?.zeile ?? 0];
    const zeilen = await q.listBefundzeilen(sql, importId, plan.blatt, { von: erste, bis: letzte });
    const nachNummer = new Map(zeilen.map((zeile) => [zeile.zeile, zeile]));
    yield rohe.flatMap((roh) => {
      const zeile = nachNummer.get(roh.zeile);
      return zeile ? [{ ...alsMappenzeile(plan, roh, zeile), zeile: platz(roh.zeile) }] : [];
    });
  }
}

/** A sheet that is not read as it is, its first row too. */
async function* ungelesene(erste: Rohzeile, stapel: AsyncIterable<Rohzeile[]>): AsyncGenerator<Mappenzeile[]> {
  const platz = erstellePlaetze();
  const alsZeile = ({ zeile, zellen }: Rohzeile): Mappenzeile => ({
    ...gesetzt(new Map([...zellen].map(([stelle, zelle]) => [stelle, alsRohwert(zelle)]))),
    zeile: platz(zeile),
  });
  yield [alsZeile(erste)];
  for await (const rohe of stapel) yield rohe.map(alsZeile);
}

const jeStapel = 500;

/** The first row of a sheet, and the others in pieces that are worth a statement. */
const teileAb = async ({
  zeilen,
}: Rohblatt): Promise<{ erste: Rohzeile | undefined; weitere: AsyncGenerator<Rohzeile[]> }> => {
  let gesammelte: Rohzeile[] = [];
  const sammle = async (): Promise<boolean> => {
    const { value, done } = await zeilen.next();
    if (!done) gesammelte.push(...value);
    return !done;
  };
  while (gesammelte.length === 0 && (await sammle()));
  const erste = gesammelte.shift();
  const weitere = async function* (): AsyncGenerator<Rohzeile[]> {
    while (await sammle()) {
      if (gesammelte.length < jeStapel) continue;
      yield gesammelte;
      gesammelte = [];
    }
    if (gesammelte.length > 0) yield gesammelte;
  };
  return { erste, weitere: weitere() };
};

const alsBlatt = async (sql: Db, importId: number, roh: Rohblatt): Promise<Mappenblatt | undefined> => {
  const { erste, weitere } = await teileAb(roh);
  if (!erste) return;
  const kopf = roh.blatt && liesKopf(roh.blatt, erste);
  if (!roh.blatt || !kopf?.spalten.size) return { name: roh.name, spalten: [], stapel: ungelesene(erste, weitere) };
  const plan = planeSpalten(roh.blatt, kopf, erste, await q.listVerbundene(sql, importId, roh.blatt));
  return { name: roh.name, spalten: plan.spalten, stapel: gelesene(sql, importId, plan, weitere) };
};

/**
 * The workbook that was uploaded, with what was found beside the rows. What was not read stands in it as it was: mended
 * it can be uploaded as it is, and not mended it has the same errors again.
 */
export async function* befundblaetter(sql: Db, importId: number): AsyncGenerator<Mappenblatt> {
  yield uebersicht(sql, importId);
  for (const roh of await liesRoh(await leseDatei(sql, importId))) {
    const blatt = await alsBlatt(sql, importId, roh);
    if (blatt) yield blatt;
  }
}
