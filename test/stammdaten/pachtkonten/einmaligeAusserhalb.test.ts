import { expect, test } from "vitest";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { konto, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

test("rückt der Pachtbeginn hinter eine einmalige Position, sagt die Antwort, dass sie nicht abgerechnet wird", async () => {
  // 250.00 once on 15 March 2026 and 80.00 once on 1 July 2026, beside 1,200.00 a year.
  const id = await konto({
    pachtbeginn: "2026-01-01",
    positionen: [
      { positionsartId: 1, betragCent: 120_000 },
      { positionsartId: 1, betragCent: 25_000, intervall: "einmalig", gueltigVon: "2026-03-15" },
      { positionsartId: 1, betragCent: 8_000, intervall: "einmalig", gueltigVon: "2026-07-01" },
    ],
  });
  const setze = (pachtbeginn: string) => mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, { pachtbeginn });
  expect((await setze("2026-03-15")).json.hinweise).toBeUndefined();
  const spaeter = await setze("2026-07-01");
  const text = expect.stringMatching(/^Die einmalige Position „Pacht“ vom 15\.03\.2026 liegt nun vor dem Pachtbeginn/);
  expect([spaeter.status, spaeter.json.hinweise]).toEqual([200, [{ code: "einmalige_vor_beginn", text }]]);
  // Told by the change that does it, not by later ones; and a record read can be sent back with it.
  const wieder = await mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, { ...spaeter.json, bemerkung: "geprüft" });
  expect([wieder.status, wieder.json.hinweise]).toEqual([200, undefined]);
  expect((await setze("2026-07-02")).json.hinweise).toMatchObject([{ text: expect.stringContaining("01.07.2026") }]);
});

test("rückt das Pachtende vor eine einmalige Position, auch durch eine Kündigung, sagt es die Antwort", async () => {
  const id = await konto({
    pachtbeginn: "2026-01-01",
    pachtende: "2028-12-31",
    positionen: [{ positionsartId: 1, betragCent: 25_000, intervall: "einmalig", gueltigVon: "2027-10-01" }],
  });
  const setze = (werte: object) => mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, werte);
  const hinweis = {
    code: "einmalige_nach_ende",
    text: "Die einmalige Position „Pacht“ vom 01.10.2027 liegt nun nach dem Pachtende und wird nicht mehr abgerechnet. Soll sie es, bitte ihren Tag ändern.",
  };
  expect((await setze({ pachtende: "2027-10-01" })).json.hinweise).toBeUndefined();
  expect((await setze({ pachtende: "2027-09-30" })).json.hinweise).toEqual([hinweis]);
  expect((await setze({ pachtende: null })).json.hinweise).toBeUndefined();
  const gekuendigt = await setze({ status: "gekuendigt", kuendigungZum: "2027-06-30" });
  expect([gekuendigt.status, gekuendigt.json.hinweise]).toEqual([200, expect.arrayContaining([hinweis])]);
});
