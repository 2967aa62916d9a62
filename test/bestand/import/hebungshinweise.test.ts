import { beforeAll, expect, test } from "vitest";
import { konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { befunde, importiere, kurz, type Mappe, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();

/** 1,200.00 and 600.00 a year, 10 % more from 1 April 2027. */
const hebungen: Record<string, number> = {};
const legeAn = async (kontonummer: string): Promise<void> => {
  const pachtkontoId = await konto({ kontonummer, positionen: [] });
  await importiere({
    Positionen: [position(kontonummer, 1, { betrag: 1200 }), position(kontonummer, 2, { betrag: 600 })],
  });
  const felder = { pachtkontoId, art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01" };
  const { json } = await verwalter().post<{ id: number }>("/abrechnung/hebungen", felder);
  hebungen[kontonummer] = json.id;
  expect((await verwalter().put(`/abrechnung/hebungen/${json.id}`, { status: "aktiv" })).status).toBe(200);
};

const position = (kontonummer: string, nr: number, felder: Record<string, string | number | null>) => ({
  importSchluessel: `${kontonummer}-${nr}`,
  pachtkonto: kontonummer,
  positionsart: "Pacht",
  intervall: "jaehrlich",
  gueltigVon: null,
  gueltigBis: null,
  ...felder,
});

const hinweise = async (mappe: Mappe): Promise<string[]> => {
  const { id, fehler } = await pruefe(mappe);
  expect(fehler, (await kurz(id)).join("\n")).toBe(0);
  return (await kurz(id, "hinweis")).filter((hinweis) => hinweis.includes("hebung_"));
};

beforeAll(async () => {
  await legeAn("H-1");
  await legeAn("H-2");
});

test("was eine geänderte Position einer aktiven Hebung nimmt, sagt auch der Import", async () => {
  expect(
    await hinweise({ Positionen: [position("H-1", 1, { betrag: 1500 }), position("H-1", 2, { betrag: 600 })] }),
  ).toEqual([]);
  const mappe = { Positionen: [position("H-1", 1, { betrag: 1200 }), position("H-1", 2, { betrag: 0 })] };
  const { id } = await pruefe(mappe);
  expect((await befunde(id)).filter(({ code }) => code.startsWith("hebung_"))).toMatchObject([
    {
      blatt: "Positionen",
      zeile: 3,
      schwere: "hinweis",
      code: "hebung_ohne_wirkung",
      text: `Die aktive Hebung ${hebungen["H-1"]} ändert diese Position nicht mehr: Am 01.04.2027 ist sie 0 oder gilt nicht.`,
    },
  ]);
  await importiere(mappe);
  // Now it is so, and said no more.
  expect(await hinweise(mappe)).toEqual([]);
});

test("enden alle, ist sie ohne Position: und das steht da einmal", async () => {
  const enden = [1, 2].map((nr) => position("H-2", nr, { betrag: nr === 1 ? 1200 : 600, gueltigBis: "2027-03-31" }));
  expect(await hinweise({ Positionen: enden })).toEqual(["Positionen 2 hebung_ohne_position"]);
});

test("käme eine aktive Hebung hinter eine abgeschlossene, ist die Zeile falsch wie die Änderung von Hand", async () => {
  const pachtkontoId = await konto({ kontonummer: "H-3", positionen: [] });
  const zeilen = (gueltigVon: string) => ({
    Positionen: [position("H-3", 1, { betrag: 1200, gueltigVon }), position("H-3", 2, { betrag: 600 })],
  });
  await importiere(zeilen("2027-04-01"));
  const { json: positionen } = await verwalter().get<{ id: number; gueltigVon: string | null }[]>(
    `/pachtkonten/${pachtkontoId}/positionen`,
  );
  const positionIds = positionen.filter(({ gueltigVon }) => gueltigVon !== null).map(({ id }) => id);
  const hebe = async (felder: object, ...schritte: string[]) => {
    const body = { pachtkontoId, art: "prozent", wertBp: 1000, ...felder };
    const { json } = await verwalter().post<{ id: number }>("/abrechnung/hebungen", body);
    for (const status of schritte)
      expect((await verwalter().put(`/abrechnung/hebungen/${json.id}`, { status })).status).toBe(200);
    return json.id;
  };
  const fruehere = await hebe({ wirksamAb: "2027-01-01" }, "aktiv");
  await hebe({ wirksamAb: "2027-07-01", positionIds }, "aktiv", "abgeschlossen");
  const alt = `/pachtkonten/${pachtkontoId}/positionen/${positionIds[0]}`;
  expect((await verwalter().put(alt, { gueltigVon: "2027-01-01" })).status).toBe(409);
  // For an import it is a new first version: its key and day are not there yet.
  const davor = { Positionen: [{ ...zeilen("2027-01-01").Positionen[0], gueltigBis: "2027-03-31" }] };
  const { id } = await pruefe(davor);
  const falsche = (await befunde(id)).filter(({ code }) => code === "hinter_abgeschlossener");
  expect(falsche).toMatchObject([{ blatt: "Positionen", zeile: 2, schwere: "fehler" }]);
  expect(falsche[0]?.text).toContain(`Die aktive Hebung ${fruehere} zum 01.01.2027`);
});
