import { setTimeout as warte } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inWorten } from "../../../src/technik/database/ausfall.ts";
import { type Datenbank, oeffneDatenbank } from "../../../src/technik/database/datenbank.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { neueDatenbank, type Testdatenbank } from "../../hilfe/datenbank.ts";
import { oeffneTlsTor, type TlsTor, zertifikat } from "../../hilfe/tlsTor.ts";

let testdatenbank: Testdatenbank;
let tor: TlsTor;
let datenbank: Datenbank;
const zeilen: string[] = [];
beforeAll(async () => {
  testdatenbank = await neueDatenbank();
  tor = await oeffneTlsTor();
});
afterAll(async () => {
  await tor.beende();
  await testdatenbank.loesche();
});

const url = (sslmode: string) => `${tor.url(testdatenbank.appUrl)}?sslmode=${sslmode}`;

beforeEach(async () => {
  zeilen.length = 0;
  datenbank = oeffneDatenbank(url("require"), 4, (text) => zeilen.push(text));
  await datenbank.waechter.antwortet();
});
afterEach(() => datenbank.beende());

const lies = () => datenbank.sql<{ pid: number }[]>`select pg_backend_pid() pid`;

test("eine verschlüsselte Verbindung, die zu ist, zählt nicht mehr mit", async () => {
  const vorher = datenbank.lage().offen;
  for (const _ of [1, 2, 3]) {
    const [zeile] = await lies();
    await datenbank.sqlVorrang`select pg_terminate_backend(${zeile?.pid ?? 0})`.catch(() => {});
    await warte(500);
  }
  await lies();
  // One of each of the two pools.
  await expect.poll(() => datenbank.lage().offen - vorher, { timeout: 15_000 }).toBe(2);
});

test("getrennt werden sie wie jede andere: wer wartet, hört es, und danach geht es weiter", async () => {
  const lange = datenbank.sqlLang`select pg_sleep(60)`.execute();
  await lies();
  await warte(300);
  datenbank.trenne();
  await expect(lange).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  await expect.poll(() => lies().then(([zeile]) => zeile?.pid, String), { timeout: 15_000 }).toBeTypeOf("number");
});

test("getrennt wird in jedem Augenblick des Aufbaus und der Arbeit, und niemand stürzt ab", async () => {
  const gehoert: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    const fragen = [1, 2, 3, 4].map(() => lies().catch((fehler: { code: string }) => gehoert.push(fehler.code)));
    await warte(3 * i);
    datenbank.trenne();
    await Promise.all(fragen);
  }
  expect([...new Set(gehoert)].filter((code) => code !== "CONNECTION_CLOSED")).toEqual([]);
  // Words of an uncaught error would be those of the whole run.
  await warte(500);
});

test("fällt die Datenbank aus, sagt es die Wache mit einer Zeile, und mit einer, dass sie wieder da ist", async () => {
  await lies();
  tor.schliesse();
  await expect.poll(() => zeilen, { timeout: 15_000 }).toHaveLength(1);
  await expect(lies()).rejects.toThrow();
  tor.oeffne();
  await expect.poll(() => zeilen, { timeout: 15_000 }).toHaveLength(2);
  expect(zeilen).toEqual([
    expect.stringMatching(/^Die Datenbank ist nicht erreichbar \(\w+\)\.$/),
    expect.stringMatching(/^Die Datenbank ist wieder da, nach \d+ Sekunden\.$/),
  ]);
  expect(await lies()).toHaveLength(1);
});

/** @returns what comes of a first statement over a connection that checks the certificate */
const frageMitPruefung = async (adresse: string) => {
  const sql = verbinde(adresse, "pacht_app", { max: 1 });
  const ergebnis = await sql`select 1`.then(() => "gelesen", inWorten);
  await sql.end();
  return ergebnis;
};

test("ein Zertifikat, dem nicht zu trauen ist, wird genannt", async () => {
  expect(await frageMitPruefung(url("verify-full"))).toMatch(
    /^Dem Zertifikat der Datenbank ist nicht zu trauen: self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
  );
});

test("es gilt für den Namen oder die Adresse, zu der verbunden wird, und für nichts anderes", async () => {
  const vertraute = getCACertificates("default");
  setDefaultCACertificates([zertifikat]);
  try {
    expect(await frageMitPruefung(url("verify-full"))).toBe("gelesen");
    expect(await frageMitPruefung(url("verify-full").replace("localhost", "127.0.0.1"))).toMatch(
      /^Dem Zertifikat der Datenbank ist nicht zu trauen: .*IP: 127\.0\.0\.1 .* \(ERR_TLS_CERT_ALTNAME_INVALID\)\.$/,
    );
  } finally {
    setDefaultCACertificates(vertraute);
  }
});
