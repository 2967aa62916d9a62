import { expect, test } from "vitest";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { allgemein, einordnungen, passt } from "./datenschutz.ts";

mitDatenbank();

const listSpalten = () => owner<{ tabelle: string; spalte: string }[]>`
  select table_name as tabelle, column_name as spalte
  from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'
  order by 1, ordinal_position`;

test("jede Spalte der Datenbank ist in docs/datenschutz.md eingeordnet: mit oder ohne Angaben zu Personen, einmal", async () => {
  const spalten = await listSpalten();
  const alle = einordnungen();
  const von = ({ tabelle, spalte }: { tabelle: string; spalte: string }) =>
    alle.filter((eine) => eine.tabelle === tabelle && eine.spalte === spalte);
  const namen = (welche: { tabelle: string; spalte: string }[]) =>
    welche.map(({ tabelle, spalte }) => `${tabelle}.${spalte}`);

  const ohne = spalten.filter(
    (eine) => von(eine).length === 0 && !allgemein().some((muster) => passt(muster, eine.spalte)),
  );
  expect(namen(ohne), "fehlt").toEqual([]);
  expect(namen(spalten.filter((eine) => von(eine).length > 1)), "steht zweimal da").toEqual([]);
  const vorhandene = new Set(namen([...spalten]));
  expect(
    namen(alle).filter((name) => !vorhandene.has(name)),
    "gibt es nicht",
  ).toEqual([]);
});

test("zu jeder Angabe über Personen steht da, wozu, wer sie sieht, wie lange, und was eine Löschung tut", () => {
  const personen = einordnungen().flatMap(({ angaben }) => (angaben ? [angaben] : []));
  expect(personen.length).toBeGreaterThan(100);
  for (const angaben of personen) expect(Object.values(angaben)).not.toContain("");
});
