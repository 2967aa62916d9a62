import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Sammeldatei } from "../../../src/belege/sammeldateien/schema.ts";
import { erstelleSammeldatei } from "../../../src/belege/sammeldateien/zeichnung/erstelle.ts";
import { type Db, type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, konto, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { verletztePdfuaRegeln } from "../briefe/pdf/pdfuaRegeln.ts";

const datum = "2026-10-01";
let worker: Sql;

mitDienst({ umgebung: () => ({ PDF_DIREKT_BIS: "6" }), stammdaten: true });

beforeAll(async () => {
  // A year of an account is three letters: lessee, lessor, fee.
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker");
});

afterAll(async () => {
  await worker.end();
});

let konten: number[];
beforeEach(async () => {
  await dienst.owner`update pachtkonto set status = 'inaktiv'`;
  konten = [];
  for (const nr of [3, 1, 2])
    konten.push(
      await konto({
        kontonummer: `PK-${String(nr).padStart(6, "0")}`,
        pachtbeginn: "2025-10-01",
      }),
    );
  return async () => {
    await dienst.owner`update pachtkonto set kontonummer = 'alt-' || id where kontonummer not like 'alt-%'`;
    await dienst.owner`delete from sammeldatei`;
  };
});

const hole = (mehr = "", wer: "pruefer" | "mitarbeiter" = "pruefer") =>
  dienst.als(wer).get<Sammeldatei>(`/abrechnung/pdf-entwurf?datum=${datum}${mehr}`);

const blaetterVon = async (bytes: Uint8Array): Promise<string[]> =>
  (await liesPdf(bytes)).blaetter.map((blatt) => blatt.join(" "));

const auswahl = (...welche: number[]) => `&auswahl=${welche.map((i) => konten[i]).join(",")}`;

const auftraege = () => dienst.owner<{ schluessel: string; anzahl: number }[]>`
  select s.schluessel, count(*) anzahl
  from sammeldatei s
  join jobs.job j on j.name = 'sammeldatei' and j.data ->> 'schluessel' = s.schluessel
  group by s.schluessel`;

/** What the worker does with the one file that was asked for. */
const zeichne = async (jeDatei = 100) => {
  const [datei] = await dienst.owner<{ schluessel: string }[]>`select schluessel from sammeldatei`;
  return erstelleSammeldatei(worker, { art: "entwurf", schluessel: String(datei?.schluessel) }, { jeDatei });
};

describe("wenige Schreiben", () => {
  test("kommen sofort: ENTWURF auf jeder Seite, keine Nummer, nach Kontonummer, dieselben Beträge wie die Vorschau", async () => {
    const { status, kopf, bytes } = await hole(auswahl(0, 1));
    expect([status, kopf.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(await verletztePdfuaRegeln(bytes)).toEqual([]);
    const blaetter = await blaetterVon(bytes);
    expect(blaetter.map((blatt) => /PK-\d+/.exec(blatt)?.[0])).toEqual([
      ...["PK-000001", "PK-000001", "PK-000001"],
      ...["PK-000003", "PK-000003", "PK-000003"],
    ]);
    for (const blatt of blaetter) {
      expect(blatt).toContain("ENTWURF");
      expect(blatt).not.toMatch(/(RE|GS|GB)-\d{4}-/);
    }
    expect(blaetter[0]).toContain("Anna Müller");
    expect(blaetter[0]).toContain("1.200,00");
    const { json } = await pruefer().get(`/abrechnung/vorschau-gruppen?datum=${datum}${auswahl(0, 1)}`);
    expect(json).toMatchObject({ summen: { anzahlDokumente: 6, paechterBruttoCent: 240_000 } });
  });

  test("geschrieben wird nichts als der Nachweis des Abrufs", async () => {
    const zaehle = () => dienst.owner`
      select (select count(*) from archiv_beleg) belege, (select count(*) from buchungslauf) laeufe,
        (select count(*) from sammeldatei) dateien, (select sum(naechste) from nummernkreis) nummern,
        (select count(*) from faelligkeit where status = 'offen') offen`;
    const vorher = await zaehle();
    await hole(auswahl(1));
    expect(await zaehle()).toEqual(vorher);
    const [eintrag] = await dienst.owner<{ aktion: string; ressource: string }[]>`
      select aktion, ressource from auditlog order by id desc limit 1`;
    expect(eintrag).toEqual({ aktion: "export", ressource: "abrechnung_entwurf" });
  });

  test("nichts fällig: 409; falsche Angaben wie bei der Vorschau: 400", async () => {
    const frage = (query: string) => pruefer().get(`/abrechnung/pdf-entwurf?${query}`);
    expect(await frage("datum=2025-01-01")).toMatchObject({
      status: 409,
      json: { code: "keine_schreiben", detail: expect.stringContaining("`nichtAbrechenbar`") },
    });
    for (const query of ["", "datum=gestern", "datum=2099-01-01", `datum=${datum}&auswahl=999999`])
      expect((await frage(query)).status, query).toBe(400);
  });
});

describe("viele Schreiben", () => {
  test("ein Auftrag für alle, die dasselbe wollen; dann das PDF", async () => {
    const [einer, anderer] = await Promise.all([hole(), hole("", "mitarbeiter")]);
    expect(einer).toMatchObject({ status: 202, json: { status: "wartend", gesamt: 3 } });
    expect(anderer.status).toBe(202);
    expect((await auftraege()).map(({ anzahl }) => anzahl)).toEqual([1]);
    expect(await zeichne()).toEqual({ teile: 1 });
    const { status, bytes, kopf } = await hole();
    expect([status, kopf.get("content-disposition")]).toEqual([200, expect.stringContaining(`Entwurf-${datum}.pdf`)]);
    const blaetter = await blaetterVon(bytes);
    expect(blaetter).toHaveLength(9);
    for (const blatt of blaetter) expect(blatt).toContain("ENTWURF");
  });

  test("die Schreiben eines Pachtkontos bleiben in einer Datei beisammen", async () => {
    await hole();
    await zeichne(4);
    const { status, json } = await hole();
    expect(status).toBe(200);
    expect(json.teile.map(({ anzahl, erster, letzter }) => [anzahl, erster, letzter])).toEqual([
      [3, "PK-000001", "PK-000001"],
      [3, "PK-000002", "PK-000002"],
      [3, "PK-000003", "PK-000003"],
    ]);
    expect(await blaetterVon((await hole("&teil=2")).bytes)).toHaveLength(3);
  });

  test("nach einer Änderung entsteht er neu, aber erst, wenn der vorige abgeholt ist", async () => {
    await hole();
    await zeichne();
    await dienst.owner`update kontakt set ort = 'Burg Stargard' where id = 1`;
    const alter = await hole();
    expect((await blaetterVon(alter.bytes))[0]).toContain("Neubrandenburg");
    expect((await hole()).status).toBe(202);
    await zeichne();
    expect((await blaetterVon((await hole()).bytes))[0]).toContain("Burg Stargard");
    expect((await hole()).status).toBe(200);
    await dienst.owner`update kontakt set ort = 'Neubrandenburg' where id = 1`;
  });

  const entstehtNeu = async (aendere: () => Promise<unknown>) => {
    await hole();
    await zeichne();
    expect((await hole()).status).toBe(200);
    await aendere();
    return (await hole()).status === 202;
  };

  test("auch nach einer Änderung an einem Objekt: seine Art steht hinter dem Wortlaut", async () => {
    await dienst.owner`
      insert into patchobjekt (bezeichnung, objektart, pachtkonto_id) values ('Am Deich', 'acker', ${konten[0] ?? 0})`;
    const pachte = (objektart: string) => () =>
      dienst.owner`update patchobjekt set objektart = ${objektart} where pachtkonto_id = ${konten[0] ?? 0}`;
    expect(await entstehtNeu(pachte("gewerbe"))).toBe(true);
    await dienst.owner`delete from patchobjekt where pachtkonto_id = ${konten[0] ?? 0}`;
  });

  test("auch nach einer, die vor einer anderen begann und nach ihr zu Ende kam", async () => {
    const benenne = (sql: Db, nr: number) =>
      sql`update pachtkonto set bezeichnung = 'Neu' where id = ${konten[nr] ?? 0}`;
    const geschrieben = Promise.withResolvers<void>();
    const ende = Promise.withResolvers<void>();
    const lange = dienst.owner.begin(async (tx) => {
      await benenne(tx, 0);
      geschrieben.resolve();
      await ende.promise;
    });
    await geschrieben.promise;
    await benenne(dienst.owner, 1);
    const neu = await entstehtNeu(() => {
      ende.resolve();
      return lange;
    });
    expect(neu).toBe(true);
  });

  test("auf einen, den lange niemand abholt, wartet die Änderung nicht", async () => {
    await hole();
    await zeichne();
    await dienst.owner`update sammeldatei set fertig_am = now() - interval '1 hour'`;
    await dienst.owner`update kontakt set bemerkung = 'neu' where id = 1`;
    expect((await hole()).status).toBe(202);
  });
});
