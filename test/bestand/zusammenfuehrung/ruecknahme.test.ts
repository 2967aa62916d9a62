import { describe, expect, test } from "vitest";
import type { Zusammenfuehrung } from "../../../src/bestand/zusammenfuehrung/schema.ts";
import type { DuplikatKontaktPaar } from "../../../src/stammdaten/duplikate/schema.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { archivHash, fuehreZusammen, parteienVon, saeKontakt, sendeRuecknahme } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** The whole stock of contacts, parties, lists, counts and duplicates, without versions and instants. */
const stand = async () => {
  const { owner } = dienst;
  const [kontakte, parteien, listen, schluessel, paare, anzahl] = await Promise.all([
    owner`select to_jsonb(k) - '{version,geaendert_am,eingabe_geaendert_am}'::text[] k from kontakt k order by id`,
    owner`select to_jsonb(b) - 'id' b from pachtkonto_beteiligter b order by (to_jsonb(b) - 'id')::text`,
    owner`select k::text from kontakt_liste k union all select p::text from pachtkonto_liste p order by 1`,
    owner`select * from duplikat_kontakt_schluessel order by schluessel, id`,
    owner`select * from duplikat_kontakt_paar order by a_id, b_id`,
    owner`select sum(anzahl)::integer from zaehler where bereich = 'kontakt'`,
  ]);
  return JSON.stringify({ kontakte, parteien, listen, schluessel, paare, anzahl });
};

describe("eine Rücknahme", () => {
  test("stellt alles wieder her: Beteiligte, Felder, Listen, Zähler, Duplikate", async () => {
    const person = { typ: "person", vorname: "Ottilie", nachname: "Brandtner", plz: "17036", strasse: "Ring" };
    const lege = async (mehr: object) =>
      (await mitarbeiter().post<Kontakt>("/kontakte", { ...person, ...mehr })).json.id;
    const eins = await lege({ bemerkung: "zahlt bar" });
    const zwei = await lege({ telefon: "0395 7", bemerkung: "Hof am Wald", ort: "Burg" });
    const id = await konto({
      paechter: [
        [eins, 1, 3],
        [zwei, 1, 3],
        [3, 1, 3],
      ],
      verpaechter: [[zwei, null, null]],
    });
    await konto({ paechter: [[zwei, null, null]] });
    const vorher = await stand();
    const reihenfolge = await parteienVon(id);
    const { id: nr } = await fuehreZusammen(eins, zwei, { felder: ["telefon", "ort"] });
    expect(await stand()).not.toBe(vorher);
    expect((await parteienVon(id)).map(([kontakt]) => kontakt)).toEqual([eins, 3, eins]);
    // A clerk who saves the account as it is changes nothing.
    await verwalter().put(`/pachtkonten/${id}`, { bemerkung: "Grenzstein fehlt" });
    const zurueck = await sendeRuecknahme(nr);
    expect(zurueck.status).toBe(200);
    expect(zurueck.json).toMatchObject({ id: nr, zurueckgenommenVon: "Test verwalter" });
    await verwalter().put(`/pachtkonten/${id}`, { bemerkung: null });
    expect(await stand()).toBe(vorher);
    expect(await parteienVon(id)).toEqual(reihenfolge);
    expect((await verwalter().get<Kontakt>(`/kontakte/${zwei}`)).json.telefon).toBe("0395 7");
    const { json: paare } = await verwalter().get<DuplikatKontaktPaar[]>("/duplikate/kontakte");
    expect(paare.map(({ kontaktA, kontaktB }) => [kontaktA.id, kontaktB.id])).toContainEqual([eins, zwei]);
    const nochmal = await sendeRuecknahme(nr);
    expect([nochmal.status, nochmal.json.code]).toEqual([409, "schon_zurueckgenommen"]);
    expect((await sendeRuecknahme(999_999)).status).toBe(404);
    // And merged again.
    expect((await fuehreZusammen(eins, zwei)).id).not.toBe(nr);
  });

  test("geht auch von einer, die noch keine Plätze merkte", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({
      paechter: [
        [eins, 1, 2],
        [zwei, 1, 2],
      ],
    });
    const { id: nr } = await fuehreZusammen(eins, zwei);
    await dienst.owner`
      update zusammenfuehrung set pachtkonten = (select jsonb_agg(p - 'plaetze') from jsonb_array_elements(pachtkonten) p)
      where id = ${nr}`;
    expect((await sendeRuecknahme(nr)).status).toBe(200);
    expect((await parteienVon(id)).map(([kontakt]) => kontakt).slice(0, 2)).toEqual([eins, zwei]);
  });

  test("geht nicht, wenn ein Feld oder die Beteiligten seitdem andere sind, und sagt welche", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt({ telefon: "0395 7" })];
    const id = await konto({ paechter: [[zwei, null, null]] });
    const { id: nr } = await fuehreZusammen(eins, zwei, { felder: ["telefon"] });
    // What the merging did not write may change.
    await verwalter().put(`/kontakte/${eins}`, { mobil: "0170 1" });
    await verwalter().put(`/kontakte/${eins}`, { telefon: "0395 8" });
    await verwalter().put(`/pachtkonten/${id}`, { beteiligte: [{ kontaktId: 3, rolle: "paechter" }] });
    const absage = await sendeRuecknahme(nr);
    expect([absage.status, absage.json.code]).toEqual([409, "ruecknahme_nicht_moeglich"]);
    expect(absage.json.hindernisse).toMatchObject([
      { art: "geaendert", text: "Das Feld telefon ist seit der Zusammenführung geändert worden.", pachtkontoId: null },
      { art: "geaendert", pachtkontoId: id },
    ]);
    await verwalter().put(`/kontakte/${eins}`, { telefon: "0395 7" });
    await verwalter().put(`/pachtkonten/${id}`, { beteiligte: [{ kontaktId: eins, rolle: "paechter" }] });
    expect((await sendeRuecknahme(nr)).status).toBe(200);
    expect(await parteienVon(id)).toEqual([[zwei, "paechter", null, null]]);
    expect((await verwalter().get<Kontakt>(`/kontakte/${eins}`)).json).toMatchObject({
      telefon: null,
      mobil: "0170 1",
    });
  });

  test("geht nicht, solange Gebuchtes von seitdem steht; was vorher gebucht war, hindert nicht", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({ paechter: [[zwei, null, null]] });
    await buche("2025-10-01", [id]);
    const { id: nr } = await fuehreZusammen(eins, zwei);
    const lauf = await buche("2026-10-01", [id]);
    const [rechnung] = await belegeVon(id, lauf.id);
    const absage = await sendeRuecknahme(nr);
    expect([absage.status, absage.json.hindernisse]).toMatchObject([409, [{ art: "gebucht", pachtkontoId: id }]]);
    expect(absage.json.hindernisse[0]?.text).toContain(rechnung?.belegnummer);
    expect((await storniere({ buchungslaufId: lauf.id })).status).toBe(201);
    const vorher = await archivHash();
    expect((await sendeRuecknahme(nr)).status).toBe(200);
    expect(await archivHash()).toBe(vorher);
    const neu = await buche("2026-10-01", [id]);
    expect((await belegeVon(id, neu.id)).map(({ kontaktId }) => kontaktId)).toContain(zwei);
  });

  test("von mehreren wird die letzte zuerst zurückgenommen, dann führt jede id wieder zu sich", async () => {
    const [a, b, c] = [await saeKontakt(), await saeKontakt(), await saeKontakt()];
    const id = await konto({ paechter: [[a, null, null]], verpaechter: [] });
    const erste = await fuehreZusammen(b, a);
    const zweite = await fuehreZusammen(c, b);
    const lies = async (wer: number) =>
      (await verwalter().get<{ id?: number; aufgegangenIn?: number }>(`/kontakte/${wer}`)).json.aufgegangenIn ?? null;
    expect([await lies(a), await lies(b), await lies(c)]).toEqual([c, c, null]);
    const absage = await sendeRuecknahme(erste.id);
    expect([absage.status, absage.json.hindernisse]).toMatchObject([409, [{ art: "zusammengefuehrt" }]]);
    expect((await sendeRuecknahme(zweite.id)).status).toBe(200);
    expect([await lies(a), await lies(b), await lies(c)]).toEqual([b, null, null]);
    expect((await sendeRuecknahme(erste.id)).status).toBe(200);
    expect([await lies(a), await lies(b), await parteienVon(id)]).toEqual([null, null, [[a, "paechter", null, null]]]);
  });
});

