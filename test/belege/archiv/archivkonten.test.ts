import { beforeAll, describe, expect, test } from "vitest";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { arbeitePdfNachtragAb } from "../../../worker/pdfNachtrag.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { saeLauf } from "../../hilfe/archiv.ts";
import { dienst, konto, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { person } from "../../hilfe/musterbrief.ts";

let id: number;

mitDienst({ stammdaten: true });

beforeAll(async () => {
  await buche("2025-10-01", [await konto()]);
  const { json } = await verwalter().get<{ data: { id: number }[] }>("/abrechnung/archiv-konten");
  id = Number(json.data[0]?.id);
});

const markiere = (body: object, kopf?: Record<string, string>) =>
  mitarbeiter().patch(`/abrechnung/archiv-konten/${id}/markierung`, body, kopf);

describe("eine Markierung", () => {
  test("weggenommen, wo keine ist, ändert nichts: niemand hat etwas markiert", async () => {
    const vorher = await pruefer().get(`/abrechnung/archiv-konten/${id}`);
    expect((await markiere({ markierung: null })).json).toMatchObject({ markiertVon: null, markiertAm: null });
    expect((await pruefer().get(`/abrechnung/archiv-konten/${id}`)).text).toBe(vorher.text);
  });

  test("wird gesetzt, geändert und weggenommen, mit ihrer Notiz", async () => {
    expect((await pruefer().get(`/abrechnung/archiv-konten/${id}`)).json).toMatchObject({
      version: 1,
      markierung: null,
    });
    const gesetzt = await markiere({ markierung: "rueckfrage", notiz: "IBAN prüfen" }, { "If-Match": '"1"' });
    expect(gesetzt).toMatchObject({
      status: 200,
      json: {
        id,
        version: 2,
        markierung: "rueckfrage",
        markierungNotiz: "IBAN prüfen",
        markiertVon: "Test mitarbeiter",
      },
    });
    expect(gesetzt.kopf.get("etag")).toBe('"2"');
    const gesperrt = await markiere({ markierung: "gesperrt" });
    expect(gesperrt.json).toMatchObject({ version: 3, markierung: "gesperrt", markierungNotiz: "IBAN prüfen" });
    const gleich = await markiere({ markierung: "gesperrt" });
    expect(gleich.json).toMatchObject({ version: 3 });
    const gelesen = await pruefer().get(`/abrechnung/archiv-konten/${id}`);
    expect([gelesen.json.markierung, gelesen.kopf.get("etag")]).toEqual(["gesperrt", '"3"']);
    expect((await markiere({ markierung: null })).json).toMatchObject({ markierung: null, markierungNotiz: null });
    const eintraege = await dienst.owner<{ werte: string }[]>`
      select werte
      from auditlog left join auditwert on auditlog_id = id
      where aktion = 'markieren' and ressource_id = ${String(id)} order by id`;
    expect(eintraege.map(({ werte }) => JSON.parse(werte))).toEqual([
      [
        { feld: "markierung", alt: null, neu: "rueckfrage" },
        { feld: "notiz", alt: null, neu: "IBAN prüfen" },
      ],
      [{ feld: "markierung", alt: "rueckfrage", neu: "gesperrt" }],
      [
        { feld: "markierung", alt: "gesperrt", neu: null },
        { feld: "notiz", alt: "IBAN prüfen", neu: null },
      ],
    ]);
  });

  test("gibt es nicht mit einem unbekannten Wort und nicht über eine neuere hinweg", async () => {
    expect((await markiere({ markierung: "falsch" })).status).toBe(400);
    expect((await markiere({})).status).toBe(400);
    expect(await markiere({ markierung: "geprueft" }, { "If-Match": '"1"' })).toMatchObject({
      status: 412,
      json: { code: "version_veraltet" },
    });
  });

  test("von zwei ersten, die keine sahen, gilt eine", async () => {
    const lauf = await saeLauf(dienst.owner, [{ belegart: "rechnung", nettoCent: 100 }]);
    const pfad = `/abrechnung/archiv-konten/${lauf.archivkontoId}/markierung`;
    const antworten = await Promise.all(
      ["geprueft", "rueckfrage"].map((markierung) => mitarbeiter().patch(pfad, { markierung }, { "If-Match": '"1"' })),
    );
    expect(antworten.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

test("eine Sperre wartet auf die Zahlungsdatei ihres Laufs, die gerade entsteht", async () => {
  const lauf = await saeLauf(dienst.owner, [{ belegart: "rechnung", nettoCent: 100 }]);
  const wartende = async () => {
    const [zeile] = await dienst.owner<{ anzahl: number }[]>`
      select count(*) anzahl
      from pg_locks
      join pg_stat_activity using (pid)
      where not granted and datname = current_database()`;
    return zeile?.anzahl;
  };
  let istFertig = false;
  const { antwort } = await dienst.owner.begin(async (datei) => {
    // As a payment file begins: from here on it looks at what is locked.
    await datei`select from buchungslauf where id = ${lauf.laufId} for no key update`;
    const sperre = mitarbeiter()
      .patch(`/abrechnung/archiv-konten/${lauf.archivkontoId}/markierung`, { markierung: "gesperrt" })
      .finally(() => {
        istFertig = true;
      });
    await expect.poll(wartende).toBe(1);
    expect(istFertig).toBe(false);
    return { antwort: sperre };
  });
  expect(await antwort).toMatchObject({ status: 200, json: { markierung: "gesperrt" } });
});

describe("fehlende Schreiben", () => {
  test("erstellt der Worker, auch die gescheiterten, und nur diese", async () => {
    const lauf = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 1_000 },
      { belegart: "rechnung", nettoCent: 2_000 },
      { belegart: "rechnung", nettoCent: 3_000, empfaenger: { ...person, nachname: "山田", anzeigename: "山田" } },
    ]);
    const [fertig, fehlgeschlagen] = lauf.belegIds as [number, number];
    const pdf = (beleg: number) => pruefer().get(`/abrechnung/archiv/${beleg}/pdf`);
    const vorher = (await pdf(fertig)).bytes;
    await dienst.owner`
      insert into archiv_pdf (beleg_id, status, fehler) values (${fehlgeschlagen}, 'fehlgeschlagen', 'Test')`;
    const fehlend = await dienst.owner`
      select from archiv_beleg b left join archiv_pdf p on p.beleg_id = b.id where p.status is distinct from 'erstellt'`;

    const erster = await verwalter().post("/abrechnung/backfill-dokumente");
    const zweiter = await verwalter().post("/abrechnung/backfill-dokumente");
    expect(erster).toMatchObject({
      status: 202,
      json: { art: "dokumente", status: "wartend", anzahlFehlend: fehlend.length },
    });
    expect(zweiter.json.id).toBe(erster.json.id);

    const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker");
    const boss = await starteBoss(worker, "worker");
    await arbeitePdfNachtragAb(boss, worker);
    await expect
      .poll(() => worker`select state, output from jobs.job where id = ${String(erster.json.id)}`, { timeout: 20_000 })
      .toEqual([{ state: "completed", output: { erstellt: fehlend.length - 1, fehlgeschlagen: 1 } }]);
    await boss.stop({ close: false, graceful: false });
    await worker.end();
    expect((await pdf(fertig)).bytes).toEqual(vorher);
    expect((await pruefer().get(`/abrechnung/archiv/${fehlgeschlagen}`)).json.pdfStatus).toBe("erstellt");
  });
});
