import { beforeAll, describe, expect, test } from "vitest";
import type { VerknuepftesKonto, VerknuepftesObjekt } from "../../../src/stammdaten/kontakte/verknuepft/schema.ts";
import { dienst, konto, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";

let [erstes, zweites] = [0, 0];

mitDienst({ stammdaten: true });

beforeAll(async () => {
  zweites = await konto({ kontonummer: "B-2", status: "inaktiv" });
  erstes = await konto({ kontonummer: "A-1" });
  await konto({ kontonummer: "C-3", paechter: [[2, null, null]] });
  await dienst.owner`
    insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle, gueltig_von, gueltig_bis)
    values (${erstes}, 1, 'bevollmaechtigter', '2025-01-01', '2025-12-31')`;
  await dienst.owner`
    insert into patchobjekt (bezeichnung, objektart, status, pachtkonto_id)
    values ('Wiese', 'gruenland', 'aktuell', ${erstes}), ('acker Nord', 'acker', 'veraltet', ${erstes}),
      ('Teich', 'gewaesser', 'kritisch', ${zweites}), ('Frei', 'wald', 'geplant', null)`;
});

const lies = async <T>(pfad: string) => (await pruefer().get<{ data: T[]; pagination: object }>(pfad)).json;
const konten = async (frage = "") =>
  (await lies<VerknuepftesKonto>(`/kontakte/1/verknuepfte-konten${frage}`)).data.map(
    ({ kontonummer, rolle }) => `${kontonummer} ${rolle}`,
  );
const objekte = async (frage = "") =>
  (await lies<VerknuepftesObjekt>(`/kontakte/1/verknuepfte-objekte${frage}`)).data.map(
    ({ bezeichnung }) => bezeichnung,
  );

describe("was zu einem Kontakt gehört", () => {
  test("seine Pachtkonten, eine Zeile je Beteiligung", async () => {
    expect(await konten()).toEqual(["A-1 bevollmaechtigter", "A-1 paechter", "B-2 paechter"]);
    expect(await konten("?rolle=paechter")).toEqual(["A-1 paechter", "B-2 paechter"]);
    expect(await konten("?status=inaktiv")).toEqual(["B-2 paechter"]);
    expect(await konten("?status=inaktiv,alle")).toHaveLength(3);
    expect(await konten("?stichtag=2026-06-01")).toEqual(["A-1 paechter", "B-2 paechter"]);
    expect(await konten("?stichtag=2025-12-31&rolle=bevollmaechtigter,verpaechter")).toEqual(["A-1 bevollmaechtigter"]);
    const seite = await lies<VerknuepftesKonto>("/kontakte/1/verknuepfte-konten?limit=1&page=2");
    expect(seite.pagination).toEqual({ page: 2, limit: 1, total: 3, totalPages: 3 });
    expect(seite.data[0]).toMatchObject({ id: erstes, rolle: "paechter", status: "aktiv", gueltigVon: null });
  });

  test("die Objekte dieser Konten, jedes einmal", async () => {
    expect(await objekte()).toEqual(["acker Nord", "Teich", "Wiese"]);
    expect(await objekte("?status=kritisch,aktuell")).toEqual(["Teich", "Wiese"]);
    expect(await objekte("?rolle=bevollmaechtigter")).toEqual(["acker Nord", "Wiese"]);
    expect(await objekte("?rolle=bevollmaechtigter&stichtag=2026-01-01")).toEqual([]);
    const { data } = await lies<VerknuepftesObjekt>("/kontakte/1/verknuepfte-objekte?limit=1");
    expect(data[0]).toMatchObject({
      pachtkontoId: erstes,
      kontonummer: "A-1",
      rollen: ["bevollmaechtigter", "paechter"],
    });
  });

  test("unbekannter Kontakt 404, unbekannter Filter 400, ohne Konten leer", async () => {
    for (const was of ["konten", "objekte"]) {
      const als = mitarbeiter();
      expect((await als.get(`/kontakte/99999/verknuepfte-${was}`)).status).toBe(404);
      expect((await als.get(`/kontakte/1/verknuepfte-${was}?status=gibtsnicht`)).status).toBe(400);
      expect((await als.get(`/kontakte/1/verknuepfte-${was}?limit=501`)).status).toBe(400);
      expect((await als.get(`/kontakte/3/verknuepfte-${was}`)).json).toMatchObject({ data: [] });
    }
  });
});

describe("Zahlungsmoral", () => {
  test("PATCH bewertet, mit Protokoll und If-Match", async () => {
    const pfad = "/kontakte/2/zahlungsmoral";
    const antwort = await mitarbeiter().patch(pfad, { zahlungsmoral: 3 }, { "If-Match": '"1"' });
    expect(antwort).toMatchObject({ status: 200, json: { id: 2, zahlungsmoral: 3, version: 2 } });
    expect(antwort.kopf.get("etag")).toBe('"2"');
    expect((await mitarbeiter().patch(pfad, { zahlungsmoral: 1 }, { "If-Match": '"1"' })).status).toBe(412);
    const [eintrag] = await dienst.owner`
      select werte
      from auditlog left join auditwert on auditlog_id = id
      where ressource = 'kontakt' and ressource_id = '2' and aktion = 'aendern'`;
    expect(JSON.parse(eintrag?.werte)).toEqual([{ feld: "zahlungsmoral", alt: 0, neu: 3 }]);
  });

  test("ein Wert außerhalb der Liste ist überall derselbe Fehler", async () => {
    const fehler = (path: string) => [{ path, code: "nicht_erlaubt", message: "erlaubt sind 0, 1 und 3" }];
    const bewertet = await mitarbeiter().patch("/kontakte/2/zahlungsmoral", { zahlungsmoral: 2 });
    expect(bewertet.json.errors).toEqual(fehler("zahlungsmoral"));
    const gesucht = await mitarbeiter().get("/kontakte?zahlungsmoral=0,2");
    expect(gesucht.json.errors).toEqual(fehler("zahlungsmoral.1"));
    expect((await mitarbeiter().patch("/kontakte/2/zahlungsmoral", {})).json.errors).toEqual([
      { path: "zahlungsmoral", code: "fehlt", message: "fehlt" },
    ]);
  });

  test.each([{ zahlungsmoral: 2 }, { zahlungsmoral: "1" }, {}, { zahlungsmoral: 1, ort: "Kiel" }])(
    "%j ist 400",
    async (body) => {
      expect((await mitarbeiter().patch("/kontakte/2/zahlungsmoral", body)).status).toBe(400);
    },
  );
});
