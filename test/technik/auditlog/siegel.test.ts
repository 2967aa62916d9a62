import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { protokolliereAlle } from "../../../src/technik/auditlog/protokolliere.ts";
import { pruefeAuditlog } from "../../../src/technik/auditlog/siegel/pruefung.ts";
import { type Inhalt, inhaltSpalten, kettenhash, versiegele } from "../../../src/technik/auditlog/siegel/siegel.ts";
import { type Sql, type Tx, verbinde } from "../../../src/technik/database/pool.ts";
import { neueDatenbank, type Testdatenbank } from "../../hilfe/datenbank.ts";

const urheber = { akteur: { id: null, name: "Prüfling" }, anfrageId: "a-1" };
const tabellen = ["auditlog", "siegel_eintrag", "siegel"] as const;

let datenbank: Testdatenbank;
let app: Sql;
let worker: Sql;
let owner: Sql;
/** Head of the whole, untouched chain, and the hash of its first half. */
let kopf: string;
let haelfte: string;

const schreibe = (db: Sql | Tx, anzahl: number) =>
  protokolliereAlle(
    db,
    urheber,
    Array.from({ length: anzahl }, (_, i) => ({
      aktion: "aendern",
      ressource: "hof",
      ressourceId: i,
      alt: { name: "alt" },
      neu: { name: `neu "${i}" – ü` },
    })),
  );

/** Parts of three, so that the check crosses their borders. */
const pruefe = (anker: string[] = []) => pruefeAuditlog(worker, { anker, jeTeil: 3 });

/** Seals so many entries; a transaction of another database of this server may hold them up for a while. */
const versiegeleGenau = async (anzahl: number, hoechstens?: number): Promise<void> => {
  let offen = anzahl;
  while (offen > 0) {
    const n = await versiegele(worker, hoechstens);
    if (n === 0) await setTimeout(20);
    offen -= n;
  }
  expect(offen).toBe(0);
};

beforeAll(async () => {
  datenbank = await neueDatenbank();
  app = verbinde(datenbank.appUrl, "pacht_app");
  worker = verbinde(datenbank.workerUrl, "pacht_worker");
  owner = verbinde(datenbank.ownerUrl, "pacht_owner", { max: 1 });
});
afterAll(async () => {
  await Promise.all([app.end(), worker.end(), owner.end()]);
  await datenbank.loesche();
});

describe("der Versiegler", () => {
  test("versiegelt, was vor ihm da war, in Teilen und lückenlos", async () => {
    await schreibe(app, 10);
    expect(await pruefe()).toMatchObject({ geprueft: 0, offen: 10, bruch: null });
    await versiegeleGenau(10, 4);
    expect(await owner`select nr, bis, n from siegel order by nr`).toEqual([
      { nr: 1, bis: 4, n: 4 },
      { nr: 2, bis: 8, n: 4 },
      { nr: 3, bis: 10, n: 2 },
    ]);
    expect(await pruefe()).toMatchObject({ geprueft: 10, offen: 0, bruch: null });
    expect(await versiegele(worker)).toBe(0);
  });

  test("wartet auf den langsamen Schreiber, hält aber keinen auf", async () => {
    const { promise: frei, resolve } = Promise.withResolvers<void>();
    const { promise: geschrieben, resolve: melde } = Promise.withResolvers<void>();
    const langsam = app.begin(async (tx) => {
      await schreibe(tx, 1);
      melde();
      await frei;
    });
    await geschrieben;
    await schreibe(app, 1);
    expect(await versiegele(worker)).toBe(0);
    expect(await pruefe()).toMatchObject({ geprueft: 10, offen: 1, bruch: null });
    resolve();
    await langsam;
    await versiegeleGenau(2);
    expect(await pruefe()).toMatchObject({ geprueft: 12, offen: 0, bruch: null });
  });

  test("mehrere zugleich, während viele schreiben: jeder Eintrag einmal", async () => {
    const schreiber = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 10; i++) await app.begin((tx) => schreibe(tx, 3));
    });
    const alle = Promise.all(schreiber);
    let fertig = false;
    alle.then(() => {
      fertig = true;
    });
    let offen = 240;
    while (!fertig) for (const n of await Promise.all([versiegele(worker, 7), versiegele(worker, 7)])) offen -= n;
    await versiegeleGenau(offen);
    expect(await pruefe()).toMatchObject({ geprueft: 252, offen: 0, bruch: null });
  });

  test("nach einem Dump aus einem anderen Server geht es weiter", async () => {
    // Its transactions had got much further than those of this server.
    await owner.begin(async (tx) => {
      await tx`alter table auditlog disable trigger user`;
      await tx`insert into auditlog (benutzer_name, aktion, ressource, werte, xid)
        values ('dort', 'anlegen', 'hof', '[]', '900000000001'), ('dort', 'anlegen', 'hof', '[]', '900000000000')`;
      await tx`alter table auditlog enable trigger user`;
    });
    // A dump holds what its server has sealed before.
    await owner`alter table siegel disable trigger user`;
    await owner`update siegel set bis_xid = '900000000002' where nr = (select max(nr) from siegel)`;
    await versiegeleGenau(2, 1);
    await schreibe(app, 2);
    await versiegeleGenau(2);
    await schreibe(app, 2);
    await versiegeleGenau(2);
    const [zaehlung] = await owner`select count(*) as eintraege from siegel_eintrag`;
    expect(zaehlung).toEqual({ eintraege: 258 });
  });

  test("niemand ändert die Kette, die Anwendung schreibt sie auch nicht", async () => {
    await expect(app`insert into siegel_eintrag (nr, auditlog_id, hash) values (999, 1, '')`).rejects.toThrow(
      "permission denied",
    );
    for (const tabelle of ["siegel", "siegel_eintrag"] as const) {
      await expect(worker`delete from ${worker(tabelle)}`).rejects.toThrow("permission denied");
      await expect(worker`update ${worker(tabelle)} set nr = nr + 1`).rejects.toThrow("permission denied");
    }
    await expect(owner`delete from siegel_eintrag`).rejects.toThrow("unveränderlich");
    await expect(owner`truncate siegel_eintrag`).rejects.toThrow("unveränderlich");
  });
});

