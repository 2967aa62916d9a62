import { expect, test } from "vitest";
import { fuegeEin } from "../../src/lokal/daten/fuegeEin.ts";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

test("was eingefügt wird, steht Zeichen für Zeichen in der Tabelle", async () => {
  const texte = ["Straße\tmit Tabulator", "zwei\nZeilen\r\n", "C:\\Neu\\N", "\\N", "", " 'Zitat' \"so\" ", "Łódź 🌾"];
  const zeilen = [
    ...texte.map((text, id) => ({ id, text, zahl: -0.1, ja: id % 2 === 0, werte: { text, liste: [1, null, true] } })),
    { id: 100, text: null, zahl: undefined, ja: null, werte: null },
  ];
  const gelesen = await owner.begin(async (tx) => {
    await tx`
      create temporary table probe (id integer, text text, zahl double precision, ja boolean, werte jsonb)
      on commit drop`;
    await fuegeEin(tx, "probe", zeilen);
    return tx`select id, text, zahl, ja, werte from probe order by id`;
  });
  expect([...gelesen]).toEqual(zeilen.map((zeile) => ({ ...zeile, zahl: zeile.zahl ?? null })));
});
