import { describe, expect, test } from "vitest";
import type { Positionsart } from "../../../src/stammdaten/einstellungen/positionsarten/schema.ts";
import { dienst, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDienst();

const pfad = "/einstellungen/positionsarten";
const frei = { kuerzel: "P", steuersatzBp: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG" };
const anlegen = (felder: object) => verwalter().post<Positionsart>(pfad, { ...frei, ...felder });
const alle = async () => (await pruefer().get<Positionsart[]>(pfad)).json;

/** An account with one position of the type, in `versionen` versions. */
const verwende = async (positionsartId: number, kontonummer: string, versionen = 1) => {
  const [konto] = await dienst.owner<{ id: number }[]>`
    insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus)
    values (${kontonummer}, '2024-10-01', 'jaehrlich') returning id`;
  const pachtkontoId = Number(konto?.id);
  await dienst.owner`
    with erste as (select nextval(pg_get_serial_sequence('pachtkonto_position', 'id')) as id)
    insert into pachtkonto_position (id, pachtkonto_id, ursprung_id, positionsart_id, betrag_cent, intervall,
      gueltig_von, gueltig_bis)
    overriding system value
    select case nr when 1 then erste.id else nextval(pg_get_serial_sequence('pachtkonto_position', 'id')) end,
      ${pachtkontoId}, erste.id, ${positionsartId}, 100, 'jaehrlich', make_date(2023 + nr, 10, 1),
      make_date(2024 + nr, 9, 30)
    from erste, generate_series(1, ${versionen}::int) nr`;
  return pachtkontoId;
};

describe("Positionsarten", () => {
  test("anlegen, lesen, zurücksenden, ändern, löschen", async () => {
    const neu = await anlegen({ name: "Pacht Acker", erloeskonto: "8105" });
    expect(neu).toMatchObject({
      status: 201,
      json: { version: 1, erhoehbar: true, weiterleitung: true, aktiv: true, anzahlVerwendungen: 0 },
    });
    expect(neu.kopf.get("etag")).toBe('"1"');
    expect(await alle()).toContainEqual(neu.json);

    const eine = `${pfad}/${neu.json.id}`;
    expect((await verwalter().put(eine, neu.json)).status).toBe(200);
    const geaendert = await verwalter().put<Positionsart>(eine, { steuersatzBp: 1900, steuerbefreiungGrund: null });
    expect(geaendert.json).toMatchObject({ steuersatzBp: 1900, steuerbefreiungGrund: null, version: 2 });
    expect((await verwalter().delete(eine)).status).toBe(204);
    for (const antwort of [await verwalter().delete(eine), await verwalter().put(eine, { aktiv: false })])
      expect(antwort.status).toBe(404);

    const protokoll = await dienst.owner`
      select aktion from auditlog where ressource = 'positionsart' and ressource_id = ${String(neu.json.id)} order by id`;
    expect(protokoll.map((zeile) => zeile.aktion)).toEqual(["anlegen", "aendern", "loeschen"]);
  });

  test.each<[object, string]>([
    [{ name: " " }, "name"],
    [{ name: "A", steuersatzBp: 10_001 }, "steuersatzBp"],
    [{ name: "A", steuerbefreiungGrund: null }, "steuerbefreiungGrund"],
    [{ name: "A", steuerbefreiungGrund: "frei ✅ § 4" }, "steuerbefreiungGrund"],
    [{ name: "A", erloeskonto: "acht" }, "erloeskonto"],
    [{ name: "A", anzahlVerwendungen: 0 }, "anzahlVerwendungen"],
  ])("%o: 400 an %s", async (felder, feld) => {
    expect(await anlegen(felder)).toMatchObject({ status: 400, json: { errors: [{ path: feld }] } });
  });

  test("eine Änderung prüft wie das Anlegen", async () => {
    const { json } = await anlegen({ name: "Prüfling", steuersatzBp: 700, steuerbefreiungGrund: null });
    const eine = `${pfad}/${json.id}`;
    for (const body of [{}, { steuersatzBp: 0 }, { anzahlVerwendungen: 5 }, { unbekannt: 1 }])
      expect((await verwalter().put(eine, body)).status, JSON.stringify(body)).toBe(400);
    expect((await verwalter().put(eine, { aktiv: false }, { "If-Match": '"7"' })).status).toBe(412);
    expect(await alle()).toContainEqual(json);
  });

  test("ein Name gehört einer Positionsart, auch in anderer Schreibung", async () => {
    const { json } = await anlegen({ name: "Nebenkosten" });
    expect(await anlegen({ name: "NEBENKOSTEN" })).toMatchObject({ status: 409, json: { code: "existiert_bereits" } });
    const andere = await anlegen({ name: "Wasser" });
    expect((await verwalter().put(`${pfad}/${andere.json.id}`, { name: "nebenKosten" })).status).toBe(409);
    expect((await verwalter().put(`${pfad}/${json.id}`, { name: "nebenKosten" })).status).toBe(200);
  });

  test("von gleichzeitigen Anlagen desselben Namens gelingt eine", async () => {
    const antworten = await Promise.all(["Wettlauf", "wettlauf", "WETTLAUF"].map((name) => anlegen({ name })));
    expect(antworten.map((antwort) => antwort.status).sort()).toEqual([201, 409, 409]);
    expect((await alle()).filter(({ name }) => name.toLowerCase() === "wettlauf")).toHaveLength(1);
  });

  test("eine Änderung wartet nicht auf den, der eine Position davon schreibt, und er nicht auf sie", async () => {
    const { json: art } = await anlegen({ name: "Zugleich" });
    const pachtkontoId = await verwende(art.id, "PK-ZUGLEICH");
    const aendern = await dienst.owner.begin(async (tx) => {
      await tx`select from pachtkonto where id = ${pachtkontoId} for update`;
      const unterwegs = verwalter().put(`${pfad}/${art.id}`, { kuerzel: "Z" });
      await bisWarten(dienst.owner, 1);
      // As the position's foreign key does: behind a change that waits for its account it would wait for ever.
      await tx`select from positionsart where id = ${art.id} for key share nowait`;
      return { unterwegs };
    });
    expect((await aendern.unterwegs).status).toBe(200);
  });

  test("eine verwendete Positionsart bleibt: 409 nennt Zahl und Beispiele", async () => {
    const { json } = await anlegen({ name: "Verwendet" });
    const konten = [await verwende(json.id, "PK-000002", 3), await verwende(json.id, "PK-000001")];
    for (const nummer of ["3", "4", "5", "6"]) await verwende(json.id, `PK-00000${nummer}`);
    const antwort = await verwalter().delete(`${pfad}/${json.id}`);
    expect(antwort).toMatchObject({
      status: 409,
      json: { code: "wird_verwendet", positionsartId: json.id, anzahlVerwendungen: 6 },
    });
    expect(antwort.json.beispiele).toHaveLength(5);
    expect((antwort.json.beispiele as object[]).slice(0, 2)).toEqual([
      { pachtkontoId: konten[1], kontonummer: "PK-000001" },
      { pachtkontoId: konten[0], kontonummer: "PK-000002" },
    ]);
    expect((await alle()).find(({ id }) => id === json.id)?.anzahlVerwendungen).toBe(6);
  });
});
