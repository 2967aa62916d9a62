import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { raeumeToteLaeufe } from "../../../src/abrechnung/buchung/laufsperre.ts";
import type { KontoErgebnis } from "../../../src/kern/pacht/typen.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

/** What is done to the result of the next account: a fault in the calculation. */
const fehler = vi.hoisted(() => ({ aendere: null as ((ergebnis: KontoErgebnis) => void) | null }));

vi.mock("../../../src/kern/pacht/konto.ts", async (importOriginal) => {
  const echt = await importOriginal<typeof import("../../../src/kern/pacht/konto.ts")>();
  return {
    ...echt,
    berechneKonto: (...eingabe: Parameters<typeof echt.berechneKonto>) => {
      const ergebnis = echt.berechneKonto(...eingabe);
      fehler.aendere?.(ergebnis);
      fehler.aendere = null;
      return ergebnis;
    },
  };
});

const heute = "2026-11-20";
let dienst: Testdienst;

beforeAll(async () => {
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
});

afterEach(async () => {
  expect(await dienst.owner`select from stapel_konto`).toHaveLength(0);
  expect(await dienst.owner`select from buchungslauf where status = 'laufend'`).toHaveLength(0);
});

afterAll(() => dienst.beende());

const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) => saeKonto(dienst.owner, heute, mehr);
const buche = (auswahl: number[], kopf?: Record<string, string>) =>
  dienst
    .als("verwalter")
    .post<{ id: string; code: string; anzahlKonten: number }>("/abrechnung/buchen", { datum: heute, auswahl }, kopf);

/** A hash over everything that a booking may touch. */
const stand = async (): Promise<string> => {
  const zeilen = await dienst.owner`
    select 'f' art, f::text zeile from faelligkeit f union all select 'n', n::text from nummernkreis n
    union all select 'b', b::text from archiv_beleg b union all select 'z', z::text from archiv_zeile z
    union all select 's', s::text from archiv_steuer s union all select 'k', k::text from archivkonto k
    union all select 'g', g::text from gebuchter_zeitraum g
    order by 1, 2`;
  return createHash("sha256").update(JSON.stringify(zeilen)).digest("hex");
};

const letzterLauf = async () => {
  const [lauf] = await dienst.owner`select status, fehler from buchungslauf order by begonnen_am desc limit 1`;
  return lauf;
};

/** Per series: numbers 1 to n without a gap, and the counter right behind them. */
const pruefeNummern = async () => {
  const reihen = await dienst.owner`
    select b.belegart, count(*) anzahl, max(right(b.belegnummer, 6)::bigint) hoechste,
      count(distinct b.belegnummer) verschieden, n.naechste
    from archiv_beleg b
    join nummernkreis n on n.belegart = b.belegart and n.jahr = extract(year from b.belegdatum)
    group by b.belegart, n.naechste`;
  expect(reihen.length).toBeGreaterThan(0);
  for (const { anzahl, hoechste, verschieden, naechste } of reihen)
    expect([hoechste, verschieden, naechste]).toEqual([anzahl, anzahl, anzahl + 1]);
};

