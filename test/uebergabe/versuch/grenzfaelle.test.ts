import { describe, expect, test } from "vitest";
import { absage } from "../../../src/uebergabe/adapter/absage.ts";
import { Absage, type Adapter, type ErstelleAdapter } from "../../../src/uebergabe/adapter/typen.ts";
import { adapterFuer } from "../../../src/uebergabe/adapter/waehle.ts";
import { arbeiteAuftragAb } from "../../../src/uebergabe/auftraege/arbeiteAb.ts";
import { leseStatus } from "../../../src/uebergabe/status/lese.ts";
import { erstelleVerbindung } from "../../../src/uebergabe/verbindung/verbindung.ts";
import { storniereImArchiv } from "../belege.ts";
import { h, mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(12);

const stelleMandant = async (mandantId: string | null): Promise<void> => {
  const { status } = await umgebung.dienst.als("administrator").put("/extaccounting/settings", { mandantId });
  expect(status).toBe(200);
};

/** One more document outside under the same reference, numbered. */
const verdopple = (externId: string | null, nummer: string) => umgebung.buecher`
  insert into sandkasten_beleg (mandant_id, referenz, richtung, zustand, nummer, partei_id, belegdatum, buchungsdatum,
    beschreibung, zeilen, netto_cent, brutto_cent)
  select mandant_id, referenz, richtung, 'offen', ${nummer}, partei_id, belegdatum, buchungsdatum, beschreibung, zeilen,
    netto_cent, brutto_cent
  from sandkasten_beleg where id = ${externId}::bigint`;

/** Pauses of the connection are over before the next look at it. */
let stunde = 0;
const uhr = (): Date => {
  stunde += 1;
  return new Date(Date.now() + stunde * 3_600_000);
};
const urteile = async (id: number) => {
  const { state, code, ursache } = await h.lies(id);
  return { state, code, ursache };
};

/** An export job as the worker does it, with a system that is a little different. */
const arbeite = async (ids: number[], aendere: (adapter: Adapter) => Partial<Adapter>) => {
  const { status, json } = await umgebung.dienst
    .als("verwalter")
    .post<{ id: number }>("/extaccounting/jobs", { art: "export", dokumentIds: ids });
  expect(status).toBe(202);
  const waehle =
    (system: "sandkasten" | "tryton" | "lexware"): ErstelleAdapter =>
    (zugang, einstellungen) => {
      const adapter = adapterFuer(system)(zugang, einstellungen);
      return { ...adapter, ...aendere(adapter) };
    };
  const sql = umgebung.buecher;
  const verbindung = erstelleVerbindung(sql, umgebung.dienst.deps.config, uhr, () => {}, waehle);
  const melde = (text: string, fehler: unknown) => expect.fail(`${text} ${fehler}`);
  await arbeiteAuftragAb({ sql, uhr, verbindung }, json.id, { signal: new AbortController().signal, melde });
  const { json: auftraege } = await umgebung.dienst
    .als("pruefer")
    .get<{ id: number; status: string }[]>("/extaccounting/jobs");
  return auftraege.find((auftrag) => auftrag.id === json.id);
};

describe("ein anderer Mandant", () => {
  test("was dort ungeklärt blieb, wird nur dort geklärt und hier nicht noch einmal übergeben", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 1, nur: ["anlegen"] });
    expect((await h.tue(id, "export")).json).toMatchObject({ state: "uncertain", externId: null });
    await umgebung.schalte();
    await stelleMandant("2");
    umgebung.dienst.stelle("2026-11-21");
    expect((await h.tue(id, "reconcile")).json).toMatchObject({ status: 409, code: "anderes_system" });
    await stelleMandant(null);
    expect((await h.tue(id, "reconcile")).json.state).toBe("pending");
    umgebung.dienst.stelle("2026-11-20");
    expect((await h.tue(id, "export")).json.state).toBe("synced");
  });

  test("was dort mehrmals steht, ebenso", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 1, nur: ["anlegen"] });
    expect((await h.tue(id, "export")).json.state).toBe("uncertain");
    await umgebung.schalte();
    const { referenz } = await h.lies(id);
    const [beleg] = await umgebung.buecher`select id::text from sandkasten_beleg where referenz = ${referenz}`;
    await verdopple(beleg?.id, "FREMD-2");
    await verdopple(beleg?.id, "FREMD-3");
    expect((await h.tue(id, "reconcile")).json).toMatchObject({ state: "failed", externId: null });
    await stelleMandant("2");
    expect((await h.tue(id, "export")).json.code).toBe("anderes_system");
    await stelleMandant(null);
  });
});

describe("was außen anders gefunden wird", () => {
  test("refresh: ein zweiter unter seiner Referenz fällt auf, auch wenn der erste noch steht", async () => {
    const id = naechster();
    const { externId, externNummer } = (await h.tue(id, "export")).json;
    await verdopple(externId, "FREMD-6");
    expect((await h.tue(id, "refresh")).json).toMatchObject({
      state: "failed",
      ursache: expect.stringContaining(`${externNummer}, FREMD-6`),
    });
  });

  test("refresh: steht er mit anderen Summen da, ist er nicht übergeben, bis sie wieder stimmen", async () => {
    const id = naechster();
    const { externId } = (await h.tue(id, "export")).json;
    const aendere = (cent: number) => umgebung.buecher`
      update sandkasten_beleg set netto_cent = netto_cent + ${cent}, brutto_cent = brutto_cent + ${cent}
      where id = ${externId}::bigint`;
    await aendere(100);
    expect((await h.tue(id, "refresh")).json).toMatchObject({
      state: "failed",
      code: "abweichung",
      externId,
      ursache: expect.stringContaining("brutto 1.201,00 € statt 1.200,00 €"),
    });
    await aendere(-100);
    expect((await h.tue(id, "reconcile")).json).toMatchObject({ state: "synced", ursache: null });
    expect((await h.tue(id, "refresh")).json.state).toBe("synced");
  });

  test("refresh: ist der Beleg fort, stehen aber mehrere unter seiner Referenz, ist er nicht gelöscht", async () => {
    const id = naechster();
    const { externId } = (await h.tue(id, "export")).json;
    await verdopple(externId, "FREMD-4");
    await verdopple(externId, "FREMD-5");
    await umgebung.buecher`delete from sandkasten_beleg where id = ${externId}::bigint`;
    expect((await h.tue(id, "refresh")).json).toMatchObject({
      state: "failed",
      ursache: expect.stringContaining("FREMD-4, FREMD-5"),
    });
  });
});

