import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { schemaDatei, schemaText } from "../../sql/schema.ts";
import { MigrationGescheitert, migriere as migriereAlsProzess } from "../../src/lokal/migration.ts";
import { type Datenbank, starteDatenbank } from "../../src/lokal/postgres/postgres.ts";
import { verbinde } from "../../src/technik/database/pool.ts";

/** A server of its own: roles belong to all databases of one. */
let server: Datenbank;
let ordner: string;
let nummer = 0;
let datenbank: string;

beforeAll(async () => {
  ordner = mkdtempSync(join(tmpdir(), "pachtverwaltung-rollen-"));
  chmodSync(ordner, 0o755);
  server = await starteDatenbank({ verzeichnis: ordner, datenbank: "erste", sync: false });
  await alsAdmin("erste", "create role betrieb login createrole password 'geheim'");
});

afterAll(async () => {
  await server.beende();
  for (const pfad of new Set([ordner, server.verzeichnis])) rmSync(pfad, { recursive: true });
});

beforeEach(() => {
  nummer += 1;
  datenbank = `bestand_${nummer}`;
});

const url = (name: string, anmeldung?: string): string => {
  const ziel = Object.assign(new URL(server.adminUrl), { pathname: `/${name}` });
  return (anmeldung ? Object.assign(ziel, { username: anmeldung, password: "geheim" }) : ziel).href;
};

const alsAdmin = async (name: string, ...befehle: string[]): Promise<void> => {
  const sql = postgres(url(name), { max: 1, onnotice: () => {} });
  for (const befehl of befehle) await sql.unsafe(befehl).simple();
  await sql.end();
};

const schema = async (name: string): Promise<string> => {
  const sql = verbinde(url(name), "pacht_owner", { max: 1 });
  try {
    return await schemaText(sql);
  } finally {
    await sql.end();
  }
};

const schreibtAls = async (rolle: "pacht_app" | "pacht_worker", anmeldung?: string): Promise<void> => {
  const sql = verbinde(url(datenbank, anmeldung), rolle, { max: 1 });
  try {
    await sql`insert into auditlog (aktion, ressource) select 'x', 'x' where false`;
  } finally {
    await sql.end();
  }
};

const wortlaut = async (migration: Promise<void>): Promise<string> => {
  const fehler: unknown = await migration.catch((einer) => einer);
  expect(fehler).toBeInstanceOf(MigrationGescheitert);
  return (fehler as Error).message;
};

const erwartet = readFileSync(schemaDatei, "utf8");

describe("mehrere Datenbanken auf einem Server", () => {
  test("auch die zweite und dritte wird vollständig, als Administrator und als Anmeldung, die Rollen anlegen darf", async () => {
    await alsAdmin("erste", `create database ${datenbank}`);
    // At once: both want to make the roles.
    await Promise.all([migriere(url("erste")), migriere(url(datenbank))]);
    expect(await schema("erste")).toBe(erwartet);
    expect(await schema(datenbank)).toBe(erwartet);

    await alsAdmin("erste", "create database dritte owner betrieb", "grant pacht_owner to betrieb with admin option");
    await migriere(url("dritte", "betrieb"));
    expect(await schema("dritte")).toBe(erwartet);
  });
});

