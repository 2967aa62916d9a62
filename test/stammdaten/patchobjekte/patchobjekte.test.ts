import { beforeAll, describe, expect, test } from "vitest";
import type { Patchobjekt, StatusCount } from "../../../src/stammdaten/patchobjekte/schema.ts";
import { dienst, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

let konten: number[];
mitDienst();

beforeAll(async () => {
  const zeilen = await dienst.owner<{ id: number }[]>`
    insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus, bemerkung)
    values ('PK-000777', '2024-10-01', 'jaehrlich', 'Schleiereule'), ('PK-000778', '2024-10-01', 'jaehrlich', null)
    returning id`;
  konten = zeilen.map((zeile) => zeile.id);
});

const anlegen = (felder: object) =>
  mitarbeiter().post<Patchobjekt>("/patchobjekte", { bezeichnung: "Acker", objektart: "acker", ...felder });
const namen = async (anfrage: string) =>
  (await mitarbeiter().get<{ data: Patchobjekt[] }>(`/patchobjekte?${anfrage}`)).json.data.map(
    (objekt) => objekt.bezeichnung,
  );

describe("Patchobjekte", () => {
  test("anlegen, lesen, zurücksenden, umhängen, löschen", async () => {
    const neu = await anlegen({ flaecheQm: 12_500, pachtkontoId: konten[0], bemerkung: "am Bach" });
    expect(neu).toMatchObject({ status: 201, json: { status: "aktuell", land: "DE", flaecheQm: 12_500, version: 1 } });
    expect(neu.kopf.get("etag")).toBe('"1"');
    const kontoVorher = await dienst.owner`select id, version from pachtkonto order by id`;

    const pfad = `/patchobjekte/${neu.json.id}`;
    const gelesen = await mitarbeiter().get<Patchobjekt>(pfad);
    expect(gelesen.json).toEqual(neu.json);
    expect((await mitarbeiter().put(pfad, gelesen.json)).status).toBe(200);
    const geaendert = await mitarbeiter().put<Patchobjekt>(pfad, { pachtkontoId: konten[1], bemerkung: null });
    expect(geaendert.json).toMatchObject({ pachtkontoId: konten[1], bemerkung: null });
    expect(await dienst.owner`select id, version from pachtkonto order by id`).toEqual(kontoVorher);

    expect((await verwalter().delete(pfad)).status).toBe(204);
    expect((await mitarbeiter().get(pfad)).status).toBe(404);
    expect((await verwalter().delete(pfad)).status).toBe(404);

    const protokoll = await dienst.owner`
      select aktion, werte
      from auditlog left join auditwert on auditlog_id = id
      where ressource = 'patchobjekt' and ressource_id = ${String(neu.json.id)}
      order by id`;
    expect(protokoll.map((zeile) => zeile.aktion)).toEqual(["anlegen", "aendern", "loeschen"]);
    expect(JSON.parse(protokoll[1]?.werte)).toEqual([
      { feld: "pachtkontoId", alt: konten[0], neu: konten[1] },
      { feld: "bemerkung", alt: "am Bach", neu: null },
    ]);
    const bemerkungen = await dienst.owner`
      select bemerkung from bemerkung_verlauf where ressource = 'patchobjekt' and ressource_id = ${neu.json.id}
      order by id`;
    expect(bemerkungen.map((zeile) => zeile.bemerkung)).toEqual(["am Bach", null]);
  });

  test("geprüft wird nicht nach heute", async () => {
    const vonMorgen = { status: 400, json: { errors: [{ path: "geprueftAm", code: "zu_weit" }] } };
    expect(await anlegen({ geprueftAm: "2026-11-21" })).toMatchObject(vonMorgen);
    const { json } = await anlegen({ geprueftAm: "2026-11-20" });
    expect(await mitarbeiter().put(`/patchobjekte/${json.id}`, { geprueftAm: "2026-11-21" })).toMatchObject(vonMorgen);
  });

  test.each<[object, string]>([
    [{ bezeichnung: " " }, "bezeichnung"],
    [{ objektart: "mond" }, "objektart"],
    [{ status: "alle" }, "status"],
    [{ flaecheQm: 1.5 }, "flaecheQm"],
    [{ flaecheQm: -1 }, "flaecheQm"],
    [{ plz: "123" }, "plz"],
    [{ flurstueckNenner: "2" }, "flurstueckZaehler"],
    [{ pachtkontoId: 999_999 }, "pachtkontoId"],
    [{ geprueftAm: "2026-02-30" }, "geprueftAm"],
    [{ unbekannt: 1 }, "unbekannt"],
  ])("%o: 400 an %s", async (felder, feld) => {
    const antwort = await anlegen(felder);
    expect(antwort).toMatchObject({ status: 400, json: { errors: [{ path: feld }] } });
  });

  test("eine Änderung prüft wie das Anlegen und ändert sonst nichts", async () => {
    const { json } = await anlegen({ flurstueckZaehler: "12", flurstueckNenner: "3" });
    const pfad = `/patchobjekte/${json.id}`;
    const faelle = [{}, { flurstueckZaehler: null }, { pachtkontoId: 999_999 }, { version: 2 }, { unbekannt: 1 }];
    for (const body of faelle) expect((await mitarbeiter().put(pfad, body)).status, JSON.stringify(body)).toBe(400);
    expect((await mitarbeiter().get(pfad)).json).toEqual(json);
  });

  test("If-Match: von zwei gleichzeitigen Änderungen gewinnt eine", async () => {
    const { json } = await anlegen({});
    const pfad = `/patchobjekte/${json.id}`;
    const aendern = (ort: string) => mitarbeiter().put<Patchobjekt>(pfad, { ort }, { "If-Match": '"1"' });
    const stati = (await Promise.all([aendern("Ulm"), aendern("Bonn")])).map((antwort) => antwort.status);
    expect(stati.sort()).toEqual([200, 412]);
    expect((await verwalter().delete(pfad, { "If-Match": '"1"' })).status).toBe(412);
    expect((await verwalter().delete(pfad, { "If-Match": '"2"' })).status).toBe(204);
  });

  test("die Suche findet Objekt, Flurstück und Kontonummer, nicht die Bemerkung des Kontos", async () => {
    await anlegen({ bezeichnung: "Höllental", ort: "Suchstadt", gemarkung: "Börnsen", flurstueckZaehler: "4711" });
    await anlegen({ bezeichnung: "Zugeordnet", ort: "Suchstadt", pachtkontoId: konten[0], flurstueckZaehler: "81" });
    expect(await namen("search=suchstadt")).toEqual(["Höllental", "Zugeordnet"]);
    expect(await namen("search=hoellental%20bornsen")).toEqual(["Höllental"]);
    expect(await namen("search=4711%20suchstadt")).toEqual(["Höllental"]);
    expect(await namen("search=pk-000777%20suchstadt")).toEqual(["Zugeordnet"]);
    expect(await namen("search=pk-000778%20suchstadt")).toEqual([]);
    expect(await namen("search=schleiereule")).toEqual([]);
    expect(await namen("search=such%25")).toEqual([]);
  });

  test("Filter, Ordnung und Seiten", async () => {
    await anlegen({ bezeichnung: "zebra", ort: "Filterstadt", status: "geplant" });
    await anlegen({ bezeichnung: "Adler", ort: "Filterstadt", status: "kritisch", pachtkontoId: konten[1] });
    expect(await namen("search=filterstadt")).toEqual(["Adler", "zebra"]);
    expect(await namen("search=filterstadt&status=geplant,veraltet")).toEqual(["zebra"]);
    expect(await namen("search=filterstadt&status=veraltet,alle")).toEqual(["Adler", "zebra"]);
    expect(await namen(`search=filterstadt&pachtkontoId=${konten[1]}`)).toEqual(["Adler"]);
    expect(await namen("search=filterstadt&limit=1&page=2")).toEqual(["zebra"]);
    const jenseits = await mitarbeiter().get("/patchobjekte?search=filterstadt&page=99");
    expect(jenseits.json).toMatchObject({ data: [], pagination: { total: 2, page: 99, limit: 20, totalPages: 1 } });
    for (const falsch of ["limit=0", "limit=5001", "page=0", "status=neu", "status=", "pachtkontoId=0", "sort=farbe"])
      expect((await mitarbeiter().get(`/patchobjekte?${falsch}`)).status, falsch).toBe(400);
  });

  test("die Übersicht nennt jeden Status, auch mit 0", async () => {
    const lesen = async () => (await mitarbeiter().get<StatusCount[]>("/patchobjekte/status-overview")).json;
    const vorher = await lesen();
    expect(vorher.map(({ status }) => status)).toEqual(["aktuell", "veraltet", "kritisch", "geplant"]);
    expect(vorher[1]?.anzahl).toBe(0);
    await anlegen({ status: "veraltet" });
    expect((await lesen())[1]).toEqual({ status: "veraltet", anzahl: 1 });
  });

  test("löschen: nicht, wenn auf seinem Pachtkonto schon gebucht ist", async () => {
    const { id } = (await anlegen({ pachtkontoId: konten[1] })).json;
    await dienst.owner`
      with lauf as (
        insert into buchungslauf (datum, belegdatum, benutzer_name)
        values ('2026-11-20', '2026-11-20', 'Test')
        returning id
      )
      insert into archivkonto (buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente,
        paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent)
      select id, ${konten[1] ?? 0}, 'PK-000778', '{}', 0, 0, 0, 0 from lauf`;
    const loesche = () => verwalter().delete(`/patchobjekte/${id}`);
    expect(await loesche()).toMatchObject({ status: 409, json: { code: "wird_verwendet" } });
    expect((await mitarbeiter().put(`/patchobjekte/${id}`, { pachtkontoId: null })).status).toBe(200);
    expect((await loesche()).status).toBe(204);
  });
});
