import fc from "fast-check";
import { expect, test } from "vitest";
import { leseSeite } from "../../../../src/technik/database/anweisung/suche.ts";
import { app, mitDatenbank } from "../../../hilfe/mitDatenbank.ts";

mitDatenbank();

type Zeile = { id: number; wert: number | null };

const nachOrdnung =
  (ab: boolean) =>
  (a: Zeile, b: Zeile): number => {
    if (a.wert === null || b.wert === null) {
      if (a.wert !== b.wert) return a.wert === null ? 1 : -1;
    } else if (a.wert !== b.wert) return ab ? b.wert - a.wert : a.wert - b.wert;
    return ab ? b.id - a.id : a.id - b.id;
  };

const zeilen = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 99 }), wert: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }) }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test("eine Seite ist dieselbe, ob ihre Zeilen erst gefunden oder in der Folge gelesen werden", async () => {
  const frage = fc.record({
    zeilen,
    ab: fc.boolean(),
    page: fc.integer({ min: 1, max: 4 }),
    limit: fc.integer({ min: 1, max: 9 }),
    wenige: fc.constantFrom(0, 10, 5000),
    gesucht: fc.boolean(),
    gezaehlt: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(frage, async ({ zeilen, ab, page, limit, wenige, gesucht, gezaehlt }) => {
      const ids = zeilen.map(({ id }) => id);
      const werte = zeilen.map(({ wert }) => wert);
      const seite = await leseSeite(
        app,
        {
          page,
          limit,
          treffer: app`select id, wert from unnest(${ids}::bigint[], ${werte}::integer[]) t (id, wert)`,
          gesucht,
          ordnung: { ab, leer: true },
          bekannt: gezaehlt ? app`(select ${zeilen.length}::bigint)` : undefined,
          zeile: app`select seite.id`,
        },
        wenige,
      );
      const erwartet = zeilen.toSorted(nachOrdnung(ab)).slice((page - 1) * limit, page * limit);
      expect(seite.total).toBe(zeilen.length);
      expect(JSON.parse(seite.zeilen)).toEqual(erwartet.map(({ id }) => ({ id })));
    }),
    { numRuns: 150 },
  );
});
