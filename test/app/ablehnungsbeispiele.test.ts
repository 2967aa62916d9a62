import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { rollen } from "../../src/kern/rechte.ts";
import { dienst, konto, mitDienst, verwalter } from "../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

type Beispiel = { code: string; detail: string; errors?: object[] };
type Fall = { name: string; methode: string; pfad: string; operation: (typeof dienst.dokument.paths)[string][string] };

const faelle = (): Fall[] =>
  Object.entries(dienst.dokument.paths).flatMap(([muster, methoden]) =>
    Object.entries(methoden)
      .filter(([, { security }]) => security?.length)
      .map(([methode, operation]) => {
        const pfad = muster.replace(/\{(\w+)\}/g, (_, name: string) => {
          const { schema } = operation.parameters?.find((parameter) => parameter.name === name) ?? {};
          return Array.isArray(schema?.enum) ? String(schema.enum[0]) : String(schema?.example ?? 1);
        });
        return { name: `${methode} ${muster}`, methode, pfad, operation };
      }),
  );

const beispiele = ({ operation }: Fall, status: string): Record<string, { value: Beispiel }> =>
  (operation.responses[status]?.content?.["application/problem+json"]?.examples ?? {}) as never;

const beispiel = (fall: Fall, status: string, code: string): Beispiel | undefined =>
  beispiele(fall, status)[code]?.value;

test("zu jedem Code einer Antwort gehört ein eigener, ganzer Satz", () => {
  const saetze = faelle().flatMap((fall) =>
    Object.keys(fall.operation.responses).flatMap((status) => {
      const details = Object.values(beispiele(fall, status)).map(({ value }) => value.detail);
      const doppelte = details.filter((detail, stelle) => details.indexOf(detail) !== stelle);
      expect(doppelte, `${fall.name} ${status}`).toEqual([]);
      return details;
    }),
  );
  expect(saetze.length).toBeGreaterThan(1000);
  // Clauses of a list, taken out of it as they stood there.
  const bruchstuecke = saetze.filter((satz) => !/^\p{Lu}.*\.$/u.test(satz) || satz.startsWith("Oder "));
  expect([...new Set(bruchstuecke)]).toEqual([]);
});

test("jedes Beispiel einer Ablehnung gilt nach ihrem Schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema({ $id: "dokument", ...dienst.dokument });
  for (const fall of faelle())
    for (const [status, { content }] of Object.entries(fall.operation.responses)) {
      const { schema } = (content?.["application/problem+json"] ?? {}) as { schema?: { $ref: string } };
      for (const [code, { value }] of Object.entries(beispiele(fall, status))) {
        const pruefe = ajv.getSchema(`dokument${schema?.$ref}`);
        expect(pruefe?.(value), `${fall.name} ${status} ${code}: ${JSON.stringify(pruefe?.errors)}`).toBe(true);
      }
    }
});

test("jedes Feld, das eine Ablehnung den gemeinsamen voraus hat, zeigt eines ihrer Beispiele", () => {
  const { schemas } = dienst.dokument.components;
  type Schema = { $ref?: string; anyOf?: Schema[]; properties?: object };
  const felder = ({ $ref, anyOf = [], properties = {} }: Schema): string[] =>
    $ref
      ? felder(schemas[$ref.split("/").at(-1) ?? ""] as Schema)
      : [...Object.keys(properties), ...anyOf.flatMap(felder)];
  const gemeinsame = felder(schemas.Problem as Schema);
  let verglichen = 0;
  for (const fall of faelle())
    for (const [status, { content }] of Object.entries(fall.operation.responses)) {
      const { schema } = (content?.["application/problem+json"] ?? {}) as { schema?: Schema };
      const eigene = new Set(felder(schema ?? {}).filter((feld) => !gemeinsame.includes(feld)));
      verglichen += eigene.size;
      const gezeigt = Object.values(beispiele(fall, status)).flatMap(({ value }) => Object.keys(value));
      // A lone example stands with its schema.
      if (Object.keys(beispiele(fall, status)).length === 0) continue;
      expect(
        [...eigene].filter((feld) => !gezeigt.includes(feld)),
        `${fall.name} ${status}`,
      ).toEqual([]);
    }
  expect(verglichen).toBeGreaterThan(40);
});

