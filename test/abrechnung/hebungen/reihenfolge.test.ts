import { describe, expect, test } from "vitest";
import { schliesseHebungenAb } from "../../../src/abrechnung/hebungen/abschluss/schliesseAb.ts";
import { zaehleUeberfaelligeHebungen } from "../../../src/abrechnung/hebungen/naechsteHebung.ts";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitarbeiter, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import {
  abgeschlossen,
  aktiv,
  fassungen,
  geplant,
  kontoMit,
  kontoVon,
  mitUmlage,
  plane,
  positionenVon,
  setze,
} from "./handgriffe.ts";

mitUmlage();

describe("Reihenfolge", () => {
  test("vor einer abgeschlossenen lässt sich auf derselben Position nichts planen, ändern oder aktivieren", async () => {
    const id = await kontoMit([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 1, betragCent: 20_000 },
    ]);
    const [erste, zweite] = (await positionenVon(id)).map(({ ursprungId }) => ursprungId);
    const spaeter = await geplant(id, { wirksamAb: "2028-01-01" });
    await abgeschlossen(id, { positionIds: [erste], wirksamAb: "2027-06-01" });
    const dahinter = { status: 409, json: { code: "hinter_abgeschlossener" } };
    expect(await plane(id)).toMatchObject(dahinter);
    expect(await plane(id, { positionIds: [erste] })).toMatchObject(dahinter);
    expect((await plane(id, { positionIds: [zweite] })).status).toBe(201);
    expect(await setze(spaeter.id, { wirksamAb: "2027-05-31" })).toMatchObject(dahinter);
    // On the same day the lower id is applied first.
    expect(await setze(spaeter.id, { wirksamAb: "2027-06-01" })).toMatchObject(dahinter);
    expect((await setze(spaeter.id, { wirksamAb: "2027-06-02" })).status).toBe(200);
  });

  test.each(["geplant", "aktiv"])("eine frühere, die noch %s ist, hält den Abschluss auf", async (status) => {
    const id = await konto();
    const frueher = await (status === "aktiv" ? aktiv(id) : geplant(id));
    const spaeter = await aktiv(id, { wirksamAb: "2028-04-01" });
    expect(await setze(spaeter.id, { status: "abgeschlossen" })).toMatchObject({
      status: 409,
      json: { code: "fruehere_offen" },
    });
    await setze(frueher.id, { status: "storniert" });
    expect((await setze(spaeter.id, { status: "abgeschlossen" })).json.abschluss).toMatchObject([
      { betragNeuCent: 132_000 },
    ]);
  });

  test("mehrere nacheinander bauen aufeinander auf", async () => {
    const id = await kontoMit([{ positionsartId: 1, betragCent: 413_835 }]);
    const hebungen = [
      await aktiv(id, {
        wirksamAb: "2027-01-01",
        art: "index",
        wertBp: undefined,
        indexBasis: "105.1",
        indexNeu: "119.3",
      }),
      await aktiv(id, { wirksamAb: "2028-01-01", wertBp: 250 }),
      await aktiv(id, { wirksamAb: "2029-01-01", art: "betrag", wertBp: undefined, betragCent: 1 }),
    ];
    for (const { id: hebungId } of hebungen)
      expect((await setze(hebungId, { status: "abgeschlossen" })).status).toBe(200);
    expect(await fassungen(id)).toEqual([
      [413_835, null, "2026-12-31"],
      [469_748, "2027-01-01", "2027-12-31"],
      [481_492, "2028-01-01", "2028-12-31"],
      [481_493, "2029-01-01", null],
    ]);
  });

  test("eine, die einer aktiven die Grundlage nähme, wird nicht aktiv", async () => {
    const id = await konto();
    await aktiv(id, { art: "betrag", wertBp: undefined, betragCent: 100, wirksamAb: "2028-01-01" });
    const aufNull = await geplant(id, {
      art: "neuer_betrag",
      wertBp: undefined,
      betragCent: 0,
      wirksamAb: "2027-01-01",
    });
    expect(await setze(aufNull.id, { status: "aktiv" })).toMatchObject({
      status: 409,
      json: { code: "hebung_ohne_basis" },
    });
  });
});

