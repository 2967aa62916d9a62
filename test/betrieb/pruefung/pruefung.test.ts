import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { pruefeArchiv } from "../../../src/betrieb/pruefung/pruefe.ts";
import { holeDatei } from "../../belege/zahlungsdateien/dateien.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

/** Two runs, one of them cancelled in part, with letters, a payment file, an upload, an increase's letter and the rest. */
beforeAll(async () => {
  await dienst.owner`
    update kontakt set iban = 'DE02120300000000202051', zahlungsart = 'ueberweisung', bank_bestaetigt_am = '2026-01-15'`;
  const ids: number[] = [];
  for (const kontonummer of ["PK-000001", "PK-000002", "PK-000003"]) ids.push(await konto({ kontonummer }));
  const { id: laufId } = await buche("2026-11-01", ids);
  expect((await storniere({ buchungslaufId: laufId, pachtkontoIds: [ids[0]] })).status).toBe(201);
  const belege = await dienst.owner<{ id: number }[]>`select id from archiv_beleg order by id`;
  for (const { id } of belege) expect((await pruefer().get(`/abrechnung/archiv/${id}/pdf`)).status).toBe(200);
  await holeDatei(laufId, "ueberweisung");

  const formular = new FormData();
  formular.append("datei", new File(["%PDF-1.7\nVertrag"], "vertrag.pdf"));
  expect((await mitarbeiter().post(`/pachtkonten/${ids[2]}/dokumente`, formular)).status).toBe(201);

  const hebung = await verwalter().post<{ id: number }>("/abrechnung/hebungen", {
    pachtkontoId: ids[2],
    art: "prozent",
    wertBp: 500,
    wirksamAb: "2027-10-01",
  });
  for (const status of ["aktiv", "abgeschlossen"])
    expect((await verwalter().put(`/abrechnung/hebungen/${hebung.json.id}`, { status })).status).toBe(200);
  await pruefer().get(`/abrechnung/hebung-abschluss/pdf?hebungId=${hebung.json.id}`);

  await dienst.owner`
    insert into archiv_xrechnung (beleg_id, sha256, inhalt)
    select min(id), encode(sha256('<xml/>'), 'hex'), '<xml/>' from archiv_beleg`;
  await dienst.owner`
    insert into logo (medientyp, breite, hoehe, groesse, sha256, inhalt, hochgeladen_von)
    values ('image/png', 1, 1, 3, encode(sha256('png'), 'hex'), 'png', 'Test')`;
  await dienst.owner`
    with datei as (
      insert into sammeldatei (art, schluessel, stand, buchungslauf_id, ids, job_id)
      values ('gesamt', 's', 's', ${laufId}, '{1}', gen_random_uuid()) returning id
    ), teil as (
      insert into sammeldatei_teil (datei_id, nr, bis, anzahl, erster, letzter, groesse, sha256)
      select id, 1, 1, 1, 'RE', 'RE', 6, encode(sha256('einund'), 'hex') from datei returning datei_id
    )
    insert into sammeldatei_stueck (datei_id, teil, nr, inhalt)
    select datei_id, 1, nr, inhalt from teil, (values (0, 'ein'::bytea), (1, 'und')) s (nr, inhalt)`;
});

/** What does not hold, by what it is of. */
const fehler = async () =>
  Object.fromEntries(
    (await pruefeArchiv(dienst.sql)).filter(({ falsch }) => falsch > 0).map(({ was, stellen }) => [was, stellen]),
  );

/** As the owner, whom no right stops; he switches the triggers off for it and on again. */
const alsEigner = (tabelle: string, anweisung: string) =>
  dienst.owner.begin(async (tx) => {
    await tx.unsafe(`alter table ${tabelle} disable trigger user`);
    await tx.unsafe(anweisung).simple();
    await tx.unsafe(`alter table ${tabelle} enable trigger user`);
  });

test("ein Bestand mit allem darin ist unversehrt, und von jeder Art ist etwas dabei", async () => {
  const befunde = await pruefeArchiv(dienst.sql);
  expect(befunde.filter(({ falsch }) => falsch > 0)).toEqual([]);
  expect(befunde.filter(({ geprueft }) => geprueft === 0)).toEqual([]);
});

const anhaengen = (tabelle: string, wo = "true") => [
  `update ${tabelle} set inhalt = inhalt || '\\x00' where ${wo}`,
  `update ${tabelle} set inhalt = substr(inhalt, 1, length(inhalt) - 1) where ${wo}`,
];
/** An invoice that was not cancelled. */
const rechnung = `(select min(id) from archiv_beleg b where belegart = 'rechnung'
  and not exists (select from archiv_beleg s where s.storno_von_id = b.id))`;

