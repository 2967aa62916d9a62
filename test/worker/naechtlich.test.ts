import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zahlenworte } from "../../src/betrieb/leitstand/seite/worte.js";
import { zeitplaene } from "../../src/betrieb/zeitplaene/plan.ts";
import { listFaelligkeitenMitStatus } from "../../src/stammdaten/faelligkeiten/queries.ts";
import { system } from "../../src/technik/auditlog/protokolliere.ts";
import { beauftrageEinmal } from "../../src/technik/database/auftrag/beauftrage.ts";
import { starteBoss, type Warteschlange } from "../../src/technik/database/boss.ts";
import { arbeiteNaechtlichesAb } from "../../worker/naechtlich.ts";
import { datenbank, mitDatenbank, owner, worker } from "../hilfe/mitDatenbank.ts";
import { saeKonto, saeStammdaten } from "../hilfe/saat.ts";

// In Berlin it is the 26th already.
const jetzt = new Date("2026-10-25T23:05:00Z");
const heute = "2026-10-26";

/** Two workers. */
let bosse: [PgBoss, PgBoss];

mitDatenbank();

beforeAll(async () => {
  bosse = [await starteBoss(worker, "worker"), await starteBoss(worker, "worker")];
  await saeStammdaten(owner);
});

afterAll(async () => {
  await Promise.all(bosse.map((boss) => boss.stop({ close: false, graceful: false })));
});

const jobs = (warteschlange: Warteschlange) => owner<{ id: string; state: string; output: object }[]>`
  select id, state, output from jobs.job where name = ${warteschlange} order by created_on, id`;

/** What the last job of a queue has come to. */
const ergebnis = async (warteschlange: Warteschlange, id: string | null | undefined): Promise<object> => {
  expect(id).toEqual(expect.any(String));
  const lies = async () => (await jobs(warteschlange)).find((job) => job.id === id);
  // Until it is done the whole job: one that failed says why.
  const stand = async () => {
    const job = await lies();
    return job?.state === "completed" ? job.state : job;
  };
  await expect.poll(stand, { timeout: 20_000 }).toBe("completed");
  return (await lies())?.output ?? {};
};

const nacht = async (warteschlange: Warteschlange) => ergebnis(warteschlange, await bosse[0].send(warteschlange, {}));

const eintraege = (pachtkontoId: number) => owner`
  select benutzer_id, benutzer_name, anfrage_id, aktion, werte from auditlog left join auditwert on auditlog_id = id
  where ressource = 'pachtkonto' and ressource_id = ${String(pachtkontoId)}`;

const status = async (pachtkontoId: number) =>
  (await owner<{ status: string }[]>`select status from pachtkonto where id = ${pachtkontoId}`)[0]?.status;

test("zwei Worker machen aus einer Nacht einen Auftrag, und er läuft einmal", async () => {
  const gesendet = await Promise.all([...bosse, ...bosse].map((boss) => boss.send("pachtende", {})));
  expect(gesendet.filter((id) => id !== null)).toHaveLength(1);
  for (const boss of bosse) await arbeiteNaechtlichesAb(boss, worker, datenbank.workerUrl, { uhr: () => jetzt });
  expect(await ergebnis("pachtende", gesendet.find(Boolean))).toEqual({ ausgelaufen: 0 });
  expect(await jobs("pachtende")).toHaveLength(1);
});

test("der Plan steht einmal für alle Worker, in einer Stunde, die in Berlin jeder Tag hat", async () => {
  expect(await owner`select name, cron, timezone from jobs.schedule order by name`).toEqual([
    { name: "aufraeumen", cron: "50 1 * * *", timezone: "Europe/Berlin" },
    { name: "duplikate", cron: "35 1 * * *", timezone: "Europe/Berlin" },
    { name: "faelligkeiten", cron: "15 1 * * *", timezone: "Europe/Berlin" },
    { name: "hebungsbriefe", cron: "40 1 * * *", timezone: "Europe/Berlin" },
    { name: "naechste-hebung", cron: "30 1 * * *", timezone: "Europe/Berlin" },
    { name: "pachtende", cron: "5 1 * * *", timezone: "Europe/Berlin" },
  ]);
});

