import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { loescheWerte, protokolliere } from "../../../../src/technik/auditlog/protokolliere.ts";
import { type Inhalt, inhaltSpalten, kettenhash, versiegele } from "../../../../src/technik/auditlog/siegel/siegel.ts";
import { app, datenbank, mitDatenbank, owner, worker } from "../../../hilfe/mitDatenbank.ts";
import { pruefe, schreibe, versiegeleGenau } from "./handgriffe.ts";

mitDatenbank();

const tabellen = ["auditlog", "auditwert", "siegel_eintrag", "siegel"] as const;
/** Head of the whole, untouched chain, and the hash of its first half. */
let kopf: string;
let haelfte: string;

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
    "werte_hash = sha256(werte_hash)",
    "werte_hash = null",
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
      insert into auditlog (benutzer_name, aktion, ressource, werte_hash, xid, zeitpunkt)
      select benutzer_name, aktion, ressource, werte_hash, xid, zeitpunkt from auditlog where id = ${await id(5)}
      returning id`;
    expect(await versiegele(worker)).toBe(0);
    expect((await pruefe()).bruch?.eintrag).toBe(String(neu?.id));
  });

  test("3 eingefügt, mit einer Transaktion, die es noch nicht gab", async () => {
    const [neu] = await owner<{ id: number }[]>`
      insert into auditlog (benutzer_name, aktion, ressource, xid)
      values ('x', 'x', 'x', '900000000000') returning id`;
    expect((await pruefe()).bruch?.eintrag).toBe(String(neu?.id));
  });

  test("4 vertauscht: zwei Inhalte, oder ihre Plätze in der Kette", async () => {
    const [a, b] = [await id(4), await id(8)];
    await owner`update auditlog x set werte_hash = y.werte_hash, ressource_id = y.ressource_id from auditlog y
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
    await owner`delete from auditwert where auditlog_id not in (select id from auditlog)`;
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
    await owner`update auditlog set ressource = 'x' where id = ${await id(2)}`;
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
    await owner`delete from auditwert where auditlog_id = ${await id(3)}`;
    const gebrochen = await rufe("auditlog");
    expect(gebrochen.code).toBe(1);
    expect(gebrochen.text).toContain(`Eintrag ${await id(3)} hat seine Werte verloren`);
    expect((await rufe("auditlog", "--anker", "kurz")).code).toBe(2);
  });

  describe("die Werte neben den Einträgen", () => {
    const sage = async (grund: string, nr: number) =>
      expect((await pruefe([kopf])).bruch).toEqual({
        eintrag: String(await id(nr)),
        grund: expect.stringContaining(grund),
      });
    /** An entry of the log's own, as an owner would forge it, sealed like any other. */
    const faelsche = async (aktion: string, werte: unknown) => {
      const text = typeof werte === "string" ? werte : JSON.stringify(werte);
      await owner`
        with neu as (
          insert into auditlog (benutzer_name, aktion, ressource, werte_hash)
          values ('x', ${aktion}, 'auditlog', sha256(substr(sha256(''), 1, 16) || convert_to(${text}, 'UTF8')))
          returning id
        )
        insert into auditwert (auditlog_id, salz, werte) select id, substr(sha256(''), 1, 16), ${text} from neu`;
      await versiegeleGenau(1);
    };
    const loesche = async (...nummern: number[]) => {
      const eintraege = await Promise.all(nummern.map(id));
      await app.begin((tx) => loescheWerte(tx, { akteur: { id: null, name: "Prüfling" }, anfrageId: null }, eintraege));
    };

    test.each([
      "werte = '[]'",
      "werte = replace(werte, 'neu', 'Neu')",
      "werte = werte || ' '",
      "salz = substr(sha256(salz), 1, 16)",
    ])("geändert: %s", async (setze) => {
      await owner.unsafe(`update auditwert set ${setze} where auditlog_id = ${await id(5)}`);
      await sage("hat andere Werte, als versiegelt sind", 5);
    });

    test("zwei vertauscht, mit ihrem Salz", async () => {
      const [a, b] = [await id(4), await id(8)];
      await owner`update auditwert x set werte = y.werte, salz = y.salz from auditwert y
        where (x.auditlog_id, y.auditlog_id) in ((${a}, ${b}), (${b}, ${a}))`;
      await sage("hat andere Werte", 4);
    });

    test.each([1, 5, 12])("weggenommen ohne Löscheintrag: die des %s.", async (nr) => {
      await owner`delete from auditwert where auditlog_id = ${await id(nr)}`;
      await sage("hat seine Werte verloren", nr);
    });

    test("weggenommen samt ihrem Hash, und geändert samt ihrem Hash", async () => {
      await owner`update auditlog set werte_hash = null where id = ${await id(5)}`;
      await owner`delete from auditwert where auditlog_id = ${await id(5)}`;
      await sage("passt nicht zu seinem Hash", 5);
      await owner`update auditwert set werte = '[]' where auditlog_id = ${await id(4)}`;
      await owner`update auditlog set werte_hash = (
        select sha256(salz || convert_to(werte, 'UTF8')) from auditwert where auditlog_id = id) where id = ${await id(4)}`;
      await sage("passt nicht zu seinem Hash", 4);
    });

    test("hinzugefügt: zu einem Eintrag ohne Werte, und zu keinem Eintrag", async () => {
      const urheber = { akteur: { id: null, name: "Prüfling" }, anfrageId: null };
      await protokolliere(app, urheber, { aktion: "export", ressource: "hof" });
      await versiegeleGenau(1);
      expect((await pruefe([kopf])).bruch).toBeNull();
      const gib = (eintrag: number) =>
        owner`insert into auditwert (auditlog_id, salz, werte) values (${eintrag}, substr(sha256(''), 1, 16), '[]')`;
      await gib(await id(13));
      await sage("hat Werte bekommen", 13);
      await owner`delete from auditwert where auditlog_id = ${await id(13)}`;
      await gib(-7);
      expect((await pruefe([kopf])).bruch).toEqual({ eintrag: "-7", grund: expect.stringContaining("eingefügt") });
    });

    test("gelöscht mit Löscheintrag: unversehrt, sobald er versiegelt ist, und gezählt", async () => {
      await loesche(2, 7);
      await sage("kein versiegelter Löscheintrag", 2);
      await versiegeleGenau(1);
      expect(await pruefe([kopf])).toMatchObject({ geprueft: 13, geloescht: 2, bruch: null });
      await owner`delete from auditwert where auditlog_id = ${await id(8)}`;
      await sage("hat seine Werte verloren", 8);
    });

    test("der Löscheintrag hilft nicht, wenn er selbst verfälscht oder ohne Werte ist", async () => {
      await loesche(2);
      await versiegeleGenau(1);
      await owner`update auditwert set werte = replace(werte, ']}]', ${`,${await id(3)}]}]`}) where auditlog_id = ${await id(13)}`;
      await owner`delete from auditwert where auditlog_id = ${await id(3)}`;
      await sage("hat andere Werte", 13);
      await owner`delete from auditwert where auditlog_id = ${await id(13)}`;
      await sage("hat seine Werte verloren", 2);
    });

    test("ein Löscheintrag, der vor dem Eintrag steht oder sich selbst nennt, gilt nicht", async () => {
      const [naechste] = await owner<{ id: number }[]>`select max(id) + 1 as id from auditlog`;
      const kuenftige = naechste?.id ?? 0;
      await faelsche("loeschen", [{ feld: "werte", alt: null, neu: [0, 1, 2, 3].map((n) => kuenftige + n) }]);
      await schreibe(app, 1);
      await versiegeleGenau(1);
      expect((await pruefe([kopf])).bruch).toBeNull();
      await owner`delete from auditwert where auditlog_id = ${await id(14)}`;
      await sage("hat seine Werte verloren", 14);
    });

    test("Unsinn in einem Eintrag über das Log selbst gilt als nichts", async () => {
      for (const unsinn of ["kein JSON", "null", "{}", [null, 1, { feld: "werte", neu: "alle" }]])
        await faelsche("loeschen", unsinn);
      expect(await pruefe([kopf])).toMatchObject({ geprueft: 16, geloescht: 0, bruch: null });
    });
  });
});
