import { beforeAll, describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { importiere, mitKontaktarten, mitWorker } from "../import/handgriffe.ts";
import { gruppe, lage } from "../loeschung/handgriffe.ts";
import { entpacke } from "./entpacke.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const hole = async (id: number) => {
  const dateien = await entpacke((await verwalter().get(`/kontakte/${id}/auskunft`)).bytes);
  return {
    dateien: [...dateien.keys()],
    daten: JSON.parse(String(dateien.get("daten.json"))),
    uebersicht: String(dateien.get("uebersicht.html")),
  };
};

const idVon = async (name: string): Promise<number> => {
  const { json } = await verwalter().get<{ data: Kontakt[] }>(`/kontakte?search=${name}`);
  return json.data[0]?.id ?? 0;
};

describe("Die Auskunft nennt, was eine Löschung zählt", () => {
  const zeile = {
    importSchluessel: "N8-Alt",
    typ: "paechter",
    vorname: "Frauke",
    nachname: "Nordhusen",
    strasse: "Deich",
    hausnummer: "7",
    plz: "25813",
    ort: "Husum",
  };
  let id: number;
  let pachtkonto: number;
  let daten: Awaited<ReturnType<typeof hole>>["daten"];
  let uebersicht: string;

  beforeAll(async () => {
    await importiere({ Kontakte: [zeile] });
    id = await idVon("Nordhusen");
    const { json: zwilling } = await verwalter().post<Kontakt>("/kontakte", {
      typ: "paechter",
      vorname: "Frauke",
      nachname: "Nordhuusen",
      strasse: "Deich",
      hausnummer: "7",
      plz: "25813",
      ort: "Husum",
    });
    const entscheidung = await verwalter().post("/duplikate/kontakte/entscheidung", {
      kontaktIds: [id, zwilling.id],
      entscheidung: "kein_duplikat",
    });
    expect(entscheidung.status, entscheidung.text).toBe(200);
    // Merged by mistake, and taken apart again.
    const { json: falscher } = await verwalter().post<Kontakt>("/kontakte", {
      typ: "paechter",
      nachname: "Irrtum",
      email: "irrtum@example.org",
    });
    const { json: eine } = await verwalter().post<{ id: number }>("/duplikate/kontakte/zusammenfuehrung", {
      bleibt: id,
      geht: falscher.id,
      felder: ["email"],
    });
    expect((await verwalter().post(`/duplikate/zusammenfuehrungen/${eine.id}/ruecknahme`)).status).toBe(200);
    pachtkonto = await konto({
      paechter: [
        [id, 1, 2],
        [2, 1, 2],
      ],
      pachtbeginn: "2025-10-01",
    });
    const beteiligte = [
      { kontaktId: 2, rolle: "paechter" },
      { kontaktId: 4, rolle: "verpaechter" },
    ];
    // An account that names him in the log alone.
    const { json: anderes } = await verwalter().post<{ id: number }>("/pachtkonten", {
      pachtbeginn: "2025-10-01",
      zahlungsrhythmus: "jaehrlich",
      istVorauszahlend: false,
      beteiligte: [{ kontaktId: id, rolle: "paechter" }, beteiligte[1]],
    });
    expect((await verwalter().put(`/pachtkonten/${anderes.id}`, { beteiligte })).status).toBe(200);
    await verwalter().put(`/pachtkonten/${pachtkonto}`, { bemerkung: "Schulze zahlt bar" });
    ({ daten, uebersicht } = await hole(id));
  });

  test("Einträge, Ähnlichkeiten und Pachtkonten: so viele, wie unter „Aufbewahrung“ stehen", async () => {
    const { json } = await lage(id);
    const mitWerten = daten.protokoll.filter(({ aenderungen }: { aenderungen: [] }) => aenderungen.length > 0);
    expect(mitWerten).toHaveLength(gruppe(json, "protokoll")?.anzahl ?? 0);
    expect(daten.protokoll.map(({ aktion }: { aktion: string }) => aktion)).toContain("entscheiden");
    expect(daten.protokollKonten).toHaveLength(gruppe(json, "protokollKonten")?.anzahl ?? 0);
    expect(daten.protokollKonten.length).toBeGreaterThan(2);
    expect(daten.aehnlichkeiten).toHaveLength(gruppe(json, "aehnlichkeiten")?.anzahl ?? 0);
    expect(daten.aehnlichkeiten).toContainEqual(expect.objectContaining({ keinDuplikat: true }));
    expect(daten.aufbewahrung).toEqual(json.gruppen);
  });

  test("Schlüssel und Zeilen eingelesener Dateien", () => {
    expect(daten.herkunft).toMatchObject({
      schluessel: ["N8-Alt"],
      staende: [{ werte: { nachname: "Nordhusen" } }],
      zeilen: [{ blatt: "Kontakte", werte: { importSchluessel: "N8-Alt", nachname: "Nordhusen" } }],
    });
    expect(uebersicht).toContain("N8-Alt");
  });

  test("von Pachtkonten nur sein Teil, und nichts von dem, mit dem er verwechselt wurde", () => {
    expect(daten.protokollKonten).toContainEqual(
      expect.objectContaining({
        aktion: "aendern",
        felder: ["beteiligte"],
        beteiligung: { alt: [expect.objectContaining({ kontaktId: id, rolle: "paechter" })], neu: [] },
      }),
    );
    expect(daten.protokollKonten).toContainEqual(expect.objectContaining({ felder: ["bemerkung"], beteiligung: null }));
    for (const fremdes of ["Schulze", "Wolf", "irrtum@", "Nordhuusen", "benutzer"])
      expect(JSON.stringify(daten) + uebersicht).not.toContain(fremdes);
  });
});