test("wer nach der Rücknahme entfernt wird, steht in der Liste der Zusammenführungen ohne Namen", async () => {
  const liste = async (art: string, nr: number | null) => {
    const { status, text, json } = await verwalter().get<{ data: Zusammenfuehrung[] }>(
      `/duplikate/zusammenfuehrungen?art=${art}`,
    );
    expect(status, text).toBe(200);
    const eine = json.data.find(({ id }) => id === nr);
    return [eine?.bleibt, eine?.geht];
  };
  const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
  const { id } = await fuehreZusammen(eins, zwei);
  expect((await sendeRuecknahme(id)).status).toBe(200);
  expect((await verwalter().delete(`/kontakte/${zwei}`)).status).toBe(204);
  expect(await liste("kontakt", id)).toEqual([
    { id: eins, name: "Berta Schulze" },
    { id: zwei, name: null },
  ]);
  const lege = async (bezeichnung: string) =>
    (await verwalter().post<{ id: number }>("/patchobjekte", { bezeichnung, objektart: "acker" })).json.id;
  const [wiese, koppel] = [await lege("Wiese"), await lege("Koppel")];
  const vereint = await verwalter().post<Zusammenfuehrung>("/duplikate/pachtobjekte/zusammenfuehrung", {
    bleibt: wiese,
    geht: koppel,
  });
  expect(vereint.status).toBe(201);
  expect((await sendeRuecknahme(vereint.json.id)).status).toBe(200);
  expect((await verwalter().delete(`/patchobjekte/${wiese}`)).status).toBe(204);
  expect(await liste("patchobjekt", vereint.json.id)).toEqual([
    { id: wiese, name: null },
    { id: koppel, name: "Koppel" },
  ]);
});
