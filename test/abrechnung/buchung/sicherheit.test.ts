import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bucheAbrechnung } from "../../../src/abrechnung/buchung/buche.ts";
import { raeumeToteLaeufe } from "../../../src/abrechnung/buchung/laufsperre.ts";
import { konflikt } from "../../../src/kern/ablehnung.ts";
import type { KontoErgebnis } from "../../../src/kern/pacht/ergebnis.ts";
import { pruefeNummern, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

/** What is done to the result of the next account, a fault in the calculation, and how the next publication fails. */
const fehler = vi.hoisted(() => ({
  aendere: null as ((ergebnis: KontoErgebnis) => void) | null,
  wirf: null as Error | null,
}));

vi.mock("../../../src/kern/pacht/konto.ts", async (importOriginal) => {
  const echt = await importOriginal<typeof import("../../../src/kern/pacht/konto.ts")>();
  return {
    ...echt,
    berechneKonto: (...eingabe: Parameters<typeof echt.berechneKonto>) => {
      const ergebnis = echt.berechneKonto(...eingabe);
      const { aendere } = fehler;
      fehler.aendere = null;
      aendere?.(ergebnis);
      return ergebnis;
    },
  };
});

vi.mock("../../../src/abrechnung/buchung/veroeffentlichung/veroeffentliche.ts", async (importOriginal) => {
  const echt =
    await importOriginal<typeof import("../../../src/abrechnung/buchung/veroeffentlichung/veroeffentliche.ts")>();
  return {
    ...echt,
    veroeffentliche: (...eingabe: Parameters<typeof echt.veroeffentliche>) => {
      const { wirf } = fehler;
      fehler.wirf = null;
      if (wirf) throw wirf;
      return echt.veroeffentliche(...eingabe);
    },
  };
});

mitDienst({ stammdaten: true });

afterEach(async () => {
  expect(await dienst.owner`select from stapel_konto`).toHaveLength(0);
  expect(await dienst.owner`select from buchungslauf where status = 'laufend'`).toHaveLength(0);
});

const buche = (auswahl: number[], kopf?: Record<string, string>) => sendeBuchung({ datum: heute, auswahl }, kopf);

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

describe("ein gescheiterter Lauf hinterlässt nichts", () => {
  test.each<[string, (ergebnis: KontoErgebnis) => void]>([
    [
      "weitergeleitet ist nicht, was berechnet wurde",
      (ergebnis) => {
        const zeile = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege[0]?.zeilen[0];
        if (zeile) zeile.nettoCent += 1;
      },
    ],
    [
      "ein Beleg ist nicht die Summe seiner Zeilen",
      (ergebnis) => {
        const beleg = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege[0];
        if (!beleg) return;
        beleg.nettoCent += 1;
        beleg.bruttoCent += 1;
      },
    ],
    [
      "die Auszahlung ist nicht, was nach der Gebühr bleibt",
      (ergebnis) => {
        const beleg = ergebnis.abrechenbar && ergebnis.perioden[0]?.belege.find((b) => b.auszahlungCent !== null);
        if (beleg) beleg.auszahlungCent = Number(beleg.auszahlungCent) + 1;
      },
    ],
    [
      "die Datenbank lehnt eine Zeile ab",
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
    expect(dienst.fehler.splice(0)).toHaveLength(1);
    expect((await buche(ids)).status).toBe(201);
    await pruefeNummern();
  });

  test("auch einer, der schon am ersten Konto scheitert, bleibt mit seiner Ursache, und die nennt niemanden", async () => {
    const ids = [await konto()];
    const vorher = await stand();
    fehler.aendere = () => {
      throw new RangeError("Anna Müller, Dorfstr. 1");
    };
    const { status, json } = await buche(ids);
    expect([status, json.code]).toEqual([500, "lauf_fehlgeschlagen"]);
    expect(await stand()).toBe(vorher);
    const [lauf] = await dienst.owner<{ id: string }[]>`
      select id, status, auswahl, fehler from buchungslauf order by begonnen_am desc limit 1`;
    expect(lauf).toMatchObject({ status: "fehlgeschlagen", auswahl: ids, fehler: json.detail });
    expect(json.detail).toMatch(
      /^Der Buchungslauf ist fehlgeschlagen, es wurde nichts gebucht\. Ein neuer Versuch schadet nicht; scheitert auch er, bitte dem Betreiber die Anfrage \S+ nennen\.$/,
    );
    expect((await verwalter().get(`/abrechnung/buchungslaeufe/${lauf?.id}`)).json).toMatchObject({
      status: "fehlgeschlagen",
      anzahlKonten: 0,
    });
    const eintraege = await dienst.owner`select aktion from auditlog where ressource_id = ${String(lauf?.id)}`;
    expect(eintraege).toEqual([{ aktion: "fehlschlagen" }]);
    expect(dienst.fehler.splice(0)).toHaveLength(1);
    expect((await buche(ids)).status).toBe(201);
  });

  test("was vor dem Buchen abgelehnt wird, ist kein Lauf", async () => {
    const [{ anzahl } = { anzahl: 0 }] = await dienst.owner<
      { anzahl: number }[]
    >`select count(*) anzahl from buchungslauf`;
    expect((await buche([await konto({ pachtbeginn: "2026-10-01" })])).json.code).toBe("nichts_zu_buchen");
    expect(await dienst.owner`select count(*) anzahl from buchungslauf`).toEqual([{ anzahl }]);
  });

  test.each([
    ["XX000", 500, /^Der Buchungslauf ist fehlgeschlagen, es wurde nichts gebucht\. Ein neuer Versuch .* Anfrage /],
    ["53100", 503, /^Dem Dienst fehlte Speicherplatz \(Anfrage /],
    ["40P01", 409, /^Ein anderer Vorgang kam dazwischen/],
  ])("mit %s, und sagt, was war", async (code, status, grund) => {
    const ids = [await konto()];
    const vorher = await stand();
    fehler.wirf = Object.assign(new Error("gescheitert"), { code });
    const antwort = await buche(ids);
    expect(antwort.status).toBe(status);
    if (status === 503) expect(antwort.json).toMatchObject({ code: "kein_platz" });
    expect(await stand()).toBe(vorher);
    expect(await letzterLauf()).toMatchObject({ status: "fehlgeschlagen", fehler: expect.stringMatching(grund) });
    expect(dienst.fehler.splice(0)).toHaveLength(status >= 500 ? 1 : 0);
    expect((await buche(ids)).status).toBe(201);
  });

  test("jemand ändert den Steuerstatus eines Verpächters, während der Lauf rechnet: er rechnet neu", async () => {
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

test("muss ein Lauf, der eine vorgegebene id haben soll, neu rechnen, bucht er unter einer anderen", async () => {
  const ids = [await konto()];
  const laufId = "4f1c2a9e-0000-4000-8000-000000000001";
  const [benutzer] = await dienst.owner<{ id: number }[]>`select id from benutzer limit 1`;
  const kontext = {
    akteur: { id: Number(benutzer?.id), name: "Test", email: null, rollen: ["verwalter" as const] },
    anfrageId: "vorgegeben",
    heute,
    jetzt: new Date(),
  };
  fehler.wirf = konflikt("gleichzeitig_geaendert", "Während des Laufs hat jemand daran gearbeitet.");
  const lauf = await bucheAbrechnung(dienst.sql, kontext, { datum: heute, auswahl: ids }, laufId);
  expect(lauf).toMatchObject({ status: "abgeschlossen", anzahlKonten: 1 });
  expect(lauf.id).not.toBe(laufId);
  expect(await dienst.owner`select status from buchungslauf where id = ${laufId}`).toEqual([
    { status: "fehlgeschlagen" },
  ]);
});

describe("mehrere Läufe zugleich", () => {
  test("buchen keinen Zeitraum doppelt: einer gilt, der andere erfährt es", async () => {
    const ids = [await konto(), await konto(), await konto()];
    const antworten = await Promise.all([buche(ids), buche(ids)]);
    expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(antworten.find(({ status }) => status === 409)?.json.code).toMatch(/^(lauf_aktiv|nichts_zu_buchen)$/);
    await pruefeNummern();
  });

  test("mit überschneidender Auswahl: jedes Konto gehört genau einem", async () => {
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

  test("über verschiedene Konten warten aufeinander und buchen beide", async () => {
    const [a, b] = [await konto(), await konto()];
    const antworten = await Promise.all([buche([a]), buche([b])]);
    expect(antworten.map(({ status }) => status)).toEqual([201, 201]);
  });

  test("unter einem Idempotency-Key sind ein Lauf", async () => {
    const id = await konto();
    const kopf = { "Idempotency-Key": `gleichzeitig-${id}` };
    const antworten = await Promise.all([buche([id], kopf), buche([id], kopf), buche([id], kopf)]);
    const laeufe = antworten.filter(({ status }) => status === 201).map(({ json }) => json.id);
    expect(new Set(laeufe).size).toBe(1);
    expect(antworten.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

describe("ein Lauf, dessen Prozess starb", () => {
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

  test("wird vom nächsten geschlossen, der dann bucht", async () => {
    const id = await konto();
    const laufId = await tot(id);
    expect((await buche([id])).status).toBe(201);
    expect(await status(laufId)).toMatchObject({ status: "fehlgeschlagen" });
  });

  test("wird auch vom Worker geschlossen, ein lebender nicht", async () => {
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

describe("der Dienst selbst kann das Archiv nicht ändern", () => {
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