describe("ein neuer Betrag über 10 Milliarden Euro heißt überall so", () => {
  const zuGross = { code: "betrag_zu_gross", detail: expect.stringMatching(/größer als 10 Milliarden Euro\.$/) };
  const waechst = (id: number) => dienst.owner`
    update pachtkonto_position set betrag_cent = 999999999999 where pachtkonto_id = ${id}`;

  test("im Entwurf, beim Aktivieren und beim Abschließen", async () => {
    const id = await konto();
    const [wartet, wirkt] = [await geplant(id), await aktiv(id, { wirksamAb: "2028-01-01" })];
    await waechst(id);
    expect((await pruefer().get(`/abrechnung/hebungen/${wartet.id}/entwurf`)).json).toMatchObject(zuGross);
    expect((await setze(wartet.id, { status: "aktiv" })).json).toMatchObject(zuGross);
    expect((await setze(wirkt.id, { status: "abgeschlossen" })).json).toMatchObject({ code: "fruehere_offen" });
    const urheber = { akteur: { id: null, name: "Lauf" }, anfrageId: null };
    await expect(
      dienst.sql.begin((tx) => schliesseHebungenAb(tx, urheber, [{ hebungId: wirkt.id }], heute)),
    ).rejects.toMatchObject({
      ...zuGross,
      detail: `Hebung ${wirkt.id}: Ein neuer Betrag wäre größer als 10 Milliarden Euro.`,
    });
  });

  test("auch der einer aktiven, der erst mit einer früheren so groß würde", async () => {
    const id = await konto({ positionen: [{ positionsartId: 1, betragCent: 700_000_000_000 }] });
    const spaetere = await aktiv(id, { wertBp: 4000, wirksamAb: "2028-01-01" });
    const fruehere = await geplant(id, { wertBp: 3000, wirksamAb: "2027-01-01" });
    expect((await setze(fruehere.id, { status: "aktiv" })).json).toMatchObject({
      code: "betrag_zu_gross",
      detail: `Danach gälte für die aktive Hebung ${spaetere.id}: Ein neuer Betrag wäre größer als 10 Milliarden Euro.`,
    });
  });
});

describe("gebuchter Zeitraum", () => {
  test("409 beim Planen, Ändern, Aktivieren und Abschließen, mit dem Beleg", async () => {
    // Two years are due: 10/2024 to 9/2025 and 10/2025 to 9/2026.
    const id = await konto();
    const vorGebuchtem = await geplant(id, { wirksamAb: "2026-04-01" });
    const andere = await konto();
    const offen = await aktiv(andere, { wirksamAb: "2026-04-01" });
    await dienst.sql`update hebung set status = 'geplant' where id = ${offen.id}`;
    await buche("2026-10-01", [id, andere]);
    await dienst.sql`update hebung set status = 'aktiv' where id = ${offen.id}`;
    const konflikt = {
      status: 409,
      json: { code: "zeitraum_gebucht", belegnummer: expect.stringMatching(/^RE-2026-/), zeitraumBis: "2026-09-30" },
    };
    expect(await plane(id, { wirksamAb: "2025-10-01" })).toMatchObject(konflikt);
    expect(await plane(id, { wirksamAb: "2026-09-30" })).toMatchObject(konflikt);
    expect(await setze(vorGebuchtem.id, { wertBp: 2000 })).toMatchObject(konflikt);
    expect(await setze(vorGebuchtem.id, { status: "aktiv" })).toMatchObject(konflikt);
    expect(await setze(offen.id, { status: "abgeschlossen" })).toMatchObject(konflikt);
    expect((await plane(id, { wirksamAb: "2026-10-01" })).status).toBe(201);
    expect((await setze(vorGebuchtem.id, { wirksamAb: "2026-10-01" })).status).toBe(200);
    expect((await setze(vorGebuchtem.id, { status: "storniert" })).status).toBe(200);
  });

  /** 1,200.00 a year, from a day on 1,300.00; three quarters are booked, the first of them is cancelled. */
  const mitStorniertemErsten = async (neueFassungAb: string) => {
    const id = await konto({
      pachtbeginn: "2026-01-01",
      pachtjahrBeginn: "01-01",
      zahlungsrhythmus: "vierteljaehrlich",
      istVorauszahlend: true,
    });
    const [position] = await positionenVon(id);
    const neueFassung = { gueltigVon: neueFassungAb, betragCent: 130_000 };
    expect((await verwalter().put(`/pachtkonten/${id}/positionen/${position?.id}`, neueFassung)).status).toBe(200);
    await buche("2026-07-01", [id]);
    const erste = (await belegeVon(id)).find(({ zeitraumVon }) => zeitraumVon === "2026-01-01");
    expect((await storniere({ archivIds: [erste?.id] })).status).toBe(201);
    return id;
  };

  test("steht nicht dagegen, wo die Fassung davor endet: geplant, aktiv und mit der Buchung abgeschlossen", async () => {
    const id = await mitStorniertemErsten("2026-04-01");
    const { id: hebung } = await aktiv(id, { wirksamAb: "2026-02-01" });
    const lauf = await buche("2026-07-01", [id]);
    expect(lauf.paechterNettoCent).toBe(10_000 + 11_000 + 11_000);
    expect((await mitarbeiter().get<Hebung>(`/abrechnung/hebungen/${hebung}`)).json.status).toBe("abgeschlossen");
    expect(await fassungen(id)).toEqual([
      [120_000, null, "2026-01-31"],
      [132_000, "2026-02-01", "2026-03-31"],
      [130_000, "2026-04-01", null],
    ]);
  });

  test("auch nicht dem Abschließen von Hand", async () => {
    const id = await mitStorniertemErsten("2026-04-01");
    expect((await abgeschlossen(id, { wirksamAb: "2026-02-01" })).abschluss).toMatchObject([
      { betragNeuCent: 132_000 },
    ]);
  });

  test("steht dagegen, wo die Fassung in ihn hineinreicht", async () => {
    const id = await mitStorniertemErsten("2026-05-01");
    expect(await plane(id, { wirksamAb: "2026-02-01" })).toMatchObject({
      status: 409,
      json: { code: "zeitraum_gebucht", zeitraumVon: "2026-04-01" },
    });
  });
});

