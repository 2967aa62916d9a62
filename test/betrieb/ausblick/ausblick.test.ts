import { afterEach, beforeAll, expect, test } from "vitest";
import { berechneAusblick } from "../../../src/betrieb/ausblick/berechne.ts";
import type { Ausblick } from "../../../src/betrieb/ausblick/schema.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, heute, konto, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

mitDienst({ stammdaten: true });

let worker: Sql;
beforeAll(() => {
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 1 });
  return () => worker.end();
});
afterEach(() => dienst.owner`delete from pachtkonto`);

const lies = async () => (await pruefer().get<Ausblick>("/dashboard/ausblick")).json;

/** The months that have something, as euros. */
const ausblickMit = async (saat: Kontosaat) => {
  await konto(saat);
  return rechne();
};

const rechne = async () => {
  await berechneAusblick(worker, heute);
  const { monate } = await lies();
  expect(monate).toHaveLength(12);
  return monate
    .filter(({ anzahl }) => anzahl > 0)
    .map(({ monat, anzahl, betragCent }) => `${monat}: ${anzahl} über ${betragCent / 100} €`);
};

test("vor der ersten Nacht ist nichts geschätzt", async () => {
  expect(await lies()).toEqual({ berechnetAm: null, monate: [] });
});

test("eine Jahrespacht von 1.200 € am Ende des Pachtjahres, und was schon offen war, steht im ersten Monat", async () => {
  expect(await ausblickMit({})).toEqual(["2026-11: 2 über 2400 €", "2027-10: 1 über 1200 €"]);
  expect((await lies()).berechnetAm).toEqual(expect.any(String));
});

test("monatlich gezahlt verteilt sich die Jahrespacht auf alle Monate", async () => {
  const monate = await ausblickMit({
    zahlungsrhythmus: "monatlich",
    istVorauszahlend: true,
    abrechnungAb: "2026-11-01",
    pachtjahrBeginn: "01-01",
  });
  expect(monate).toHaveLength(12);
  expect(new Set(monate.map((monat) => monat.slice(9)))).toEqual(new Set(["1 über 100 €"]));
});

test("endet die Pacht mitten im Zeitraum, zählen die Tage; eine einmalige Position zählt einmal", async () => {
  // 1 October to 15 April: 197 of 365 days.
  expect(
    await ausblickMit({
      abrechnungAb: "2026-10-01",
      status: "gekuendigt",
      pachtende: "2027-04-15",
      positionen: [
        { positionsartId: 1, betragCent: 365_000 },
        { positionsartId: 2, betragCent: 5_000, intervall: "einmalig", gueltigVon: "2027-01-10" },
      ],
    }),
  ).toEqual(["2027-04: 1 über 2020 €"]);
});

test("eine Position, die erst später gilt, zählt von da an", async () => {
  // 1 April to 30 September: 183 of 365 days.
  expect(
    await ausblickMit({
      abrechnungAb: "2026-10-01",
      positionen: [{ positionsartId: 1, betragCent: 365_000, gueltigVon: "2027-04-01" }],
    }),
  ).toEqual(["2027-10: 1 über 1830 €"]);
});

test("eine nicht anteilige Position kostet in einem Zeitraum einmal: was die erste Fassung darin sagt", async () => {
  const id = await konto({ abrechnungAb: "2025-10-01" });
  await dienst.owner`
    update pachtkonto_position set anteilig = false, gueltig_bis = '2026-03-31' where pachtkonto_id = ${id}`;
  await dienst.owner`
    insert into pachtkonto_position (pachtkonto_id, ursprung_id, positionsart_id, betrag_cent, intervall, anteilig, gueltig_von)
    select pachtkonto_id, ursprung_id, positionsart_id, 150000, intervall, false, '2026-04-01'
    from pachtkonto_position where pachtkonto_id = ${id}`;
  expect(await rechne()).toEqual(["2026-11: 1 über 1200 €", "2027-10: 1 über 1500 €"]);
});

test("inaktive Pachtkonten zählen nicht", async () => {
  expect(await ausblickMit({ status: "inaktiv" })).toEqual([]);
});
