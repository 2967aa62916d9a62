import { expect, test } from "vitest";
import type { HebungsvorschlagListe } from "../../src/abrechnung/vorschlaege/schema.ts";
import { ladeDemodaten } from "../../src/lokal/daten.ts";
import { dienst, heute, mitarbeiter, mitDienst } from "../hilfe/mitDienst.ts";

mitDienst();

test("die Demodaten haben Klauseln jeder Art, und für einige steht eine Hebung an", async () => {
  await ladeDemodaten(dienst.ownerUrl, { heute });
  const { json } = await mitarbeiter().get<HebungsvorschlagListe>(
    "/abrechnung/hebungsvorschlaege?bis=2027-12-31&limit=500",
  );
  expect(new Set(json.data.map(({ klausel }) => klausel.art))).toEqual(new Set(["index", "prozent", "staffel"]));
  expect(json.summen.neuJahrCent).toBeGreaterThan(json.summen.altJahrCent);
  expect(json.ausgelassen.map(({ code }) => code)).toContain("hebung_offen");
  expect(json.ausgelassen.map(({ code }) => code)).not.toContain("index_fehlt");
});
