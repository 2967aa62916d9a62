import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { liesConfig } from "../../src/technik/config.ts";
import { listSeiten, wurzel } from "./seiten.ts";

const seiten = listSeiten();
const lies = (datei: string): string => readFileSync(path.join(wurzel, datei), "utf8");

type Verweis = { von: string; ziel: string; anker: string | undefined };

const verweise: Verweis[] = seiten.flatMap(({ pfad, text }) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, ziel = ""]) => ziel)
    .filter((ziel) => !/^https?:/.test(ziel))
    .map((ganz) => {
      const [ziel = "", anker] = ganz.split("#");
      return { von: pfad, ziel: ziel === "" ? pfad : path.join(path.dirname(pfad), ziel), anker };
    }),
);

/** As GitHub makes the anchors of headings. */
const anker = (datei: string): string[] =>
  [...lies(datei).matchAll(/^#+ (.+)$/gm)].map(([, titel = ""]) =>
    titel
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("jeder Verweis zwischen den Seiten führt irgendwohin", () => {
  expect(verweise.length).toBeGreaterThan(10);
  const tot = verweise.filter(
    ({ ziel, anker: stelle }) =>
      !existsSync(path.join(wurzel, ziel)) || (stelle !== undefined && !anker(ziel).includes(stelle)),
  );
  expect(tot).toEqual([]);
});

test("jede Seite ist von der README aus erreichbar", () => {
  const erreicht = new Set(["README.md"]);
  for (const seite of erreicht)
    for (const { von, ziel } of verweise)
      if (von === seite) erreicht.add(existsSync(path.join(wurzel, ziel, "README.md")) ? `${ziel}/README.md` : ziel);
  expect(seiten.map(({ pfad }) => pfad).filter((pfad) => !erreicht.has(pfad))).toEqual([]);
});

test("jede genannte Datei gibt es", () => {
  const neue = seiten.flatMap(({ bloecke }) => bloecke.flatMap(({ datei }) => datei ?? []));
  const kommtErst = (name: string) => neue.some((datei) => datei === name || datei.startsWith(name));
  const fehlend = seiten.flatMap(({ pfad, code }) =>
    code
      .filter((wort) => /^(?:src|test|sql|worker|docs|\.ci)\/[\w./-]*$/.test(wort))
      .filter((name) => !existsSync(path.join(wurzel, name)) && !kommtErst(name))
      .map((name) => [pfad, name]),
  );
  expect(fehlend).toEqual([]);
});

test("was die Seiten aus einer Datei nennen, steht dort", () => {
  const genannt = seiten.flatMap(({ pfad, text }) =>
    [...text.matchAll(/`(\w+)`\s+in\s+`((?:src|sql|test|worker)\/[\w./-]+\.ts)`/g)].map(
      ([, name = "", datei = ""]) => ({ pfad, name, datei }),
    ),
  );
  expect(genannt.length).toBeGreaterThan(3);
  const anderswo = genannt.filter(
    ({ name, datei }) => !new RegExp(`\\b(?:const|function|class|type) ${name}\\b`).test(lies(datei)),
  );
  expect(anderswo).toEqual([]);
});

test("jedes genannte npm-Skript gibt es, auch jede genannte Messung", () => {
  const skripte = (JSON.parse(lies("package.json")) as { scripts: object }).scripts;
  const messungen = lies("test/bench/main.ts");
  for (const { pfad, text } of seiten) {
    for (const [, name = ""] of text.matchAll(/npm (?:run )?(?:-s )?(test|start|(?<=run (?:-s )?)[\w:-]+)/g))
      expect(Object.keys(skripte), pfad).toContain(name);
    for (const [, name = ""] of text.matchAll(/npm run bench -- (\w+)/g))
      expect(messungen, pfad).toContain(`\n  ${name}: () =>`);
  }
});

test("die Konfiguration nennt genau die Umgebungsvariablen, die gelesen werden, mit ihren Vorgaben", () => {
  const zeilen = [...lies("docs/konfiguration.md").matchAll(/^\| (`.+?) \| (.+?) \|/gm)].map(
    ([, namen = "", vorgabe = ""]) => {
      const [erster = "", ...weitere] = [...namen.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
      const vorsilbe = erster.slice(0, erster.indexOf("_"));
      return { namen: [erster, ...weitere.map((name) => name.replace("…", vorsilbe))], vorgabe };
    },
  );
  const leser = ["src/technik/config.ts", "src/lokal/umgebung.ts", "sql/migrate.ts"].map(lies).join("\n");
  const gelesen = [...leser.matchAll(/(?:^ {2}|umgebung\.|process\.env\.|verlangt\(")([A-Z][A-Z0-9_]+)\b/gm)];
  // Set by our own supervisor alone, and by every platform.
  const innere = new Set(["SUPERVISED", "NODE_ENV"]);
  const erwartet = new Set(gelesen.map(([, name = ""]) => name).filter((name) => !innere.has(name)));
  expect(zeilen.flatMap(({ namen }) => namen).sort()).toEqual([...erwartet].sort());

  const noetig = {
    DATABASE_URL: "postgres://x",
    OIDC_ISSUER: "http://x",
    OIDC_CLIENT_ID: "x",
    OIDC_CLIENT_SECRET: "x",
  };
  const vorgaben = Object.entries(liesConfig(noetig)).filter(
    ([name, wert]) => !(name in noetig) && !innere.has(name) && ["string", "number"].includes(typeof wert),
  );
  for (const [name, wert] of vorgaben)
    expect(zeilen.find(({ namen }) => namen.includes(name))?.vorgabe, name).toContain(String(wert));
});

test("der Plan des Hauses nennt jedes Stockwerk und jede Scheibe", () => {
  const plan = new Map(
    [...lies("docs/haus.md").matchAll(/^\| `src\/(\w+)\/` \| (.+) \|$/gm)].map(([, name = "", was = ""]) => [
      name,
      was,
    ]),
  );
  const ordner = (wo: string) =>
    readdirSync(path.join(wurzel, wo), { withFileTypes: true })
      .filter((eintrag) => eintrag.isDirectory())
      .map(({ name }) => name);
  for (const stockwerk of ordner("src")) {
    const zeile = plan.get(stockwerk);
    expect(zeile, stockwerk).toBeDefined();
    // What only `npm start` needs is no part of the service.
    if (stockwerk === "lokal") continue;
    for (const scheibe of ordner(`src/${stockwerk}`))
      expect(zeile, `${stockwerk}/${scheibe}`).toContain(`\`${scheibe}\``);
  }
});

test("jeder Block sagt, was er ist", () => {
  // Those without a check: what is typed with values of one's own, what is printed, what goes over the wire.
  const bekannt = ["sh", "ts", "sql", "json", "console", "text", "http"];
  const andere = seiten.flatMap(({ bloecke }) => bloecke).filter(({ sprache }) => !bekannt.includes(sprache));
  expect(andere).toEqual([]);
});

test("jede Entscheidung sagt Tag, Anlass, Wahl, Preis und wann neu zu denken ist", () => {
  const entscheidungen = seiten.filter(({ pfad }) => /entscheidungen\/\d/.test(pfad));
  expect(entscheidungen.length).toBeGreaterThanOrEqual(10);
  for (const { pfad, text } of entscheidungen) {
    expect(text, pfad).toMatch(/^Decided \d{4}-\d{2}-\d{2}\.$/m);
    const teile = [...text.matchAll(/^## (.+)$/gm)].map(([, titel]) => titel);
    expect(teile, pfad).toEqual(["Context", "Choice", "What it costs", "When to think again"]);
  }
});
