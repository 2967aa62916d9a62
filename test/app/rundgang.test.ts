import { describe, expect, test } from "vitest";
import { rollen } from "../../src/kern/rechte.ts";
import type { Antwort, Testdienst, Wer } from "../hilfe/dienst.ts";
import { dienst, mitDienst } from "../hilfe/mitDienst.ts";
import { musterwert } from "../hilfe/musterwert.ts";

mitDienst();

type Fall = {
  methode: string;
  muster: string;
  operation: Testdienst["dokument"]["paths"][string][string];
};

const faelle = (): Fall[] =>
  Object.entries(dienst.dokument.paths).flatMap(([muster, methoden]) =>
    Object.entries(methoden).map(([methode, operation]) => ({ methode, muster, operation })),
  );

const fremd = "999999999";
const fremdeUuid = "00000000-0000-4000-8000-000000000000";

/** The path of an operation with ids that nobody has, except where `ids` names others. */
const pfadMit = (muster: string, operation: Fall["operation"], ids: Record<string, string> = {}): string =>
  muster.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.parameters?.find((parameter) => parameter.name === name)?.schema;
    const wort = Array.isArray(schema?.enum) ? String(schema.enum[0]) : undefined;
    return ids[name] ?? wort ?? (schema?.format === "uuid" ? fremdeUuid : fremd);
  });
const pfadparameter = ({ muster }: Fall): string[] =>
  [...muster.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));

