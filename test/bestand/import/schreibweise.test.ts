import { expect, test } from "vitest";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { importiere, kleineMappe, type Mappe, mitKontaktarten, mitWorker, zahlen } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

/** The small office with umlauts in its keys, and on each sheet in the spelling asked for. */
const mappe = (schreibweise: (blatt: string) => "NFC" | "NFD"): Mappe =>
  Object.fromEntries(
    Object.entries(kleineMappe()).map(([blatt, zeilen]) => [
      blatt,
      zeilen.map((zeile) =>
        Object.fromEntries(
          Object.entries(zeile).map(([spalte, wert]) => {
            const neu = typeof wert === "string" ? wert.replace(/^[BKOP]\d$/, "Büro $&") : wert;
            return [spalte, typeof neu === "string" ? neu.normalize(schreibweise(blatt)) : neu];
          }),
        ),
      ),
    ]),
  );

test("ein Umlaut in einem Schlüssel ist derselbe, ob ein Programm ihn aus einem oder aus zwei Zeichen macht", async () => {
  await importiere(mappe((blatt) => (blatt === "Kontakte" ? "NFC" : "NFD")));
  const lauf = await importiere(mappe((blatt) => (blatt === "Kontakte" ? "NFD" : "NFC")));
  expect([zahlen(lauf, "Kontakte"), zahlen(lauf, "Pachtkonten"), zahlen(lauf, "Patchobjekte")]).toEqual([
    "3 unveraendert",
    "2 unveraendert",
    "2 unveraendert",
  ]);
  const [fremde] = await dienst.owner`
    select count(*) anzahl from importschluessel where schluessel is not nfc normalized or schluessel not like 'Büro %'`;
  expect(fremde?.anzahl).toBe(0);
});
