import { beforeAll, expect, test } from "vitest";
import { blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { blattzeilen } from "../lesen/hilfe.ts";
import { exportiere, importiere, leerer, mitLeerer, vorschau } from "./reise.ts";

mitDienst({ stammdaten: true });
mitLeerer();

const aendere = async (id: number, felder: object): Promise<void> => {
  const { status, text } = await verwalter().put(`/pachtkonten/${id}`, felder);
  expect(status, text).toBe(200);
};

/** Under notice until it ran out, and not settled yet. */
const gekuendigt = async (kontonummer: string): Promise<number> => {
  const id = await konto({ kontonummer });
  await aendere(id, { status: "gekuendigt", gekuendigtAm: "2024-09-01", kuendigungZum: "2026-09-30" });
  await aendere(id, { status: "ausgelaufen" });
  return id;
};

beforeAll(async () => {
  await gekuendigt("AUSGELAUFEN");
  await aendere(await gekuendigt("FRUEHER"), { pachtende: "2026-08-31" });
});

test("was nach einer Kündigung ausgelaufen ist, kommt mit ihren Tagen in eine leere Installation", async () => {
  const mappe = await exportiere(dienst);
  expect(await importiere(leerer, mappe)).toMatchObject({ status: "ausgefuehrt", fehler: 0 });
  const wieder = await exportiere(leerer);
  for (const blatt of blattnamen)
    expect(await blattzeilen(wieder, blatt), blatt).toEqual(await blattzeilen(mappe, blatt));
  expect([...(await vorschau(leerer))]).toEqual([...(await vorschau(dienst))]);
});

test("steht es dort noch als laufend, wird dieselbe Mappe auch angenommen", async () => {
  const mappe = await exportiere(dienst);
  await leerer.owner`update pachtkonto set status = 'aktiv', gekuendigt_am = null, kuendigung_zum = null`;
  expect(await importiere(leerer, mappe)).toMatchObject({ status: "ausgefuehrt", fehler: 0 });
});
