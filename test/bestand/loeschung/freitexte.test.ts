import { beforeAll, describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { fundstellen, lage, loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const lege = async (nachname: string): Promise<number> => {
  const adresse = { strasse: "Deichweg", hausnummer: "1", plz: "25813", ort: "Husum", telefon: "04841 2244" };
  return (await verwalter().post<Kontakt>("/kontakte", { typ: "person", vorname: "Wiebke", nachname, ...adresse })).json
    .id;
};

const schreibe = async (pfad: string, body: object): Promise<{ id: number }> => {
  const { status, text, json } = await verwalter().post<{ id: number }>(pfad, body);
  expect(status, text).toBe(201);
  return json;
};

const aendere = async (pfad: string, body: object): Promise<void> => {
  const { status, text } = await verwalter().put(pfad, body);
  expect(status, text).toBe(200);
};

/** One of the texts, written past the rules of its record. */
const schreibeText = async (zeilen: Promise<{ id: number }[]>): Promise<number> => Number((await zeilen)[0]?.id);

describe("freie Texte an Pachtkonten, die einen Kontakt nennen, den jemand löschen will", () => {
  let id: number;
  let seines: number;
  let erwartete: object[];

  beforeAll(async () => {
    id = await lege("Quastenflos");
    seines = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-06-30", paechter: [[id, null, null]] });
    await buche(heute, [seines]);
    const fremdes = await konto();
    const bemerkung = "Ruft unter 04841 2244 an";
    await aendere(`/pachtkonten/${seines}`, { bezeichnung: "Quastenflos, Deichwiese", bemerkung });
    await aendere(`/pachtkonten/${seines}/feldwerte`, { Ansprechpartner: "Frau Quastenflos", Bodenpunkte: 42 });
    await aendere(`/pachtkonten/${fremdes}`, { bemerkung: "Nachbarin Quastenflos" });
    const objekt = await schreibe("/patchobjekte", {
      ...{ bezeichnung: "Deichwiese", objektart: "gruenland", pachtkontoId: seines },
      bemerkung: "Tor: Schlüssel hat Quastenflos.",
    });
    // A longer name is somebody else's.
    const anderes = { bezeichnung: "Quastenflosser Acker", objektart: "acker", pachtkontoId: seines };
    await schreibe("/patchobjekte", anderes);
    const hebung = await schreibeText(dienst.owner`
      insert into hebung (pachtkonto_id, bezeichnung, art, wert_bp, wirksam_ab, begruendung)
      values (${seines}, 'Hebung 2026', 'prozent', 300, '2026-01-01', 'Mit Wiebke Quastenflos besprochen')
      returning id`);
    const position = await schreibeText(dienst.owner`
      update pachtkonto_position set bezeichnung = 'Pacht Quastenflos' where pachtkonto_id = ${seines} returning id`);
    const archivkonto = await schreibeText(dienst.owner`
      insert into archivkonto_markierung (archivkonto_id, markierung, notiz, benutzer_name)
      select id, 'rueckfrage', 'Quastenflos fragen', 'Test' from archivkonto where pachtkonto_id = ${seines}
      returning archivkonto_id as id`);
    const { kontonummer } = (await verwalter().get<Pachtkonto>(`/pachtkonten/${seines}`)).json;
    erwartete = [
      { art: "archivkonto", id: archivkonto, feld: "notiz" },
      { art: "hebung", id: hebung, feld: "begruendung" },
      { art: "pachtkonto", id: seines, feld: "bemerkung" },
      { art: "pachtkonto", id: seines, feld: "bezeichnung" },
      { art: "pachtkonto", id: seines, feld: "feldwerte" },
      { art: "pachtkonto_position", id: position, feld: "bezeichnung" },
      { art: "patchobjekt", id: objekt.id, feld: "bemerkung" },
    ].map((eines) => ({ ...eines, pachtkontoId: seines, kontonummer }));
  });

  test("sagt die Auskunft Feld für Feld; fremde Konten und längere Namen nicht", async () => {
    const { json } = await lage(id);
    expect(json.freitexte).toEqual(erwartete);
  });

  test.each([
    ["Frau STRAUSS-ÖZ'KAN ruft an", true],
    ["Konto DE02 1203 0000 0000 2020 51, bitte prüfen", true],
    ["Konto DE02120300000000202051", true],
    ["mit Strauß-Öz'kan besprochen", true],
    ["strauß-öz'kan", false],
    ["DE02 1203 0000 0000 2020 52", false],
  ])("so geschrieben, wie man es in Texten schreibt: %s", async (bemerkung, nennt) => {
    const kontaktId = await lege("Strauß-Öz'kan");
    await aendere(`/kontakte/${kontaktId}`, { iban: "DE02120300000000202051" });
    const pachtkontoId = await konto({ paechter: [[kontaktId, null, null]] });
    await aendere(`/pachtkonten/${pachtkontoId}`, { bemerkung });
    expect((await lage(kontaktId)).json.freitexte).toMatchObject(
      nennt ? [{ id: pachtkontoId, feld: "bemerkung" }] : [],
    );
  });

  test("ist es ein Konto, an dem er nur früher beteiligt war, auch dann", async () => {
    const ehemaliger = await lege("Vormals");
    const partei = (kontaktId: number) => ({ beteiligte: [{ kontaktId, rolle: "paechter" }] });
    const { id: pachtkontoId } = await schreibe("/pachtkonten", {
      ...{ pachtbeginn: "2010-10-01", zahlungsrhythmus: "jaehrlich", bemerkung: "von Vormals übernommen" },
      ...partei(ehemaliger),
    });
    await aendere(`/pachtkonten/${pachtkontoId}`, partei(1));
    expect((await lage(ehemaliger)).json.freitexte).toMatchObject([{ art: "pachtkonto", id: pachtkontoId }]);
  });

  test("die Löschung lässt sie, wie sie sind, und sagt sie zuletzt noch einmal", async () => {
    const { status, json } = await loesche(id);
    expect(status).toBe(200);
    expect(json.freitexte).toEqual(erwartete);
    const { json: danach } = await verwalter().get<Pachtkonto>(`/pachtkonten/${seines}`);
    expect(danach.bezeichnung).toBe("Quastenflos, Deichwiese");
    expect(await fundstellen(["Quastenflos"])).not.toContain("kontakt.nachname");
    // What he was called nobody knows any more.
    expect((await lage(id)).json.freitexte).toEqual([]);
  });
});
