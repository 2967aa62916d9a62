import type { Db } from "../../technik/database/pool.ts";
import { type Befund, befundblatt, befundspalte, hauptspalten, spaltenVon } from "../format/blaetter.ts";
import { type Blatt, blattnamen } from "../format/blattnamen.ts";
import { alsMappenspalte, type Mappenblatt, type Mappenzeile, textspalte } from "../format/mappe.ts";
import type { Spalte } from "../format/spalte.ts";
import { alsZelle } from "../format/zelle.ts";
import * as q from "./queries.ts";

const jeStapel = 500;

/** As ARGB: light red and light yellow. */
const farbe = { fehler: "FFFFC7CE", hinweis: "FFFFEB9C" } as const satisfies Record<Befund["schwere"], string>;

/** Of a wide gap in the numbers the rows below close up: a workbook cannot be written with a million blank ones. */
const groessteLuecke = 1000;

/** What no row stands for. */
const uebersicht = (sql: Db, importId: number): Mappenblatt => {
  const zeilen = async function* (): AsyncGenerator<Mappenzeile[]> {
    yield (await q.listBefundeOhneZeile(sql, importId)).map(({ blatt, zeile, spalte, schwere, text, wert }) => ({
      zellen: [schwere, blatt, zeile, spalte, text, wert],
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

/** The columns of a sheet that the file had. */
const spaltenDerDatei = async (sql: Db, importId: number, blatt: Blatt): Promise<Spalte[]> => {
  const felder = new Set(await q.listFelder(sql, importId, blatt));
  const bemaengelte = new Set(await q.listBefundspalten(sql, importId, blatt));
  for (const { name, feld } of spaltenVon[blatt]) if (bemaengelte.has(name)) felder.add(feld);
  return hauptspalten(blatt).filter(({ feld }) => felder.has(feld));
};

/** A cell that could not be read stands as it was; what was found of a row stands behind it, and colours its cells. */
const alsMappenzeile = (blatt: Blatt, spalten: readonly Spalte[], { werte, befunde }: q.Befundzeile): Mappenzeile => {
  const stelleVon = ({ spalte: name }: Befund): number => {
    const feld = spaltenVon[blatt].find((spalte) => spalte.name === name)?.feld;
    const stelle = spalten.findIndex((spalte) => spalte.feld === feld);
    return stelle === -1 ? spalten.length : stelle;
  };
  const farben = new Map<number, string>();
  const ungelesen = new Map<number, string | null>();
  for (const befund of befunde) {
    const stelle = stelleVon(befund);
    if (befund.schwere === "fehler" || !farben.has(stelle)) farben.set(stelle, farbe[befund.schwere]);
    ungelesen.set(stelle, befund.wert);
  }
  const zellen = spalten.map((spalte, stelle) =>
    spalte.feld in werte ? alsZelle(spalte, werte[spalte.feld]) : (ungelesen.get(stelle) ?? null),
  );
  const texte = befunde.map(({ spalte, text }) => (spalte ? `${spalte}: ${text}` : text));
  return { zellen: [...zellen, texte.length > 0 ? texte.join("\n") : null], farben };
};

/** Rows stand where they stood, so that their numbers in the findings hold here, too. */
async function* zeilenVon(
  sql: Db,
  importId: number,
  blatt: Blatt,
  spalten: readonly Spalte[],
): AsyncGenerator<Mappenzeile[]> {
  let [nach, versatz] = [1, 0];
  for (;;) {
    const zeilen = await q.listBefundzeilen(sql, importId, blatt, { nach, limit: jeStapel });
    const stapel: Mappenzeile[] = [];
    for (const zeile of zeilen) {
      const luecke = zeile.zeile - nach - 1;
      if (luecke > groessteLuecke) versatz += luecke;
      nach = zeile.zeile;
      stapel.push({ ...alsMappenzeile(blatt, spalten, zeile), zeile: zeile.zeile - versatz });
    }
    if (stapel.length > 0) yield stapel;
    if (zeilen.length < jeStapel) return;
  }
}

const alsBlatt = async (sql: Db, importId: number, blatt: Blatt): Promise<Mappenblatt> => {
  const spalten = await spaltenDerDatei(sql, importId, blatt);
  return {
    name: blatt,
    spalten: [...spalten.map(alsMappenspalte), textspalte(befundspalte, 100)],
    stapel: zeilenVon(sql, importId, blatt, spalten),
  };
};

/** The workbook that was uploaded, with what was found beside the rows; mended, it can be uploaded as it is. */
export async function* befundblaetter(sql: Db, importId: number): AsyncGenerator<Mappenblatt> {
  yield uebersicht(sql, importId);
  const gelesene = await q.listBlaetter(sql, importId);
  for (const blatt of blattnamen) if (gelesene.includes(blatt)) yield await alsBlatt(sql, importId, blatt);
}
