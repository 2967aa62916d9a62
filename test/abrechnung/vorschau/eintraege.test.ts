import { expect, test } from "vitest";
import { nullSummen } from "../../../src/abrechnung/eingabe/summen.ts";
import { neueEintraege } from "../../../src/abrechnung/vorschau/eintraege.ts";

const anzahl = 10_000;
const nummer = (id: number): string => `PK-${String((id * 7919) % anzahl).padStart(5, "0")}`;

/** Two entries an account, as for two due periods. */
const fuelle = () => {
  const eintraege = neueEintraege();
  const erste: number[] = [];
  for (let id = 1; id <= anzahl; id += 1) {
    eintraege.beginneKonto(id, nummer(id));
    erste.push(eintraege.nimm({ ...nullSummen(), anzahlDokumente: id, auszahlungCent: -id }, []));
    eintraege.nimm({ ...nullSummen(), paechterBruttoCent: Number.MAX_SAFE_INTEGER }, [
      { code: "summe_negativ", text: `Konto ${id}` },
    ]);
  }
  return { eintraege, erste };
};

test("die Einträge der Vorschau kommen so heraus, wie sie hineinkamen", () => {
  const { eintraege, erste } = fuelle();
  for (const id of [1, 2, 4096, 4097, anzahl]) {
    const nr = erste[id - 1] ?? Number.NaN;
    const wer = { ...nullSummen(), pachtkontoId: id, kontonummer: nummer(id) };
    expect(eintraege.lies(nr)).toEqual({ ...wer, anzahlDokumente: id, auszahlungCent: -id, hinweise: [] });
    expect(eintraege.lies(nr + 1)).toEqual({
      ...wer,
      paechterBruttoCent: Number.MAX_SAFE_INTEGER,
      hinweise: [{ code: "summe_negativ", text: `Konto ${id}` }],
    });
  }
});

test("die Einträge einer Fälligkeit stehen nach Kontonummer, gleich in welcher Folge die Konten angelegt sind", () => {
  const { eintraege, erste } = fuelle();
  eintraege.ordne(erste);
  const nummern = erste.map((nr) => eintraege.lies(nr).kontonummer);
  expect(nummern).toEqual(nummern.toSorted());
  expect(new Set(nummern).size).toBe(anzahl);
});
