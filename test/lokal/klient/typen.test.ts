import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { schreibeKlient } from "../../../src/lokal/klient/schreibe.ts";
import { neuerVerbraucher, type Verbraucher } from "./verbraucher.ts";

// They compile: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let verbraucher: Verbraucher;
beforeAll(async () => {
  verbraucher = await neuerVerbraucher();
});
afterAll(() => verbraucher.loesche());

const gut = `
import { alle, type Eintrag, ergebnis, erstelleKlient, fassung, istProblem, type Pachtkonto } from "pachtverwaltung-klient";

const klient = erstelleKlient({ basis: "https://pacht.example/api" });

export const namen = async (): Promise<string[]> => {
  const gefunden: Eintrag<"/kontakte">[] = [];
  for await (const kontakt of alle(klient, "/kontakte", { query: { search: "Husum", limit: 50 } })) gefunden.push(kontakt);
  for await (const eine of alle(klient, "/kontakte/{id}/verknuepfte-konten", { path: { id: 1 } })) void eine;
  return gefunden.map(({ anzeigename }) => anzeigename);
};

export const benenne = async (id: number, bezeichnung: string): Promise<Pachtkonto> => {
  const gelesen = await klient.GET("/pachtkonten/{id}", { params: { path: { id } } });
  const { data, error } = await klient.PUT("/pachtkonten/{id}", {
    params: { path: { id }, header: fassung(gelesen.response) },
    body: { bezeichnung },
  });
  if (data) return data;
  switch (error.code) {
    case "zeitraum_gebucht":
      throw new Error("belegnummern" in error ? error.belegnummern.join() : error.detail);
    case "version_veraltet":
    case "kontonummer_vergeben":
      throw new Error(error.detail);
    default:
      throw new Error(error.code satisfies string);
  }
};

export const lege = async (paechter: number): Promise<number> => {
  const body = { pachtbeginn: "2027-10-01", zahlungsrhythmus: "jaehrlich" } as const;
  const beteiligte = [{ kontaktId: paechter, rolle: "paechter" as const }];
  return ergebnis(await klient.POST("/pachtkonten", { body: { ...body, beteiligte } })).beteiligte.length;
};

export const sendeZurueck = async (id: number): Promise<void> => {
  const path = { id };
  ergebnis(await klient.PUT("/kontakte/{id}", { params: { path }, body: ergebnis(await klient.GET("/kontakte/{id}", { params: { path } })) }));
  ergebnis(await klient.PUT("/pachtkonten/{id}", { params: { path }, body: ergebnis(await klient.GET("/pachtkonten/{id}", { params: { path } })) }));
  ergebnis(await klient.PUT("/patchobjekte/{id}", { params: { path }, body: ergebnis(await klient.GET("/patchobjekte/{id}", { params: { path } })) }));
  ergebnis(await klient.PUT("/abrechnung/hebungen/{id}", { params: { path }, body: ergebnis(await klient.GET("/abrechnung/hebungen/{id}", { params: { path } })) }));
  ergebnis(await klient.PUT("/einstellungen/firmendaten", { body: ergebnis(await klient.GET("/einstellungen/firmendaten")) }));
  const positionen = ergebnis(await klient.GET("/pachtkonten/{id}/positionen", { params: { path } }));
  for (const eine of positionen)
    ergebnis(await klient.PUT("/pachtkonten/{id}/positionen/{posId}", { params: { path: { id, posId: eine.id } }, body: eine }));
};

export const loesche = async (id: number): Promise<number> => {
  const { error } = await klient.DELETE("/einstellungen/positionsarten/{id}", { params: { path: { id } } });
  return error?.code === "wird_verwendet" ? error.anzahlVerwendungen : 0;
};

export const buche = async (datum: string): Promise<string> => {
  try {
    return ergebnis(await klient.POST("/abrechnung/buchen", { body: { datum } })).id;
  } catch (fehler) {
    if (istProblem(fehler, "firmendaten_unvollstaendig", "vorschau_veraltet")) return fehler.code ?? "";
    throw fehler;
  }
};

export const lade = async (logo: File): Promise<void> => {
  ergebnis(await klient.POST("/einstellungen/logo", { body: { datei: logo } }));
};

export const brief = async (id: number): Promise<Blob> =>
  ergebnis(await klient.GET("/abrechnung/archiv/{id}/pdf", { params: { path: { id } }, parseAs: "blob" }));
`;