describe("was außen gelöscht ist", () => {
  test("geht noch einmal hinaus, unter neuer Referenz", async () => {
    const id = naechster();
    const { externId, referenz } = (await h.tue(id, "export")).json;
    await umgebung.buecher`delete from sandkasten_beleg where id = ${externId}::bigint`;
    expect((await h.tue(id, "refresh")).json).toMatchObject({ state: "deleted", externId: null });
    const { json } = await h.tue(id, "export");
    expect(json).toMatchObject({ state: "synced", externNummer: expect.any(String) });
    expect(json.referenz).not.toBe(referenz);
  });
});

describe("Aufträge, wenn das System bei einem Beleg nicht mitmacht", () => {
  test("eine abgelehnte Suche ist eine Ablehnung dieses Belegs, die anderen gehen hinaus", async () => {
    const [schlecht, gut] = [naechster(), naechster()].sort((a, b) => a - b) as [number, number];
    const { belegnummer } = await h.lies(schlecht);
    const auftrag = await arbeite([schlecht, gut], (adapter) => ({
      suche: async (suche, aufruf) => {
        if (suche.referenz === `LM-${belegnummer}`)
          throw new Absage(absage("ungueltig", "Diese Suche gibt es hier nicht.", "nach_korrektur"));
        return adapter.suche(suche, aufruf);
      },
    }));
    expect(auftrag).toMatchObject({ status: "abgeschlossen", erfolgreich: 1, fehlgeschlagen: 1 });
    expect(await urteile(schlecht)).toEqual({
      state: "failed",
      code: "ungueltig",
      ursache: "Diese Suche gibt es hier nicht.",
    });
    expect((await h.lies(gut)).state).toBe("synced");
  });

  test("nur bei diesem Beleg ohne brauchbare Antwort: er bleibt liegen, die anderen gehen hinaus", async () => {
    const [schlecht, gut] = [naechster(), naechster()].sort((a, b) => a - b) as [number, number];
    const { belegnummer } = await h.lies(schlecht);
    const auftrag = await arbeite([schlecht, gut], (adapter) => ({
      suche: async (suche, aufruf) => {
        if (suche.referenz === `LM-${belegnummer}`) throw new TypeError("unverständlich");
        return adapter.suche(suche, aufruf);
      },
    }));
    expect(auftrag).toMatchObject({ status: "abgeschlossen", erfolgreich: 1, fehlgeschlagen: 1 });
    expect([(await h.lies(schlecht)).state, (await h.lies(gut)).state]).toEqual(["pending", "synced"]);
  }, 30_000);
});

describe("ein System, das nicht storniert", () => {
  const ohneStorno = (adapter: Adapter) => ({ faehigkeiten: { ...adapter.faehigkeiten, storno: false } });

  test("ist der Beleg dort von Hand storniert, entsteht keine Gutschrift dazu", async () => {
    const id = naechster();
    const { externId, externNummer } = (await h.tue(id, "export")).json;
    const storno = await storniereImArchiv(umgebung.dienst, id);
    await umgebung.buecher`update sandkasten_beleg set zustand = 'storniert' where id = ${externId}::bigint`;
    const [vorher] = await umgebung.buecher`select count(*) n from sandkasten_beleg`;
    expect(await arbeite([storno], ohneStorno)).toMatchObject({ erfolgreich: 1 });
    expect((await umgebung.buecher`select count(*) n from sandkasten_beleg`)[0]).toEqual(vorher);
    expect(await h.lies(storno)).toMatchObject({ state: "synced", externId, externNummer });
    expect((await h.lies(id)).state).toBe("cancelled");
  });
});

test("der Status antwortet auch auf das, was niemand versteht", async () => {
  const { sql, config } = umgebung.dienst.deps;
  const gemeldet: unknown[] = [];
  const unverstaendlich = new TypeError("unverständlich");
  const verbindung = erstelleVerbindung(
    sql,
    config,
    uhr,
    (_text, fehler) => gemeldet.push(fehler),
    (system) => (zugang, einstellungen) => ({
      ...adapterFuer(system)(zugang, einstellungen),
      status: async () => {
        throw unverstaendlich;
      },
    }),
  );
  expect(await leseStatus(verbindung)).toMatchObject({
    verbunden: false,
    problem: { code: "nicht_gesendet", ursache: expect.stringContaining("nicht zu verstehen") },
  });
  expect(gemeldet).toEqual([unverstaendlich]);
});

describe("Das PDF", () => {
  test("ein System, das keines machen kann, ist kein Ausfall", async () => {
    const id = naechster();
    const { externId } = (await h.tue(id, "export")).json;
    await umgebung.buecher`delete from sandkasten_beleg where id = ${externId}::bigint`;
    const { status, json } = await umgebung.dienst
      .als("pruefer")
      .get<{ code: string }>(`/extaccounting/documents/${id}/pdf`);
    expect([status, json.code]).toEqual([409, "kein_pdf"]);
  });
});