describe("Jeder gepflanzte Schaden wird gefunden, und sonst nichts", () => {
  test.each<[string, string, string, string[], RegExp]>([
    [
      "ein Schreiben mit einem Byte mehr",
      "Schreiben",
      "archiv_pdf",
      anhaengen("archiv_pdf", `beleg_id = ${rechnung}`),
      /^RE-2026-\d{6}$/,
    ],
    ["eine XRechnung", "XRechnungen", "archiv_xrechnung", anhaengen("archiv_xrechnung"), /^RE-2026-\d{6}$/],
    ["ein Hebungsschreiben", "Hebungsschreiben", "hebung_brief", anhaengen("hebung_brief"), /^Hebung \d+$/],
    ["das Logo", "Logos", "logo", anhaengen("logo"), /^heute$/],
    [
      "eine Zahlungsdatei",
      "Zahlungsdateien",
      "zahlungsdatei_stueck",
      anhaengen("zahlungsdatei_stueck"),
      /^sepa-.*\.xml$/,
    ],
    ["ein Upload", "Uploads", "pachtkonto_dokument_stueck", anhaengen("pachtkonto_dokument_stueck"), /^Dokument \d+$/],
    [
      "eine Sammeldatei, der ein Stück fehlt",
      "Sammeldateien",
      "sammeldatei_stueck",
      [
        "delete from sammeldatei_stueck where nr = 1",
        "insert into sammeldatei_stueck select datei_id, teil, 1, 'und' from sammeldatei_stueck",
      ],
      /^Sammeldatei \d+, Teil 1$/,
    ],
    [
      "der Aussteller der Belege",
      "Aussteller",
      "archiv_aussteller",
      [
        "update archiv_aussteller set daten = daten || '{\"bank\": 1}'",
        "update archiv_aussteller set daten = daten - 'bank'",
      ],
      /^Aussteller \d+$/,
    ],
    [
      "eine Belegnummer aus einem anderen Jahr",
      "Nummernkreise",
      "archiv_beleg",
      [
        "update archiv_beleg set belegnummer = 'RE-2025-000002' where belegnummer = 'RE-2026-000002'",
        "update archiv_beleg set belegnummer = 'RE-2026-000002' where belegnummer = 'RE-2025-000002'",
      ],
      /^RE-2025-000002 gehört nicht in die Reihe rechnung 2026$/,
    ],
    [
      "ein Tag, der zweimal gebucht ist",
      "Gebuchte Zeiträume",
      "gebuchter_zeitraum",
      [
        `update gebuchter_zeitraum
         set storniert_am = null, zeitraum_von = zeitraum_von + 1, pachtkonto_id = pachtkonto_id + 1
         where storniert_am is not null`,
        `update gebuchter_zeitraum g
         set storniert_am = now(), zeitraum_von = g.zeitraum_von - 1, pachtkonto_id = f.pachtkonto_id
         from faelligkeit f where f.id = g.faelligkeit_id and f.pachtkonto_id <> g.pachtkonto_id`,
      ],
      /^PK-000002 ab 02\.10\.2024;PK-000002 ab /,
    ],
    [
      "eine Lücke",
      "Nummernkreise",
      "archiv_beleg",
      [
        "update archiv_beleg set belegnummer = 'RE-2026-000009' where belegnummer = 'RE-2026-000002'",
        "update archiv_beleg set belegnummer = 'RE-2026-000002' where belegnummer = 'RE-2026-000009'",
      ],
      /^RE-2026-000002 fehlt;RE-2026-000007 fehlt, auch die bis RE-2026-000008;RE-2026-000007 würde noch einmal/,
    ],
    [
      "eine Nummer zweimal",
      "Nummernkreise",
      "archiv_beleg",
      [
        `alter table archiv_beleg drop constraint archiv_beleg_belegnummer_key;
         update archiv_beleg set belegnummer = 'RE-2026-000001' where belegnummer = 'RE-2026-000002'`,
        `update archiv_beleg set belegnummer = 'RE-2026-000002'
         where id = (select max(id) from archiv_beleg where belegnummer = 'RE-2026-000001');
         alter table archiv_beleg add constraint archiv_beleg_belegnummer_key unique (belegnummer)`,
      ],
      /^RE-2026-000001 gibt es 2-mal;RE-2026-000002 fehlt$/,
    ],
    [
      "ein Zähler, der zurückgestellt ist",
      "Nummernkreise",
      "nummernkreis",
      [
        "update nummernkreis set naechste = naechste - 1 where belegart = 'rechnung'",
        "update nummernkreis set naechste = naechste + 1 where belegart = 'rechnung'",
      ],
      /^RE-2026-000006 würde noch einmal vergeben: vergeben ist schon RE-2026-000006$/,
    ],
    [
      "ein Zähler, der vorgestellt ist: am Ende fehlen Belege",
      "Nummernkreise",
      "nummernkreis",
      [
        "update nummernkreis set naechste = naechste + 2 where belegart = 'rechnung'",
        "update nummernkreis set naechste = naechste - 2 where belegart = 'rechnung'",
      ],
      /^Am Ende der Reihe fehlen RE-2026-000007 bis RE-2026-000008$/,
    ],
    [
      "eine Zeile eines Belegs um einen Cent",
      "Buchungsläufe",
      "archiv_zeile",
      [1, -1].map(
        (cent) => `update archiv_zeile set netto_cent = netto_cent + ${cent} where nr = 1 and beleg_id = ${rechnung}`,
      ),
      /steuergruppe: Beleg \d+/,
    ],
    [
      "die Auszahlung eines Laufs um einen Cent",
      "Buchungsläufe",
      "buchungslauf",
      [1, -1].map((cent) => `update buchungslauf set auszahlung_cent = auszahlung_cent + ${cent}`),
      /^Lauf [\da-f-]{36}$/,
    ],
    [
      "ein Storno, das einen Cent zu wenig zurücknimmt",
      "Stornos",
      "archiv_zeile",
      [1, -1].map(
        (cent) => `update archiv_zeile set netto_cent = netto_cent + ${cent} where nr = 1 and beleg_id = (
        select id from archiv_beleg where belegnummer = 'ST-2026-000001')`,
      ),
      /^ST-2026-000001$/,
    ],
    [
      "eine Zahlung um einen Cent",
      "Zahlungssummen",
      "zahlungsdatei_beleg",
      [1, -1].map(
        (cent) => `update zahlungsdatei_beleg set betrag_cent = betrag_cent + ${cent}
        where beleg_id = (select min(beleg_id) from zahlungsdatei_beleg)`,
      ),
      /^sepa-.*\.xml$/,
    ],
  ])("%s", async (_, was, tabelle, [schaden = "", heilung = ""], stellen) => {
    await alsEigner(tabelle, schaden);
    const gefunden = await fehler();
    await alsEigner(tabelle, heilung);
    expect(Object.keys(gefunden)).toEqual([was]);
    expect(gefunden[was]?.join(";")).toMatch(stellen);
    expect(await fehler()).toEqual({});
  });

  test("ein Schutz, der abgeschaltet ist oder fehlt", async () => {
    await dienst.owner.unsafe("alter table archiv_beleg disable trigger unveraenderlich");
    expect(await fehler()).toEqual({ Trigger: ["archiv_beleg.unveraenderlich"] });
    await dienst.owner.unsafe("alter table archiv_beleg enable trigger unveraenderlich");
    expect(await fehler()).toEqual({});
  });
});

