import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";

const rollen = ["postgres", "pacht_owner", "pacht_app", "pacht_worker"] as const;
type Rolle = (typeof rollen)[number];
type Passwoerter = Record<Rolle, string>;

/** Random passwords of the roles of one cluster, made once and kept in a file that only its owner reads. */
export function passwoerter(ordner: string): Passwoerter {
  const datei = join(ordner, "zugang.json");
  const neu = `${datei}.${process.pid}`;
  writeFileSync(
    neu,
    JSON.stringify(Object.fromEntries(rollen.map((rolle) => [rolle, randomBytes(24).toString("base64url")]))),
    { mode: 0o600 },
  );
  try {
    // A link never replaces: of several first starts one wins, and no reader sees half a file.
    linkSync(neu, datei);
  } catch (fehler) {
    if ((fehler as NodeJS.ErrnoException).code !== "EEXIST") throw fehler;
  } finally {
    rmSync(neu);
  }
  return JSON.parse(readFileSync(datei, "utf8")) as Passwoerter;
}

/** The same server and database (or `datenbank`) with another role's name and password. */
export function urlFuer(adminUrl: string, rolle: Rolle, passwort: string, datenbank?: string): string {
  const url = new URL(adminUrl);
  url.username = rolle;
  url.password = passwort;
  if (datenbank !== undefined) url.pathname = `/${datenbank}`;
  return url.href;
}

/** Over one connection, which is closed again. */
export async function alsAdmin<T>(adminUrl: string, tue: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    return await tue(sql);
  } finally {
    await sql.end();
  }
}

/** Role pacht_owner and a database of its own; true if the database is new. */
export function richteDatenbankEin(adminUrl: string, datenbank: string, ordner: string): Promise<boolean> {
  return alsAdmin(adminUrl, async (sql) => {
    const passwort = passwoerter(ordner).pacht_owner;
    // Held by the session: a database cannot be created within a transaction.
    await sql`select pg_advisory_lock(hashtext('pachtverwaltung rollen'))`;
    const [rolle] = await sql`select 1 from pg_roles where rolname = 'pacht_owner'`;
    if (rolle === undefined) await sql.unsafe(`create role pacht_owner login createrole password '${passwort}'`);
    const [da] = await sql`select 1 from pg_database where datname = ${datenbank}`;
    if (da === undefined) await sql`create database ${sql(datenbank)} owner pacht_owner`;
    return da === undefined;
  });
}

export type Anmeldungen = { ownerUrl: string; appUrl: string; workerUrl: string };

/** Gives the roles that the first migration has created a login. `adminUrl` names the database the URLs lead to. */
export function richteAnmeldungenEin(adminUrl: string, ordner: string): Promise<Anmeldungen> {
  return alsAdmin(adminUrl, async (sql) => {
    const woerter = passwoerter(ordner);
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('pachtverwaltung rollen'))`;
      for (const rolle of ["pacht_app", "pacht_worker"] as const)
        await tx.unsafe(`alter role ${rolle} login password '${woerter[rolle]}'`);
    });
    return {
      ownerUrl: urlFuer(adminUrl, "pacht_owner", woerter.pacht_owner),
      appUrl: urlFuer(adminUrl, "pacht_app", woerter.pacht_app),
      workerUrl: urlFuer(adminUrl, "pacht_worker", woerter.pacht_worker),
    };
  });
}
