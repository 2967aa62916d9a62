import { describe, expect, test } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import { administrator, dienst, konto, mitarbeiter, verwalter } from "../../hilfe/mitDienst.ts";
import {
  abgeschlossen,
  aktiv,
  audit,
  fassungen,
  geplant,
  kontoMit,
  kontoVon,
  mitUmlage,
  positionenVon,
  setze,
} from "./handgriffe.ts";

mitUmlage();

describe("Zustände", () => {
  const wege = ["geplant", "aktiv", "abgeschlossen", "storniert"] as const;
  const erlaubt = new Set([
    "geplant aktiv",
    "geplant storniert",
    "aktiv abgeschlossen",
    "aktiv storniert",
    "geplant geplant",
  ]);
  const bringe = async (status: (typeof wege)[number]): Promise<Hebung> => {
    const id = await konto();
    if (status === "geplant") return geplant(id);
    if (status === "abgeschlossen") return abgeschlossen(id);
    const hebung = await aktiv(id);
    return status === "aktiv" ? hebung : (await setze(hebung.id, { status })).json;
  };

  test.each(wege.flatMap((von) => wege.map((nach) => [von, nach] as const)))("%s nach %s", async (von, nach) => {
    const hebung = await bringe(von);
    const antwort = await setze(hebung.id, { status: nach });
    if (erlaubt.has(`${von} ${nach}`)) expect(antwort).toMatchObject({ status: 200, json: { status: nach } });
    else expect(antwort).toMatchObject({ status: 409, json: { code: "status_unmoeglich" } });
  });

  test("wer einen unmöglichen Schritt will, liest die möglichen", async () => {
    const { id } = await aktiv(await konto());
    const naechste = "Als Nächstes möglich: „abgeschlossen“ oder „storniert“.";
    expect((await setze(id, { status: "aktiv" })).json.detail).toBe(`Die Hebung ist schon aktiv. ${naechste}`);
    expect((await setze(id, { status: "geplant" })).json.detail).toBe(
      `Von „aktiv“ führt kein Weg nach „geplant“. ${naechste}`,
    );
    await setze(id, { status: "storniert" });
    expect((await setze(id, { status: "aktiv" })).json.detail).toBe(
      "Von „storniert“ führt kein Weg nach „aktiv“. Das ist ihr letzter Zustand; eine neue lässt sich planen.",
    );
  });

  test("Mitarbeiter planen, aktivieren und beenden aber nicht", async () => {
    const { id } = await geplant(await konto());
    for (const status of ["aktiv", "storniert"])
      expect(await mitarbeiter().put(`/abrechnung/hebungen/${id}`, { status })).toMatchObject({
        status: 403,
        json: { code: "keine_berechtigung" },
      });
    expect((await mitarbeiter().put(`/abrechnung/hebungen/${id}`, { status: "geplant", wertBp: 1 })).status).toBe(200);
    expect((await administrator().put(`/abrechnung/hebungen/${id}`, { status: "aktiv" })).status).toBe(200);
    expect((await mitarbeiter().put(`/abrechnung/hebungen/${id}`, { status: "abgeschlossen" })).status).toBe(403);
  });

  test("ohne eine Position am Tag wird sie weder geändert noch aktiv noch abgeschlossen, nur storniert", async () => {
    const ohnePosition = { status: 409, json: { code: "hebung_ohne_position" } };
    const id = await kontoMit([{ positionsartId: 1, betragCent: 120_000, gueltigVon: "2027-01-01" }]);
    const eine = await geplant(id);
    expect(await setze(eine.id, { wirksamAb: "2026-12-31" })).toMatchObject(ohnePosition);
    const andere = await aktiv(id, { wirksamAb: "2027-05-01" });
    await dienst.owner`update pachtkonto_position set gueltig_bis = '2027-03-31' where pachtkonto_id = ${id}`;
    expect(await setze(eine.id, { status: "aktiv" })).toMatchObject(ohnePosition);
    expect(await setze(andere.id, { status: "abgeschlossen" })).toMatchObject(ohnePosition);
    for (const hebung of [eine, andere]) expect((await setze(hebung.id, { status: "storniert" })).status).toBe(200);
  });

  test("löschen: nur geplant oder storniert", async () => {
    for (const [status, erwartet] of [
      ["geplant", 204],
      ["aktiv", 409],
      ["abgeschlossen", 409],
      ["storniert", 204],
    ] as const) {
      const hebung = await bringe(status);
      expect((await verwalter().delete(`/abrechnung/hebungen/${hebung.id}`)).status, status).toBe(erwartet);
      const danach = await mitarbeiter().get(`/abrechnung/hebungen/${hebung.id}`);
      expect(danach.status, status).toBe(erwartet === 204 ? 404 : 200);
    }
  });

  test("eine gelöschte oder stornierte bestimmt naechsteHebung nicht mehr", async () => {
    const id = await konto();
    const [erste, zweite] = [await geplant(id), await geplant(id, { wirksamAb: "2027-01-01" })];
    await verwalter().delete(`/abrechnung/hebungen/${zweite.id}`);
    expect((await kontoVon(id)).json.naechsteHebung).toBe("2027-04-01");
    await setze(erste.id, { status: "storniert" });
    expect((await kontoVon(id)).json.naechsteHebung).toBeNull();
  });

  test("zwei schließen gleichzeitig ab: einer gewinnt", async () => {
    const id = await konto();
    const hebung = await aktiv(id);
    const antworten = await Promise.all(Array.from({ length: 5 }, () => setze(hebung.id, { status: "abgeschlossen" })));
    expect(antworten.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await fassungen(id)).toEqual([
      [120_000, null, "2027-03-31"],
      [132_000, "2027-04-01", null],
    ]);
  });
});

