import { readFileSync } from "node:fs";
import process from "node:process";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { buildApp } from "../../../src/app.ts";
import { beobachterVonAnfragen } from "../../../src/betrieb/beobachtung/anfragen.ts";
import { messeAnfragen } from "../../../src/betrieb/metrik/anfragen.ts";
import { zaehleAuftraege } from "../../../src/betrieb/metrik/auftraege.ts";
import { stelleMetrikBereit } from "../../../src/betrieb/metrik/stelleBereit.ts";
import { messeVerbindungen } from "../../../src/betrieb/metrik/verbindungen.ts";
import { messeZustand } from "../../../src/betrieb/metrik/zustand.ts";
import { freierPort } from "../../../src/lokal/port.ts";
import { warteschlangen } from "../../../src/technik/database/boss.ts";
import { oeffneDatenbank } from "../../../src/technik/database/datenbank.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const zeilen = async (register: Registry, anfang: string) =>
  (await register.metrics()).split("\n").filter((zeile) => zeile.startsWith(anfang));

test("Anfragen zählen nach Vorlage, Methode und Status, in den Stufen von OpenTelemetry", async () => {
  const register = new Registry();
  const { beobachte } = beobachterVonAnfragen(() => {}, messeAnfragen(register));
  const app = buildApp({ ...dienst.deps, beobachte });
  const als = { headers: { cookie: "service.sid=sitzung-verwalter" } };
  for (const id of [4711, 4712]) await app.request(`/api/kontakte/${id}`, als);
  await app.request("/api/healthz", { method: "GEHEIM" });
  expect(await zeilen(register, "http_server_request_duration_seconds_count")).toEqual([
    'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/kontakte/{id}",http_response_status_code="404"} 2',
    'http_server_request_duration_seconds_count{http_request_method="_OTHER",http_route="(sonstige)",http_response_status_code="405"} 1',
  ]);
  const stufen = (await zeilen(register, "http_server_request_duration_seconds_bucket"))
    .filter((zeile) => zeile.includes('"GET"'))
    .map((zeile) => /le="([^"]+)"/.exec(zeile)?.[1]);
  expect(stufen.join(" ")).toBe("0.005 0.01 0.025 0.05 0.075 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10 +Inf");
});

test("was in der Datenbank steht, wird beim Abruf gelesen; ohne sie steht nur das da", async () => {
  await konto();
  const { json: lauf } = await verwalter().post("/abrechnung/buchen", { datum: "2026-11-20" });
  const register = new Registry();
  const sql = verbinde(dienst.datenbank.appUrl, "pacht_app", { max: 2 });
  const port = await freierPort();
  const aktualisiere = messeZustand(register, sql, dienst.deps.uhr, dienst.deps.melde);
  const schliesse = await stelleMetrikBereit(register, { METRIK_HOST: "127.0.0.1", METRIK_PORT: port }, aktualisiere);
  const hole = async () => {
    const antwort = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(antwort.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    return (await antwort.text()).split("\n").filter((zeile) => zeile && !zeile.startsWith("#"));
  };
  expect(await hole()).toEqual(
    expect.arrayContaining([
      "pacht_datenbank_erreichbar 1",
      `pacht_belege_gebucht ${lauf.anzahlDokumente}`,
      `pacht_schreiben_fehlend ${lauf.anzahlDokumente}`,
      "pacht_schreiben_gezeichnet 0",
      'pacht_warteschlange_auftraege{warteschlange="pdf-lauf",zustand="wartend"} 1',
      'pacht_prozesse{art="worker",zustand="laeuft"} 0',
      `pacht_uebergaben{zustand="offen"} ${lauf.anzahlDokumente}`,
    ]),
  );
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await sql.end();
  expect(await hole()).toEqual(["pacht_datenbank_erreichbar 0"]);
  await schliesse();
});

const alarm = (name: string): string => {
  const text = readFileSync(new URL("../../../docs/ueberwachung/alarme.yml", import.meta.url), "utf8");
  const { groups } = parse(text) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const regel = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === name);
  if (!regel) throw new Error(`Den Alarm ${name} gibt es nicht.`);
  return regel.expr;
};

