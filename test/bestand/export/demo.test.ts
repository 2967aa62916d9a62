import { beforeAll, expect, test } from "vitest";
import { spaltenVon, type Zeile } from "../../../src/bestand/format/blaetter.ts";
import type { Blatt } from "../../../src/bestand/format/blattnamen.ts";
import { ladeDemodaten } from "../../../src/lokal/daten.ts";
import { administrator, dienst, heute, mitDienst } from "../../hilfe/mitDienst.ts";
import { blattzeilen, liesAlles } from "../lesen/hilfe.ts";
import { unter } from "./unter.ts";

mitDienst();

type Datensatz = { id: number } & Record<string, unknown>;
let zeilen: Zeile[];
let bytes: Uint8Array;
beforeAll(async () => {
  await ladeDemodaten(dienst.ownerUrl, { heute, konten: 60 });
  ({ bytes } = await administrator().get("/export/bestand"));
  const gelesen = await liesAlles({ bytes });
  expect(gelesen.befunde).toEqual([]);
  ({ zeilen } = gelesen);
});

const von = (blatt: Blatt) => zeilen.filter((zeile) => zeile.blatt === blatt).map(({ werte }) => werte);

const alle = async (pfad: string): Promise<Datensatz[]> => {
  const { status, json, text } = await administrator().get<{ data: Datensatz[] }>(pfad);
  expect(status, text).toBe(200);
  return json.data.sort((a, b) => a.id - b.id);
};

/** Fields that a workbook has otherwise: keys instead of ids, and where the billing goes on. */
const anders = ["importSchluessel", "pachtkontoId", "positionIds", "abrechnungAb", "wertsicherung.reiheId"];

/** Records as lists of the values of a sheet's columns. */
const werte = (blatt: Blatt, datensaetze: object[]): unknown[][] => {
  const felder = [...new Set(spaltenVon[blatt].map(({ feld }) => feld))].filter((feld) => !anders.includes(feld));
  return datensaetze.map((datensatz) => felder.map((feld) => unter(datensatz, feld)));
};
/** What was read has its nested fields under their whole names. */
const gelesene = (blatt: Blatt): unknown[][] => {
  const felder = [...new Set(spaltenVon[blatt].map(({ feld }) => feld))].filter((feld) => !anders.includes(feld));
  return von(blatt).map((zeile) => felder.map((feld) => zeile[feld]));
};

test("Kontakte und Patchobjekte der Demo stehen in der Mappe, Feld für Feld wie in der API", async () => {
  expect(gelesene("Kontakte")).toEqual(werte("Kontakte", await alle("/kontakte?limit=5000")));
  expect(gelesene("Patchobjekte")).toEqual(werte("Patchobjekte", await alle("/patchobjekte?limit=5000")));
});

test("jedes Pachtkonto steht in der Mappe oder, mit Grund, auf dem Blatt der ausgelassenen", async () => {
  const konten = await alle("/pachtkonten?status=alle&limit=5000");
  const ausgelassen = (await blattzeilen(bytes, "Ausgelassen")).filter(([, was]) => was === "Pachtkonto");
  const nummern = new Set(ausgelassen.map(([kontonummer]) => kontonummer));
  const uebrige = konten.filter(({ kontonummer }) => !nummern.has(kontonummer));
  expect(uebrige.length).toBeGreaterThan(30);
  expect(nummern.size).toBeGreaterThan(0);
  expect(gelesene("Pachtkonten")).toEqual(werte("Pachtkonten", uebrige));
  const anzahlParteien = uebrige.reduce((summe, { beteiligte }) => summe + (beteiligte as unknown[]).length, 0);
  expect(von("Beteiligte")).toHaveLength(anzahlParteien);
});

test("Firmendaten, Positionen und künftige Hebungen haben dieselben Werte", async () => {
  const firma = await administrator().get<Datensatz>("/einstellungen/firmendaten");
  expect(gelesene("Firmendaten")).toEqual(werte("Firmendaten", [firma.json]));
  const schluessel = new Map(von("Pachtkonten").map((konto) => [konto.kontonummer, konto.importSchluessel]));
  const hebungen = (await alle("/abrechnung/hebungen?limit=500")).filter(
    ({ status, kontonummer }) => ["geplant", "aktiv"].includes(String(status)) && schluessel.has(kontonummer),
  );
  expect(hebungen.length).toBeGreaterThan(0);
  expect(gelesene("Hebungen")).toEqual(werte("Hebungen", hebungen));
  expect(von("Hebungen").map(({ pachtkontoId }) => pachtkontoId)).toEqual(
    hebungen.map(({ kontonummer }) => schluessel.get(kontonummer)),
  );
  const [summe] = await dienst.owner<{ summe: number; anzahl: number }[]>`
    select sum(betrag_cent)::bigint summe, count(*) anzahl
    from pachtkonto_position p
    join pachtkonto k on k.id = p.pachtkonto_id
    where k.kontonummer = any(${[...schluessel.keys()] as string[]})`;
  expect(von("Positionen")).toHaveLength(Number(summe?.anzahl));
  expect(von("Positionen").reduce((gesamt, { betragCent }) => gesamt + Number(betragCent), 0)).toBe(summe?.summe);
});
