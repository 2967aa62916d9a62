import { beforeAll, expect, test } from "vitest";
import { blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { ladeDemodaten } from "../../../src/lokal/daten.ts";
import { dienst, heute, mitDienst } from "../../hilfe/mitDienst.ts";
import { blattzeilen } from "../lesen/hilfe.ts";
import { exportiere, importiere, leerer, mitLeerer, uebertrageIndexreihen, vorschau } from "./reise.ts";

mitDienst();
mitLeerer();
beforeAll(() => ladeDemodaten(dienst.ownerUrl, { heute }), 240_000);

/** Accounts that an export leaves out; of others it leaves out a part. */
const ausgelassene = async (mappe: Uint8Array): Promise<Set<unknown>> =>
  new Set(
    (await blattzeilen(mappe, "Ausgelassen")).flatMap(([kontonummer, was]) =>
      was === "Pachtkonto" ? [kontonummer] : [],
    ),
  );

test("in eine leere Installation eingelesen gibt der Bestand dieselbe Vorschau für zwölf Monate und dieselbe Mappe", async () => {
  const mappe = await exportiere(dienst);
  const klauseln = (await blattzeilen(mappe, "Pachtkonten")).map(
    (zeile, _, [kopf]) => zeile[kopf?.indexOf("wertsicherung.art") ?? -1],
  );
  expect(klauseln).toEqual(expect.arrayContaining(["index", "prozent", "staffel"]));
  await uebertrageIndexreihen(dienst, leerer);
  expect(await importiere(leerer, mappe)).toMatchObject({ status: "ausgefuehrt" });
  const ohne = await ausgelassene(mappe);
  const soll = [...(await vorschau(dienst))].filter(([schluessel]) => !ohne.has(schluessel.split(" ")[1]));
  expect(soll.length).toBeGreaterThan(100);
  expect([...(await vorschau(leerer))]).toEqual(soll);
  const wieder = await exportiere(leerer);
  for (const blatt of blattnamen)
    expect(await blattzeilen(wieder, blatt), blatt).toEqual(await blattzeilen(mappe, blatt));
}, 240_000);

test("dort noch einmal eingelesen ändert er nichts und verdoppelt nichts", async () => {
  const mappe = await exportiere(leerer);
  const { blaetter, hinweise } = await importiere(leerer, mappe);
  expect(hinweise).toBe(0);
  expect(blaetter.filter(({ neu, geaendert }) => neu + geaendert > 0)).toEqual([]);
}, 240_000);

test("auch wer die Firmendaten nicht ändern darf, liest ihn wieder ein", async () => {
  const { blaetter } = await importiere(leerer, await exportiere(leerer), "verwalter");
  expect(blaetter.filter(({ neu, geaendert, falsch }) => neu + geaendert + falsch > 0)).toEqual([]);
}, 240_000);

test("am selben Ort wieder eingelesen ändert er nichts, obwohl darin steht, dass die Abrechnung nach dem Gebuchten weitergeht", async () => {
  const mappe = await exportiere(dienst);
  const { blaetter, hinweise } = await importiere(dienst, mappe);
  expect(hinweise).toBe(0);
  expect(blaetter.filter(({ neu, geaendert }) => neu + geaendert > 0)).toEqual([]);
  for (const blatt of blattnamen)
    expect(await blattzeilen(await exportiere(dienst), blatt), blatt).toEqual(await blattzeilen(mappe, blatt));
}, 240_000);