/** The schedules that the alert names now, by its own words and the figures of the moment. */
const fehlendeNachtarbeiten = async (register: Registry): Promise<string[]> => {
  const [, groesse, stunden] =
    /^time\(\) - max by \(name\) \((\w+)\) > (\d+) \* 3600$/.exec(alarm("PachtNachtarbeitFehlt")) ?? [];
  expect(groesse).toBeDefined();
  return (await zeilen(register, `${groesse}{`)).flatMap((zeile) => {
    const [, name = "", wert] = /name="([^"]+)"} (\S+)$/.exec(zeile) ?? [];
    return Date.now() / 1000 - Number(wert) > Number(stunden) * 3600 ? [name] : [];
  });
};

test("Nachtarbeit, die seit mehr als einem Tag scheitert oder nie gelang, löst ihren Alarm aus", async () => {
  const register = new Registry();
  const aktualisiere = messeZustand(register, dienst.sql, dienst.deps.uhr, dienst.deps.melde);
  await aktualisiere();
  expect(await fehlendeNachtarbeiten(register), "gerade erst eingerichtet").toEqual([]);
  // The installation is two days old. One schedule succeeded before its last twenty runs, one in the last night.
  await dienst.owner`update jobs.queue set created_on = now() - interval '2 days'`;
  const laeufe = (art: string, status: string, vorStunden: number, anzahl = 1) => dienst.owner`
    insert into auftrag (art, daten, job_id, benutzer_name, status, angelegt_am, begonnen_am, beendet_am)
    select ${art}, '{}', gen_random_uuid(), 'Zeitplan', ${status}, am, am, am
    from generate_series(1, ${anzahl}), cast(now() - make_interval(hours => ${vorStunden}) as timestamptz) am`;
  await laeufe("faelligkeiten", "fertig", 40);
  await laeufe("faelligkeiten", "fehlgeschlagen", 10, 20);
  await laeufe("duplikate", "fehlgeschlagen", 10, 2);
  for (const art of ["pachtende", "naechste-hebung", "hebungsbriefe", "aufraeumen"]) await laeufe(art, "fertig", 10);
  await laeufe("aufraeumen", "fehlgeschlagen", 1);
  await aktualisiere();
  expect(await fehlendeNachtarbeiten(register)).toEqual(["faelligkeiten", "duplikate"]);
});

test("eine Übergabe, die auf einen Menschen wartet, löst ihren Alarm aus", async () => {
  const register = new Registry();
  const aktualisiere = messeZustand(register, dienst.sql, dienst.deps.uhr, dienst.deps.melde);
  const [, groesse = ""] = /^max\((\w+)\) > 0$/.exec(alarm("PachtUebergabeAngehalten")) ?? [];
  await aktualisiere();
  expect(await zeilen(register, groesse)).toEqual([`${groesse} 0`]);
  await dienst.owner`
    insert into extaccounting_auftrag (art, auswahl, benutzer_name, status, ursache)
    values ('export', '{}', 'Test', 'angehalten', 'Die Anmeldung wird abgewiesen.')`;
  await aktualisiere();
  expect(await zeilen(register, groesse)).toEqual([`${groesse} 1`]);
});

test("jeder Prozess sagt, was er von der Datenbank hat, und wer darauf wartet", async () => {
  const register = new Registry();
  const datenbank = oeffneDatenbank(dienst.datenbank.appUrl, 4, (text) => expect.fail(text));
  messeVerbindungen(register, datenbank.lage);
  const frei = Promise.withResolvers<void>();
  const schreibende = [1, 2].map(() => datenbank.sql.begin(() => frei.promise));
  // Of four connections three are kept for those who read.
  await expect
    .poll(() => zeilen(register, "pacht_pool"))
    .toEqual([
      expect.stringMatching(/^pacht_pool_verbindungen [1-9]/),
      "pacht_pool_schreibende 1",
      "pacht_pool_wartende 1",
    ]);
  frei.resolve();
  await Promise.all(schreibende);
  expect((await zeilen(register, "pacht_pool")).slice(1)).toEqual([
    "pacht_pool_schreibende 0",
    "pacht_pool_wartende 0",
  ]);
  await datenbank.beende();
});