const pflichtanfrage = (operation: Fall["operation"]): string => {
  const werte = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${musterwert(dienst.dokument, parameter.schema)}`);
  return werte.length > 0 ? `?${werte.join("&")}` : "";
};

const inhalt = (operation: Fall["operation"]): unknown => {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema ? musterwert(dienst.dokument, schema) : undefined;
};

const frage = (
  wer: Wer,
  { methode, muster, operation }: Fall,
  anders: { ids?: Record<string, string>; body?: unknown; query?: string } = {},
) =>
  dienst.frage(wer, methode, `${pfadMit(muster, operation, anders.ids)}${anders.query ?? pflichtanfrage(operation)}`, {
    body: anders.body ?? inhalt(operation),
  });

const geschuetzt = () => faelle().filter(({ operation }) => operation.security?.length);
const name = ({ methode, muster }: Fall) => `${methode.toUpperCase()} ${muster}`;

/** A role that may do all of an operation. */
const berechtigt = ({ operation }: Fall): Wer => operation["x-rollen"]?.[0] ?? "administrator";

const erwarte = (antwort: Antwort, fall: Fall, status: number, code?: string) => {
  expect(antwort.status, `${name(fall)} ${antwort.text.slice(0, 300)}`).toBe(status);
  expect(antwort.kopf.get("content-type"), name(fall)).toBe("application/problem+json");
  expect(antwort.json, name(fall)).toMatchObject({
    status,
    requestId: antwort.kopf.get("x-request-id"),
    ...(code ? { code } : {}),
  });
};

describe("jede Operation des Dokuments", () => {
  test("ohne Sitzung 401", async () => {
    for (const fall of geschuetzt()) erwarte(await frage(null, fall), fall, 401, "nicht_angemeldet");
  });

  test("mit falscher Rolle 403, mit richtiger nicht", async () => {
    for (const fall of geschuetzt()) {
      const erlaubt = fall.operation["x-rollen"] ?? [];
      for (const rolle of [...rollen, "ohne-rolle"] as const) {
        const antwort = await frage(rolle, fall);
        const darf = erlaubt.length === 0 || erlaubt.some((kandidat) => kandidat === rolle);
        if (darf) expect(antwort.status, `${name(fall)} als ${rolle}`).not.toBe(403);
        else erwarte(antwort, fall, 403, "keine_berechtigung");
      }
    }
    // So many requests may take their time on a busy machine.
  }, 120_000);

  test("ein Parameter, den sie nicht kennt, 400 mit seinem Namen, auch wo sie keinen hat", async () => {
    for (const fall of geschuetzt()) {
      const query = `${pflichtanfrage(fall.operation) || "?"}&gibtesnicht=1`;
      const antwort = await frage(berechtigt(fall), fall, { query });
      erwarte(antwort, fall, 400, "ungueltige_eingabe");
      expect(antwort.json, name(fall)).toMatchObject({
        errors: expect.arrayContaining([
          { path: "gibtesnicht", code: "unbekanntes_feld", message: expect.any(String) },
        ]),
      });
      expect(Object.keys(fall.operation.responses), name(fall)).toContain("400");
    }
  }, 60_000);

  test("ein Parameter, den sie verlangt und der fehlt, heißt so", async () => {
    let verlangte = 0;
    for (const fall of geschuetzt()) {
      const fehlende = (fall.operation.parameters ?? []).filter(({ in: ort, required }) => ort === "query" && required);
      if (fehlende.length === 0) continue;
      verlangte += fehlende.length;
      const antwort = await frage(berechtigt(fall), fall, { query: "" });
      erwarte(antwort, fall, 400, "ungueltige_eingabe");
      const { errors } = antwort.json as unknown as { errors: { path: string; code: string }[] };
      const genannt = new Map(errors.map(({ path, code }) => [path, code]));
      for (const parameter of fehlende) expect(genannt.get(parameter.name), name(fall)).toBe("fehlt");
    }
    expect(verlangte).toBeGreaterThan(10);
  });

  test("unbekannte id 404", async () => {
    // A name from a list of names is known or malformed.
    const istName = ({ operation }: Fall, parameter: string) =>
      operation.parameters?.some(({ name, schema }) => name === parameter && Array.isArray(schema.enum)) === true;
    const mitId = (fall: Fall) => pfadparameter(fall).some((parameter) => !istName(fall, parameter));
    for (const fall of geschuetzt().filter(mitId)) erwarte(await frage(berechtigt(fall), fall), fall, 404);
  });

  test("verunstaltete id 400, jede für sich", async () => {
    for (const fall of geschuetzt())
      for (const name of pfadparameter(fall))
        for (const id of ["abc", "0", "-1", "1.5", "1e3", "99999999999999999999"])
          erwarte(await frage(berechtigt(fall), fall, { ids: { [name]: id } }), fall, 400);
  });

  test("verunstalteter Inhalt 400, falscher Medientyp 415, zu großer 413", async () => {
    for (const fall of geschuetzt().filter(({ operation }) => operation.requestBody?.content["application/json"])) {
      const pfad = pfadMit(fall.muster, fall.operation);
      const sende = (body: string, typ = "application/json") =>
        dienst.frage(berechtigt(fall), fall.methode, pfad, { body, kopf: { "content-type": typ } });
      erwarte(await sende("{"), fall, 400);
      erwarte(await sende("[]"), fall, 400);
      erwarte(await sende("null"), fall, 400);
      erwarte(await sende("{}", "text/plain"), fall, 415);
      erwarte(await sende(`"${"x".repeat(1024 * 1024)}"`), fall, 413);
    }
  });

  test("unbekanntes Feld 400", async () => {
    const mitFeldern = geschuetzt().filter(
      // Own fields of an account: there any name is known.
      ({ operation }) =>
        operation.requestBody?.content["application/json"] && operation.operationId !== "updateFeldwerte",
    );
    for (const fall of mitFeldern) {
      const body = { ...(inhalt(fall.operation) as object), unbekanntesFeld: 1 };
      const antwort = await frage(berechtigt(fall), fall, { body });
      erwarte(antwort, fall, 400);
      expect(JSON.stringify(antwort.json.errors), name(fall)).toContain("unbekanntesFeld");
    }
  });

  test("jede Zahl hat die Grenzen, die das Dokument nennt", async () => {
    const fehlercodes = async (fall: Fall, { name, in: ort }: { name: string; in: string }, wert: string) => {
      const anfrage = new URLSearchParams(pflichtanfrage(fall.operation));
      if (ort === "query") anfrage.set(name, wert);
      const { status, json } = await frage(berechtigt(fall), fall, {
        ids: ort === "path" ? { [name]: wert } : {},
        query: anfrage.size > 0 ? `?${anfrage}` : "",
      });
      if (status !== 400) return [];
      const { errors = [] } = json as { errors?: { path: string; code: string }[] };
      return errors.filter(({ path }) => path === name).map(({ code }) => code);
    };
    let zahlen = 0;
    for (const fall of geschuetzt())
      for (const parameter of fall.operation.parameters ?? []) {
        const { type, minimum, maximum } = parameter.schema;
        if (type !== "integer" || typeof minimum !== "number" || typeof maximum !== "number") continue;
        zahlen += 1;
        const wo = `${name(fall)} ${parameter.name}`;
        for (const grenze of [minimum, maximum]) {
          const codes = await fehlercodes(fall, parameter, String(grenze));
          expect(["zu_klein", "zu_gross", "falscher_typ"], wo).not.toContain(codes[0]);
        }
        expect(await fehlercodes(fall, parameter, String(BigInt(minimum) - 1n)), wo).toEqual(["zu_klein"]);
        expect(await fehlercodes(fall, parameter, String(BigInt(maximum) + 1n)), wo).toEqual(["zu_gross"]);
      }
    expect(zahlen).toBeGreaterThan(100);
  }, 120_000);

  test("ein Nullzeichen in einem Parameter ist 400 mit dessen Namen", async () => {
    for (const fall of geschuetzt())
      for (const parameter of fall.operation.parameters ?? []) {
        if (parameter.in !== "query") continue;
        const anfrage = new URLSearchParams(pflichtanfrage(fall.operation));
        anfrage.set(parameter.name, "\0");
        const antwort = await frage(berechtigt(fall), fall, { query: `?${anfrage}` });
        erwarte(antwort, fall, 400, "ungueltige_eingabe");
        const { errors = [] } = antwort.json as { errors?: { path: string }[] };
        const genannt = errors.map(({ path }) => path.replace(/\.0$/, ""));
        expect(genannt, name(fall)).toContain(parameter.name);
      }
  });

  test("unbekannter Suchparameter 400", async () => {
    const mitSuche = geschuetzt().filter(({ operation }) =>
      operation.parameters?.some((parameter) => parameter.in === "query"),
    );
    for (const fall of mitSuche) {
      const anfrage = pflichtanfrage(fall.operation);
      const query = `${anfrage ? `${anfrage}&` : "?"}unbekannt=1`;
      erwarte(await frage(berechtigt(fall), fall, { query }), fall, 400);
    }
  });

  test("eine andere Methode ist 405 und sagt, welche es gibt", async () => {
    const methoden = ["get", "post", "put", "patch", "delete"];
    for (const [muster, operationen] of Object.entries(dienst.dokument.paths)) {
      const eigene = methoden.filter((methode) => methode in operationen);
      const erlaubt = [...eigene, ...(eigene.includes("get") ? ["head"] : []), "options"];
      const pfad = muster.replace(/\{\w+\}/g, "1");
      for (const methode of methoden.filter((kandidat) => !eigene.includes(kandidat))) {
        const antwort = await dienst.frage("administrator", methode, pfad);
        expect([antwort.status, antwort.json], `${methode} ${muster}`).toMatchObject([405, { code: "methode" }]);
        expect(antwort.kopf.get("allow")?.toLowerCase().split(", ").sort(), muster).toEqual(erlaubt.sort());
      }
      const befragt = await dienst.frage(null, "options", pfad);
      expect(befragt.status, muster).toBe(204);
      expect(befragt.kopf.get("allow")?.toLowerCase().split(", ").sort(), muster).toEqual(erlaubt.sort());
    }
  });

  test("Inhalt, der kein UTF-8 ist, ist 400", async () => {
    const antwort = await dienst.app.request(`${dienst.deps.config.BASE_PATH}/kontakte`, {
      method: "POST",
      headers: { cookie: "service.sid=sitzung-administrator", "content-type": "application/json" },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(await antwort.json()).toMatchObject({ status: 400, code: "ungueltiges_utf8" });
    const beschrieben = dienst.dokument.paths["/kontakte"]?.post?.responses["400"]?.content ?? {};
    expect(Object.keys(beschrieben["application/problem+json"]?.examples ?? {})).toContain("ungueltiges_utf8");
  });

  test("eine unbekannte Adresse ist 404, auch ohne Sitzung", async () => {
    const antwort = await dienst.frage(null, "get", "/gibt-es-nicht");
    expect(antwort.status).toBe(404);
    expect(antwort.json).toMatchObject({ code: "nicht_gefunden" });
    expect((await dienst.frage(null, "options", "/gibt-es-nicht")).status).toBe(404);
  });
});
