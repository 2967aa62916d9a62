import { expect, test } from "vitest";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

test("Zeilen der Listen werden nachgeschlagen, auch für den, der sich beim Schreiben von Tausenden verschachtelte Schleifen verbietet", async () => {
  const funktionen = await owner<{ name: string; einstellungen: string[] | null }[]>`
    select proname "name", proconfig einstellungen
    from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'schreibe\\_%'
    order by proname`;
  expect(funktionen).toEqual(
    ["schreibe_pachtkonto_frist", "schreibe_pachtkonto_liste", "schreibe_patchobjekt_liste"].map((name) => ({
      name,
      einstellungen: ["enable_nestloop=on"],
    })),
  );
});
