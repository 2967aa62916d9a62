import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { arbeiteAuftragAb } from "../../../src/uebergabe/auftraege/arbeiteAb.ts";
import { erstelleVerbindung } from "../../../src/uebergabe/verbindung/verbindung.ts";
import type { Wer } from "../../hilfe/dienst.ts";
import { storniereImArchiv } from "../belege.ts";
import { h, mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(80);

type Job = {
  id: number;
  art: string;
  status: string;
  gesamt: number | null;
  erledigt: number;
  erfolgreich: number;
  fehlgeschlagen: number;
  ungeklaert: number;
  uebersprungen: number;
  ursache: string | null;
  weiterAm: string | null;
  probleme: { id: number; ergebnis: string; ursache: string | null }[];
  code: string;
};

const lege = (body: object, wer: Wer = "verwalter") => umgebung.dienst.als(wer).post<Job>("/extaccounting/jobs", body);
const lies = async (id: number): Promise<Job> => {
  const { json } = await umgebung.dienst.als("pruefer").get<Job[]>("/extaccounting/jobs");
  return json.find((job) => job.id === id) ?? expect.fail(`Auftrag ${id} fehlt`);
};
const uhr = () => new Date();
const dienstMit = (anders: object = {}) => ({
  sql: umgebung.buecher,
  uhr,
  verbindung: erstelleVerbindung(umgebung.buecher, { ...umgebung.dienst.deps.config, ...anders }, uhr, console.error),
});
/** As the worker does it. */
const arbeite = (id: number, dienst = dienstMit(), signal = new AbortController().signal) =>
  arbeiteAuftragAb(dienst, id, { signal, melde: (text, fehler) => expect.fail(`${text} ${fehler}`) });
const erledige = async (body: object): Promise<Job> => {
  const { status, json } = await lege(body);
  expect(status, JSON.stringify(json)).toBe(202);
  await arbeite(json.id);
  return lies(json.id);
};

describe("Aufträge", () => {
  test("einer je Art, nur für die Leitung, jeder Beleg muss da sein", async () => {
    const id = naechster();
    expect((await lege({ art: "export", dokumentIds: [id] }, "mitarbeiter")).status).toBe(403);
    expect((await lege({ art: "export", dokumentIds: [id, 999_999] })).status).toBe(404);
    expect((await lege({ art: "export", filter: { state: "synced" } })).status).toBe(400);
    const rueckwaerts = { belegdatumVon: "2026-11-02", belegdatumBis: "2026-11-01" };
    expect(await lege({ art: "export", filter: rueckwaerts })).toMatchObject({
      status: 400,
      json: { errors: [{ path: "filter.belegdatumBis", message: "liegt vor `belegdatumVon`" }] },
    });
    const { json } = await lege({ art: "export", dokumentIds: [id, id] });
    expect(json).toMatchObject({ status: "wartend", gesamt: 1, erledigt: 0 });
    expect((await lege({ art: "export", dokumentIds: [id] })).json.code).toBe("auftrag_aktiv");
    const anderer = await lege({ art: "refresh" });
    expect(anderer.status).toBe(202);
    await arbeite(json.id);
    await arbeite(anderer.json.id);
    expect(await lies(json.id)).toMatchObject({ status: "abgeschlossen", erledigt: 1, erfolgreich: 1 });
    // Over is over, also when the worker is woken for it once more.
    await arbeite(json.id);
    expect((await h.lies(id)).versuche).toHaveLength(2);
  });

  test("eine falsche Datenbank hält den ganzen Auftrag mit einer Ursache an; kein Beleg ist gescheitert", async () => {
    let anmeldungen = 0;
    const tryton = createServer((anfrage, antwort) => {
      anfrage.resume();
      anfrage.on("end", () => {
        anmeldungen += 1;
        antwort.end(JSON.stringify({ id: 1, error: ["'/srv/falsch.sqlite'", "Traceback"] }));
      });
    });
    await new Promise<void>((fertig) => tryton.listen(0, "127.0.0.1", fertig));
    const { port } = tryton.address() as { port: number };
    const falsch = dienstMit({
      EXTACCOUNTING_SYSTEM: "tryton",
      EXTACCOUNTING_URL: `http://127.0.0.1:${port}/`,
      EXTACCOUNTING_DATABASE: "falsch",
      EXTACCOUNTING_USER: "export",
      EXTACCOUNTING_SECRET: "geheim",
    });
    const ids = [naechster(), naechster(), naechster(), naechster()];
    const { json } = await lege({ art: "export", dokumentIds: ids });
    const waehle = (mandant: string | null) =>
      umgebung.dienst.owner`update extaccounting_einstellungen set mandant_id = ${mandant}`;
    await waehle("1");
    await arbeite(json.id, falsch);
    await waehle(null);
    expect(await lies(json.id)).toMatchObject({
      status: "angehalten",
      erledigt: 0,
      fehlgeschlagen: 0,
      probleme: [],
      ursache: "Tryton kann die eingestellte Datenbank nicht öffnen.",
    });
    expect(anmeldungen).toBe(1);
    for (const id of ids) expect((await h.lies(id)).state).toBe("pending");
    await new Promise((fertig) => tryton.close(fertig));
    // Put right, it goes on where it stood.
    await arbeite(json.id);
    expect(await lies(json.id)).toMatchObject({ status: "abgeschlossen", erfolgreich: ids.length });
  });

  test("was nicht geht, hält den Rest nicht auf; gesperrte und übersprungene bleiben draußen", async () => {
    const [gut, schlecht, gesperrt, storniert, auchGut] = [
      naechster(),
      naechster(),
      naechster(),
      naechster(),
      naechster(),
    ];
    await storniereImArchiv(umgebung.dienst, storniert);
    const [konto] = await umgebung.dienst.owner`select archivkonto_id id from archiv_beleg where id = ${gesperrt}`;
    await umgebung.dienst
      .als("verwalter")
      .patch(`/abrechnung/archiv-konten/${konto?.id}/markierung`, { markierung: "gesperrt" });
    // Of the invoices of this account only, so that it is the one that is wrong outside.
    await umgebung.schalte({ stoerungen: ["falsche_summen"], anzahl: 1, nur: ["anlegen"] });
    expect((await h.tue(schlecht, "export")).json.state).toBe("failed");
    await umgebung.schalte();
    const job = await erledige({ art: "export", dokumentIds: [gut, schlecht, gesperrt, storniert, auchGut] });
    expect(job).toMatchObject({
      status: "abgeschlossen",
      erledigt: 5,
      erfolgreich: 2,
      fehlgeschlagen: 1,
      uebersprungen: 2,
    });
    expect(job.probleme.map(({ id, ergebnis }) => [id, ergebnis]).sort()).toEqual(
      [
        [schlecht, "fehlgeschlagen"],
        [gesperrt, "uebersprungen"],
        [storniert, "uebersprungen"],
      ].sort(),
    );
    for (const id of [gut, auchGut]) expect((await h.lies(id)).state).toBe("synced");
    for (const id of [gesperrt, storniert]) expect((await h.lies(id)).versuche).toEqual([]);
  });

  test("unter den zehn Belegen, die er nennt, steht der gescheiterte vor denen, die schon außen stehen", async () => {
    const [schlecht, ...fertige] = Array.from({ length: 11 }, naechster) as [number, ...number[]];
    fertige.reverse();
    expect(fertige.at(-1)).toBeLessThan(schlecht);
    await erledige({ art: "export", dokumentIds: fertige });
    await umgebung.schalte({ stoerungen: ["falsche_summen"], anzahl: 1, nur: ["anlegen"] });
    const { probleme } = await erledige({ art: "export", dokumentIds: [...fertige, schlecht] });
    await umgebung.schalte();
    expect(probleme.map(({ id, ergebnis }) => [id, ergebnis])).toEqual([
      [schlecht, "fehlgeschlagen"],
      ...fertige.slice(0, 9).map((id) => [id, "uebersprungen"]),
    ]);
  });

  test("Störungen werden ungeklärt, der nächste Auftrag klärt sie, außen steht jeder einmal", async () => {
    const ids = [naechster(), naechster(), naechster()];
    await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 2, nur: ["anlegen", "festschreiben"] });
    expect(await erledige({ art: "export", dokumentIds: ids })).toMatchObject({ ungeklaert: 2, erfolgreich: 1 });
    await umgebung.schalte();
    expect(await erledige({ art: "reconcile" })).toMatchObject({ gesamt: 2, erfolgreich: 2 });
    await erledige({ art: "export", dokumentIds: ids });
    const referenzen = await Promise.all(ids.map(async (id) => (await h.lies(id)).referenz));
    const [aussen] = await umgebung.buecher`
      select count(*) n from sandkasten_beleg where referenz = any(${referenzen as string[]}) and nummer is not null`;
    expect(aussen).toEqual({ n: 3 });
  });

  test("in der Reihenfolge des Belegdatums, dann der id", async () => {
    const ids = [naechster(), naechster(), naechster()];
    await erledige({ art: "export", dokumentIds: ids });
    const nummern = await Promise.all(
      [...ids].sort((a, b) => a - b).map(async (id) => (await h.lies(id)).externNummer),
    );
    expect(nummern).toEqual([...nummern].sort());
  });

  test("ein falsches Geheimnis hält den Auftrag an, ein Mensch setzt ihn fort", async () => {
    const ids = [naechster(), naechster()];
    const { json } = await lege({ art: "export", dokumentIds: ids });
    await arbeite(json.id, dienstMit({ EXTACCOUNTING_SECRET: "falsch" }));
    expect(await lies(json.id)).toMatchObject({
      status: "angehalten",
      erledigt: 0,
      weiterAm: null,
      ursache: expect.stringContaining("Geheimnis"),
    });
    const weiter = await lege({ art: "export", fortsetzen: true });
    expect([weiter.status, weiter.json.id]).toEqual([202, json.id]);
    await arbeite(json.id);
    expect(await lies(json.id)).toMatchObject({ status: "abgeschlossen", erfolgreich: 2, ursache: null });
    expect((await lege({ art: "export", fortsetzen: true })).json.code).toBe("nichts_fortzusetzen");
  });

  test("ist das Geheimnis drüben wieder das alte, genügt es, ihn fortzusetzen", async () => {
    const { json } = await lege({ art: "export", dokumentIds: [naechster()] });
    await umgebung.schliesse();
    await umgebung.oeffne("ein anderes");
    await arbeite(json.id);
    await umgebung.schliesse();
    await umgebung.oeffne();
    await arbeite(json.id);
    expect(await lies(json.id)).toMatchObject({ status: "angehalten", ursache: expect.stringContaining("Geheimnis") });
    expect((await lege({ art: "export", fortsetzen: true })).status).toBe(202);
    await arbeite(json.id);
    expect(await lies(json.id)).toMatchObject({ status: "abgeschlossen", erfolgreich: 1, ursache: null });
  });

  test("angehalten und durch einen neuen ersetzt", async () => {
    const { json } = await lege({ art: "export", dokumentIds: [naechster()] });
    await arbeite(json.id, dienstMit({ EXTACCOUNTING_SECRET: "falsch" }));
    const neu = await lege({ art: "export", dokumentIds: [naechster()] });
    expect(neu.status).toBe(202);
    expect((await lies(json.id)).status).toBe("abgebrochen");
    await arbeite(neu.json.id);
  });

  test("angehalten mitten darin geht es hinter dem letzten Beleg weiter", async () => {
    const ids = [naechster(), naechster(), naechster()];
    const { json } = await lege({ art: "export", dokumentIds: ids });
    const ende = new AbortController();
    const dienst = dienstMit();
    let begonnene = 0;
    const oeffne = () => {
      begonnene += 1;
      if (begonnene === 2) ende.abort(new Error("Ende"));
      return dienst.verbindung.oeffne();
    };
    const laeuft = arbeite(json.id, { ...dienst, verbindung: { ...dienst.verbindung, oeffne } }, ende.signal);
    await expect(laeuft).rejects.toThrow("Ende");
    expect(await lies(json.id)).toMatchObject({ status: "laufend", erledigt: 2 });
    await arbeite(json.id);
    expect(await lies(json.id)).toMatchObject({ status: "abgeschlossen", erledigt: 3, erfolgreich: 3 });
    for (const id of ids) expect((await h.lies(id)).versuche).toHaveLength(1);
  });
});

