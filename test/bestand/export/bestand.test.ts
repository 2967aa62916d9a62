import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { beforeAll, expect, test } from "vitest";
import { spaltenVon, type Zeile } from "../../../src/bestand/format/blaetter.ts";
import type { Blatt } from "../../../src/bestand/format/blattnamen.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { blattzeilen, liesAlles } from "../lesen/hilfe.ts";
import { unter } from "./unter.ts";

mitDienst({ stammdaten: true });

/** What keys end with that the export makes. */
let kennung = "";

type Konto = { id: number; kontonummer: string };
const konten: Record<string, Konto> = {};
const lege = async (kontonummer: string, mehr: Parameters<typeof konto>[0] = {}): Promise<number> => {
  const id = await konto({ kontonummer, ...mehr });
  konten[kontonummer] = { id, kontonummer };
  return id;
};

/** Two years of arrears, due on 1 October 2025 and 2026, unless it says otherwise. */
beforeAll(async () => {
  const [installation] = await dienst.owner<{ kennung: string }[]>`select kennung from installation`;
  kennung = String(installation?.kennung);
  await lege("NEU", { pachtbeginn: "2026-10-01", abrechnungAb: "2027-01-01" });
  await buche("2026-10-01", [await lege("GEBUCHT")]);
  const luecke = await lege("LUECKE");
  const ersterLauf = await buche("2025-10-01", [luecke]);
  await buche("2026-10-01", [luecke]);
  await storniere({ buchungslaufId: ersterLauf.id });
  const darueber = await lege("DARUEBER");
  await buche("2026-10-01", [darueber]);
  await verwalter().put(`/pachtkonten/${darueber}`, { pachtende: "2026-08-31" });
  await buche("2026-10-01", [await lege("FERTIG", { pachtende: "2026-08-31" })]);
  await dienst.owner`update pachtkonto set feldwerte = ${dienst.owner.json({ Bodenpunkte: 42, Notiz: "01067", Drainage: true, Leer: null })}
    where id = ${Number(konten.GEBUCHT?.id)}`;
  await dienst.owner`insert into patchobjekt (bezeichnung, objektart, pachtkonto_id)
    values ('Koppel', 'gruenland', ${Number(konten.GEBUCHT?.id)}), ('Alte Koppel', 'acker', ${Number(konten.FERTIG?.id)})`;
  await dienst.owner`insert into importschluessel (art, schluessel, datensatz_id)
    values ('kontakt', 'Z-77', 1), ('kontakt', 'A-77', 1), ('kontakt', 'K-3', 2), ('pachtkonto', 'alt 12', ${Number(konten.GEBUCHT?.id)})`;
});

const hole = async () => {
  const { status, bytes, kopf } = await verwalter().get("/export/bestand");
  expect(status).toBe(200);
  const { zeilen, befunde } = await liesAlles({ bytes });
  expect(befunde).toEqual([]);
  const von = (blatt: Blatt): Zeile["werte"][] =>
    zeilen.filter((zeile) => zeile.blatt === blatt).map(({ werte }) => werte);
  return { bytes, kopf, von };
};

test("Pachtkonten gehen am Tag nach dem letzten gebuchten weiter; was abgerechnet ist oder Lücken hat, fehlt mit Grund", async () => {
  const { bytes, kopf, von } = await hole();
  expect(von("Pachtkonten").map(({ kontonummer, abrechnungAb }) => [kontonummer, abrechnungAb])).toEqual([
    ["NEU", "2027-01-01"],
    ["GEBUCHT", "2026-10-01"],
  ]);
  expect(kopf.get("x-ausgelassen-anzahl")).toBe("3");
  expect(await blattzeilen(bytes, "Ausgelassen")).toEqual([
    ["kontonummer", "was", "warum"],
    ["LUECKE", "Pachtkonto", "Lücken in dem, was bis 30.09.2026 gebucht ist"],
    ["DARUEBER", "Pachtkonto", "gebucht bis 30.09.2026, die Pacht endet am 31.08.2026"],
    ["FERTIG", "Pachtkonto", "schlussabgerechnet am 01.10.2026"],
  ]);
});