describe("Verfälschungen durch den Eigentümer", () => {
  beforeAll(async () => {
    for (const tabelle of tabellen) {
      await owner`alter table ${owner(tabelle)} disable trigger user`;
      await owner`truncate ${owner(tabelle)}`;
    }
    for (const anzahl of [5, 5, 2]) {
      await schreibe(app, anzahl);
      await versiegeleGenau(anzahl);
    }
    for (const tabelle of tabellen) await owner`create table ${owner(`${tabelle}_davor`)} as table ${owner(tabelle)}`;
    const befund = await pruefe();
    expect(befund).toMatchObject({ geprueft: 12, offen: 0, bruch: null });
    kopf = befund.kopf;
    const [mitte] = await owner`select encode(hash, 'hex') as hash from siegel_eintrag where nr = 6`;
    haelfte = mitte?.hash;
  });
  afterEach(async () => {
    for (const tabelle of tabellen) {
      await owner`truncate ${owner(tabelle)}`;
      await owner`insert into ${owner(tabelle)} overriding system value table ${owner(`${tabelle}_davor`)}`;
    }
  });

  /** Id of the entry at a place of the chain. */
  const id = async (nr: number): Promise<number> =>
    (await owner<{ id: number }[]>`select auditlog_id as id from siegel_eintrag where nr = ${nr}`)[0]?.id ?? 0;

  const erwarteBruchBei = async (nr: number) => {
    const { bruch } = await pruefe([kopf]);
    expect(bruch?.eintrag).toBe(String(await id(nr)));
  };

  test("unverändert: beide Anker stehen darin", async () => {
    expect(await pruefe([haelfte, kopf.toUpperCase()])).toMatchObject({ bruch: null });
  });

  test.each([
    "werte = '[]'",
    "benutzer_name = 'Niemand'",
    "benutzer_name = aktion, aktion = benutzer_name",
    "anfrage_id = null",
  ])("1 geändert: %s", async (setze) => {
    await owner.unsafe(`update auditlog set ${setze} where id = ${await id(5)}`);
    await erwarteBruchBei(5);
  });

  test.each([1, 5, 12])("2 gelöscht: der %s.", async (nr) => {
    await owner`delete from auditlog where id = ${await id(nr)}`;
    await erwarteBruchBei(nr);
  });

  test("2 gelöscht samt seinem Hash", async () => {
    const weg = await id(6);
    await owner`delete from auditlog where id = ${weg}`;
    await owner`delete from siegel_eintrag where auditlog_id = ${weg}`;
    await erwarteBruchBei(7);
  });

  test("3 eingefügt, mit der Transaktion eines Nachbarn; der Versiegler nimmt es nicht auf", async () => {
    const [neu] = await owner<{ id: number }[]>`
      insert into auditlog (benutzer_name, aktion, ressource, werte, xid, zeitpunkt)
      select benutzer_name, aktion, ressource, werte, xid, zeitpunkt from auditlog where id = ${await id(5)}
      returning id`;
    expect(await versiegele(worker)).toBe(0);
    expect((await pruefe()).bruch?.eintrag).toBe(String(neu?.id));
  });

  test("3 eingefügt, mit einer Transaktion, die es noch nicht gab", async () => {
    const [neu] = await owner<{ id: number }[]>`
      insert into auditlog (benutzer_name, aktion, ressource, werte, xid)
      values ('x', 'x', 'x', '[]', '900000000000') returning id`;
    expect((await pruefe()).bruch?.eintrag).toBe(String(neu?.id));
  });

  test("4 vertauscht: zwei Inhalte, oder ihre Plätze in der Kette", async () => {
    const [a, b] = [await id(4), await id(8)];
    await owner`update auditlog x set werte = y.werte, ressource_id = y.ressource_id from auditlog y
      where (x.id, y.id) in ((${a}, ${b}), (${b}, ${a}))`;
    await erwarteBruchBei(4);
    await owner`truncate auditlog`;
    await owner`insert into auditlog overriding system value table auditlog_davor`;
    await owner`update siegel_eintrag set auditlog_id = -auditlog_id where nr in (4, 8)`;
    await owner`update siegel_eintrag set auditlog_id = case nr when 4 then ${b}::bigint else ${a} end where nr in (4, 8)`;
    expect((await pruefe()).bruch?.eintrag).toBe(String(b));
  });

  test("5 am Ende gekürzt: die Einträge allein", async () => {
    await owner`delete from auditlog where id in (${await id(11)}, ${await id(12)})`;
    await erwarteBruchBei(11);
  });

  test("5 am Ende gekürzt: Einträge und ihre Hashes", async () => {
    await owner`delete from auditlog where id in (${await id(11)}, ${await id(12)})`;
    await owner`delete from siegel_eintrag where nr > 10`;
    expect((await pruefe()).bruch?.grund).toContain("nach Glied 10 fehlen Einträge bis zum Siegel Nr. 3");
  });

  test("5 am Ende gekürzt mit allem: nur der Anker verrät es", async () => {
    await owner`delete from auditlog where id in (${await id(11)}, ${await id(12)})`;
    await owner`delete from siegel_eintrag where nr > 10`;
    await owner`delete from siegel where bis > 10`;
    expect(await pruefe([haelfte])).toMatchObject({ geprueft: 10, bruch: null });
    expect((await pruefe([haelfte, kopf])).bruch?.grund).toContain(`der Anker ${kopf} kommt in der Kette nicht vor`);
  });

  test("6 Zeitpunkt um eine Mikrosekunde geändert", async () => {
    await owner`update auditlog set zeitpunkt = zeitpunkt + interval '1 microsecond' where id = ${await id(9)}`;
    await erwarteBruchBei(9);
  });

  test("7 geändert und sein Hash neu gerechnet: der nächste passt nicht mehr", async () => {
    await owner`update auditlog set benutzer_name = 'Niemand' where id = ${await id(7)}`;
    const [vorher] = await owner`select hash from siegel_eintrag where nr = 6`;
    const [inhalt] = await owner<Inhalt[]>`select ${inhaltSpalten(owner)} from auditlog a where id = ${await id(7)}`;
    if (!inhalt) throw new Error("kein Eintrag");
    await owner`update siegel_eintrag set hash = ${kettenhash(vorher?.hash, inhalt)} where nr = 7`;
    await erwarteBruchBei(8);
  });

  test("7 der letzte Eintrag, sein Hash und sein Siegel neu gerechnet: nur der Anker verrät es", async () => {
    await owner`update auditlog set benutzer_name = 'Niemand' where id = ${await id(12)}`;
    await owner`delete from siegel_eintrag where nr > 10`;
    await owner`delete from siegel where bis > 10`;
    await versiegeleGenau(2);
    expect(await pruefe()).toMatchObject({ geprueft: 12, bruch: null });
    expect((await pruefe([kopf])).bruch?.grund).toContain("Anker");
  });

  test.each([1, 2, 3])("8 ein Siegel fallengelassen: Nr. %s", async (nr) => {
    await owner`delete from siegel where nr = ${nr}`;
    expect((await pruefe()).bruch?.grund).toMatch(/[Ss]iegel/);
  });

  test("8 alle Siegel und Hashes fallengelassen: dieselben Einträge geben dieselbe Kette, andere nicht", async () => {
    const versiegeleNeu = async () => {
      await owner`truncate siegel`;
      await owner`truncate siegel_eintrag`;
      await versiegeleGenau(12, 5);
    };
    await versiegeleNeu();
    expect((await pruefe([kopf])).bruch).toBeNull();
    await owner`update auditlog set werte = '[]' where id = ${await id(2)}`;
    await versiegeleNeu();
    expect((await pruefe()).bruch).toBeNull();
    expect((await pruefe([haelfte])).bruch?.grund).toContain("Anker");
  });

  test("der Befehl nennt den ersten gebrochenen Eintrag und endet mit 1", async () => {
    const rufe = (...argumente: string[]) =>
      promisify(execFile)(process.execPath, [path.resolve("sql/pruefen.ts"), ...argumente], {
        env: { ...process.env, WORKER_DATABASE_URL: datenbank.workerUrl },
      }).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        (fehler: { code: number; stderr: string }) => ({ code: fehler.code, text: fehler.stderr }),
      );
    const heil = await rufe("auditlog", "--anker", kopf);
    expect(heil.code).toBe(0);
    expect(heil.text).toContain("12 Einträge versiegelt, 0 noch nicht");
    expect(heil.text).toMatch(new RegExp(`Anker des Audit-Logs: \\d{4}-\\d\\d-\\d\\d ${kopf}`));
    await owner`update auditlog set werte = '[]' where id = ${await id(3)}`;
    const gebrochen = await rufe("auditlog");
    expect(gebrochen.code).toBe(1);
    expect(gebrochen.text).toContain(`Eintrag ${await id(3)} passt nicht`);
    expect((await rufe("auditlog", "--anker", "kurz")).code).toBe(2);
  });
});
