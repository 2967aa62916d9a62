import { expect, test } from "vitest";
import { buche, sendeBuchung, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { abgeschlossen, aktiv, fassungen, kontoMit, mitUmlage, positionenVon, setze } from "./handgriffe.ts";

// 1,200.00 a year from 1 October, billed afterwards. Whether its type follows increases is a setting.

mitUmlage();

const folge = (erhoehbar: boolean) =>
  verwalter().put<{ code: string; detail: string }>("/einstellungen/positionsarten/3", { erhoehbar });

const kontoMitUmlage = () => kontoMit([{ positionsartId: 3, betragCent: 120_000 }]);

test("Positionen, die wieder Hebungen folgen, ändern nichts an gebuchten Tagen: 409 nennt die Hebung, die im Weg steht", async () => {
  const id = await kontoMitUmlage();
  expect((await folge(true)).status).toBe(200);
  const { id: hebungId } = await aktiv(id, { wirksamAb: "2026-04-01" });
  expect((await folge(false)).status).toBe(200);
  // The increase reaches nothing, and the year is booked without it.
  const lauf = await buche(heute, [id]);
  expect(lauf.paechterNettoCent).toBe(240_000);
  const abgelehnt = await folge(true);
  expect(abgelehnt).toMatchObject({ status: 409, json: { code: "hebung_rueckwirkend" } });
  expect(abgelehnt.json.detail).toContain(`Hebung ${hebungId} zum 01.04.2026`);
  expect(await fassungen(id)).toEqual([[120_000, null, null]]);

  // Nothing stands in the way once either of the two is cancelled.
  expect((await storniere({ buchungslaufId: lauf.id })).status).toBe(201);
  expect((await folge(true)).status).toBe(200);
  expect((await sendeBuchung({ datum: heute, auswahl: [id] })).json.paechterNettoCent).toBe(120_000 + 60_000 + 66_000);
});

test("eine stornierte Hebung, und eine, deren Tag noch nicht gebucht ist, stehen nicht im Weg", async () => {
  const [id, andere] = [await kontoMitUmlage(), await kontoMitUmlage()];
  expect((await folge(true)).status).toBe(200);
  const { id: hebungId } = await aktiv(id, { wirksamAb: "2026-04-01" });
  await aktiv(andere, { wirksamAb: "2026-10-01" });
  expect((await folge(false)).status).toBe(200);
  await buche(heute, [id, andere]);
  expect((await setze(hebungId, { status: "storniert" })).status).toBe(200);
  expect((await folge(true)).status).toBe(200);
});

test("Positionen, die wieder Hebungen folgen, stellen keine aktive hinter eine abgeschlossene", async () => {
  const id = await kontoMit([
    { positionsartId: 3, betragCent: 120_000 },
    { positionsartId: 1, betragCent: 50_000 },
  ]);
  expect((await folge(true)).status).toBe(200);
  const umlage = (await positionenVon(id)).find(({ positionsartId }) => positionsartId === 3);
  const spaetere = await abgeschlossen(id, { wirksamAb: "2027-10-01", positionIds: [umlage?.id] });
  expect((await folge(false)).status).toBe(200);
  const fruehere = await aktiv(id, { wirksamAb: "2027-04-01" });

  const abgelehnt = await folge(true);
  expect(abgelehnt).toMatchObject({ status: 409, json: { code: "hinter_abgeschlossener" } });
  expect(abgelehnt.json.detail).toContain(`Hebung ${fruehere.id} zum 01.04.2027`);
  expect(abgelehnt.json.detail).toContain(`Hebung ${spaetere.id} zum 01.10.2027`);
  // One of a later day stands behind none.
  expect((await setze(fruehere.id, { status: "storniert" })).status).toBe(200);
  await aktiv(id, { wirksamAb: "2028-04-01" });
  expect((await folge(true)).status).toBe(200);
});

test("wird gerade gebucht, zählt, was danach gebucht ist", async () => {
  const id = await kontoMitUmlage();
  expect((await folge(true)).status).toBe(200);
  await aktiv(id, { wirksamAb: "2026-04-01" });
  expect((await folge(false)).status).toBe(200);
  let unterwegs: Promise<{ status: number }[]> | undefined;
  await dienst.owner.begin(async (tx) => {
    // The run holds its accounts, and waits for its numbers.
    await tx`lock table nummernkreis in share row exclusive mode`;
    const buchung = sendeBuchung({ datum: heute, auswahl: [id] });
    await bisWarten(dienst.owner, 1);
    const aenderung = folge(true);
    await bisWarten(dienst.owner, 2);
    unterwegs = Promise.all([buchung, aenderung]);
  });
  expect((await unterwegs)?.map(({ status }) => status)).toEqual([201, 409]);
});