describe("abschließen", () => {
  test.each([
    ["prozent", { wertBp: 333 }, [120_001], [123_997]],
    ["index", { indexBasis: "105.1", indexNeu: "119.3" }, [413_835], [469_748]],
    // 1,099.99 a year become 1,199.99: 363.633 three times and 109.091, the cent left over goes to the first
    ["betrag", { betragCent: 10_000 }, [33_333, 33_333, 33_333, 10_000], [36_364, 36_363, 36_363, 10_909]],
    ["neuer_betrag", { betragCent: 100_000 }, [12_345, 23_456], [34_482, 65_518]],
  ])("%s rechnet auf den Cent", async (art, wert, alte, neue) => {
    const id = await kontoMit(alte.map((betragCent) => ({ positionsartId: 1, betragCent })));
    const hebung = await abgeschlossen(id, { wertBp: undefined, ...wert, art });
    expect(hebung.abschluss?.map(({ betragAltCent }) => betragAltCent)).toEqual(alte);
    expect(hebung.abschluss?.map(({ betragNeuCent }) => betragNeuCent)).toEqual(neue);
    expect(await fassungen(id)).toEqual(
      alte.flatMap((alt, nr) => [
        [alt, null, "2027-03-31"],
        [neue[nr], "2027-04-01", null],
      ]),
    );
  });

  test("Jahresbeträge gehen auf den Rhythmus der Position zurück", async () => {
    const id = await kontoMit([
      { positionsartId: 1, betragCent: 10_000, intervall: "monatlich" },
      { positionsartId: 2, betragCent: 40_000, intervall: "halbjaehrlich" },
    ]);
    const hebung = await abgeschlossen(id, { art: "betrag", wertBp: undefined, betragCent: 10_000 });
    // 1,200.00 + 800.00 a year, plus 60.00 and 40.00
    expect(hebung.abschluss?.map(({ betragNeuCent }) => betragNeuCent)).toEqual([10_500, 42_000]);
  });

  test("hält fest, wer wann was geändert hat, und führt die Termine des Kontos weiter", async () => {
    const id = await konto();
    await dienst.owner`update pachtkonto set hebemonat = '04' where id = ${id}`;
    const vorher = (await kontoVon(id)).kopf.get("etag");
    const hebung = await abgeschlossen(id);
    const [alt, neu] = await positionenVon(id);
    expect(hebung).toMatchObject({
      status: "abgeschlossen",
      abgeschlossenVon: "Test verwalter",
      abschluss: [
        {
          ursprungId: alt?.ursprungId,
          positionId: neu?.id,
          bezeichnung: "Pacht",
          intervall: "jaehrlich",
          betragAltCent: 120_000,
          betragNeuCent: 132_000,
        },
      ],
    });
    expect(hebung.abgeschlossenAm).not.toBeNull();
    expect(neu).toMatchObject({ ursprungId: alt?.ursprungId, positionsartId: 1, anteilig: true });
    const nachher = await kontoVon(id);
    expect(nachher.kopf.get("etag")).not.toBe(vorher);
    expect(nachher.json).toMatchObject({ letzteHebung: "2027-04-01", naechsteHebung: "2028-04-01" });
    const [, aktiviert, vollendet] = await audit("hebung", hebung.id);
    expect(aktiviert?.aktion).toBe("aendern");
    expect(vollendet?.aktion).toBe("abschliessen");
    expect(vollendet?.werte).toContain('"betragNeuCent":132000');
    expect(await audit("position", Number(neu?.id))).toMatchObject([{ aktion: "neue_fassung" }]);
    expect(await audit("position", Number(alt?.id))).toMatchObject([{ aktion: "aendern" }]);
    expect((await audit("pachtkonto", id)).at(-1)?.werte).toContain("2028-04-01");
  });

  test("nur die genannten Positionen; einmalige und nicht erhöhbare nie", async () => {
    const id = await kontoMit([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 2, betragCent: 20_000 },
      { positionsartId: 3, betragCent: 30_000 },
      { positionsartId: 1, betragCent: 700, intervall: "einmalig", gueltigVon: "2027-05-01" },
    ]);
    const zweite = (await positionenVon(id))[1]?.ursprungId;
    const hebung = await abgeschlossen(id, { positionIds: [zweite] });
    expect(hebung.abschluss).toMatchObject([{ ursprungId: zweite, betragAltCent: 20_000, betragNeuCent: 22_000 }]);
    await abgeschlossen(id, { wirksamAb: "2028-04-01" });
    expect(await fassungen(id)).toEqual([
      [10_000, null, "2028-03-31"],
      [11_000, "2028-04-01", null],
      [20_000, null, "2027-03-31"],
      [22_000, "2027-04-01", "2028-03-31"],
      [24_200, "2028-04-01", null],
      [30_000, null, null],
      [700, "2027-05-01", null],
    ]);
  });

  test("eine Fassung, die genau dann beginnt, ändert sich selbst; spätere bleiben, wie eingegeben", async () => {
    const id = await kontoMit([{ positionsartId: 1, betragCent: 10_000 }]);
    const erste = (await positionenVon(id))[0]?.id;
    const neueFassung = (positionId: number | undefined, betragCent: number, gueltigVon: string) =>
      mitarbeiter().put<{ id: number }>(`/pachtkonten/${id}/positionen/${positionId}`, { betragCent, gueltigVon });
    const zweite = (await neueFassung(erste, 20_000, "2027-04-01")).json.id;
    await neueFassung(zweite, 30_000, "2028-04-01");
    const hebung = await abgeschlossen(id);
    expect(hebung.abschluss).toMatchObject([{ positionId: zweite, betragAltCent: 20_000, betragNeuCent: 22_000 }]);
    expect(await fassungen(id)).toEqual([
      [10_000, null, "2027-03-31"],
      [22_000, "2027-04-01", "2028-03-31"],
      [30_000, "2028-04-01", null],
    ]);
    expect((await abgeschlossen(id, { wirksamAb: "2027-10-01" })).abschluss).toMatchObject([{ betragNeuCent: 24_200 }]);
    expect((await fassungen(id)).slice(1)).toEqual([
      [22_000, "2027-04-01", "2027-09-30"],
      [24_200, "2027-10-01", "2028-03-31"],
      [30_000, "2028-04-01", null],
    ]);
  });

  test("die Vorschau rechnet mit der aktiven wie danach mit der abgeschlossenen", async () => {
    const id = await konto({ pachtbeginn: "2026-10-01" });
    const summe = async () =>
      (
        await verwalter().get<{ data: { paechterNettoCent: number }[] }>(
          `/abrechnung/vorschau?datum=2027-10-01&pachtkontoId=${id}`,
        )
      ).json.data[0]?.paechterNettoCent;
    expect(await summe()).toBe(120_000);
    const hebung = await aktiv(id);
    expect(await summe()).toBe(126_000);
    await setze(hebung.id, { status: "abgeschlossen" });
    expect(await summe()).toBe(126_000);
  });

  test("letzteHebung geht nicht zurück", async () => {
    const id = await kontoMit([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 1, betragCent: 20_000 },
    ]);
    const [erste, zweite] = (await positionenVon(id)).map(({ ursprungId }) => ursprungId);
    await abgeschlossen(id, { positionIds: [erste], wirksamAb: "2028-01-01" });
    await abgeschlossen(id, { positionIds: [zweite], wirksamAb: "2027-01-01" });
    expect((await kontoVon(id)).json.letzteHebung).toBe("2028-01-01");
  });
});
