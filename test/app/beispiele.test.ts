import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";
import { administrator, dienst, mitDienst } from "../hilfe/mitDienst.ts";

type Inhalt = Record<string, { schema: { $ref?: string }; example?: unknown }>;
type Stelle = { stelle: string; schema: object; gezeigt: unknown };
type Operation = { requestBody?: { content?: Record<string, { schema?: { $ref?: string } }> } };

mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter') on conflict do nothing`;
});

/** What Swagger UI proposes as the body. */
const beispiel = (operation: Operation): object | undefined => {
  const ref = operation.requestBody?.content?.["application/json"]?.schema?.$ref;
  const name = ref?.split("/").at(-1);
  const schemas = dienst.dokument.components.schemas as unknown as Record<string, { example?: object }>;
  return name === undefined ? undefined : schemas[name]?.example;
};

test("die Beispiele der Stammdaten und Einstellungen werden angenommen, wie sie sind", async () => {
  const als = administrator();
  const paths = dienst.dokument.paths as unknown as Record<string, { post?: Operation; put?: Operation }>;
  const art = { name: "Wegegeld", kuerzel: "WG", steuersatzBp: 1900 };
  const positionsart = await als.post("/einstellungen/positionsarten", art);
  for (const pfad of ["/kontakte", "/patchobjekte", "/pachtkonten"]) {
    const anlegen = beispiel(paths[pfad]?.post ?? {});
    const neu = await als.post(pfad, anlegen ?? {});
    expect([pfad, neu.status]).toEqual([pfad, 201]);
    const aendern = beispiel(paths[`${pfad}/{id}`]?.put ?? {});
    expect((await als.put(`${pfad}/${neu.json.id}`, aendern ?? {})).status, pfad).toBe(200);
    if (pfad !== "/pachtkonten") continue;
    const positionen = `${pfad}/${neu.json.id}/positionen`;
    const eingabe = { positionsartId: positionsart.json.id, betragCent: 1, intervall: "jaehrlich" };
    const position = await als.post(positionen, eingabe);
    const umbenennen = beispiel(paths[`${pfad}/{id}/positionen/{posId}`]?.put ?? {});
    expect((await als.put(`${positionen}/${position.json.id}`, umbenennen ?? {})).status).toBe(200);
  }
  const einstellungen = "/einstellungen";
  const kontaktart = beispiel(paths[`${einstellungen}/kontaktarten`]?.post ?? {});
  expect((await als.post(`${einstellungen}/kontaktarten`, kontaktart ?? {})).status).toBe(201);
  const update = beispiel(paths[`${einstellungen}/positionsarten/{id}`]?.put ?? {});
  expect((await als.put(`${einstellungen}/positionsarten/${positionsart.json.id}`, update ?? {})).status).toBe(200);
  const firmendaten = beispiel(paths[`${einstellungen}/firmendaten`]?.put ?? {});
  expect((await als.put(`${einstellungen}/firmendaten`, firmendaten ?? {})).status).toBe(200);
});

/** All JSON that the service takes, or gives in success, with what Swagger UI shows of it. */
const stellen = (): Stelle[] => {
  const { paths, components } = dienst.dokument;
  const jsonIn = (stelle: string, inhalt?: object): Stelle[] => {
    const { schema, example } = (inhalt as Inhalt | undefined)?.["application/json"] ?? {};
    if (!schema) return [];
    return [{ stelle, schema, gezeigt: example ?? components.schemas[schema.$ref?.split("/").at(-1) ?? ""]?.example }];
  };
  return Object.entries(paths).flatMap(([pfad, methoden]) =>
    Object.entries(methoden).flatMap(([methode, { requestBody, responses }]) => [
      ...jsonIn(`${methode} ${pfad}`, requestBody?.content),
      ...Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .flatMap(([status, { content }]) => jsonIn(`${methode} ${pfad} ${status}`, content)),
    ]),
  );
};

test("jeder JSON-Inhalt und jede JSON-Antwort hat ein Beispiel, eine Liste mit einem Eintrag", () => {
  const alle = stellen();
  expect(alle.length).toBeGreaterThan(150);
  const ohne = alle.filter(({ gezeigt }) => {
    const liste = (gezeigt as { data?: unknown } | undefined)?.data ?? gezeigt;
    return liste === undefined || (Array.isArray(liste) && liste.length === 0);
  });
  // Of an answer without one: record it, in beispieldaten.test.ts.
  expect(ohne.map(({ stelle }) => stelle)).toEqual([]);
});

test("jedes Beispiel erfüllt sein Schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const alle = stellen();
  const properties = Object.fromEntries(alle.map(({ stelle, schema }) => [stelle, schema]));
  // Compiled as one, so that a schema that many name is compiled once.
  const validiere = ajv.compile({ components: dienst.dokument.components, properties });
  validiere(Object.fromEntries(alle.map(({ stelle, gezeigt }) => [stelle, gezeigt])));
  expect(validiere.errors ?? []).toEqual([]);
});
