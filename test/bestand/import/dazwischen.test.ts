import { beforeEach, expect, test } from "vitest";
import type { Import } from "../../../src/bestand/import/schema.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { fuehreZusammen } from "../zusammenfuehrung/handgriffe.ts";
import {
  auditzahl,
  befunde,
  fuehreAus,
  importiere,
  kleineMappe,
  kurz,
  type Mappe,
  mitKontaktarten,
  mitWorker,
  pruefe,
  tag,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

beforeEach(async () => {
  for (const tabelle of ["importschluessel", "importstand", "patchobjekt", "hebung", "pachtkonto"])
    await dienst.owner`delete from ${dienst.owner(tabelle)}`;
});

const idVon = async (art: string, schluessel: string): Promise<number> => {
  const [zeile] = await dienst.owner<{ id: number }[]>`
    select datensatz_id id from importschluessel where art = ${art} and schluessel = ${schluessel}`;
  return Number(zeile?.id);
};

const kontoMit = async (nummer: string): Promise<number> => {
  const [zeile] = await dienst.owner<{ id: number }[]>`select id from pachtkonto where kontonummer = ${nummer}`;
  return Number(zeile?.id);
};

const legeKontoAn = (kontonummer: string) =>
  verwalter().post<{ id: number }>("/pachtkonten", {
    kontonummer,
    pachtbeginn: "2026-01-01",
    zahlungsrhythmus: "jaehrlich",
    beteiligte: [{ kontaktId: 1, rolle: "paechter" }],
  });

/** Checks a file, lets somebody do something, and has it executed: it must be refused, and nothing written. */
const scheitert = async (mappe: Mappe, dazwischen: () => Promise<unknown>, wo: string[]): Promise<Import> => {
  const { id, fehler } = await pruefe(mappe);
  expect(fehler, (await kurz(id)).join("\n")).toBe(0);
  await dazwischen();
  const vorher = await auditzahl();
  const lauf = await fuehreAus(id);
  expect(lauf).toMatchObject({ status: "geprueft", fehler: wo.length });
  expect(await kurz(id)).toEqual(wo.map((ort) => `${ort} bestand_geaendert`));
  expect(await auditzahl()).toBe(vorher);
  return lauf;
};

test("ein Konto, das inzwischen jemand mit der Nummer anlegt, wird nicht für das der Datei gehalten", async () => {
  const { id } = await scheitert(kleineMappe(), () => legeKontoAn("A-77"), ["Pachtkonten 3 kontonummer"]);
  const [befund] = (await befunde(id)).filter(({ schwere }) => schwere === "fehler");
  expect(befund).toMatchObject({ wert: "A-77" });
  expect(befund?.text).toMatch(/noch einmal hochladen/);
  // Checked again the file says so, and its rows are about that account.
  const wieder = await pruefe(kleineMappe());
  expect(await kurz(wieder.id, "hinweis")).toContain("Pachtkonten 3 pachtbeginn im_haus_geaendert");
  expect(await fuehreAus(wieder.id)).toMatchObject({ status: "ausgefuehrt" });
});

test("eine Zeile mit eigenem Schlüssel bekommt auch kein Konto, das ein anderer Import inzwischen so nummeriert hat", async () => {
  const konto = {
    importSchluessel: "P9",
    kontonummer: "N-9",
    pachtbeginn: tag("2026-01-01"),
    zahlungsrhythmus: "jaehrlich",
  };
  await scheitert({ Pachtkonten: [konto] }, () => importiere({ Pachtkonten: [{ ...konto, importSchluessel: "Q9" }] }), [
    "Pachtkonten 2 kontonummer",
  ]);
});

test("dieselbe Datei, inzwischen schon ausgeführt, ist dieselbe geblieben", async () => {
  const [eine, andere] = [await pruefe(kleineMappe()), await pruefe(kleineMappe())];
  await fuehreAus(eine.id);
  expect(await fuehreAus(andere.id)).toMatchObject({ status: "ausgefuehrt", fehler: 0 });
});

test("was eine Zeile meinte, ist gelöscht: sie legt es nicht neu an", async () => {
  await importiere(kleineMappe());
  const [konto] = kleineMappe().Pachtkonten ?? [];
  await scheitert({ Pachtkonten: [{ ...konto, bezeichnung: "Deichkoppel" }] }, async () => {
    await dienst.owner`update patchobjekt set pachtkonto_id = null`;
    expect((await verwalter().delete(`/pachtkonten/${await idVon("pachtkonto", "P1")}`)).status).toBe(204);
  }, ["Pachtkonten 2 importSchluessel"]);
});

test("was eine andere Zeile nennt, führt inzwischen woandershin: sie wird nicht umgehängt", async () => {
  await importiere(kleineMappe());
  const felder = [{ pachtkonto: "A-77", name: "Bodenpunkte", wert: 51 }];
  await scheitert({ Feldwerte: felder }, async () => {
    await dienst.owner`update pachtkonto set kontonummer = 'A-78' where kontonummer = 'A-77'`;
    expect((await legeKontoAn("A-77")).status).toBe(201);
  }, ["Feldwerte 2 pachtkonto"]);
  expect(await kontoMit("A-78")).toBeGreaterThan(0);
});

test("zwei Kontakte, inzwischen zusammengeführt: die Zeile des einen ändert nicht den anderen", async () => {
  await importiere(kleineMappe());
  await scheitert(
    { Kontakte: [{ importSchluessel: "K3", telefon: "04841 5" }] },
    async () => fuehreZusammen(await idVon("kontakt", "K1"), await idVon("kontakt", "K3")),
    ["Kontakte 2 importSchluessel"],
  );
});

test("eine Fassung, die inzwischen jemand zum selben Tag eingibt, ist nicht die der Datei", async () => {
  await importiere(kleineMappe());
  const position = { importSchluessel: "B2", pachtkonto: "A-77", positionsart: "Pacht", intervall: "monatlich" };
  const [alte] = await dienst.owner<{ id: number; pachtkontoId: number }[]>`
    select id, pachtkonto_id from pachtkonto_position where id = ${await idVon("position", "B2")}`;
  await scheitert({
    Positionen: [
      { ...position, betrag: 100, gueltigVon: null, gueltigBis: tag("2029-12-31") },
      { ...position, betrag: 120, gueltigVon: tag("2030-01-01"), gueltigBis: null },
    ],
  }, async () => {
    const { status, text } = await verwalter().put(`/pachtkonten/${alte?.pachtkontoId}/positionen/${alte?.id}`, {
      betragCent: 11_000,
      gueltigVon: "2030-01-01",
    });
    expect(status, text).toBe(200);
  }, ["Positionen 3 gueltigVon"]);
});

test("eine Positionsart, die inzwischen jemand anlegt, ist nicht die der Datei", async () => {
  const art = { name: "Jagdpacht", kuerzel: "JP", steuersatz: 19 };
  await scheitert(
    { Positionsarten: [art] },
    async () =>
      expect(
        (
          await verwalter().post("/einstellungen/positionsarten", {
            name: "Jagdpacht",
            kuerzel: "JA",
            steuersatzBp: 700,
          })
        ).status,
      ).toBe(201),
    ["Positionsarten 2 name"],
  );
});
