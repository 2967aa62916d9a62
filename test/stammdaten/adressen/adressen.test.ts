import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frageGeocoder } from "../../../src/stammdaten/adressen/geocoder.ts";
import type { Adresspruefung } from "../../../src/stammdaten/adressen/schema.ts";
import { pruefeStrasse } from "../../../src/stammdaten/adressen/strassenpruefung.ts";
import { dienst, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";

let geocoder: Server;
let antworte: (() => { status: number; body: string; location?: string } | null) | undefined;

beforeAll(async () => {
  geocoder = createServer((_, antwort) => {
    const was = antworte?.();
    // null: it never answers.
    if (!was) return;
    const location = was.location === undefined ? {} : { location: was.location };
    antwort.writeHead(was.status, { "content-type": "application/json", ...location }).end(was.body);
  });
  await new Promise<void>((fertig) => geocoder.listen(0, "127.0.0.1", fertig));
});
afterAll(async () => {
  geocoder.closeAllConnections();
  await new Promise((fertig) => geocoder.close(fertig));
});
mitDienst({
  umgebung: () => ({ GEOCODER_URL: `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}` }),
});

const pruefe = async (werte: Record<string, string>, pfad = "/kontakte") =>
  (await pruefer().get<Adresspruefung>(`${pfad}/validate-address?${new URLSearchParams(werte)}`)).json;
const codes = ({ hinweise }: Adresspruefung) => hinweise.map(({ code }) => code);
const dorf = { strasse: "Dorfstraße", hausnummer: "1" };
const kaputt = () => ({ status: 500, body: "" });

describe("Anschrift prüfen", () => {
  test("eine richtige wird angenommen und in übliche Schreibweise gebracht", async () => {
    antworte = kaputt;
    for (const pfad of ["/kontakte", "/patchobjekte"])
      expect(await pruefe({ strasse: "Bahnhofstr. 12 a", plz: "29525", ort: "uelzen" }, pfad)).toEqual({
        gueltig: true,
        quelle: "lokal",
        normalisiert: { strasse: "Bahnhofstraße", hausnummer: "12a", plz: "29525", ort: "Uelzen", land: "DE" },
        hinweise: [],
        vorschlaege: [],
      });
  });

  test("Tippfehler, fremde Postleitzahl, Fehlendes", async () => {
    antworte = kaputt;
    const getippt = await pruefe({ plz: "29525", ort: "Ülzenn" });
    expect(codes(getippt)).toContain("ort_unbekannt");
    expect(getippt.vorschlaege[0]).toEqual({ plz: "29525", ort: "Uelzen" });
    const fremd = await pruefe({ plz: "29526", ort: "Uelzen" });
    expect(fremd.gueltig).toBe(false);
    expect(fremd.vorschlaege[0]).toEqual({ plz: "29525", ort: "Uelzen" });
    expect(codes(await pruefe({ plz: "10115", ort: "München" }))).toContain("plz_passt_nicht");
    expect(await pruefe({ plz: "29525" })).toMatchObject({ gueltig: true, normalisiert: { ort: "Uelzen" } });
    expect(codes(await pruefe({ ort: "Berlin" }))).toContain("plz_fehlt");
    expect(await pruefe({ plz: "60311", ort: "Frankfurt" })).toMatchObject({
      gueltig: true,
      normalisiert: { ort: "Frankfurt am Main" },
    });
  });

  test("ein Ortsteil an seiner Postleitzahl ist nur eine Warnung, mit der Gemeinde als Vorschlag", async () => {
    antworte = kaputt;
    const { gueltig, hinweise, vorschlaege } = await pruefe({ ...dorf, plz: "29525", ort: "Westerweyhe" });
    expect(gueltig).toBe(true);
    expect(hinweise).toMatchObject([{ feld: "ort", schwere: "warnung", code: "ortsteil" }]);
    expect(vorschlaege).toEqual([{ plz: "29525", ort: "Uelzen" }]);
  });

  test.each([
    ["60311", "Frankfurt/Main", "Frankfurt am Main"],
    ["60311", "frankfurt a. M.", "Frankfurt am Main"],
    ["60311", "Frankfurt a.M", "Frankfurt am Main"],
    ["60311", "Frankfurt (Main)", "Frankfurt am Main"],
    ["79098", "Freiburg i. Br.", "Freiburg im Breisgau"],
    ["67433", "Neustadt a.d. Weinstr.", "Neustadt an der Weinstraße"],
  ])("kurz geschrieben: %s %s", async (plz, ort, voll) => {
    antworte = kaputt;
    expect(await pruefe({ ...dorf, plz, ort })).toMatchObject({
      gueltig: true,
      normalisiert: { ort: voll },
      hinweise: [],
    });
  });

  test.each([
    ["60311", "Frankfurt/Oder", "plz_passt_nicht"],
    ["60311", "Frankfurt a. O.", "ort_unbekannt"],
    ["60311", "Frankfurt Mai", "ort_unbekannt"],
    ["25813", "12345", "ort_form"],
  ])("doch nicht der Ort: %s %s", async (plz, ort, code) => {
    antworte = kaputt;
    expect(codes(await pruefe({ ...dorf, plz, ort }))).toEqual([code]);
  });

  test("andere Länder nach der Form der Postleitzahl", async () => {
    antworte = kaputt;
    expect((await pruefe({ plz: "1010", ort: "Wien", land: "AT" })).gueltig).toBe(true);
    expect(codes(await pruefe({ plz: "101", ort: "Wien", land: "AT" }))).toContain("plz_form");
    expect((await pruefe({ plz: "1012 AB", ort: "Amsterdam", land: "NL" })).gueltig).toBe(true);
  });

  test("ohne Postleitzahl und Ort, oder mit unbekanntem Land: 400", async () => {
    for (const anfrage of ["strasse=Hauptstr.", "plz=1&land=XX", "plz=1&x=1"])
      expect((await pruefer().get(`/kontakte/validate-address?${anfrage}`)).status).toBe(400);
  });

  test.each([
    ["Hauptstrasse", "7", "Hauptstraße", "7", 0],
    ["Straße des 17. Juni", "135", "Straße des 17. Juni", "135", 0],
    ["C 4", "12", "C 4", "12", 0],
    ["Postfach 12 34", null, "Postfach 12 34", null, 0],
    ["Am Markt 3-5", null, "Am Markt", "3-5", 0],
    ["Am Markt, 5", null, "Am Markt", "5", 0],
    ["Q7, 24", null, "Q7", "24", 0],
    ["C 4 12a", null, "C 4", "12a", 0],
    ["12345", "1", "12345", "1", 1],
    ["Dorfweg", "null", "Dorfweg", "null", 1],
  ])("%s %s", (strasse, nummer, strasseNeu, nummerNeu, fehler) => {
    const { hinweise, ...ergebnis } = pruefeStrasse(strasse, nummer, true);
    expect(ergebnis).toEqual({ strasse: strasseNeu, hausnummer: nummerNeu });
    expect(hinweise.filter(({ schwere }) => schwere === "fehler")).toHaveLength(fehler);
  });
});

describe("eigener Geocoder", () => {
  const photon = (eigenschaften: object) => () => ({
    status: 200,
    body: JSON.stringify({ features: [{ properties: eigenschaften }] }),
  });
  const ortsteil = { ...dorf, plz: "29525", ort: "Westerweyhe" };
  const vertippt = { ...dorf, plz: "29525", ort: "Uelzem" };
  const derselbe = photon({ street: "Dorfstraße", postcode: "29525", city: "Uelzem" });

  test("kennt er den Ort, gilt die Anschrift", async () => {
    antworte = photon({ street: "Dorfstraße", postcode: "29525", city: "Westerweyhe" });
    expect(await pruefe(ortsteil)).toMatchObject({ gueltig: true, quelle: "geocoder", hinweise: [] });
  });

  test("kennt er einen anderen, steht der unter den Vorschlägen", async () => {
    antworte = photon({ street: "Dorfstraße", postcode: "29549", city: "Bad Bevensen" });
    const { gueltig, quelle, vorschlaege } = await pruefe({ plz: "29525", ort: "Uelzen" });
    expect({ gueltig, quelle, vorschlaege }).toEqual({
      gueltig: true,
      quelle: "geocoder",
      vorschlaege: [{ plz: "29549", ort: "Bad Bevensen" }],
    });
  });

  test.each([
    ["antwortet er nicht", () => null],
    ["antwortet er Unsinn", () => ({ status: 200, body: "<html>" })],
    ["ist er gestört", kaputt],
    // Blanks mean nothing within JSON: that it was too much is all that is wrong.
    ["hört er lange nicht auf", () => ({ status: 200, body: `${" ".repeat(2 * 1024 * 1024)}${derselbe().body}` })],
  ])("%s, entscheidet das Verzeichnis", async (_, wie) => {
    antworte = wie;
    const los = performance.now();
    expect(await pruefe(vertippt)).toMatchObject({ gueltig: false, quelle: "lokal" });
    // The product's own limit is far below; who is not cut off would wait for ever.
    expect(performance.now() - los).toBeLessThan(10_000);
  });

  test("schickt er woanders hin, folgt ihm niemand", async () => {
    const gefragte: string[] = [];
    const anderer = createServer(({ url }, antwort) => {
      gefragte.push(url ?? "");
      antwort.end(photon({ street: "Dorfstraße", postcode: "29525", city: "Westerweyhe" })().body);
    });
    await new Promise<void>((fertig) => anderer.listen(0, "127.0.0.1", fertig));
    const location = `http://127.0.0.1:${(anderer.address() as AddressInfo).port}/api`;
    antworte = () => ({ status: 307, body: "", location });
    expect(await frageGeocoder(dienst.deps.config, { ...ortsteil, land: "DE" })).toBeNull();
    expect(gefragte).toEqual([]);
    anderer.closeAllConnections();
    await new Promise((fertig) => anderer.close(fertig));
  });

  test("Nominatim", async () => {
    antworte = () => ({
      status: 200,
      body: JSON.stringify([{ address: { road: "Dorfstraße", postcode: "29525", town: "Uelzen" } }]),
    });
    const config = { ...dienst.deps.config, GEOCODER_ART: "nominatim" as const };
    const gefunden = await frageGeocoder(config, { ...ortsteil, land: "DE" });
    expect(gefunden).toEqual([{ strasse: "Dorfstraße", plz: "29525", ort: "Uelzen" }]);
  });
});