test("wer nicht darf, liest den Satz, den das Dokument zeigt: mit den Rollen, die dürfen", async () => {
  let verglichen = 0;
  for (const fall of faelle()) {
    const erlaubte = fall.operation["x-rollen"] ?? [];
    const fremde = rollen.find((rolle) => !erlaubte.includes(rolle));
    const gezeigt = beispiel(fall, "403", "keine_berechtigung");
    if (!gezeigt) continue;
    for (const rolle of erlaubte)
      expect(gezeigt.detail.toLowerCase(), fall.name).toContain(rolle.replace("pruefer", "prüfer"));
    if (!fremde) continue;
    verglichen += 1;
    const { json } = await dienst.frage(fremde, fall.methode, fall.pfad);
    expect(json.detail, fall.name).toBe(gezeigt.detail);
  }
  expect(verglichen).toBeGreaterThan(50);
});

test("was an einer Eingabe falsch sein kann, zeigt jede Operation an einem Feld, das sie so ablehnt", async () => {
  for (const fall of faelle()) {
    const [gezeigt] = beispiel(fall, "400", "ungueltige_eingabe")?.errors ?? [];
    const { path: feld, code } = gezeigt as { path: string; code: string };
    const query = new URLSearchParams({ [feld]: code === "falsches_format" ? "heute" : "1" });
    const wer = fall.operation["x-rollen"]?.[0] ?? "administrator";
    const { json } = await dienst.frage(wer, fall.methode, `${fall.pfad}?${query}`);
    expect(json.errors, fall.name).toContainEqual(gezeigt);
  }
});

test("ein Inhalt von falscher Art oder Größe wird abgelehnt, wie das Dokument es zeigt, auch eine Datei", async () => {
  // What the uploads belong to.
  const reihe = await verwalter().post("/einstellungen/indexreihen", { name: "Index", quelle: "Amt" });
  expect([await konto(), reihe.json.id]).toEqual([1, 1]);
  for (const fall of faelle().filter(({ operation }) => operation.requestBody)) {
    const wer = fall.operation["x-rollen"]?.[0] ?? "administrator";
    const pflicht = (fall.operation.parameters ?? []).filter(({ in: ort, required }) => ort === "query" && required);
    const pfad = `${fall.pfad}?${pflicht.map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema.example))}`).join("&")}`;
    const falsch = await dienst.frage(wer, fall.methode, pfad, {
      body: "x",
      kopf: { "content-type": "text/plain" },
    });
    expect(falsch.json.detail, fall.name).toBe(beispiel(fall, "415", "medientyp")?.detail);
    const gross = fall.operation.requestBody?.content["multipart/form-data"]
      ? { body: "x", kopf: { "content-type": "multipart/form-data; boundary=x", "content-length": "999999999" } }
      : { body: `"${"x".repeat(1024 * 1024)}"` };
    const { json } = await dienst.frage(wer, fall.methode, pfad, gross);
    expect(json.detail, fall.name).toBe(beispiel(fall, "413", "zu_gross")?.detail);
  }
});

test("wann es weitergeht und was es stattdessen gibt, steht in Kopfzeilen, die das Dokument nennt", async () => {
  const verlangt: Record<string, string[]> = {
    "416": ["Accept-Ranges", "Content-Range"],
    "429": ["Retry-After"],
    "503": ["Retry-After"],
  };
  const koepfe = (fall: Fall, status: string) =>
    Object.entries(fall.operation.responses[status]?.headers ?? {}).flatMap(([name, { required }]) =>
      required ? [name] : [],
    );
  for (const fall of faelle())
    for (const [status, namen] of Object.entries(verlangt))
      if (status in fall.operation.responses)
        expect(koepfe(fall, status).sort(), `${fall.name} ${status}`).toEqual(namen);

  for (let nr = 0; nr < 10; nr += 1) await verwalter().post("/feedback", { text: `Nr. ${nr}` });
  const zuViel = await verwalter().post("/feedback", { text: "Nr. 10" });
  expect([zuViel.status, Number(zuViel.kopf.get("retry-after"))]).toEqual([429, expect.any(Number)]);
});

test("`instance` ist die Adresse, wie sie gefragt war: als solche gültig, auch wo ein Zeichen darin keines ist", async () => {
  for (const id of ["1%20", "%E0%A4%A", "%C3%BC", "%22"]) {
    const { json } = await verwalter().get(`/kontakte/${id}`);
    expect([id, json.status, json.instance]).toEqual([id, 400, `/api/kontakte/${id}`]);
  }
});