test("der Worker zählt Aufträge nach ihrem Ausgang", async () => {
  const register = new Registry();
  const zaehle = zaehleAuftraege(register);
  const vorher = await zeilen(register, "pacht_auftraege_total");
  // What rises from nothing has not risen for Prometheus: the first failure would be none.
  expect(vorher).toEqual(
    Object.keys(warteschlangen).flatMap((art) =>
      ["fertig", "vertagt", "wiederholt", "fehlgeschlagen"].map(
        (ausgang) => `pacht_auftraege_total{art="${art}",ausgang="${ausgang}"} 0`,
      ),
    ),
  );
  for (const ausgang of ["fertig", "fertig", "fehlgeschlagen"] as const)
    zaehle({ art: "pdf-lauf", jobId: "1", ausgang, dauerMs: 1, fehler: null });
  const nachher = await zeilen(register, "pacht_auftraege_total");
  expect(nachher.filter((zeile) => !vorher.includes(zeile))).toEqual([
    'pacht_auftraege_total{art="pdf-lauf",ausgang="fertig"} 2',
    'pacht_auftraege_total{art="pdf-lauf",ausgang="fehlgeschlagen"} 1',
  ]);
});

test("dass kein Server antwortet, sagt eine Größe, die nur ein Server hat", async () => {
  const worker = new Registry();
  zaehleAuftraege(worker);
  messeVerbindungen(worker, () => ({ offen: 1 }));
  const [, groesse = ""] = /^absent\((\w+)\)$/.exec(alarm("PachtServerFehlt")) ?? [];
  expect(worker.getMetricsAsArray().map(({ name }) => name)).not.toContain(groesse);
  // It is there whatever the database does, which has an alert of its own.
  const server = new Registry();
  await messeZustand(server, dienst.sql, dienst.deps.uhr, dienst.deps.melde)();
  expect(await zeilen(server, groesse)).toEqual([`${groesse} 1`]);
});

test("was die Zahlen nicht lesen lässt, obwohl die Datenbank da ist, wird gemeldet", async () => {
  const register = new Registry();
  const gemeldet: unknown[] = [];
  const kaputt = () => {
    throw new TypeError("keine Uhr");
  };
  await messeZustand(register, dienst.sql, kaputt, (_, fehler) => gemeldet.push(fehler))();
  expect(await zeilen(register, "pacht_")).toEqual(["pacht_datenbank_erreichbar 1"]);
  expect(gemeldet).toEqual([new TypeError("keine Uhr")]);
});

test("ohne METRIK_PORT hört niemand zu", async () => {
  const vorher = process.getActiveResourcesInfo().filter((art) => art === "TCPServerWrap").length;
  const schliesse = await stelleMetrikBereit(new Registry(), { METRIK_HOST: "127.0.0.1", METRIK_PORT: undefined });
  expect(process.getActiveResourcesInfo().filter((art) => art === "TCPServerWrap")).toHaveLength(vorher);
  await schliesse();
});

test.each(["alarme.yml", "grafana.json"])("docs/ueberwachung/%s nennt nur Größen, die es gibt", (datei) => {
  const register = new Registry();
  messeAnfragen(register);
  zaehleAuftraege(register);
  messeZustand(register, dienst.sql, dienst.deps.uhr, dienst.deps.melde);
  const bekannte = register.getMetricsAsArray().map(({ name }) => name);
  const text = readFileSync(new URL(`../../../docs/ueberwachung/${datei}`, import.meta.url), "utf8");
  const genannte = [...text.matchAll(/\b(?:pacht|http_server)_[a-z_]+[a-z]/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ""),
  );
  expect(genannte.length).toBeGreaterThan(5);
  expect([...new Set(genannte)].filter((name) => !bekannte.includes(name))).toEqual([]);
});