test("was nach seiner Zeit hochgeladen wurde, ist nicht dabei, und die Auskunft sagt, dass es fehlt", async () => {
  const { json } = await verwalter().post<{ id: number }>("/pachtkonten", {
    pachtbeginn: "2020-01-01",
    abrechnungAb: "2026-01-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    beteiligte: [
      { kontaktId: 1, rolle: "paechter", gueltigBis: "2024-12-31" },
      { kontaktId: 2, rolle: "paechter", gueltigVon: "2025-01-01" },
      { kontaktId: 4, rolle: "verpaechter" },
    ],
  });
  for (const name of ["Vertrag.pdf", "Kuendigung.pdf", "Vertrag_Nachfolger.pdf"]) {
    const formular = new FormData();
    formular.set("datei", new File(["%PDF-1.7 x"], name));
    expect((await verwalter().post(`/pachtkonten/${json.id}/dokumente`, formular)).status).toBe(201);
  }
  // In Berlin his last day, in UTC the evening of it.
  await dienst.owner`update pachtkonto_dokument set erstellt_am = '2020-01-01' where dateiname = 'Vertrag.pdf'`;
  await dienst.owner`
    update pachtkonto_dokument set erstellt_am = '2024-12-31T22:30:00Z' where dateiname = 'Kuendigung.pdf'`;

  const alter = await hole(1);
  expect(alter.daten.uploads.map(({ dateiname }: { dateiname: string }) => dateiname)).toEqual([
    "Vertrag.pdf",
    "Kuendigung.pdf",
  ]);
  expect(alter.daten.spaetereUploads).toBe(1);
  expect(alter.dateien.filter((name) => name.startsWith("uploads/"))).toHaveLength(2);
  expect(alter.uebersicht).toContain("als Sie nicht mehr beteiligt waren");
  const nachfolger = await hole(2);
  expect(nachfolger.dateien.filter((name) => name.startsWith("uploads/"))).toHaveLength(3);
  expect(nachfolger.uebersicht).not.toContain("als Sie nicht mehr beteiligt waren");
});
