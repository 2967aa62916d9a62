import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { benutzer } from "../../src/lokal/anmeldung/benutzer.ts";
import { ladeDemodaten } from "../../src/lokal/daten.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { type Sandkasten, starteSandkasten } from "../../src/lokal/sandkasten/server.ts";
import { mitWorker, worker } from "../bestand/import/handgriffe.ts";
import type { Dokument } from "../hilfe/dienst.ts";
import { dienst, heute, mitDienst } from "../hilfe/mitDienst.ts";
import { type Antworten, form, kuerze, liesAntworten, schreibeAntworten } from "./antwortbeispiele.ts";
import { holeNach } from "./nachgeholt.ts";

type Schema = { $ref?: string; example?: unknown };
type Operation = Dokument["paths"][string][string];

const [port, geheimnis] = [await freierPort(), "sandkasten-geheimnis"];
mitDienst({
  umgebung: () => ({
    // As `npm start` has it; and so that some letters are many.
    EXTACCOUNTING_SYSTEM: "sandkasten",
    EXTACCOUNTING_URL: `http://127.0.0.1:${port}`,
    EXTACCOUNTING_SECRET: geheimnis,
    PDF_DIREKT_BIS: "1",
  }),
});
mitWorker();
let sandkasten: Sandkasten;
beforeAll(async () => {
  sandkasten = await starteSandkasten(worker, { port, geheimnis, melde: (grund) => expect.fail(String(grund)) });
  await ladeDemodaten(dienst.ownerUrl, { heute });
  const { name, login } = benutzer[0];
  await dienst.owner`
    update benutzer set name = ${name}, email = ${`${login}@pachtverwaltung.example`} where subjekt = ${login}`;
  // Nobody writes down what these processes do.
  await dienst.owner`
    insert into betriebsverlauf (minute, prozess, art, stufen, fehler, hoechste_ms)
    select date_trunc('minute', now()) - make_interval(mins => 350 + n), gen_random_uuid(), art,
      '{41,22,30,12,6,3,4,0,0,0,0,0,0,0,0}', 0, 212
    from generate_series(0, 15) n, unnest('{server,worker}'::text[]) art`;
});
afterAll(() => sandkasten.beende());

/** What Swagger UI proposes as the body: a schema of its own with an example. */
const koerper = (operation: Operation): unknown => {
  const schema = operation.requestBody?.content["application/json"]?.schema as Schema | undefined;
  const name = schema?.$ref?.split("/").at(-1);
  return name === undefined ? undefined : (dienst.dokument.components.schemas[name] as Schema | undefined)?.example;
};

/** The address that Swagger UI proposes: examples, and where a value is required the first allowed one. */
const adresse = (pfad: string, { parameters = [] }: Operation): string => {
  const werte = parameters
    .filter(({ in: wo, required, schema }) => wo === "path" || (wo === "query" && (required || "example" in schema)))
    .map(({ name, in: wo, schema }) => {
      const { example, enum: erlaubt } = schema as { example?: string | number; enum?: string[] };
      const wert = example ?? erlaubt?.[0];
      if (wert === undefined) throw new Error(`${pfad}: kein Beispiel für ${name}`);
      return { name, wo, wert: String(wert) };
    });
  const ziel = werte
    .filter(({ wo }) => wo === "path")
    .reduce((p, { name, wert }) => p.replace(`{${name}}`, wert), pfad);
  const anfrage = new URLSearchParams(werte.filter(({ wo }) => wo === "query").map(({ name, wert }) => [name, wert]));
  return anfrage.size === 0 ? ziel : `${ziel}?${anfrage}`;
};

test("was ein If-Match nennt, sieht auch danach: ein unmöglicher ändert nirgends etwas", async () => {
  for (const [pfad, methoden] of Object.entries(dienst.dokument.paths))
    for (const [methode, operation] of Object.entries(methoden)) {
      if (!operation.parameters?.some(({ name }) => name === "If-Match")) continue;
      const { status } = await dienst.frage("administrator", methode, adresse(pfad, operation), {
        body: koerper(operation),
        kopf: { "If-Match": '"999999999"' },
      });
      const fall = `${methode} ${pfad}`;
      // What is refused without it anyway may be refused for that.
      if (fall in erklaert) expect(status, fall).toBeGreaterThanOrEqual(400);
      else expect(status, fall).toBe(412);
    }
});

/** What a fresh stock cannot answer with success, and the word for it. */
const erklaert: Record<string, string> = {
  // There is neither a document nor a logo yet, and the file is chosen by hand.
  "get /pachtkonten/{id}/dokumente/{docId}/download": "404 nicht_gefunden",
  "delete /pachtkonten/{id}/dokumente/{docId}": "404 nicht_gefunden",
  "get /einstellungen/logo/preview": "404 nicht_gefunden",
  "delete /einstellungen/logo": "404 nicht_gefunden",
  "post /pachtkonten/{id}/dokumente": "415 medientyp",
  "post /einstellungen/logo": "415 medientyp",
  "post /einstellungen/indexreihen/{id}/fassungen/upload": "415 medientyp",
  // Nothing was ever imported, and the file is chosen by hand.
  "post /import": "415 medientyp",
  "get /import/{id}": "404 nicht_gefunden",
  "get /import/{id}/befunde": "404 nicht_gefunden",
  "get /import/{id}/befunde.xlsx": "404 nicht_gefunden",
  "post /import/{id}/ausfuehren": "404 nicht_gefunden",
  // What history or other records depend on stays.
  "delete /pachtkonten/{id}": "409 wird_verwendet",
  "delete /einstellungen/positionsarten/{id}": "409 wird_verwendet",
  "delete /einstellungen/indexreihen/{id}": "409 wird_verwendet",
  "delete /abrechnung/hebungen/{id}": "409 wird_verwendet",
  // Document 1 is a lessee's invoice.
  "post /abrechnung/archiv/{id}/widerspruch": "409 keine_gutschrift",
  "patch /abrechnung/archiv/{id}/widerspruch": "409 kein_widerspruch",
  // The jobs wait for a worker, which the test has not.
  "post /betrieb/auftraege/{id}/wiederholen": "409 nicht_fehlgeschlagen",
  // Document 1 was cancelled a moment ago.
  "post /extaccounting/documents/{id}/{action}": "409 uebersprungen",
  "get /extaccounting/documents/{id}/pdf": "409 kein_pdf",
};

test("auf den Demodaten wird jede Operation mit ihren Beispielen angenommen oder lehnt verständlich ab", async () => {
  const erhalten: Record<string, string> = {};
  const antworten: Antworten = {};
  for (const methode of ["get", "post", "put", "patch", "delete"])
    for (const [pfad, methoden] of Object.entries(dienst.dokument.paths)) {
      const operation = methoden[methode];
      if (!operation || (pfad.startsWith("/auth/") && pfad !== "/auth/me")) continue;
      const { status, json } = await dienst.frage("administrator", methode, adresse(pfad, operation), {
        body: koerper(operation),
      });
      if (status < 300 && json !== undefined) antworten[operation.operationId] = kuerze(json);
      if (status >= 300) erhalten[`${methode} ${pfad}`] = `${status} ${json.code}`;
    }
  expect(erhalten).toEqual(erklaert);
  Object.assign(antworten, await holeNach());
  // BEISPIELE=schreiben takes the answers of today as the examples of the document.
  if (process.env.BEISPIELE === "schreiben") schreibeAntworten(antworten);
  expect(form(antworten)).toEqual(form(liesAntworten()));
}, 120_000);