describe("ein Fehler, den niemand erwartet hat", () => {
  /** A job over two documents; the first is met by `fehler`. */
  const stosseAuf = async (fehler: Error) => {
    const [erster, zweiter] = [naechster(), naechster()].sort((a, b) => a - b) as [number, number];
    const { json } = await lege({ art: "export", dokumentIds: [erster, zweiter] });
    const dienst = dienstMit();
    let oeffnungen = 0;
    const oeffne = async () => {
      oeffnungen += 1;
      if (oeffnungen === 1) throw fehler;
      return dienst.verbindung.oeffne();
    };
    const gemeldet: unknown[] = [];
    const ende = await arbeiteAuftragAb({ ...dienst, verbindung: { ...dienst.verbindung, oeffne } }, json.id, {
      signal: new AbortController().signal,
      melde: (_text, grund) => gemeldet.push(grund),
    }).catch((grund: unknown) => grund);
    return { id: json.id, erster, zweiter, ende, gemeldet };
  };

  test.each(["P0001", "42883", "22012", "23505", "25001", "ERR_INVALID_ARG_TYPE", "EACCES", undefined])(
    "%s: der Beleg ist gescheitert und der Fehler gemeldet, die anderen gehen hinaus",
    async (code) => {
      const fehler = Object.assign(new Error("geheim"), code === undefined ? {} : { code });
      const { id, erster, zweiter, ende, gemeldet } = await stosseAuf(fehler);
      expect([ende, gemeldet]).toEqual([undefined, [fehler]]);
      expect(await lies(id)).toMatchObject({
        status: "abgeschlossen",
        erfolgreich: 1,
        fehlgeschlagen: 1,
        probleme: [
          {
            id: erster,
            ergebnis: "fehlgeschlagen",
            ursache:
              "Unerwarteter Fehler bei diesem Beleg. Bitte seinen Stand ansehen und es noch einmal versuchen; bleibt es " +
              `dabei, bitte einem Administrator diesen Beleg und Auftrag ${id} nennen: Näheres steht im Protokoll des Dienstes.`,
          },
        ],
      });
      expect((await h.lies(zweiter)).state).toBe("synced");
    },
  );

  test("schreibt die Datenbank einen Beleg nicht, bleibt der Auftrag nicht an ihm hängen", async () => {
    const [erster, zweiter] = [naechster(), naechster()].sort((a, b) => a - b) as [number, number];
    const { owner } = umgebung.dienst;
    await owner.unsafe(`
      create function stolpere() returns trigger language plpgsql as $$ begin raise 'geht nicht'; end $$;
      create trigger stolperstein before insert on extaccounting_versuch
      for each row when (new.beleg_id = ${erster}) execute function stolpere()`);
    const { json } = await lege({ art: "export", dokumentIds: [erster, zweiter] });
    const gemeldet: string[] = [];
    await arbeiteAuftragAb(dienstMit(), json.id, {
      signal: new AbortController().signal,
      melde: (text, fehler) => gemeldet.push(`${text}: ${(fehler as Error).message}`),
    });
    await owner.unsafe("drop trigger stolperstein on extaccounting_versuch; drop function stolpere()");
    expect(gemeldet).toEqual([`Auftrag ${json.id}, Beleg ${erster}: geht nicht`]);
    expect(await lies(json.id)).toMatchObject({ status: "abgeschlossen", erfolgreich: 1, fehlgeschlagen: 1 });
  });

  test.each(["CONNECTION_CLOSED", "ECONNREFUSED", "40P01", "53100", "57014", "57P01", "55P03"])(
    "%s sagt, dass die Datenbank gerade nicht kann: der Auftrag geht später weiter, kein Beleg ist gescheitert",
    async (code) => {
      const fehler = Object.assign(new Error("gerade nicht"), { code });
      const { id, ende, gemeldet } = await stosseAuf(fehler);
      expect([ende, gemeldet]).toEqual([fehler, []]);
      expect(await lies(id)).toMatchObject({ status: "laufend", erledigt: 0 });
      await arbeite(id);
      expect(await lies(id)).toMatchObject({ status: "abgeschlossen", erfolgreich: 2 });
    },
  );
});