test("Pachtkonten laufen am Tag nach ihrem Ende aus, mit einem Eintrag des Systems", async () => {
  const beendet = await saeKonto(owner, heute, { pachtende: "2026-10-25" });
  const gekuendigt = await saeKonto(owner, heute, { status: "gekuendigt", pachtende: "2026-09-30" });
  const letzterTag = await saeKonto(owner, heute, { pachtende: "2026-10-26" });
  const inaktiv = await saeKonto(owner, heute, { status: "inaktiv", pachtende: "2026-09-30" });
  expect(await nacht("pachtende")).toEqual({ ausgelaufen: 2 });
  expect(await Promise.all([beendet, gekuendigt, letzterTag, inaktiv].map(status))).toEqual([
    "ausgelaufen",
    "ausgelaufen",
    "aktiv",
    "inaktiv",
  ]);
  expect(await eintraege(gekuendigt)).toEqual([
    {
      benutzerId: null,
      benutzerName: "System",
      anfrageId: null,
      aktion: "aendern",
      werte: '[{"alt":"gekuendigt","feld":"status","neu":"ausgelaufen"}]',
    },
  ]);
  expect(await nacht("pachtende")).toEqual({ ausgelaufen: 0 });
});

test("Fälligkeiten werden 25 Monate voraus geplant, auch auf Verlangen", async () => {
  const id = await saeKonto(owner, "2020-01-01");
  const geltende = () => listFaelligkeitenMitStatus(owner, id, { status: ["offen", "gebucht"], page: 1, limit: 500 });
  const vorher = await geltende();
  const job = await worker.begin((tx) => beauftrageEinmal(tx, "faelligkeiten", system.akteur));
  expect(await ergebnis("faelligkeiten", job.jobId)).toMatchObject({ geaendert: 0, entfallen: 0 });
  const nachher = await geltende();
  expect(nachher.slice(0, vorher.length)).toEqual(vorher);
  expect(nachher.at(-1)?.zeitraumVon).toBe("2028-10-01");
  expect(await nacht("faelligkeiten")).toEqual({ neu: 0, geaendert: 0, entfallen: 0 });
});

test("die nächste Pachtprüfung rückt weiter, und keine Hebung wird aktiviert", async () => {
  const id = await saeKonto(owner, heute);
  await owner`update pachtkonto set hebemonat = '10', naechste_hebung = '2026-10-01' where id = ${id}`;
  const wartet = await saeKonto(owner, heute);
  await owner`
    insert into hebung (pachtkonto_id, art, wert_bp, wirksam_ab) values (${wartet}, 'prozent', 250, '2026-10-01')`;
  expect(await nacht("naechste-hebung")).toEqual({ geprueft: expect.any(Number), geaendert: 2, ueberfaellig: 1 });
  const termine = await owner`
    select naechste_hebung from pachtkonto where id = any(${[id, wartet]}) order by id`;
  expect(termine).toEqual([{ naechsteHebung: "2027-10-01" }, { naechsteHebung: "2026-10-01" }]);
  expect(await owner`select status from hebung where pachtkonto_id = ${wartet}`).toEqual([{ status: "geplant" }]);
  expect(await nacht("naechste-hebung")).toMatchObject({ geaendert: 0 });
});

test("Briefe abgeschlossener Hebungen entstehen auch, wenn niemand sie abruft", async () => {
  const abschluss = (pachtkontoId: number) => owner<{ id: number }[]>`
    insert into hebung (pachtkonto_id, art, wert_bp, wirksam_ab, status, abgeschlossen_am, abgeschlossen_von, abschluss)
    values (${pachtkontoId}, 'prozent', 1000, '2026-10-01', 'abgeschlossen', ${jetzt.toISOString()}, 'Test',
      ${owner.json([{ ursprungId: 1, positionId: 1, bezeichnung: "Pacht", intervall: "jaehrlich", betragAltCent: 100, betragNeuCent: 110 }])})
    returning id`;
  const [mit] = await abschluss(await saeKonto(owner, heute));
  await abschluss(await saeKonto(owner, heute, { paechter: [] }));
  expect(await nacht("hebungsbriefe")).toEqual({ erstellt: 1, nichtErstellbar: 1 });
  const briefe = await owner<{ hebungId: number; stimmt: boolean }[]>`
    select hebung_id, encode(sha256(inhalt), 'hex') = sha256 stimmt from hebung_brief`;
  expect(briefe).toEqual([{ hebungId: mit?.id, stimmt: true }]);
  expect(await nacht("hebungsbriefe")).toEqual({ erstellt: 0, nichtErstellbar: 1 });
});

test("der ganze Bestand wird auf Duplikate verglichen, Kontakte und Patchobjekte", async () => {
  const [{ kontakte } = { kontakte: 0 }] = await owner<{ kontakte: number }[]>`select count(*) kontakte from kontakt`;
  expect(await nacht("duplikate")).toMatchObject({ kontakte: { bestand: kontakte }, pachtobjekte: {} });
});

