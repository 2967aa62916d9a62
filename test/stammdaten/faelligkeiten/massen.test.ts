import { expect, inject, test } from "vitest";
import { listLuecken, listPlankonten, updateEntfallen } from "../../../src/stammdaten/faelligkeiten/queries.ts";
import { planeFuerMassen } from "../../../src/technik/database/anweisung/massen.ts";
import { datenbank, mitDatenbank, owner } from "../../hilfe/mitDatenbank.ts";
import { vergissStatistik } from "../../sicherheit/hilfe/statistik.ts";

mitDatenbank();

const anweisungen = [listPlankonten, listLuecken, updateEntfallen].map(
  (anweisung) => [anweisung.name, anweisung] as const,
);

test.each(anweisungen)(
  "ohne Statistik vergleicht %s nicht jede Fälligkeit mit jedem von tausend Schlüsseln",
  async (_, anweisung) => {
    const { pathname } = new URL(datenbank.ownerUrl);
    await vergissStatistik(Object.assign(new URL(inject("datenbank").adminUrl), { pathname }).href);
    await owner.begin(async (tx) => {
      await planeFuerMassen(tx);
      const { string } = await anweisung(tx, [1]).describe();
      // As it is planned once it has been asked some times: without knowing the keys.
      const plan = await tx.unsafe<{ "QUERY PLAN": string }[]>(`explain (generic_plan) ${string}`);
      const zeilen = plan.map((zeile) => Object.values(zeile)[0]);
      expect(zeilen.filter((zeile) => /Filter:.*ANY/.test(String(zeile)))).toEqual([]);
      expect(zeilen.length).toBeGreaterThan(1);
    });
  },
);