describe("abschließen durch die Buchung", () => {
  const urheber = { akteur: { id: null, name: "Lauf" }, anfrageId: null };

  test("mehrere Konten mit mehreren Hebungen auf einmal", async () => {
    const konten = await Promise.all([1, 2, 3].map((nr) => kontoMit([{ positionsartId: 1, betragCent: nr * 10_000 }])));
    const hebungen: Hebung[] = [];
    for (const id of konten) {
      hebungen.push(await aktiv(id, { wirksamAb: "2027-01-01" }));
      // The same day twice, and one later: the version that begins there changes once more.
      hebungen.push(await aktiv(id, { wirksamAb: "2027-01-01", art: "betrag", wertBp: undefined, betragCent: 1 }));
      hebungen.push(await aktiv(id, { wirksamAb: "2027-07-01", wertBp: -5000 }));
    }
    const auftraege = hebungen.map(({ id }) => ({ hebungId: id })).reverse();
    await dienst.sql.begin((tx) => schliesseHebungenAb(tx, urheber, auftraege, heute));
    for (const [nr, id] of konten.entries()) {
      const alt = (nr + 1) * 10_000;
      expect(await fassungen(id)).toEqual([
        [alt, null, "2026-12-31"],
        [alt * 1.1 + 1, "2027-01-01", "2027-06-30"],
        [Math.round((alt * 1.1 + 1) / 2), "2027-07-01", null],
      ]);
      expect((await kontoVon(id)).json.letzteHebung).toBe("2027-07-01");
    }
    const { json } = await mitarbeiter().get<Hebung>(`/abrechnung/hebungen/${hebungen[1]?.id}`);
    expect(json).toMatchObject({
      status: "abgeschlossen",
      abgeschlossenVon: "Lauf",
      abschluss: [{ betragAltCent: 11_000, betragNeuCent: 11_001 }],
    });
  });

  test("was nicht mehr aktiv ist, hält alles auf", async () => {
    const [eins, zwei] = [await aktiv(await konto()), await geplant(await konto())];
    const schliesse = (ids: number[]) =>
      dienst.sql.begin((tx) =>
        schliesseHebungenAb(
          tx,
          urheber,
          ids.map((hebungId) => ({ hebungId })),
          heute,
        ),
      );
    await expect(schliesse([eins.id, zwei.id])).rejects.toMatchObject({ art: "konflikt", code: "nicht_aktiv" });
    await expect(schliesse([eins.id, 999_999])).rejects.toMatchObject({ art: "konflikt", code: "nicht_aktiv" });
    expect(await fassungen(eins.pachtkontoId)).toHaveLength(1);
  });
});