const falsch = `
import { alle, erstelleKlient, istProblem } from "pachtverwaltung-klient";

const klient = erstelleKlient({ basis: "/api" });

// @ts-expect-error kein solcher Pfad
await klient.GET("/gibt-es-nicht");
// @ts-expect-error kein solcher Status
await klient.GET("/pachtkonten", { params: { query: { status: ["offen"] } } });
// @ts-expect-error ohne id
await klient.GET("/pachtkonten/{id}");
// @ts-expect-error keine Liste
alle(klient, "/auth/me", {});
const { error } = await klient.PUT("/pachtkonten/{id}", { params: { path: { id: 1 } }, body: { bemerkung: null } });
// @ts-expect-error kein Code dieser Operation
if (error?.code === "nichts_zu_buchen") throw error;
// @ts-expect-error kein Code irgendeiner Operation
istProblem(error, "versionveraltet");
`;

test.each(["NodeNext", "Bundler"] as const)(
  "ein strenges TypeScript-Projekt nimmt ihn an, und was falsch ist, nicht: %s",
  (wie) => {
    expect(verbraucher.uebersetze({ "gut.ts": gut, "falsch.ts": falsch }, wie)).toBe("");
  },
);

test("die Beispiele seiner README stimmen in ihren Typen", () => {
  const beispiele = verbraucher.beispiele();
  expect(Object.keys(beispiele).length).toBeGreaterThanOrEqual(3);
  expect(verbraucher.uebersetze(beispiele, "Bundler")).toBe("");
});

test("das Paket nennt seinen Einstieg, seine Typen und seine Version und braucht kein anderes", () => {
  const paket = JSON.parse(readFileSync(path.join(verbraucher.paket, "package.json"), "utf8"));
  expect(paket).toMatchObject({ name: "pachtverwaltung-klient", version: "2.1.4", type: "module" });
  expect(Object.keys(paket)).not.toContain("dependencies");
  expect(readFileSync(path.join(verbraucher.paket, "openapi-fetch/LICENSE"), "utf8")).toContain("MIT License");
  for (const datei of [paket.types, paket.exports["."].default, paket.exports["./openapi.json"]])
    expect(existsSync(path.join(verbraucher.paket, datei)), datei).toBe(true);
  const quelltext = readdirSync(verbraucher.paket).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  expect(quelltext).toEqual([]);
});

test.each(["/dev/null", "/dev/null/klient", "/proc/klient"])(
  "%s kann kein Ordner sein, und das steht da",
  async (ziel) => {
    await expect(schreibeKlient(ziel)).rejects.toThrow(`Der Ordner ${ziel} lässt sich nicht anlegen`);
  },
);

test("ein Ordner mit Fremdem bleibt, wie er ist; der eigene wird erneuert", async () => {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-fremd-"));
  try {
    for (const paket of [JSON.stringify({ name: "oberflaeche" }), "{", "null"]) {
      writeFileSync(path.join(ordner, "package.json"), paket);
      await expect(schreibeKlient(ordner)).rejects.toThrow("ist nicht leer und kein Klient");
      expect(readdirSync(ordner)).toEqual(["package.json"]);
    }
  } finally {
    rmSync(ordner, { recursive: true });
  }
  writeFileSync(path.join(verbraucher.paket, "gestern.js"), "");
  await schreibeKlient(verbraucher.paket);
  expect(existsSync(path.join(verbraucher.paket, "gestern.js"))).toBe(false);
  expect(existsSync(path.join(verbraucher.paket, "index.js"))).toBe(true);
});

test("der Klient von vorher liegt da, bis der neue fertig ist: wer dazwischen abbricht, behält ihn", async () => {
  const dateien = ["index.js", "index.d.ts", "openapi-fetch/index.js", "beispiel/seite.js"];
  const vorhandene = () => dateien.filter((name) => existsSync(path.join(verbraucher.paket, name)));
  const erneuert = schreibeKlient(verbraucher.paket);
  const waehrenddessen = vorhandene();
  await erneuert;
  expect(waehrenddessen).toEqual(dateien);
  expect(vorhandene()).toEqual(dateien);
});
