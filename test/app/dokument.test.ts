import { describe, expect, test } from "vitest";
import paket from "../../package.json" with { type: "json" };
import { buildApp } from "../../src/app.ts";
import { dienst, mitDienst } from "../hilfe/mitDienst.ts";

mitDienst();

type Knoten = Record<string, unknown>;

/** Every schema of the document with its place. */
function* schemata(knoten: unknown, ort: string): Generator<[string, Knoten]> {
  if (Array.isArray(knoten)) {
    for (const [nr, teil] of knoten.entries()) yield* schemata(teil, `${ort}/${nr}`);
    return;
  }
  if (knoten === null || typeof knoten !== "object") return;
  const istSchema =
    /\/(schemas\/[^/]+|schema|items|additionalProperties|(properties\/[^/]+)|((anyOf|oneOf|allOf)\/\d+))$/.test(ort);
  if (istSchema) yield [ort, knoten as Knoten];
  for (const [feld, teil] of Object.entries(knoten)) yield* schemata(teil, `${ort}/${feld}`);
}

/** Where any value, or any field, is meant to be allowed. */
const offen = /AuditLogEntry.*\/(alt|neu)$|\/Feldwerte(\/|$)/;

describe("das OpenAPI-Dokument", () => {
  test("Titel und Version stehen fest", () => {
    expect(dienst.dokument.info).toMatchObject({ title: "Lease Management Service Interface", version: "2.1.4" });
  });

  test("der Dienst nennt überall dieselbe Version", async () => {
    const { json } = await dienst.als(null).get("/healthz");
    expect(json.version).toBe(dienst.dokument.info.version);
    expect(paket.version).toBe(dienst.dokument.info.version);
  });

  test("ist einmal gebaut und wird mit ETag ausgeliefert", async () => {
    const erste = await dienst.app.request("/api/openapi.json");
    const etag = erste.headers.get("etag") ?? "";
    const zweite = await dienst.app.request("/api/openapi.json", { headers: { "if-none-match": etag } });
    expect([erste.status, zweite.status]).toEqual([200, 304]);
    // What all answers are held against may come from another service of this run.
    expect(await erste.json()).toEqual(dienst.dokument);
    const schwach = { "if-none-match": `"anders", W/${etag}` };
    expect((await dienst.app.request("/api/openapi.json", { headers: schwach })).status).toBe(304);
  });

  test("unter einem anderen Weg beginnen auch die Adressen der Beispiele mit ihm", async () => {
    const app = buildApp({ ...dienst.deps, config: { ...dienst.deps.config, BASE_PATH: "/pacht" } });
    const text = await (await app.request("/pacht/openapi.json")).text();
    expect(text.match(/"\/pacht\/\w+/g)?.length).toBeGreaterThan(100);
    expect(text.match(/.{20}\/api\/[^"]*/g)).toBeNull();
  });

  test("kein Schema ist leer oder offen", () => {
    const verdaechtig = [...schemata(dienst.dokument, "")].filter(([ort, schema]) => {
      if (offen.test(ort)) return false;
      const felder = Object.keys(schema).filter((feld) => !["description", "example", "readOnly"].includes(feld));
      const leer = felder.length === 0;
      const ohneFelder = schema.type === "object" && !schema.properties && !schema.additionalProperties;
      const frei =
        schema.additionalProperties === true ||
        (schema.type === "object" && schema.properties && schema.additionalProperties !== false);
      return leer || ohneFelder || frei;
    });
    expect(verdaechtig.map(([ort]) => ort)).toEqual([]);
  });

  test("Tage, Zeitpunkte und Cent sind als solche beschrieben", () => {
    const felder = [...schemata(dienst.dokument, "")].flatMap(([, schema]) =>
      Object.entries((schema.properties ?? {}) as Record<string, Knoten>),
    );
    const typen = (schema: Knoten): Knoten[] => {
      if (typeof schema.$ref === "string") return [];
      const teile = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Knoten[] | undefined;
      return teile ? teile.flatMap(typen) : [schema];
    };
    for (const [feld, schema] of felder) {
      for (const teil of typen(schema)) {
        if (teil.type === "null" || (teil.type as string[] | undefined)?.[0] === "null") continue;
        if (/Cent$/.test(feld) && teil.type !== undefined)
          expect(teil.type, feld).toSatisfy((typ: unknown) => JSON.stringify(typ).includes("integer"));
        if (/Am$/.test(feld) && teil.type !== undefined) expect(["date", "date-time"], feld).toContain(teil.format);
      }
    }
  });

  test("jede ganze Zahl, die jemand schicken kann, hat die Grenzen, die der Dienst prüft", () => {
    const namen = (knoten: unknown): string[] =>
      [...JSON.stringify(knoten).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, genannt = ""]) => genannt);
    const koerper = Object.values(dienst.dokument.paths).flatMap((methoden) =>
      Object.values(methoden).map(({ requestBody }) => requestBody ?? {}),
    );
    const gesendete = new Set(koerper.flatMap(namen));
    // A set that grows while it is gone through: what a schema names is sent too.
    for (const eines of gesendete)
      for (const inneres of namen(dienst.dokument.components.schemas[eines])) gesendete.add(inneres);
    const ohneGrenze = [...gesendete]
      .flatMap((eines) => [...schemata(dienst.dokument.components.schemas[eines], `/schemas/${eines}`)])
      .filter(([, { type }]) => JSON.stringify(type ?? null).includes('"integer"'))
      .filter(([, { maximum, enum: werte }]) => maximum === undefined && werte === undefined)
      .map(([ort]) => ort);
    expect(gesendete.size).toBeGreaterThan(20);
    expect(ohneGrenze).toEqual([]);
  });

  test("jede Operation hat eine deutsche Zusammenfassung, einen Tag und eine eigene operationId", () => {
    const operationen = Object.values(dienst.dokument.paths).flatMap((methoden) =>
      Object.values(methoden),
    ) as unknown as {
      operationId: string;
      summary?: string;
      tags?: string[];
      description?: string;
    }[];
    expect(new Set(operationen.map(({ operationId }) => operationId)).size).toBe(operationen.length);
    for (const { operationId, summary, tags, description } of operationen) {
      expect(summary, operationId).toBeTruthy();
      expect(tags, operationId).toHaveLength(1);
      expect(description, operationId).toMatch(/Rollen: |Ohne Anmeldung|Für alle Angemeldeten/);
    }
  });

  test("jede Gruppe ist beschrieben, hat Operationen, und keine Operation steht außerhalb", () => {
    const { tags, paths } = dienst.dokument as unknown as {
      tags: { name: string; description: string }[];
      paths: Record<string, Record<string, { tags: string[] }>>;
    };
    const benutzt = Object.values(paths).flatMap((methoden) => Object.values(methoden).flatMap(({ tags }) => tags));
    expect(tags.map(({ name }) => name).sort()).toEqual([...new Set(benutzt)].sort());
    for (const { name, description } of tags) expect(description, name).toBeTruthy();
  });

  test("die Beschreibung führt mit sechs Verweisen durch eine Abrechnung und mit vieren zu einem eigenen Vertrag", () => {
    const { description } = dienst.dokument.info as unknown as { description: string };
    const ziele = [...description.matchAll(/\/api\/docs#\/([^/]+)\/(\w+)\)/g)];
    expect(ziele).toHaveLength(6 + 4);
    const operationen = Object.values(dienst.dokument.paths).flatMap((methoden) => Object.values(methoden));
    for (const [, tag = "", operationId] of ziele)
      expect(operationen).toContainEqual(expect.objectContaining({ operationId, tags: [decodeURIComponent(tag)] }));
  });

  test.each(["/", "/api", "/api/"])("wer %s aufruft, kommt zur Dokumentation", async (pfad) => {
    const antwort = await dienst.app.request(pfad);
    expect([antwort.status, antwort.headers.get("location")]).toEqual([302, "/api/docs"]);
  });

  test("was ändert oder löscht, nimmt If-Match an", () => {
    for (const [pfad, methoden] of Object.entries(dienst.dokument.paths))
      for (const [methode, operation] of Object.entries(methoden)) {
        if (["get", "post"].includes(methode)) continue;
        const { parameters } = operation as unknown as { parameters?: { name: string }[] };
        const namen = parameters?.map(({ name }) => name) ?? [];
        expect(namen, `${methode} ${pfad}`).toContain("If-Match");
      }
  });

  test("ein Idempotency-Key wird genommen, wo er steht, und sonst übersehen; ein unmöglicher ist 400", async () => {
    for (const [pfad, methoden] of Object.entries(dienst.dokument.paths))
      for (const [methode, operation] of Object.entries(methoden)) {
        if (!operation.security?.length) continue;
        const nimmt = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
        expect(nimmt ?? false, `${methode} ${pfad}`).toBe(methode === "post" && "422" in operation.responses);
        for (const schluessel of nimmt ? ["", "x".repeat(201)] : []) {
          const kopf = { "idempotency-key": schluessel };
          const { status, json } = await dienst
            .als("administrator")
            .post(pfad.replace(/\{\w+\}/g, "1"), undefined, kopf);
          expect([status, json.code], `${methode} ${pfad}`).toEqual([400, "ungueltiger_schluessel"]);
        }
      }
    const lang = { kopf: { "idempotency-key": "x".repeat(201) } };
    expect((await dienst.als("administrator").get("/kontakte", lang)).status).toBe(200);
  });

  test("eine Antwort mit Fassung trägt sie als ETag, auch die auf einen überholten Stand", () => {
    const mitETag = Object.entries(dienst.dokument.paths).flatMap(([pfad, methoden]) =>
      Object.entries(methoden).flatMap(([methode, { responses }]) =>
        Object.entries(responses)
          .filter(([, { headers }]) => headers?.ETag?.required)
          .map(([status]) => `${methode} ${pfad} ${status}`),
      ),
    );
    expect(mitETag).toEqual(expect.arrayContaining(["get /kontakte/{id} 200", "post /kontakte 201"]));
    for (const [pfad, methoden] of Object.entries(dienst.dokument.paths))
      for (const [methode, { responses }] of Object.entries(methoden))
        if ("412" in responses) expect(mitETag).toContain(`${methode} ${pfad} 412`);
  });

  test("wer eine Datei in Teilen gibt, sagt, was aus einem Teil wird, den sie nicht hat", () => {
    const inTeilen = Object.entries(dienst.dokument.paths).flatMap(([pfad, methoden]) =>
      Object.entries(methoden)
        .filter(([, { responses }]) => "206" in responses)
        .map(([methode, { responses }]) => [`${methode} ${pfad}`, "416" in responses]),
    );
    expect(inTeilen).toContainEqual(["get /abrechnung/archiv/{id}/xml", true]);
    expect(inTeilen.filter(([, sagtEs]) => !sagtEs)).toEqual([]);
  });

  test("die Beschreibung sagt, was das Schema nicht sagen kann: Tage, Texte und zu große Köpfe", () => {
    const { description } = dienst.dokument.info as unknown as { description: string };
    const text = description.replace(/\s+/g, " ");
    expect(text).toContain("Ein Tag liegt zwischen 1900-01-01 und 9998-12-31.");
    expect(text).toContain(
      "mindestens ein sichtbares Zeichen und keine Steuerzeichen außer Tabulator und Zeilenumbruch",
    );
    expect(text).toContain("16 KiB; was darüber liegt, ist überall 431 (`kopf_zu_gross`)");
  });

  test("wo der Dienst Verschiedenes verlangt, sagt es das Schema", () => {
    const listen = [...schemata(dienst.dokument.components, "")].filter(([, { uniqueItems }]) => uniqueItems === true);
    const felder = listen.map(([ort]) => ort.split("/").slice(2).join("/").replace("/properties/", "."));
    expect(felder.sort()).toEqual([
      "Aufbewahrung.offeneJahre",
      "DuplikatKontaktEntscheidungBody.kontaktIds",
      "DuplikatPachtobjektEntscheidungBody.pachtobjektIds",
      "UpdateAufbewahrungBody.offeneJahre",
    ]);
  });

  test("von Seiten spricht ein limit nur, wo es page gibt", () => {
    for (const [pfad, methoden] of Object.entries(dienst.dokument.paths))
      for (const { parameters = [] } of Object.values(methoden)) {
        const limit = parameters.find(({ name }) => name === "limit")?.schema.description;
        const blaettert = parameters.some(({ name }) => name === "page");
        if (limit !== undefined) expect(/Seite/.test(String(limit)), pfad).toBe(blaettert);
      }
  });

  test("der Idempotency-Key sagt, wofür er gilt und wann er verbraucht ist", () => {
    const { parameters = [] } = dienst.dokument.paths["/kontakte"]?.post ?? {};
    const { description } = (parameters.find(({ name }) => name === "Idempotency-Key") ?? {}) as {
      description?: string;
    };
    expect(description).toMatch(
      /gilt für Benutzer und Adresse; .* 422, und eine abgelehnte Anfrage verbraucht ihn nicht/,
    );
  });

  test("jeder Zeitraum der Gültigkeit und der Beginn des Pachtjahrs ist beschrieben", () => {
    const stumm = [...schemata(dienst.dokument.components, "")]
      .filter(([ort]) => /\/(gueltigVon|gueltigBis|pachtjahrBeginn)$/.test(ort))
      .filter(([, { description }]) => !description)
      .map(([ort]) => ort);
    expect(stumm).toEqual([]);
  });

  test("jeder Parameter sagt, was er bedeutet, und jeder verlangte hat ein Beispiel oder seine Werte", () => {
    const maengel = Object.entries(dienst.dokument.paths).flatMap(([pfad, methoden]) =>
      Object.entries(methoden).flatMap(([methode, { parameters = [] }]) =>
        (parameters as { name: string; required?: boolean; description?: string; schema: Record<string, unknown> }[])
          .filter(({ required, description, schema }) => {
            const beschrieben = description ?? schema.description;
            // A voluntary one has none: Swagger UI would send it along.
            return !beschrieben || (required && schema.example === undefined && schema.enum === undefined);
          })
          .map(({ name }) => `${methode} ${pfad} ${name}`),
      ),
    );
    expect(maengel).toEqual([]);
  });

  test("jedes Beispiel einer Ablehnung hat die Felder, die ihr Schema verlangt", () => {
    const unvollstaendige = Object.entries(dienst.dokument.paths).flatMap(([pfad, methoden]) =>
      Object.entries(methoden).flatMap(([methode, { responses }]) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const { schema, examples = {} } = (content?.["application/problem+json"] ?? {}) as {
            schema?: { $ref?: string };
            examples?: Record<string, { value: Knoten }>;
          };
          const name = schema?.$ref?.split("/").at(-1) ?? "";
          const verlangt = (dienst.dokument.components.schemas[name]?.required ?? []) as string[];
          return Object.entries(examples)
            .filter(([, { value }]) => verlangt.some((feld) => !(feld in value)))
            .map(([code]) => `${methode} ${pfad} ${status} ${code}`);
        }),
      ),
    );
    expect(unvollstaendige).toEqual([]);
  });

  test("in jedem Beispiel einer Ablehnung steht der Weg der Anfrage, wie der Dienst ihn nennt", () => {
    const wege = [...JSON.stringify(dienst.dokument).matchAll(/"instance":"([^"]*)"/g)].map(([, weg]) => weg ?? "");
    expect(wege.length).toBeGreaterThan(1_000);
    expect(wege.filter((weg) => !weg.startsWith("/api/"))).toEqual([]);
  });

  test("kein freiwilliger Tag hat ein Beispiel: Swagger UI schickte es mit", () => {
    for (const [pfad, methoden] of Object.entries(dienst.dokument.paths))
      for (const operation of Object.values(methoden)) {
        const { parameters } = operation as unknown as {
          parameters?: { name: string; in: string; required?: boolean; schema: Knoten }[];
        };
        for (const { name, in: wo, required, schema } of parameters ?? [])
          if (wo === "query" && !required && schema.format === "date")
            expect(schema.example, `${pfad} ${name}`).toBeUndefined();
      }
  });

  test("die Sitzung steht als Cookie service.sid darin", () => {
    const schemes = (dienst.dokument.components as unknown as { securitySchemes: Knoten }).securitySchemes;
    expect(schemes).toEqual({
      sitzung: expect.objectContaining({ type: "apiKey", in: "cookie", name: "service.sid" }),
    });
  });
});