describe("was fehlt, steht in einer Zeile", () => {
  test("keine Mitgliedschaft in pacht_owner", async () => {
    await alsAdmin("erste", `create database ${datenbank}`, "create role fremd login password 'geheim'");
    expect(await wortlaut(migriereAlsProzess(url(datenbank, "fremd")))).toBe(
      `Der Anmeldung fremd fehlt das Recht dazu; ein Administrator muss in ${datenbank} zuerst ausführen: grant pacht_owner to fremd;`,
    );
  });

  test.each(["pacht_app", "pacht_worker"])(
    "die Anmeldung des Dienstes (%s) soll nicht auch noch Eigentümer werden, auch wenn nichts zu tun ist",
    async (rolle) => {
      await alsAdmin("erste", `create database ${datenbank}`);
      await migriere(url(datenbank));
      const anmeldung = `dienst_${rolle}`;
      await alsAdmin("erste", `create role ${anmeldung} login password 'geheim' in role ${rolle}`);
      expect(await wortlaut(migriereAlsProzess(url(datenbank, anmeldung)))).toBe(
        `${anmeldung} ist die Anmeldung des Dienstes; migriert wird mit der des Eigentümers: MIGRATION_DATABASE_URL setzen.`,
      );
    },
  );

  // A server that was installed without a language makes them so.
  test.each([["SQL_ASCII"], ["LATIN1"]])("eine neue Datenbank in %s nimmt keine deutschen Texte", async (kodierung) => {
    const anlegen = `create database ${datenbank} template template0`;
    await alsAdmin("erste", `${anlegen} encoding '${kodierung}' locale_provider libc locale 'C'`);
    const satz = await wortlaut(migriereAlsProzess(url(datenbank)));
    const abhilfe = `${anlegen} encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8';`;
    expect(satz).toBe(
      `Die Datenbank ${datenbank} hat die Kodierung ${kodierung} statt UTF8. Ein Administrator muss sie neu anlegen: ${abhilfe}`,
    );
    await alsAdmin("erste", `drop database ${datenbank}`, abhilfe);
    await migriere(url(datenbank));
    expect(await schema(datenbank)).toBe(erwartet);
  });

  test("kein Recht in der Datenbank", async () => {
    await alsAdmin(
      "erste",
      `create database ${datenbank}`,
      "create role gast login password 'geheim' in role pacht_owner",
    );
    expect(await wortlaut(migriereAlsProzess(url(datenbank, "gast")))).toBe(
      `Der Anmeldung gast fehlt das Recht dazu; ein Administrator muss in ${datenbank} zuerst ausführen: grant all on database ${datenbank} to pacht_owner;`,
    );
    await alsAdmin(datenbank, `grant all on database ${datenbank} to pacht_owner`);
    expect(await wortlaut(migriereAlsProzess(url(datenbank, "gast")))).toMatch(
      /ausführen: grant all on schema public to pacht_owner with grant option;$/,
    );
  });

  test("ein falsches Passwort, eine Datenbank, die es nicht gibt, und ein Server, der nicht da ist", async () => {
    const falsch = Object.assign(new URL(url("erste", "betrieb")), { password: "falsch" }).href;
    for (const [ziel, worte] of [
      [falsch, /^Die Datenbank nimmt die Anmeldung nicht an: Name oder Passwort stimmen nicht \(.*\)\.$/],
      [url("gibt_es_nicht"), /^Die Datenbank nimmt die Anmeldung nicht an: diese Datenbank gibt es nicht \(.*\)\.$/],
      ["postgres://x@127.0.0.1:1/x", /^Die Datenbank ist nicht erreichbar \(ECONNREFUSED\): /],
    ] as const)
      expect(await wortlaut(migriereAlsProzess(ziel))).toMatch(worte);
  });
});

describe("eine Sicherung, die ohne die Rollen wiederhergestellt wurde", () => {
  test("gehört danach pacht_owner, und der Dienst hat genau seine Rechte", async () => {
    const allein = mkdtempSync(join(tmpdir(), "pachtverwaltung-sicherung-"));
    chmodSync(allein, 0o755);
    const vorher = server;
    server = await starteDatenbank({ verzeichnis: allein, datenbank: "pacht", sync: false });
    try {
      await migriere(url("pacht"));
      // What pg_restore leaves when it knows none of the roles: everything is the administrator's, nobody else may.
      await alsAdmin(
        "pacht",
        "reassign owned by pacht_owner to postgres",
        "drop owned by pacht_owner, pacht_app, pacht_worker",
        "drop role pacht_app, pacht_worker",
        "drop role pacht_owner",
      );
      datenbank = "pacht";
      expect(await migriere(url("pacht"))).toEqual([]);
      expect(await schema("pacht")).toBe(erwartet);
      await schreibtAls("pacht_app");
      await schreibtAls("pacht_worker");
      expect(await migriere(url("pacht"))).toEqual([]);
    } finally {
      await server.beende();
      for (const pfad of new Set([allein, server.verzeichnis])) rmSync(pfad, { recursive: true });
      server = vorher;
    }
  });

  test("bleibt unberührt, wenn die Anmeldung sie nicht übernehmen darf", async () => {
    await alsAdmin("erste", `create database ${datenbank}`);
    await migriere(url(datenbank));
    await alsAdmin(
      datenbank,
      "alter table migration owner to postgres",
      "create role helfer login password 'geheim' in role pacht_owner",
    );
    expect(await wortlaut(migriereAlsProzess(url(datenbank, "helfer")))).toBe(
      `Die Tabellen in ${datenbank} gehören postgres statt pacht_owner: einmal als postgres oder Administrator migrieren.`,
    );
  });
});