test("jeder Datensatz hat einen Schlüssel, und alle Verweise führen auf einen", async () => {
  const { von } = await hole();
  expect(von("Kontakte").map(({ importSchluessel, nachname }) => [importSchluessel, nachname])).toEqual([
    ["A-77", "Müller"],
    ["K-3", "Schulze"],
    [`K-3-${kennung}`, "Vogt"],
    [`K-4-${kennung}`, "Wolf"],
    [`K-5-${kennung}`, "Zander"],
  ]);
  const gebucht = "alt 12";
  expect(von("Beteiligte").filter(({ pachtkontoId }) => pachtkontoId === gebucht)).toMatchObject([
    { kontaktId: "A-77", rolle: "paechter" },
    { kontaktId: `K-4-${kennung}`, rolle: "verpaechter" },
  ]);
  expect(von("Positionen").filter(({ pachtkontoId }) => pachtkontoId === gebucht)).toMatchObject([
    { positionsartId: "Pacht", betragCent: 120_000, intervall: "jaehrlich" },
  ]);
  expect(von("Patchobjekte").map(({ bezeichnung, pachtkontoId }) => [bezeichnung, pachtkontoId])).toEqual([
    ["Koppel", gebucht],
    ["Alte Koppel", null],
  ]);
  expect(von("Feldwerte").map(({ pachtkontoId, name, wert }) => [pachtkontoId, name, wert])).toEqual(
    expect.arrayContaining([
      [gebucht, "Bodenpunkte", 42],
      [gebucht, "Notiz", "01067"],
      [gebucht, "Drainage", true],
      [gebucht, "Leer", null],
    ]),
  );
});

test.each<[Blatt, string]>([
  ["Kontakte", "/kontakte?limit=500"],
  ["Kontaktarten", "/einstellungen/kontaktarten?limit=500"],
])("%s: jedes Feld steht in der Mappe wie in der API", async (blatt, pfad) => {
  const { von } = await hole();
  const antwort = await mitarbeiter().get<{ data: { id: number }[] }>(pfad);
  const datensaetze = antwort.json.data.sort((a, b) => a.id - b.id);
  const felder = spaltenVon[blatt].map(({ feld }) => feld).filter((feld) => feld !== "importSchluessel");
  const werte = von(blatt).map((zeile) => felder.map((feld) => zeile[feld]));
  expect(werte).toEqual(datensaetze.map((datensatz) => felder.map((feld) => unter(datensatz, feld))));
});

test("ein Kontakt, der in einem anderen aufgegangen ist, steht nicht in der Mappe; seine Pachtkonten nennen den anderen", async () => {
  const doppelt = await verwalter().post<{ id: number }>("/kontakte", {
    typ: "person",
    nachname: "Müller",
    vorname: "A.",
  });
  await lege("DOPPELT", { pachtbeginn: "2026-10-01", paechter: [[doppelt.json.id, null, null]] });
  const { status, text } = await verwalter().post("/duplikate/kontakte/zusammenfuehrung", {
    bleibt: 1,
    geht: doppelt.json.id,
  });
  expect(status, text).toBeLessThan(300);
  const { von } = await hole();
  expect(von("Kontakte")).toHaveLength(5);
  const schluessel = von("Pachtkonten").find(({ kontonummer }) => kontonummer === "DOPPELT")?.importSchluessel;
  const paechter = von("Beteiligte").find(
    ({ pachtkontoId, rolle }) => pachtkontoId === schluessel && rolle === "paechter",
  );
  expect(paechter?.kontaktId).toBe("A-77");
});

const abrufe = async (): Promise<number> => {
  const [zeile] = await dienst.owner<{ anzahl: number }[]>`
    select count(*) anzahl from auditlog where aktion = 'export' and ressource = 'bestand'`;
  return Number(zeile?.anzahl);
};

test("zweimal ausgegeben sind es dieselben Bytes; jeder Abruf steht im Audit-Log, eine Nachfrage mit HEAD nicht", async () => {
  const vorher = await abrufe();
  const [eine, andere] = [await hole(), await hole()];
  expect(eine.bytes).toEqual(andere.bytes);
  const kopf = await dienst.frage("verwalter", "head", "/export/bestand");
  expect([kopf.status, kopf.kopf.get("x-ausgelassen-anzahl"), kopf.bytes.length]).toEqual([200, "3", 0]);
  expect(await abrufe()).toBe(vorher + 2);
});

test("wer geht, ehe die Mappe fertig ist, bekommt keine: sie wird nicht fertig geschrieben, und niemand hat sie abgerufen", async () => {
  const vorher = await abrufe();
  const mappen = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`pacht-${process.pid}-`));
  const abbruch = new AbortController();
  let antwort: Response | Promise<Response> | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`lock table pachtkonto in access exclusive mode`;
    antwort = dienst.app.request("/api/export/bestand", {
      headers: { cookie: "service.sid=sitzung-verwalter" },
      signal: abbruch.signal,
    });
    await bisWarten(dienst.owner, 1);
    expect(mappen()).toHaveLength(1);
    abbruch.abort();
  });
  expect(await (await antwort)?.json()).toMatchObject({ code: "abgebrochen" });
  expect(mappen()).toEqual([]);
  expect(await abrufe()).toBe(vorher);
});
