import { describe, expect, test } from "vitest";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { importiere, type Mappe, mitWorker } from "./handgriffe.ts";

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
