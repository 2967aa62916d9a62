import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const wurzel = path.resolve(import.meta.dirname, "..");

const dateien = (ordner: string): string[] =>
  readdirSync(path.join(wurzel, ordner), { recursive: true, withFileTypes: true })
    .filter((eintrag) => eintrag.isFile() && /\.(ts|mjs)$/.test(eintrag.name))
    .filter(({ parentPath }) => !parentPath.includes("node_modules"))
    .map((eintrag) => path.relative(wurzel, path.join(eintrag.parentPath, eintrag.name)));

type Import = { von: string; nach: string };

const inhalt = (datei: string): string => readFileSync(path.join(wurzel, datei), "utf8");

/** Static, dynamic and type imports alike; and the programs that threads are started with. */
const importe = (von: string): Import[] =>
  [...inhalt(von).matchAll(/(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*["']([^"']+)["']/g)]
    .map(([, ziel = ""]) => ziel)
    .filter((ziel) => !ziel.startsWith(".") || /\.(ts|mjs)$/.test(ziel))
    .map((ziel) => ({ von, nach: ziel.startsWith(".") ? path.join(path.dirname(von), ziel) : ziel }));

const src = dateien("src");
const worker = dateien("worker");
const alle = [...src, ...worker].flatMap(importe);
const eigene = alle.filter(({ nach }) => /^(src|worker|sql|test)\//.test(nach));

/** From the ground up: each storey imports itself and those before it. */
const stockwerke = [
  "src/kern/",
  "src/technik/",
  "src/stammdaten/",
  "src/abrechnung/",
  "src/belege/",
  "src/uebergabe/",
  "src/bestand/",
  "src/betrieb/",
];
/** Inside technik likewise. */
const technik = ["sha256", "config", "spur", "database", "deps", "http", "auditlog", "auth"].map(
  (teil) => `src/technik/${teil}`,
);

const rang = (ordnung: readonly string[], datei: string): number => ordnung.findIndex((teil) => datei.startsWith(teil));
const stockwerk = (datei: string): number =>
  /^(src\/(app|main)\.ts|worker\/.*)$/.test(datei) ? stockwerke.length : rang(stockwerke, datei);

/** The slice of a file: the folder below its storey. */
const scheibe = (datei: string): string => datei.split("/").slice(0, 3).join("/");

const verstoesse = (regel: (i: Import) => boolean) => alle.filter(regel).map(({ von, nach }) => `${von} -> ${nach}`);

/** The first way from a node back to itself, for each node that has one and stands in no way found before. */
const kreise = (kanten: readonly { von: string; nach: string }[]): string[] => {
  const nachbarn = new Map<string, Set<string>>();
  for (const { von, nach } of kanten) if (von !== nach) nachbarn.set(von, (nachbarn.get(von) ?? new Set()).add(nach));
  const fertig = new Set<string>();
  const gefunden: string[] = [];
  const besuche = (knoten: string, weg: string[]): void => {
    const davor = weg.indexOf(knoten);
    if (davor >= 0) gefunden.push([...weg.slice(davor), knoten].join(" -> "));
    if (davor >= 0 || fertig.has(knoten)) return;
    for (const naechster of nachbarn.get(knoten) ?? []) besuche(naechster, [...weg, knoten]);
    fertig.add(knoten);
  };
  for (const knoten of nachbarn.keys()) besuche(knoten, []);
  return gefunden;
};

/** An import as one between two folders (or files) that lie in the same folder. */
const zwischenGeschwistern = ({ von, nach }: Import): { von: string; nach: string } => {
  const [a, b] = [von.split("/"), nach.split("/")];
  const gemeinsam = a.findIndex((teil, i) => teil !== b[i]);
  return { von: a.slice(0, gemeinsam + 1).join("/"), nach: b.slice(0, gemeinsam + 1).join("/") };
};

describe("Wer wen einbindet", () => {
  test("jede Datei liegt in einem Stockwerk", () => {
    const ohne = [...src, ...worker].filter((datei) => stockwerk(datei) < 0 && !datei.startsWith("src/lokal/"));
    expect(ohne).toEqual([]);
  });

  test("ein Stockwerk bindet sich selbst und die unter ihm ein", () => {
    const nachOben = ({ von, nach }: Import) =>
      !von.startsWith("src/lokal/") &&
      /^(src|worker|sql|test)\//.test(nach) &&
      (stockwerk(nach) < 0 || stockwerk(nach) > stockwerk(von));
    expect(verstoesse(nachOben)).toEqual([]);
  });

  test("src bindet weder worker noch test noch sql ein", () => {
    expect(verstoesse(({ von, nach }) => von.startsWith("src/") && /^(worker|test|sql)\//.test(nach))).toEqual([]);
  });

  test("der Kern ist rein: er bindet nur sich selbst ein", () => {
    expect(verstoesse(({ von, nach }) => von.startsWith("src/kern/") && !nach.startsWith("src/kern/"))).toEqual([]);
  });

  test("in technik liegen sha256 und config unter spur, database, http, auditlog und auth", () => {
    const nachOben = ({ von, nach }: Import) => {
      const [a, b] = [rang(technik, von), rang(technik, nach)];
      return a >= 0 && (b > a || (b < 0 && nach.startsWith("src/technik/")));
    };
    expect(verstoesse(nachOben)).toEqual([]);
  });

  test("keine Kreise zwischen Dateien, Typen eingeschlossen", () => {
    expect(kreise(eigene)).toEqual([]);
  });

  test("keine Kreise zwischen Ordnern, die nebeneinander liegen", () => {
    const ordner = eigene
      .map(zwischenGeschwistern)
      .filter(({ von, nach }) => !/\.\w+$/.test(von) && !/\.\w+$/.test(nach));
    expect(kreise(ordner)).toEqual([]);
  });

  test("Routen werden nur von app.ts und den Routen eines Ordners darüber eingebunden", () => {
    const erlaubt = ({ von, nach }: Import) =>
      von === "src/app.ts" || (von.endsWith("/routes.ts") && nach.startsWith(`${path.dirname(von)}/`));
    expect(verstoesse((i) => i.nach.endsWith("/routes.ts") && !erlaubt(i))).toEqual([]);
  });

  test("fremde queries bleiben fremd", () => {
    expect(verstoesse(({ von, nach }) => nach.endsWith("/queries.ts") && scheibe(von) !== scheibe(nach))).toEqual([]);
  });

  test("eine Anweisung gibt weiter, wen eine andere Scheibe darum bittet, sonst niemand", () => {
    const weitergegebene = src.flatMap((datei) =>
      [...inhalt(datei).matchAll(/^export (?:type )?\{([^}]*)\} from "\.\/queries\.ts"/gm)].flatMap(([, namen = ""]) =>
        [...namen.matchAll(/(?:type )?(\w+),?/g)].map(([, name = ""]) => ({ datei, name })),
      ),
    );
    expect(weitergegebene.length).toBeGreaterThan(10);
    const genutzt = ({ datei, name }: (typeof weitergegebene)[number]) =>
      eigene.some(
        ({ von, nach }) =>
          nach === datei && scheibe(von) !== scheibe(datei) && new RegExp(`\\b${name}\\b`).test(inhalt(von)),
      );
    expect(weitergegebene.filter((eine) => !genutzt(eine))).toEqual([]);
  });

  test("der Worker bindet weder Routen noch Hono ein", () => {
    const verboten = ({ von, nach }: Import) =>
      von.startsWith("worker/") &&
      (nach.endsWith("/routes.ts") || /^(hono|@hono)\b/.test(nach) || nach === "src/app.ts");
    expect(verstoesse(verboten)).toEqual([]);
  });

  test("was eingebunden wird, steht in package.json; src/lokal darf auch, was im Betrieb fehlt", () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(inhalt("package.json"));
    const paket = /(?:^(?:import|export|\}).* from |^import |\bimport\()"((?:@[\w-]+\/)?[\w-][\w.-]*)[^"]*"/gm;
    const steht = (datei: string, name: string) =>
      name in dependencies ||
      (datei.startsWith("src/lokal/") && name in { ...devDependencies, ...optionalDependencies });
    const fehlende = [...src, ...worker].flatMap((datei) =>
      [...inhalt(datei).matchAll(paket)]
        .map(([, name = ""]) => name)
        .filter((name) => name !== "node" && !steht(datei, name))
        .map((name) => `${datei} -> ${name}`),
    );
    expect(fehlende).toEqual([]);
  });
});

describe("Was im Haus steht", () => {
  test("nichts wird von niemandem eingebunden", () => {
    // Programs that a command or a thread begins with.
    const anfaenge = new Set([
      "src/main.ts",
      "worker/main.ts",
      ...[inhalt("package.json")].flatMap((text) => text.match(/\b(?:src|worker|sql)\/[\w/]+\.(?:ts|mjs)/g) ?? []),
      ...[...src, ...worker].flatMap(
        (datei) => inhalt(datei).match(/(?<=")(?:src|worker|sql)\/[\w/]+\.ts(?=")/g) ?? [],
      ),
    ]);
    const gebraucht = new Set([...eigene, ...dateien("sql").flatMap(importe)].map(({ nach }) => nach));
    expect([...src, ...worker].filter((datei) => !gebraucht.has(datei) && !anfaenge.has(datei))).toEqual([]);
  });

  test("nichts geht nach außen, was keine Datei nennt, die es einbindet", () => {
    const tests = dateien("test");
    // What the client has is read by whom it is handed to; what a test file exports stands in a text of its own.
    const eigenes = [...src, ...worker, ...tests].filter(
      (datei) => !/^src\/lokal\/klient\/(quellen|typen)/.test(datei) && !datei.endsWith(".test.ts"),
    );
    const woerter = new Map<string, Set<string>>();
    const nennt = (datei: string, name: string): boolean => {
      const worte = woerter.get(datei) ?? new Set(inhalt(datei).match(/\w+/g));
      woerter.set(datei, worte);
      return worte.has(name);
    };
    const einbindende = Map.groupBy([...eigene, ...[...dateien("sql"), ...tests].flatMap(importe)], ({ nach }) => nach);
    const nachAussen = eigenes.flatMap((datei) =>
      [...inhalt(datei).matchAll(/^export (?:async )?(?:function\*?|const|let|class|type) (\w+)/gm)].map(
        ([, name = ""]) => ({ datei, name }),
      ),
    );
    expect(nachAussen.length).toBeGreaterThan(1000);
    const gebraucht = ({ datei, name }: (typeof nachAussen)[number]) =>
      einbindende.get(datei)?.some(({ von }) => nennt(von, name));
    expect(nachAussen.filter((eines) => !gebraucht(eines))).toEqual([]);
  });

  test("womit gezeichnet und gerechnet wird, liest der Server erst, wenn es jemand braucht", () => {
    const gelesen = new Set<string>();
    const lies = (datei: string): void => {
      if (gelesen.has(datei)) return;
      gelesen.add(datei);
      if (!datei.endsWith(".ts")) return;
      for (const [, nach = ""] of inhalt(datei).matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"/gm))
        lies(nach.startsWith(".") ? path.join(path.dirname(datei), nach) : nach);
    };
    lies("src/main.ts");
    expect([...gelesen]).toContain("pg-boss");
    for (const paket of ["pdf-lib", "fontkit", "qrcode", "exceljs"]) expect([...gelesen]).not.toContain(paket);
  });

  test("ein Fach ist ein Ordner, nie ein Anfang eines Dateinamens", () => {
    expect(src.filter((datei) => /[a-z](Routes|Queries|Schema|Jobs)\.ts$/.test(datei))).toEqual([]);
  });

  test("nur config.ts liest die Umgebung, die Uhr steht an den Rändern", () => {
    const dienst = src.filter((datei) => !datei.startsWith("src/lokal/"));
    const liestUmgebung = dienst.filter((datei) => /process\.env|Deno\.env/.test(inhalt(datei)));
    expect(liestUmgebung).toEqual(["src/technik/config.ts"]);
    const liestUhr = dienst.filter((datei) => /\bnew Date\(\)|Date\.now\(\)/.test(inhalt(datei)));
    expect(liestUhr.sort()).toEqual(["src/main.ts", "src/technik/auth/sitzung.ts"]);
  });

  test("process und Buffer kommen aus node:, damit beide Laufzeiten sie haben", () => {
    const ohne = [...src, ...worker]
      .filter((datei) => datei.endsWith(".ts"))
      .filter((datei) => {
        const text = inhalt(datei);
        return (
          (/\bBuffer\./.test(text) && !text.includes('"node:buffer"')) ||
          (/\bprocess\./.test(text) && !text.includes('"node:process"'))
        );
      });
    expect(ohne).toEqual([]);
  });
});