describe("GET /extaccounting/documents", () => {
  test("sucht und filtert mit genauen Anzahlen", async () => {
    const seite = async (query: string) =>
      (
        await umgebung.dienst
          .als("pruefer")
          .get<{ data: { id: number; state: string }[]; pagination: { total: number } }>(
            `/extaccounting/documents?${query}`,
          )
      ).json;
    const alle = await seite("limit=100");
    const [{ n } = { n: 0 }] = await umgebung.dienst.owner<{ n: number }[]>`select count(*) n from archiv_beleg`;
    expect(alle.pagination.total).toBe(n);
    let summe = 0;
    for (const state of ["pending", "synced", "failed", "uncertain", "cancelled", "deleted", "legacy"]) {
      const { data, pagination } = await seite(`state=${state}&limit=100`);
      expect(data.every((dokument) => dokument.state === state)).toBe(true);
      expect(data).toHaveLength(Math.min(100, pagination.total));
      summe += pagination.total;
    }
    expect(summe).toBe(n);
    const [einer] = await umgebung.dienst.owner`
      select b.belegnummer from archiv_beleg b join extaccounting_dokument d on d.beleg_id = b.id
      where d.zustand = 'synced' limit 1`;
    expect((await seite(`search=${einer?.belegnummer}&state=synced`)).pagination.total).toBe(1);
    expect((await seite(`search=${einer?.belegnummer}&state=failed`)).pagination.total).toBe(0);
    expect((await seite("state=synced&page=999")).data).toEqual([]);
    for (const state of ["pending", "synced", "failed", "uncertain", "cancelled", "deleted", "legacy", "all"]) {
      // Every number has the year in it: the same documents in the same order, found by their words.
      const gezaehlt = await seite(`state=${state}&page=2&limit=2`);
      expect(await seite(`search=20&state=${state}&page=2&limit=2`), state).toEqual(gezaehlt);
      expect((await seite(`search=20&state=${state}&page=999`)).data).toEqual([]);
    }
  });
});