describe("Abschlüsse und Termine", () => {
  test("GET /abrechnung/hebung-abschluesse nach Konto und Jahr", async () => {
    const id = await konto();
    const erste = await abgeschlossen(id);
    const zweite = await abgeschlossen(id, { wirksamAb: "2028-01-01" });
    await aktiv(id, { wirksamAb: "2028-06-01" });
    const lies = async (anfrage: string) =>
      (
        await pruefer().get<{ data: { hebungId: number }[]; pagination: { total: number } }>(
          `/abrechnung/hebung-abschluesse?${anfrage}`,
        )
      ).json;
    const alle = await lies(`pachtkontoId=${id}`);
    expect(alle.data.map(({ hebungId }) => hebungId)).toEqual([zweite.id, erste.id]);
    expect(alle.data[1]).toMatchObject({
      kontonummer: erste.kontonummer,
      wirksamAb: "2027-04-01",
      abgeschlossenVon: "Test verwalter",
      positionen: [{ betragAltCent: 120_000, betragNeuCent: 132_000 }],
    });
    expect((await lies(`pachtkontoId=${id}&year=2028&limit=1`)).pagination.total).toBe(1);
    expect((await mitarbeiter().get("/abrechnung/hebung-abschluesse?jahr=2028")).status).toBe(400);
    expect((await mitarbeiter().get("/abrechnung/hebung-abschluesse?limit=501")).status).toBe(400);
  });

  test("sync-naechste-hebung rechnet alle Konten nach und beim zweiten Mal nichts", async () => {
    const [mitMonat, mitHebung] = [await konto(), await konto()];
    await geplant(mitHebung, { wirksamAb: "2027-02-01" });
    await verwalter().post("/abrechnung/sync-naechste-hebung");
    await dienst.owner`update pachtkonto set hebemonat = '03' where id = ${mitMonat}`;
    await dienst.owner`update pachtkonto set naechste_hebung = null where id = ${mitHebung}`;
    const [{ anzahl } = { anzahl: 0 }] = await dienst.owner<{ anzahl: number }[]>`
      select count(*) as anzahl from pachtkonto`;
    const sync = () => verwalter().post("/abrechnung/sync-naechste-hebung");
    expect(await sync()).toMatchObject({ status: 200, json: { geprueft: anzahl, geaendert: 2 } });
    expect(await sync()).toMatchObject({ status: 200, json: { geprueft: anzahl, geaendert: 0 } });
    expect((await kontoVon(mitMonat)).json.naechsteHebung).toBe("2027-03-01");
    expect((await kontoVon(mitHebung)).json.naechsteHebung).toBe("2027-02-01");
  });

  test("überfällig ist, was geplant blieb, obwohl sein Tag vorbei ist", async () => {
    const zaehle = () => zaehleUeberfaelligeHebungen(dienst.sql, heute);
    const vorher = await zaehle();
    const id = await konto();
    await geplant(id, { wirksamAb: "2026-11-19" });
    await geplant(id, { wirksamAb: heute });
    await aktiv(id, { wirksamAb: "2026-11-18", art: "prozent" });
    expect(await zaehle()).toBe(vorher + 1);
  });
});

test("rückt eine Position vor, bis eine frühere aktive Hebung sie erreichte, obwohl eine spätere abgeschlossen ist: 409", async () => {
  // 1,200.00 a year from 1 April 2027: the increase of January reaches nothing of it, that of July makes it 1,320.00.
  const id = await kontoMit([
    { positionsartId: 1, betragCent: 120_000, gueltigVon: "2027-04-01" },
    { positionsartId: 1, betragCent: 50_000 },
  ]);
  const fruehere = await aktiv(id, { wirksamAb: "2027-01-01" });
  const [spaet] = (await positionenVon(id)).filter(({ gueltigVon }) => gueltigVon !== null);
  const spaetere = await abgeschlossen(id, { wirksamAb: "2027-07-01", positionIds: [spaet?.id] });
  const vorher = await fassungen(id);
  const rueckeVor = (gueltigVon: string | null) =>
    mitarbeiter().put<{ code: string; detail: string }>(`/pachtkonten/${id}/positionen/${spaet?.id}`, { gueltigVon });
  for (const tag of ["2027-01-01", null]) {
    const abgelehnt = await rueckeVor(tag);
    expect(abgelehnt).toMatchObject({ status: 409, json: { code: "hinter_abgeschlossener" } });
    expect(abgelehnt.json.detail).toContain(`Die aktive Hebung ${fruehere.id} zum 01.01.2027`);
    expect(abgelehnt.json.detail).toContain(`Hebung ${spaetere.id} zum 01.07.2027 auf ihr schon abgeschlossen`);
  }
  expect(await fassungen(id)).toEqual(vorher);
  // One day later the increase still does not reach it; and once it is cancelled, nothing stands in the way.
  expect((await rueckeVor("2027-01-02")).status).toBe(200);
  expect((await setze(fruehere.id, { status: "storniert" })).status).toBe(200);
  expect((await rueckeVor(null)).status).toBe(200);
});