test("abgelaufene Sitzungen, alte Antworten und alte Sammeldateien gehen, die übrigen bleiben", async () => {
  const [benutzer] = await owner<{ id: number }[]>`
    insert into benutzer (aussteller, subjekt, name) values ('test', 'nacht', 'Nacht') returning id`;
  const id = Number(benutzer?.id);
  await owner`
    insert into sitzung (id_hash, benutzer_id, laeuft_ab_am, endet_spaetestens_am)
    values ('alt', ${id}, '2026-10-25 23:05:00Z', '2026-10-26 10:00:00Z'),
      ('neu', ${id}, '2026-10-25 23:06:00Z', '2026-10-26 10:00:00Z')`;
  await owner`
    insert into idempotenz (benutzer_id, route, schluessel, koerper_hash, antwort, erstellt_am)
    values (${id}, '/x', 'alt', '', '{}', '2026-10-24 23:05:00Z'), (${id}, '/x', 'neu', '', '{}', '2026-10-24 23:06:00Z')`;
  const entwurf = (schluessel: string, am: string) => owner`
    insert into sammeldatei (art, schluessel, stand, datum, heute, ids, job_id, angelegt_am)
    values ('entwurf', ${schluessel}, '', '2026-10-01', '2026-10-01', '{1}', gen_random_uuid(), ${am})`;
  await entwurf("alt", "2026-10-24 23:05:00Z");
  await entwurf("neu", "2026-10-24 23:06:00Z");
  expect(await nacht("aufraeumen")).toEqual({ sitzungen: 1, antworten: 1, sammeldateien: 1, importe: 0 });
  expect(await owner`select schluessel from sammeldatei`).toEqual([{ schluessel: "neu" }]);
  expect(await owner`select id_hash from sitzung`).toEqual([{ idHash: "neu" }]);
  expect(await owner`select schluessel from idempotenz`).toEqual([{ schluessel: "neu" }]);
});

test("Aufträge gehen nach 90 Tagen, die der Übergabe ebenso; was noch offen ist, bleibt", async () => {
  const uebergabe = async (status: string, beendetAm: string | null) => {
    const [zeile] = await owner<{ id: number }[]>`
      insert into extaccounting_auftrag (art, auswahl, benutzer_name, status, beendet_am)
      values ('export', '{}', 'Test', ${status}, ${beendetAm}) returning id`;
    await owner`
      insert into auftrag (art, daten, benutzer_name) values ('extaccounting', ${owner.json({ auftragId: zeile?.id ?? 0 })}, 'Test')`;
    return zeile?.id;
  };
  await uebergabe("abgeschlossen", "2026-07-27 23:05:00Z");
  const bleiben = [await uebergabe("abgebrochen", "2026-07-27 23:06:00Z"), await uebergabe("angehalten", null)];
  const lauf = (beendetAm: string) => owner`
    insert into auftrag (art, daten, job_id, benutzer_name, status, beendet_am)
    values ('pdf-lauf', '{}', gen_random_uuid(), 'Test', 'fertig', ${beendetAm})`;
  await lauf("2026-07-27 23:05:00Z");
  await lauf("2026-07-27 23:06:00Z");
  await nacht("aufraeumen");
  expect(
    await owner`select art, (daten ->> 'auftragId')::bigint id from auftrag where benutzer_name = 'Test' order by auftrag.id`,
  ).toEqual([...bleiben.map((id) => ({ art: "extaccounting", id })), { art: "pdf-lauf", id: null }]);
  // What the documents came to stays with their attempts.
  expect(await owner`select from extaccounting_auftrag`).toHaveLength(3);
});

test("jede Zahl, in der eine Nacht aufgeht, hat im Leitstand ein Wort", async () => {
  for (const { name } of zeitplaene) await nacht(name);
  const zahlen = await owner<{ zahl: string }[]>`
    select distinct regexp_replace(jsonb_object_keys(ergebnis), '^.*[.]', '') zahl from auftrag`;
  expect(zahlen.length).toBeGreaterThan(zeitplaene.length);
  expect(zahlen.map(({ zahl }) => zahl).filter((zahl) => !Object.hasOwn(zahlenworte, zahl))).toEqual([]);
});

test("soll der Worker enden, hört die Nachtarbeit gleich auf, und wird später nachgeholt", async () => {
  await Promise.all(bosse.map((boss) => boss.stop({ close: false, graceful: false })));
  const boss = await starteBoss(worker, "worker");
  try {
    await arbeiteNaechtlichesAb(boss, worker, datenbank.workerUrl, { uhr: () => jetzt, ende: AbortSignal.abort() });
    const id = await boss.send("duplikate", {});
    const stand = async () => (await jobs("duplikate")).find((job) => job.id === id)?.state;
    await expect.poll(stand, { timeout: 20_000 }).toBe("retry");
  } finally {
    await boss.stop({ close: false, graceful: false });
  }
});