describe("a run that fails leaves nothing behind", () => {
  test.each<[string, (ergebnis: KontoErgebnis) => void]>([
    [
      "what is passed on is not what was billed",
      (ergebnis) => {
        const zeile = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege[0]?.zeilen[0];
        if (zeile) zeile.nettoCent += 1;
      },
    ],
    [
      "a document is not the sum of its lines",
      (ergebnis) => {
        const beleg = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege[0];
        if (!beleg) return;
        beleg.nettoCent += 1;
        beleg.bruttoCent += 1;
      },
    ],
    [
      "the payout is not what is left after the fee",
      (ergebnis) => {
        const beleg = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege.find((b) => b.auszahlungCent !== null);
        if (beleg) beleg.auszahlungCent = Number(beleg.auszahlungCent) + 1;
      },
    ],
    [
      "the database refuses a row",
      (ergebnis) => {
        const beleg = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege[0];
        if (beleg) beleg.bruttoCent += 1;
      },
    ],
  ])("%s", async (_, aendere) => {
    const ids = [await konto(), await konto()];
    const vorher = await stand();
    fehler.aendere = aendere;
    expect(await buche(ids)).toMatchObject({ status: 500, json: { code: "lauf_fehlgeschlagen" } });
    expect(await stand()).toBe(vorher);
    expect(await letzterLauf()).toMatchObject({ status: "fehlgeschlagen", fehler: expect.any(String) });
    expect((await buche(ids)).status).toBe(201);
    await pruefeNummern();
  });

  test("somebody changes a lessor's tax status while the run computes", async () => {
    const ids = [
      await konto({ kontonummer: "S-1" }),
      await konto({ kontonummer: "S-2", verpaechter: [[5, null, null]] }),
    ];
    const vorher = await stand();
    const angestellt = Promise.withResolvers<void>();
    const darf = Promise.withResolvers<void>();
    const aenderung = dienst.owner.begin(async (tx) => {
      await tx`update kontakt set umsatzsteuer_status = 'kleinunternehmer' where id = 4`;
      angestellt.resolve();
      await darf.promise;
    });
    await angestellt.promise;
    const antwort = buche(ids);
    await expect
      .poll(
        () => dienst.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    darf.resolve();
    await aenderung;
    // What was computed is thrown away, and computed again from what stands now.
    expect((await antwort).status).toBe(201);
    expect(await stand()).not.toBe(vorher);
    const [verworfen] = await dienst.sql<{ status: string; fehler: string }[]>`
      select status, fehler from buchungslauf order by begonnen_am desc offset 1 limit 1`;
    expect(verworfen).toMatchObject({ status: "fehlgeschlagen", fehler: expect.stringContaining("gearbeitet") });
    const [gutschrift] = await dienst.sql<{ steuerCent: number }[]>`
      select steuer_cent from archiv_beleg where kontonummer = 'S-1' and belegart = 'gutschrift'`;
    expect(gutschrift).toEqual({ steuerCent: 0 });
    await pruefeNummern();
    await dienst.owner`update kontakt set umsatzsteuer_status = 'regelbesteuert' where id = 4`;
  });
});

describe("several runs at once", () => {
  test("book no period twice: one wins, the other gets a clear 409", async () => {
    const ids = [await konto(), await konto(), await konto()];
    const antworten = await Promise.all([buche(ids), buche(ids)]);
    expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(antworten.find(({ status }) => status === 409)?.json.code).toMatch(/^(lauf_aktiv|nichts_zu_buchen)$/);
    await pruefeNummern();
  });

  test("with overlapping selections give each account to exactly one of them", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 12; i += 1) ids.push(await konto());
    const antworten = await Promise.all(Array.from({ length: 20 }, (_, i) => buche(ids.slice(i % 8, (i % 8) + 5))));
    expect(antworten.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(antworten.some(({ status }) => status === 201)).toBe(true);
    const doppelt = await dienst.owner`
      select pachtkonto_id, zeitraum_von from gebuchter_zeitraum
      where pachtkonto_id = any(${ids}) group by 1, 2 having count(*) > 1`;
    expect(doppelt).toEqual([]);
    await pruefeNummern();
  });

  test("of different accounts wait for each other and both book", async () => {
    const [a, b] = [await konto(), await konto()];
    const antworten = await Promise.all([buche([a]), buche([b])]);
    expect(antworten.map(({ status }) => status)).toEqual([201, 201]);
  });

  test("under one Idempotency-Key are one run", async () => {
    const id = await konto();
    const kopf = { "Idempotency-Key": `gleichzeitig-${id}` };
    const antworten = await Promise.all([buche([id], kopf), buche([id], kopf), buche([id], kopf)]);
    const laeufe = antworten.filter(({ status }) => status === 201).map(({ json }) => json.id);
    expect(new Set(laeufe).size).toBe(1);
    expect(antworten.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

describe("a run whose process died", () => {
  const tot = async (pachtkontoId: number): Promise<string> => {
    const [lauf] = await dienst.owner<{ id: string }[]>`
      insert into buchungslauf (datum, belegdatum, benutzer_name) values (${heute}, ${heute}, 'Tot') returning id`;
    const laufId = String(lauf?.id);
    await dienst.owner`
      insert into stapel_faelligkeit (buchungslauf_id, faelligkeit_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
      select ${laufId}, id, pachtkonto_id, zeitraum_von, zeitraum_bis from faelligkeit
      where pachtkonto_id = ${pachtkontoId}`;
    return laufId;
  };
  const status = async (id: string) =>
    (await dienst.owner`select status, fehler from buchungslauf where id = ${id}`)[0];

  test("is closed by the next run, which books", async () => {
    const id = await konto();
    const laufId = await tot(id);
    expect((await buche([id])).status).toBe(201);
    expect(await status(laufId)).toMatchObject({ status: "fehlgeschlagen" });
  });

  test("is closed by the worker too, but a live one is not", async () => {
    const laufId = await tot(await konto());
    const halter = await dienst.owner.reserve();
    await halter`select pg_advisory_lock(hashtextextended('buchungslauf', 0))`;
    expect(await raeumeToteLaeufe(dienst.sql)).toBe(0);
    expect(await status(laufId)).toMatchObject({ status: "laufend" });
    await halter`select pg_advisory_unlock_all()`;
    halter.release();
    expect(await raeumeToteLaeufe(dienst.sql)).toBe(1);
    expect(await status(laufId)).toMatchObject({
      status: "fehlgeschlagen",
      fehler: expect.stringContaining("beendet"),
    });
    expect(await dienst.owner`select from stapel_faelligkeit`).toHaveLength(0);
  });
});

describe("the archive cannot be changed by the service's own role", () => {
  test.each([
    ["archiv_aussteller", "sha256"],
    ["archivkonto", "kontonummer"],
    ["archiv_beleg", "kontonummer"],
    ["archiv_zeile", "bezeichnung"],
    ["archiv_steuer", "nr"],
    ["auditlog", "aktion"],
  ])("%s", async (tabelle, spalte) => {
    const { sql, owner } = dienst;
    for (const befehl of [
      `update ${tabelle} set ${spalte} = ${spalte}`,
      `delete from ${tabelle}`,
      `truncate ${tabelle} cascade`,
    ]) {
      await expect(sql.unsafe(befehl), befehl).rejects.toMatchObject({ code: "42501" });
      await expect(owner.unsafe(befehl), befehl).rejects.toThrow("unveränderlich");
    }
  });
});
