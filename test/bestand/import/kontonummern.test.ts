import { describe, expect, test } from "vitest";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { importiere, kurz, type Mappe, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();

type Zeile = Mappe[string][number];

const konto = (importSchluessel: string, kontonummer: string | null): Zeile => ({
  ...{ importSchluessel, kontonummer, pachtbeginn: new Date("2026-01-01T00:00:00Z") },
  ...{ zahlungsrhythmus: "jaehrlich", istVorauszahlend: false },
});

const naechste = async (): Promise<number> => {
  const { kontonummer } = (await verwalter().get<{ kontonummer: string }>("/pachtkonten/next-kontonummer")).json;
  return Number(kontonummer.slice("PK-".length));
};

const alsNummer = (zahl: number): string => `PK-${String(zahl).padStart(6, "0")}`;

const nummern = async (...schluessel: string[]): Promise<string[]> => {
  const zeilen = await dienst.owner<{ kontonummer: string }[]>`
    select k.kontonummer from importschluessel s join pachtkonto k on k.id = s.datensatz_id
    where s.art = 'pachtkonto' and s.schluessel = any(${schluessel})
    order by array_position(${schluessel}::text[], s.schluessel)`;
  return zeilen.map(({ kontonummer }) => kontonummer);
};

describe("Ein Konto ohne Kontonummer bekommt keine, die die Datei einem anderen gibt", () => {
  test("auch nicht, wenn jenes hunderte Zeilen weiter unten steht", async () => {
    const ab = await naechste();
    const fuellung = Array.from({ length: 500 }, (_, nr) => konto(`F-${nr}`, `F-${nr}`));
    const zeilen = [konto("N1", null), ...fuellung, konto("N2", alsNummer(ab)), konto("N3", null)];
    const lauf = await importiere({ Pachtkonten: zeilen });
    expect(lauf).toMatchObject({ status: "ausgefuehrt", fehler: 0 });
    expect(await nummern("N1", "N2", "N3")).toEqual([alsNummer(ab + 1), alsNummer(ab), alsNummer(ab + 2)]);
    expect(await naechste()).toBe(ab + 3);
  });

  test("auch nicht, wenn ein Konto des Bestands sie bekommt", async () => {
    await importiere({ Pachtkonten: [konto("B1", "ALT-1")] });
    const ab = await naechste();
    await importiere({ Pachtkonten: [konto("B2", null), konto("B1", alsNummer(ab))] });
    expect(await nummern("B1", "B2")).toEqual([alsNummer(ab), alsNummer(ab + 1)]);
  });
});

describe("Kontonummern, die sich nur in Groß- und Kleinschreibung unterscheiden, sind eine", () => {
  test("zwei Zeilen mit ihnen sind ein Fehler, ein Konto ohne Nummer bekommt keine von ihnen", async () => {
    const { id } = await pruefe({ Pachtkonten: [konto("D1", "Deich-1"), konto("D2", "DEICH-1")] });
    expect(await kurz(id)).toEqual(["Pachtkonten 3 kontonummer kontonummer_vergeben"]);
    const klein = alsNummer(await naechste()).toLowerCase();
    expect(await importiere({ Pachtkonten: [konto("D3", null), konto("D4", klein)] })).toMatchObject({ fehler: 0 });
    expect((await nummern("D3"))[0]?.toLowerCase()).not.toBe(klein);
  });

  test("eine Zeile meint das Konto des Bestands, wie auch immer sie es schreibt; einem anderen Konto ist sie vergeben", async () => {
    await importiere({ Pachtkonten: [konto("G1", "Geest-1"), konto("G2", "Geest-2")] });
    const { importSchluessel: _, ...ohneSchluessel } = konto("", "GEEST-1");
    expect(await importiere({ Pachtkonten: [ohneSchluessel as Zeile] })).toMatchObject({ status: "ausgefuehrt" });
    expect(await nummern("G1")).toEqual(["GEEST-1"]);
    const { id } = await pruefe({ Pachtkonten: [konto("G2", "geest-1")] });
    expect(await kurz(id)).toEqual(["Pachtkonten 2 kontonummer kontonummer_vergeben"]);
    await importiere({ Pachtkonten: [konto("G3", "Büsum-1".normalize("NFD"))] });
    expect(await nummern("G3")).toEqual(["Büsum-1"]);
    expect(await importiere({ Pachtkonten: [konto("G3", "Büsum-1\u200b".normalize("NFD"))] })).toMatchObject({
      blaetter: [{ blatt: "Pachtkonten", unveraendert: 1 }],
    });
    const anders = await pruefe({ Pachtkonten: [konto("G4", "Büsum-1".normalize("NFD"))] });
    expect(await kurz(anders.id)).toEqual([]);
    const position = { importSchluessel: "GP", pachtkonto: "geest-1", positionsart: "Pacht" };
    const lauf = await importiere({
      Positionen: [{ ...position, betrag: 1, intervall: "jaehrlich", gueltigVon: new Date("2026-01-01T00:00:00Z") }],
    });
    expect(lauf).toMatchObject({ status: "ausgefuehrt", fehler: 0 });
  });
});
