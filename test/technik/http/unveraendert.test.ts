import { beforeAll, expect, test } from "vitest";
import { administrator, dienst, mitDienst } from "../../hilfe/mitDienst.ts";

let kontaktId: number;
let kontoId: number;
mitDienst();

beforeAll(async () => {
  await dienst.owner`
    insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter'), ('verpaechter', 'Verpächter')`;
  const lege = async (pfad: string, body: object) => {
    const { json } = await administrator().post<{ id: number }>(pfad, body);
    expect(json).toMatchObject({ id: expect.any(Number) });
    return json.id;
  };
  kontaktId = await lege("/kontakte", { typ: "paechter", nachname: "Jensen", ort: "Husum" });
  const verpaechterId = await lege("/kontakte", { typ: "verpaechter", nachname: "Petersen", ort: "Husum" });
  kontoId = await lege("/pachtkonten", {
    pachtbeginn: "2025-10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: true,
    beteiligte: [
      { kontaktId, rolle: "paechter" },
      { kontaktId: verpaechterId, rolle: "verpaechter", anteilZaehler: 1, anteilNenner: 1 },
    ],
  });
  await lege("/patchobjekte", { bezeichnung: "Acker am Deich", objektart: "acker" });
  await lege("/einstellungen/positionsarten", { name: "Pacht", kuerzel: "P", steuersatzBp: 1900, weiterleitung: true });
  await lege(`/pachtkonten/${kontoId}/positionen`, {
    positionsartId: 1,
    bezeichnung: "Pacht",
    betragCent: 120_000,
    intervall: "jaehrlich",
    gueltigVon: "2025-10-01",
  });
  await administrator().put(`/pachtkonten/${kontoId}/feldwerte`, { lage: "Nord" });
});

const anzahlEintraege = async () => (await dienst.owner`select count(*) from auditlog`)[0]?.count;

const eintragsfrei = async <T>(tat: () => Promise<T>): Promise<T> => {
  const vorher = await anzahlEintraege();
  const ergebnis = await tat();
  expect(await anzahlEintraege()).toBe(vorher);
  return ergebnis;
};

test.each([
  ["Kontakt", () => `/kontakte/${kontaktId}`, (json: object) => json],
  ["Pachtkonto", () => `/pachtkonten/${kontoId}`, (json: object) => json],
  ["Patchobjekt", () => "/patchobjekte/1", (json: object) => json],
  ["Firmendaten", () => "/einstellungen/firmendaten", (json: object) => json],
  ["Eigene Felder", () => `/pachtkonten/${kontoId}/feldwerte`, (json: object) => json],
  ["Übergabe", () => "/extaccounting/settings", (json: object) => json],
])("%s: zurückgesendet, wie gelesen, ändert nichts: kein Eintrag, dieselbe Fassung", async (_, pfad, koerper) => {
  const gelesen = await administrator().get<object>(pfad());
  expect(gelesen.status).toBe(200);
  const antwort = await eintragsfrei(() => administrator().put<object>(pfad(), koerper(gelesen.json)));
  expect(antwort.status).toBe(200);
  expect(antwort.kopf.get("etag")).toBe(gelesen.kopf.get("etag"));
  expect((await administrator().get(pfad())).text).toBe(gelesen.text);
  expect(gelesen.json).toMatchObject(antwort.json);
});

test("Pachtkonto: dieselben Beteiligten in anderer Reihenfolge ändern nichts, so wenig wie beim Import", async () => {
  const pfad = `/pachtkonten/${kontoId}`;
  const gelesen = await administrator().get<{ beteiligte: object[] }>(pfad);
  expect(gelesen.json.beteiligte).toHaveLength(2);
  const umgekehrt = { beteiligte: gelesen.json.beteiligte.toReversed() };
  const antwort = await eintragsfrei(() => administrator().put<object>(pfad, umgekehrt));
  expect(antwort.status).toBe(200);
  expect((await administrator().get(pfad)).text).toBe(gelesen.text);
});

test.each([
  ["Positionsart", () => "/einstellungen/positionsarten", 1],
  ["Position", () => `/pachtkonten/${kontoId}/positionen`, 1],
])("%s: ebenso, und das Pachtkonto bleibt in seiner Fassung", async (_, liste, id) => {
  const konto = await administrator().get(`/pachtkonten/${kontoId}`);
  const vorher = await administrator().get<{ id: number }[] | { data: { id: number }[] }>(liste());
  const alle = Array.isArray(vorher.json) ? vorher.json : vorher.json.data;
  const einer = alle.find((kandidat) => kandidat.id === id);
  const antwort = await eintragsfrei(() => administrator().put(`${liste()}/${id}`, einer));
  expect(antwort).toMatchObject({ status: 200, json: einer });
  expect((await administrator().get(`/pachtkonten/${kontoId}`)).kopf.get("etag")).toBe(konto.kopf.get("etag"));
});

test.each([
  ["/kontakte", { typ: "paechter", nachname: "Wiederholt", iban: "DE89370400440532013000", bemerkung: "ä" }],
  ["/pachtkonten", { pachtbeginn: "2026-01-01", zahlungsrhythmus: "jaehrlich" }],
  ["/einstellungen/positionsarten", { name: "Wasser", kuerzel: "W", steuersatzBp: 700 }],
])("POST %s noch einmal mit demselben Schlüssel: Byte für Byte die erste Antwort", async (pfad, body) => {
  const kopf = { "Idempotency-Key": `wieder ${pfad}` };
  const erste = await administrator().post(pfad, body, kopf);
  const zweite = await administrator().post(pfad, body, kopf);
  expect(erste.status).toBe(201);
  expect({ status: zweite.status, text: zweite.text }).toEqual({ status: erste.status, text: erste.text });
  for (const name of ["etag", "link", "location", "content-type"])
    expect(zweite.kopf.get(name)).toBe(erste.kopf.get(name));
});
