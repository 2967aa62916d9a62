import { beforeAll, describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { kurz, mitKontaktarten, mitWorker, pruefe } from "../import/handgriffe.ts";
import { parteienVon, sendeZusammenfuehrung } from "../zusammenfuehrung/handgriffe.ts";
import { loesche } from "./handgriffe.ts";

mitDienst();
mitWorker();
mitKontaktarten();

/** As an export names it. */
const schluessel = async (art: "K" | "P", id: number): Promise<string> => {
  const [zeile] = await dienst.owner<{ kennung: string }[]>`select kennung from installation`;
  return `${art}-${id}-${zeile?.kennung}`;
};

const person = { typ: "paechter", vorname: "Åse", nachname: "Hellevik", strasse: "Deichweg", ort: "Husum" };
const lege = async (): Promise<number> => (await verwalter().post<Kontakt>("/kontakte", person)).json.id;

/** Ended before anything of it could be billed here: its parties may be erased. */
const altes = {
  ...{ zahlungsrhythmus: "jaehrlich", pachtbeginn: "2010-10-01", pachtende: "2012-09-30", abrechnungAb: "2013-10-01" },
};
const alsPaechter = (...ids: number[]) => ({
  beteiligte: ids.map((kontaktId) => ({ kontaktId, rolle: "paechter", anteilZaehler: 1, anteilNenner: ids.length })),
});

describe("ein früherer Export bringt nicht zurück, wer gelöscht wurde", () => {
  test("seine Zeile ist falsch, wo sie etwas anderes sagt, als von ihm geblieben ist", async () => {
    const id = await lege();
    const importSchluessel = await schluessel("K", id);
    expect((await loesche(id)).status).toBe(200);

    const alter = await pruefe({ Kontakte: [{ importSchluessel, ...person }] });
    expect(await kurz(alter.id)).toEqual(["Kontakte 2 importSchluessel person_geloescht"]);
    expect((await verwalter().post(`/import/${alter.id}/ausfuehren`, {})).status).toBe(409);
    const nurName = await pruefe({ Kontakte: [{ importSchluessel, nachname: person.nachname }] });
    expect(await kurz(nurName.id)).toEqual(["Kontakte 2 importSchluessel person_geloescht"]);

    const heutiger = await pruefe({ Kontakte: [{ importSchluessel, typ: "paechter", nachname: "gelöscht" }] });
    expect(await kurz(heutiger.id)).toEqual([]);
    expect(heutiger.blaetter).toEqual([{ blatt: "Kontakte", neu: 0, geaendert: 0, unveraendert: 1, falsch: 0 }]);
  });

  test("auch nicht, wer vorher mit DELETE entfernt wurde; nur entfernt darf er wiederkommen", async () => {
    const [geloescht, entfernt] = [await lege(), await lege()];
    for (const id of [geloescht, entfernt]) expect((await verwalter().delete(`/kontakte/${id}`)).status).toBe(204);
    expect((await loesche(geloescht)).status).toBe(200);
    const { id } = await pruefe({
      Kontakte: [
        { importSchluessel: await schluessel("K", geloescht), ...person },
        { importSchluessel: await schluessel("K", entfernt), ...person },
      ],
    });
    expect(await kurz(id)).toEqual(["Kontakte 2 importSchluessel person_geloescht"]);
  });
});

describe("wer gelöscht wurde, wird an keinem Pachtkonto mehr Partei", () => {
  let er: number;
  let anderer: number;
  let konto: Pachtkonto;

  beforeAll(async () => {
    [er, anderer] = [await lege(), await lege()];
    konto = (await verwalter().post<Pachtkonto>("/pachtkonten", { ...altes, ...alsPaechter(er) })).json;
    expect((await loesche(er)).status).toBe(200);
  });

  test("ein neues Konto mit ihm wird abgewiesen, und so die Aufnahme in ein anderes", async () => {
    const neues = await verwalter().post<{ errors: object[] }>("/pachtkonten", {
      ...altes,
      ...alsPaechter(anderer, er),
    });
    expect([neues.status, neues.json.errors]).toMatchObject([
      400,
      [{ path: "beteiligte.1.kontaktId", code: "unbekannt" }],
    ]);
    const { json } = await verwalter().post<Pachtkonto>("/pachtkonten", { ...altes, ...alsPaechter(anderer) });
    expect((await verwalter().put(`/pachtkonten/${json.id}`, alsPaechter(er))).status).toBe(400);
  });

  test("wo er es war, bleibt er es", async () => {
    const { status, text } = await verwalter().put(`/pachtkonten/${konto.id}`, alsPaechter(er, anderer));
    expect(status, text).toBe(200);
  });

  test("auch nicht durch eine Zusammenführung, ob er bliebe oder ginge, und gezeigt wird sie auch nicht", async () => {
    const { json: dessen } = await verwalter().post<Pachtkonto>("/pachtkonten", { ...altes, ...alsPaechter(anderer) });
    for (const [bleibt, geht] of [
      [er, anderer],
      [anderer, er],
    ] as const)
      for (const query of ["", "?nurZeigen=1"]) {
        const { status, json } = await sendeZusammenfuehrung(bleibt, geht, {}, query);
        expect([status, json]).toMatchObject([409, { code: "person_geloescht" }]);
      }
    expect(await parteienVon(dessen.id)).toEqual([[anderer, "paechter", 1, 1]]);
  });

  test("im Import ebenso", async () => {
    const { json: ohneIhn } = await verwalter().post<Pachtkonto>("/pachtkonten", { ...altes, ...alsPaechter(anderer) });
    const zeile = async (id: number) => ({
      ...{ pachtkonto: await schluessel("P", id), kontakt: await schluessel("K", er), rolle: "paechter" },
      hauptkontakt: false,
    });
    const { id } = await pruefe({ Beteiligte: [await zeile(konto.id), await zeile(ohneIhn.id)] });
    expect(await kurz(id)).toEqual(["Beteiligte 3 kontakt unbekannt"]);
  });
});
