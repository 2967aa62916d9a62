import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { schreibeKlient } from "../../src/lokal/klient/schreibe.ts";
import { dienst, mitarbeiter, mitDienst } from "../hilfe/mitDienst.ts";
import { type Block, listSeiten, wurzel } from "./seiten.ts";

const seiten = listSeiten();
const bloecke = (sprache: string): Block[] =>
  seiten.flatMap((seite) => seite.bloecke.filter((b) => b.sprache === sprache));

mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
  await mitarbeiter().post("/kontakte", { typ: "paechter", nachname: "Jürgensen" });
});

/** The documented path that a path of an example fits. */
const findePfad = (pfad: string): string | undefined =>
  Object.keys(dienst.dokument.paths).find((muster) => {
    const teil = muster.replace(/\{[^}]+\}/g, "[^/]+");
    return new RegExp(`^${teil}$`).test(pfad);
  });

const operation = /^(?:(GET|HEAD|POST|PUT|PATCH|DELETE) )?(\/[a-z][\w-]*\/[\w{}/-]+|\/[a-z][\w-]*)(?:\?\S+)?$/;

test("jede genannte Operation steht im Dokument", () => {
  const fehlend = seiten.flatMap(({ pfad: seite, code, bloecke: eigene }) =>
    code
      .map((wort) => operation.exec(wort))
      .filter((treffer) => treffer !== null)
      // A single word may be the end of a path that stands before it.
      .filter(([, methode, pfad = ""]) => methode !== undefined || pfad.split("/").length > 2)
      .filter(([, , pfad]) => !eigene.some(({ inhalt }) => inhalt.includes(`path: "${pfad}"`)))
      .filter(([, methode = "GET", pfad = ""]) => {
        const eintrag = dienst.dokument.paths[findePfad(pfad) ?? ""];
        return !eintrag?.[methode === "HEAD" ? "get" : methode.toLowerCase()];
      })
      .map(([ganz]) => [seite, ganz]),
  );
  expect(fehlend).toEqual([]);
});

/** The calls of the API in a script: what curl is told, as a request. */
const listAufrufe = ({ inhalt }: Block) =>
  inhalt
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((zeile) => {
      const [befehl = "", pfad] = /\bcurl .*"\$BASE(\/[^"]+)"/.exec(zeile) ?? [];
      if (!pfad || pfad.startsWith("/auth/")) return [];
      const body = / -d '([^']+)'/.exec(befehl)?.[1];
      const methode = / -X (\w+)/.exec(befehl)?.[1] ?? (body ? "POST" : "GET");
      return [{ methode, pfad: pfad.replace("$(date +%F)", "2026-11-20"), body }];
    });

test("jeder Aufruf der Beispiele bekommt eine gute Antwort", async () => {
  const aufrufe = bloecke("sh").flatMap(listAufrufe);
  expect(aufrufe.length).toBeGreaterThan(4);
  for (const { methode, pfad, body } of aufrufe) {
    const antwort = await dienst.frage("verwalter", methode, pfad, { body });
    expect([200, 201], `${methode} ${pfad} ${antwort.text.slice(0, 300)}`).toContain(antwort.status);
  }
});

test("jeder JSON-Inhalt wird von der Operation angenommen, die davor genannt ist", async () => {
  expect(bloecke("json").length).toBeGreaterThan(0);
  for (const { seite, inhalt, davor } of bloecke("json")) {
    const [, methode = "", pfad = ""] = [...davor.matchAll(/`(POST|PUT|PATCH) (\/[\w/-]+)`/g)].at(-1) ?? [];
    const antwort = await dienst.frage("administrator", methode, pfad, { body: inhalt });
    // Without an accounting system the settings are refused as a whole, but not for what stands in them.
    expect([200, 201, 409], `${seite}: ${methode} ${pfad} ${antwort.text}`).toContain(antwort.status);
  }
});

test("jede Anweisung der Seiten läuft auf dem Schema von heute", async () => {
  class Zurueck extends Error {}
  const versuche = dienst.owner.begin(async (tx) => {
    for (const { inhalt } of bloecke("sql")) await tx.unsafe(inhalt).simple();
    throw new Zurueck();
  });
  await expect(versuche).rejects.toThrow(Zurueck);
});

test("jede neue Datei der Seiten stimmt in ihren Typen mit dem Quelltext und dem Klienten überein", async () => {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-seiten-"));
  try {
    for (const name of ["node_modules", "package.json"]) symlinkSync(path.join(wurzel, name), path.join(ordner, name));
    const neue = bloecke("ts");
    expect(neue.filter(({ datei }) => datei === undefined)).toEqual([]);
    for (const { datei = "", inhalt } of neue) {
      mkdirSync(path.join(ordner, path.dirname(datei)), { recursive: true });
      writeFileSync(path.join(ordner, datei), inhalt);
    }
    const klient = path.join(ordner, "klient-ausgabe");
    await schreibeKlient(klient);
    const compilerOptions = {
      rootDirs: [ordner, wurzel],
      typeRoots: [path.join(wurzel, "node_modules/@types")],
      paths: { "pachtverwaltung-klient": [path.join(klient, "index.d.ts")] },
    };
    const vorlage = path.join(wurzel, "tsconfig.json");
    const projekt = { extends: vorlage, compilerOptions, include: [], files: neue.map(({ datei }) => datei) };
    writeFileSync(path.join(ordner, "tsconfig.json"), JSON.stringify(projekt));
    const tsc = path.join(wurzel, "node_modules/.bin/tsc");
    const { status, stdout } = spawnSync(tsc, ["-p", ordner, "--pretty", "false"], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, ""]);
  } finally {
    rmSync(ordner, { recursive: true });
  }
}, 120_000);