test("was vor den Zahlungsdateien geladen wurde, wird an nichts gemessen: es nennt alle Belege, die es gezahlt haben kann", async () => {
  await dienst.owner`
    with frueher as (
      insert into zahlungsdatei (buchungslauf_id, art, nachrichten_id, dateiname, ist_auswahl, anzahl, summe_cent,
        anzahl_ausgelassen, benutzer_name, erstellt_am)
      select buchungslauf_id, 'lastschrift', 'LS-frueher', 'frueher.xml', false, 1, 100, 1, 'Anna', now()
      from archiv_beleg where id = ${dienst.owner.unsafe(rechnung)}
      returning id
    )
    insert into zahlungsdatei_beleg (zahlungsdatei_id, beleg_id, betrag_cent)
    select f.id, b.id, b.brutto_cent
    from frueher f, archiv_beleg b where b.belegart = 'rechnung'`;
  expect(await fehler()).toEqual({});
  const befunde = await pruefeArchiv(dienst.sql);
  expect(befunde.find(({ was }) => was === "Zahlungssummen")).toMatchObject({ geprueft: 1 });
});

test("der Befehl sagt es in einer Zeile je Art, und endet mit 1, wenn etwas nicht stimmt", async () => {
  const rufe = (...argumente: string[]) =>
    promisify(execFile)(process.execPath, [path.resolve("sql/pruefen.ts"), ...argumente], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: dienst.datenbank.appUrl,
        WORKER_DATABASE_URL: dienst.datenbank.workerUrl,
      },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (einer: { code: number; stdout: string; stderr: string }) => ({
        code: einer.code,
        text: einer.stdout + einer.stderr,
      }),
    );
  const heil = await rufe();
  expect(heil.text).toMatch(/^Das Audit-Log ist unversehrt: /);
  expect(heil.text).toMatch(/^Nummernkreise: \d geprüft, ohne Lücke/m);
  expect(heil.text).toContain("Das Archiv ist unversehrt.");
  expect(heil.code).toBe(0);
  await alsEigner("logo", "update logo set inhalt = inhalt || 'x'");
  const kaputt = await rufe("archiv");
  expect(kaputt).toMatchObject({ code: 1, text: expect.stringContaining("Logos: 1 Fehler bei 1 geprüften: heute") });
  expect(kaputt.text).not.toContain("Audit-Log");
  expect(await rufe("buecher")).toMatchObject({ code: 2, text: expect.stringContaining("Aufruf: ") });
});
