import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { migriere } from "../../../sql/migrate.ts";
import { frageEinrichtung } from "../../../src/betrieb/einrichtung/fragen.ts";
import { pruefeEinrichtung } from "../../../src/betrieb/einrichtung/pruefe.ts";
import { pruefeAnbieter } from "../../../src/betrieb/einrichtung/pruefung/anbieter.ts";
import { leseStand, richteEin } from "../../../src/betrieb/einrichtung/richteEin.ts";
import { Einrichtung } from "../../../src/betrieb/einrichtung/schema.ts";
import { type Anmeldung, starteAnmeldung } from "../../../src/lokal/anmeldung/anmeldung.ts";
import { liesConfig } from "../../../src/technik/config.ts";
import { administrator, dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

let anbieter: Anmeldung;
/** What stands in front of the service, as far as the check looks. */
let tor: Server;
let herkunft: string;

beforeAll(async () => {
  tor = createServer((anfrage, antwort) => {
    const gesund = anfrage.url === "/api/healthz";
    antwort.writeHead(gesund ? 200 : 404, { "content-type": "application/json" });
    antwort.end(JSON.stringify(gesund ? { status: "ok", version: "2.1.4" } : {}));
  });
  await new Promise<void>((bereit) => tor.listen(0, "127.0.0.1", bereit));
  herkunft = `http://127.0.0.1:${(tor.address() as AddressInfo).port}`;
  anbieter = await starteAnmeldung({ redirectUris: [`${herkunft}/api/auth/callback`] });
});
afterAll(async () => {
  await anbieter.beende();
  tor.close();
});
mitDienst({ tag: new Date().toISOString().slice(0, 10) });

const umgebung = (mehr: Record<string, string> = {}) => ({
  DATABASE_URL: dienst.datenbank.appUrl,
  WORKER_DATABASE_URL: dienst.datenbank.workerUrl,
  OIDC_ISSUER: anbieter.issuer,
  OIDC_CLIENT_ID: anbieter.clientId,
  OIDC_CLIENT_SECRET: anbieter.clientSecret,
  PUBLIC_URL: herkunft,
  ...mehr,
});

const beispiel = path.resolve("docs/betrieb/einrichtung.json");

/** The command, in an environment of its own. */
const rufe = (argumente: string[], mehr: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [path.resolve("sql/einrichten.ts"), ...argumente], {
    env: { PATH: process.env.PATH, ...umgebung(mehr) },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (fehler: { code: number; stdout: string; stderr: string }) => ({
      code: fehler.code,
      text: fehler.stdout + fehler.stderr,
    }),
  );

/** The lines of the check by what they are about. */
const pruefe = async (mehr: Record<string, string> = {}, gewuenscht?: string) => {
  const config = liesConfig(umgebung(mehr));
  const befunde = await pruefeEinrichtung(config, dienst.datenbank.workerUrl, () => new Date(), gewuenscht);
  return Object.fromEntries(befunde.map(({ was, lage, text }) => [was, `${lage}: ${text}`]));
};

const anzahlEintraege = async () =>
  (
    await dienst.owner<{ anzahl: number }[]>`
    select count(*) as anzahl from auditlog where benutzer_name = 'Einrichtung'`
  )[0]?.anzahl;

describe("Eine neue Datenbank wird eingerichtet", () => {
  test("vorher nennt die Prüfung, was zum ersten Buchen fehlt, und ändert nichts", async () => {
    const { code, text } = await rufe(["--pruefen", "--datei", beispiel]);
    expect(code).toBe(1);
    expect(text).toMatch(
      /Firmendaten +FEHLT: Zum Buchen fehlen: Firma, Straße, PLZ, Ort, Steuernummer oder USt-IdNr\., Treuhandkonto/,
    );
    expect(text).toMatch(/Kontaktarten +FEHLT: Es gibt keine/);
    expect(text).toMatch(/Worker +FEHLT: Keiner läuft/);
    expect(text).toMatch(/Datenbank +in Ordnung: DATABASE_URL: PostgreSQL \d+, als pacht_app/);
    expect(text).toMatch(/Rückkehradresse +in Ordnung/);
    expect(await anzahlEintraege()).toBe(0);
  });

  test("aus einer Datei, mit einem Eintrag im Audit-Log für jeden Satz; ein zweiter Lauf ändert nichts", async () => {
    const erster = await rufe(["--datei", beispiel]);
    expect(erster.text).toMatch(/Firmendaten +eingetragen: firma, /);
    expect(erster.text).toMatch(/Kontaktarten +eingetragen: Pächter, Verpächter, /);
    expect(erster.text).toMatch(/Positionsarten +eingetragen: Grundpacht, /);
    expect(await anzahlEintraege()).toBe(1 + 6 + 9);
    expect((await administrator().get("/einstellungen/firmendaten")).json).toMatchObject({ vollstaendig: true });

    const zweiter = await rufe(["--datei", beispiel]);
    expect(zweiter.text).toContain("Es war nichts zu ändern.");
    expect(await anzahlEintraege()).toBe(16);
  });

  test("was inzwischen jemand anders eingestellt hat, bleibt", async () => {
    const { json } = await verwalter().get<{ id: number; name: string }[]>("/einstellungen/positionsarten");
    const jagd = json.find(({ name }) => name === "Jagdpacht")?.id;
    await verwalter().put(`/einstellungen/positionsarten/${jagd}`, { kuerzel: "JAGD" });
    await rufe(["--datei", beispiel]);
    const danach = (await verwalter().get<{ id: number; kuerzel: string }[]>("/einstellungen/positionsarten")).json;
    expect(danach.find(({ id }) => id === jagd)?.kuerzel).toBe("JAGD");
  });

  test("eine Datei mit Fehlern wird genannt, Feld für Feld, und nichts davon eingetragen", async () => {
    const lies = (inhalt: object) =>
      Einrichtung.safeParse(inhalt).error?.issues.map(({ path: wo, message }) => `${wo.join(".")}: ${message}`);
    expect(lies({ firmendaten: { plz: "" }, kontaktarten: "alle", chef: 1 })).toEqual([
      "firmendaten.plz: darf nicht leer sein",
      "kontaktarten: „vorgabe“ oder eine Liste erwartet",
      expect.stringContaining("chef"),
    ]);
    const ohne = await rufe(["--datei", "/gibt/es/nicht.json"]);
    expect(ohne).toMatchObject({ code: 2, text: expect.stringContaining("/gibt/es/nicht.json gibt es nicht.") });
    const kaputt = path.join(mkdtempSync(path.join(tmpdir(), "einrichtung-")), "kaputt.json");
    onTestFinished(() => rmSync(path.dirname(kaputt), { recursive: true }));
    writeFileSync(kaputt, '{\n  "kontaktarten" []\n}');
    expect(await rufe(["--datei", kaputt])).toMatchObject({
      code: 2,
      text: expect.stringContaining("kaputt.json ist kein gültiges JSON (Zeile 2, Zeichen 18)."),
    });
    const abgelehnt = path.join(path.dirname(kaputt), "abgelehnt.json");
    writeFileSync(abgelehnt, JSON.stringify({ firmendaten: { plz: "2957" } }));
    expect(await rufe(["--datei", abgelehnt])).toMatchObject({
      code: 2,
      text: expect.stringContaining("  firmendaten.plz: Eine deutsche Postleitzahl hat fünf Ziffern."),
    });
    expect(await rufe(["--alles"])).toMatchObject({ code: 2, text: expect.stringContaining("Aufruf: ") });
    expect(await rufe([])).toMatchObject({ code: 2, text: expect.stringContaining("Ohne Terminal") });
  });
});

describe("Die Fragen im Terminal", () => {
  const spiele = async (antworten: Record<string, string[]>) => {
    const gesagt: string[] = [];
    const frage = async (text: string) => {
      const schluessel = Object.keys(antworten).find((anfang) => text.startsWith(anfang));
      return (schluessel && antworten[schluessel]?.shift()) ?? "";
    };
    const stand = await leseStand(dienst.sql);
    const wunsch = await frageEinrichtung({ frage, sage: (zeile) => gesagt.push(zeile) }, stand, "Pacht-Admins");
    return { wunsch, gesagt };
  };

  test("lauter Enter lässt alles, wie es ist", async () => {
    const { wunsch } = await spiele({});
    expect(wunsch).toEqual({ administrator: "Pacht-Admins" });
    const kontext = {
      akteur: { id: null, name: "Einrichtung" },
      anfrageId: "a",
      heute: "2026-11-20",
      jetzt: new Date(),
    };
    expect(await richteEin(dienst.sql, kontext, wunsch)).toEqual([]);
  });

  test("eine falsche Antwort wird gesagt und noch einmal gefragt", async () => {
    const { wunsch, gesagt } = await spiele({
      "IBAN des Treuhandkontos": ["DE00 1203", "DE02 5001 0517 0137 0750 30"],
      Postleitzahl: ["2957", "29574"],
      Ort: ["Ebstorf"],
      "Rolle oder Gruppe": ["Leitung"],
    });
    expect(gesagt.slice(1)).toEqual(["  Eine deutsche Postleitzahl hat fünf Ziffern.", expect.stringMatching(/IBAN/)]);
    expect(wunsch).toMatchObject({
      firmendaten: { plz: "29574", ort: "Ebstorf", treuhandkonto: { iban: "DE02500105170137075030" } },
      administrator: "Leitung",
    });
  });
});

describe("Die Prüfung", () => {
  test("ist mit allem zufrieden, und sagt, wer sich noch anmelden muss", async () => {
    await dienst.owner`insert into lebenszeichen (id, art, rechner, version) values (gen_random_uuid(), 'worker', 'w', '2.1.4')`;
    const { code, text } = await rufe(["--pruefen"]);
    expect(text).not.toContain("FEHLT");
    expect(text).toMatch(
      /Administrator +OFFEN: Noch hat sich keiner angemeldet: http:\/\/127.0.0.1:\d+\/api\/auth\/login/,
    );
    expect(text).toContain("Nichts fehlt.");
    expect(code).toBe(0);
  });

  test("geht die Uhr des Anbieters vor, fehlt das: seine Anmeldungen kämen aus der Zukunft", async () => {
    const config = liesConfig(umgebung());
    // Both clocks of ours are slow.
    const befunde = await pruefeAnbieter(config, () => new Date(Date.now() - 30_000));
    expect(befunde.find(({ was }) => was === "Uhr des Anbieters")).toMatchObject({
      lage: "fehlt",
      text: expect.stringMatching(/geht (29|30|31) s vor/),
    });
    const gleiche = await pruefeAnbieter(config, () => new Date());
    expect(gleiche.find(({ was }) => was === "Uhr des Anbieters")).toMatchObject({ lage: "in Ordnung" });
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      "ein Anbieter, den es nicht gibt",
      { OIDC_ISSUER: "http://127.0.0.1:1" },
      "Identitätsanbieter",
      /^fehlt: .*127\.0\.0\.1:1.*OIDC_ISSUER/,
    ],
    ["ein falsches Geheimnis", { OIDC_CLIENT_SECRET: "falsch" }, "Client-Geheimnis", /^fehlt: .*OIDC_CLIENT_SECRET/],
    ["ein unbekannter Client", { OIDC_CLIENT_ID: "fremd" }, "Rückkehradresse", /^fehlt: .*Client fremd/],
    [
      "eine Adresse, die der Anbieter nicht kennt",
      { BASE_PATH: "/pacht" },
      "Rückkehradresse",
      /^fehlt: .*\/pacht\/auth\/callback$/,
    ],
    [
      "eine Adresse, unter der niemand antwortet",
      { PUBLIC_URL: "http://127.0.0.1:1" },
      "Öffentliche Adresse",
      /^fehlt: .*antwortet nicht/,
    ],
    [
      "eine Datenbank, die dort nicht antwortet",
      { DATABASE_URL: "postgres://127.0.0.1:1/x" },
      "Datenbank",
      /^fehlt: DATABASE_URL: /,
    ],
    [
      "eine Zuordnung ohne Administrator",
      { OIDC_ROLLEN_ZUORDNUNG: "Büro=mitarbeiter" },
      "Rollen",
      /^fehlt: Keine Gruppe/,
    ],
  ])("%s", async (_, mehr, was, satz) => {
    expect((await pruefe(mehr))[was]).toMatch(satz);
  });

  test("ein falsches Passwort der Datenbank", async () => {
    const url = Object.assign(new URL(dienst.datenbank.appUrl), { password: "falsch" }).href;
    expect((await pruefe({ DATABASE_URL: url })).Datenbank).toBe("fehlt: DATABASE_URL: Das Passwort stimmt nicht.");
  });

  test("die gewünschte Gruppe führt noch nicht zum Administrator: die Zeile dafür wird genannt", async () => {
    expect((await pruefe({ OIDC_ROLLEN_ZUORDNUNG: "Büro=mitarbeiter" }, "Pacht-Admins")).Rollen).toBe(
      "fehlt: „Pacht-Admins“ führt nicht zum Administrator. " +
        "Setzen: OIDC_ROLLEN_ZUORDNUNG=Büro=mitarbeiter;Pacht-Admins=administrator",
    );
    expect((await pruefe({ OIDC_ROLLEN_ZUORDNUNG: "Pacht-Admins=administrator" }, "Pacht-Admins")).Rollen).toMatch(
      /^in Ordnung: .*unter rollen „Pacht-Admins“/,
    );
  });

  test("wer sich ohne Rolle angemeldet hat, was sein Token sagte und welche Zeile hilft, auch neben einem Administrator", async () => {
    await dienst.owner`insert into benutzer (aussteller, subjekt, name, rollen) values (${anbieter.issuer}, 'v', 'Vera', '{}')`;
    const meldeOhneRolleAn = (gefunden: string[]) => dienst.owner`
      with eintrag as (
        insert into auditlog (benutzer_id, benutzer_name, aktion, ressource)
        select id, name, 'anmeldung', 'sitzung' from benutzer where subjekt = 'v'
        returning id
      )
      insert into auditwert (auditlog_id, salz, werte)
      select id, uuid_send(gen_random_uuid()), ${JSON.stringify([
        { feld: "ohneRolle", alt: null, neu: { angabe: "rollen", gefunden, vorhandeneAngaben: ["sub", "groups"] } },
      ])}
      from eintrag`;
    await meldeOhneRolleAn([]);
    const nichts =
      "Vera hat sich angemeldet und keine Rolle bekommen. Unter rollen stand nichts; das Token hatte: sub, groups. " +
      "Steht die Rolle oder Gruppe dort, setzen: OIDC_ROLLEN_CLAIM=<Angabe>; sonst beim Anbieter eintragen.";
    expect((await pruefe()).Administrator).toBe(`fehlt: ${nichts}`);
    await dienst.owner`
      insert into benutzer (aussteller, subjekt, name, rollen) values (${anbieter.issuer}, 'a', 'Alma', '{administrator}')`;
    expect((await pruefe()).Administrator).toBe(`in Ordnung: angemeldet hat sich einer. ${nichts}`);

    await meldeOhneRolleAn(["Büro"]);
    expect((await pruefe()).Administrator).toMatch(
      / Setzen: OIDC_ROLLEN_ZUORDNUNG=Büro=<Rolle> \(dann gilt nur, was dort steht\)$/,
    );
    expect((await pruefe({ OIDC_ROLLEN_ZUORDNUNG: "Pacht-Admins=administrator" })).Administrator).toBe(
      "in Ordnung: angemeldet hat sich einer. Vera hat sich angemeldet und keine Rolle bekommen. " +
        "Unter rollen stand: Büro. Setzen: OIDC_ROLLEN_ZUORDNUNG=Pacht-Admins=administrator;Büro=<Rolle>",
    );
    await dienst.owner`update benutzer set rollen = '{verwalter}' where subjekt = 'v'`;
    expect((await pruefe()).Administrator).toBe("in Ordnung: angemeldet hat sich einer");
  });

  test("verlorene Rechte, auch auf Spalten: die Migration gibt sie wieder", async () => {
    await dienst.owner`revoke insert on archiv_beleg from pacht_app`;
    await dienst.owner`revoke update (fortschritt) on sammeldatei from pacht_worker`;
    const { Rechte } = await pruefe();
    expect(Rechte).toMatch(/^fehlt: npm run migrate .*grant insert, select on archiv_beleg to pacht_app;/);
    expect(Rechte).toContain("on sammeldatei to pacht_worker;");
    await migriere(dienst.ownerUrl);
    expect((await pruefe()).Rechte).toMatch(/^in Ordnung/);
  });

  test("eine Uhr, die nachgeht", async () => {
    const config = liesConfig(umgebung());
    const vorgestellt = () => new Date(Date.now() + 60_000);
    const befunde = await pruefeEinrichtung(config, dienst.datenbank.workerUrl, vorgestellt);
    expect(befunde.find(({ was }) => was === "Uhr")?.text).toMatch(/geht (59|60) s nach/);
  });

  test("eine Datenbank eines Servers ohne Sprache kennt keine Umlaute", async () => {
    const { adminUrl } = inject("datenbank");
    const name = `ohne_sprache_${process.pid}`;
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    const admin = postgres(adminUrl, { max: 1 });
    try {
      await admin.unsafe(
        `create database ${name} template template0 encoding 'UTF8' locale_provider libc lc_ctype 'C' lc_collate 'C'`,
      );
      await migriere(url.href);
      expect((await pruefe({ DATABASE_URL: url.href })).Umlaute).toMatch(/^offen: .*„Müller“.*LC_CTYPE ist C\. .*neu/);
    } finally {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
    expect((await pruefe()).Umlaute).toMatch(/^in Ordnung: /);
  });

  test("eine Migration fehlt: sonst wird an der Datenbank nichts weiter geprüft", async () => {
    const [letzte] =
      await dienst.owner`delete from migration where name = (select max(name) from migration) returning *`;
    const befunde = await pruefe();
    await dienst.owner`insert into migration ${dienst.owner(letzte ?? {})}`;
    expect(befunde.Migrationen).toMatch(/^fehlt: .*npm run migrate/);
    expect(befunde.Rechte).toBeUndefined();
  });
});
