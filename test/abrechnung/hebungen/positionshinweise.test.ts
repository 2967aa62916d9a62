import { expect, test } from "vitest";
import type { PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/positionen/schema.ts";
import { mitarbeiter } from "../../hilfe/mitDienst.ts";
import { aktiv, geplant, kontoMit, mitUmlage, positionenVon, setze } from "./handgriffe.ts";

// 1,200.00 a year; 10 % more from 1 April 2027.

mitUmlage();

const pacht = { positionsartId: 1, betragCent: 120_000 };

/** An account with one position, written to by `aendere`. */
const kontoMitEiner = async () => {
  const id = await kontoMit([pacht]);
  const pfad = `/pachtkonten/${id}/positionen`;
  const [position] = await positionenVon(id);
  const aendere = (felder: object, posId = position?.id) =>
    mitarbeiter().put<PachtkontoPosition>(`${pfad}/${posId}`, felder);
  return { id, pfad, position, aendere };
};

test("eine Position, die 0 wird oder vor der Hebung endet, bekommt den Hinweis sofort", async () => {
  const { id, aendere } = await kontoMitEiner();
  const hebung = await aktiv(id);
  expect((await aendere({ betragCent: 150_000 })).json.hinweise).toEqual([]);
  expect((await aendere({ betragCent: 0 })).json.hinweise).toEqual([
    {
      code: "hebung_ohne_wirkung",
      text: `Die aktive Hebung ${hebung.id} ändert diese Position nicht mehr: Am 01.04.2027 ist sie 0 oder gilt nicht.`,
    },
  ]);
  expect((await aendere({ betragCent: 120_000 })).json.hinweise).toEqual([]);
  expect((await aendere({ gueltigBis: "2027-03-31" })).json.hinweise).toMatchObject([{ code: "hebung_ohne_position" }]);
});

test("auch eine neue Fassung über 0, und eine Hebung um einen Betrag, die nichts mehr zu verteilen hat", async () => {
  const { id, aendere } = await kontoMitEiner();
  await aktiv(id, { art: "betrag", wertBp: undefined, betragCent: 12_000 });
  const neu = await aendere({ gueltigVon: "2027-04-01", betragCent: 0 });
  expect(neu.json).toMatchObject({ betragCent: 0, hinweise: [{ code: "hebung_ohne_basis" }] });
  // It was so before: said once, and a record read can be sent back with it.
  const wieder = await aendere({ ...neu.json, bezeichnung: "ruht" }, neu.json.id);
  expect([wieder.status, wieder.json.hinweise]).toEqual([200, []]);
});

test("eine Hebung nach Index, mit Weitergabe und Obergrenze, wird ebenso geprüft", async () => {
  const { id, aendere } = await kontoMitEiner();
  const index = { indexBasis: "100.0", indexNeu: "110.0", weitergabeBp: 5000, obergrenzeBp: 800 };
  await aktiv(id, { art: "index", wertBp: undefined, ...index });
  expect((await aendere({ betragCent: 150_000 })).json.hinweise).toEqual([]);
  expect((await aendere({ betragCent: 0 })).json.hinweise).toMatchObject([{ code: "hebung_ohne_wirkung" }]);
});

test("ein Betrag, den die Hebungen über 10 Milliarden Euro trügen, wird gespeichert und macht nur dieses Konto nicht abrechenbar", async () => {
  const { id, aendere } = await kontoMitEiner();
  for (const wirksamAb of ["2027-04-01", "2027-05-01", "2027-06-01", "2027-07-01", "2027-08-01"])
    await aktiv(id, { wertBp: 100_000, wirksamAb });
  const geaendert = await aendere({ betragCent: 1_000_000_000_000 });
  expect(geaendert.status).toBe(200);
  expect(geaendert.json.hinweise?.map(({ code }) => code)).toEqual(Array(5).fill("hebung_ohne_basis"));
  const vorschau = await mitarbeiter().get(`/abrechnung/vorschau?datum=2028-01-01&pachtkontoId=${id}`);
  expect(vorschau.json).toMatchObject({ data: [{ gruende: [{ code: "hebung_ohne_basis" }] }] });
});

test("eine geplante oder stornierte Hebung verliert nichts; gelesen wird ohne Hinweise", async () => {
  const { id, pfad, aendere } = await kontoMitEiner();
  await geplant(id);
  const storniert = await aktiv(id);
  await setze(storniert.id, { status: "storniert" });
  expect((await aendere({ betragCent: 0 })).json.hinweise).toEqual([]);
  const angelegt = await mitarbeiter().post<PachtkontoPosition>(pfad, { ...pacht, intervall: "jaehrlich" });
  expect([angelegt.status, angelegt.json.hinweise]).toEqual([201, []]);
  for (const position of await positionenVon(id)) expect(position).not.toHaveProperty("hinweise");
});
