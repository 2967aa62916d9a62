import { describe, expect, test } from "vitest";
import type { HebungsvorschlagListe } from "../../../src/abrechnung/vorschlaege/schema.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { abgeschlossen, positionenVon, setze } from "../hebungen/handgriffe.ts";
import { kontoMitKlausel, uebernommen, vorschlagFuer } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const staffel = (...stufen: object[]) => ({ art: "staffel", stufen });
const setzeBetrag = async (pachtkontoId: number, gueltigVon: string, betragCent: number) => {
  const [position] = await positionenVon(pachtkontoId);
  const pfad = `/pachtkonten/${pachtkontoId}/positionen/${position?.id}`;
  const { status, text } = await mitarbeiter().put(pfad, { gueltigVon, betragCent });
  expect(status, text).toBe(200);
};

/** 1,200.00 a year from 1 October 2024. */
describe("Eine Stufe, die nichts ändert, verdeckt die folgende nicht", () => {
  test("was von Hand schon gilt: die folgende steht mit ihrem Tag und ihrer Differenz da", async () => {
    const stufen = staffel({ ab: "2026-10-01", betragCent: 150_000 }, { ab: "2027-10-01", betragCent: 180_000 });
    const id = await kontoMitKlausel(stufen);
    await setzeBetrag(id, "2026-10-01", 150_000);
    expect(await vorschlagFuer(id)).toMatchObject({
      wirksamAb: "2027-10-01",
      hebung: { art: "neuer_betrag", betragCent: 180_000 },
      altJahrCent: 150_000,
      neuJahrCent: 180_000,
      hinweise: [],
    });
    const vorher = await mitarbeiter().get<HebungsvorschlagListe>("/abrechnung/hebungsvorschlaege?bis=2027-09-30");
    expect(vorher.json.data).toEqual([]);
    const hebung = await uebernommen(id);
    await setze(hebung, { status: "aktiv" });
    await setze(hebung, { status: "abgeschlossen" });
    expect(await vorschlagFuer(id)).toBeUndefined();
  });

  test.each([
    ["null Prozent", { prozentBp: 0 }],
    ["die Summe, die gilt", { betragCent: 120_000 }],
  ])("%s, zweimal nacheinander", async (_, wert) => {
    const stufen = [
      { ab: "2025-10-01", ...wert },
      { ab: "2026-10-01", ...wert },
      { ab: "2027-10-01", prozentBp: 500 },
    ];
    expect(await vorschlagFuer(await kontoMitKlausel(staffel(...stufen)))).toMatchObject({
      wirksamAb: "2027-10-01",
      neuJahrCent: 126_000,
    });
  });
});

describe("Eine Hebung einzelner Positionen ist keine Stufe", () => {
  const positionen = [
    { positionsartId: 1, betragCent: 100_000 },
    { positionsartId: 1, betragCent: 5_000 },
  ];
  const kontoMitZweien = async (zweite = "2027-10-01") => {
    const stufen = staffel({ ab: "2025-10-01", prozentBp: 300 }, { ab: zweite, prozentBp: 300 });
    const id = await kontoMitKlausel(stufen, { positionen });
    const [eine, andere] = (await positionenVon(id)).map(({ ursprungId }) => ursprungId);
    return { id, eine, andere };
  };
  const fuenfEuro = { art: "betrag", wertBp: null, betragCent: 500, wirksamAb: "2026-02-01" };

  test("die Stufe steht weiter aus, von deren Tag an, mit dem Rat, sie zu prüfen", async () => {
    const { id, andere } = await kontoMitZweien();
    await abgeschlossen(id, { ...fuenfEuro, positionIds: [andere] });
    const vorschlag = await vorschlagFuer(id);
    expect(vorschlag).toMatchObject({
      wirksamAb: "2026-02-01",
      hebung: { art: "prozent", wertBp: 300 },
      // 1,000.00 and 55.00, each 3 % more
      positionen: [{ betragNeuCent: 103_000 }, { betragNeuCent: 5_665 }],
      hinweise: [{ code: "stufe_pruefen" }],
    });
    expect(vorschlag?.hinweise[0]?.text).toContain("01.02.2026");
    const hebung = await uebernommen(id);
    await setze(hebung, { status: "aktiv" });
    await setze(hebung, { status: "abgeschlossen" });
    expect(await vorschlagFuer(id)).toMatchObject({ wirksamAb: "2027-10-01", hinweise: [] });
  });

  test("enthält sie die Stufe, so nimmt man diese aus der Klausel", async () => {
    const { id, andere } = await kontoMitZweien();
    await abgeschlossen(id, { ...fuenfEuro, positionIds: [andere] });
    await verwalter().put(`/pachtkonten/${id}`, { wertsicherung: staffel({ ab: "2027-10-01", prozentBp: 300 }) });
    expect(await vorschlagFuer(id)).toMatchObject({ wirksamAb: "2027-10-01", hinweise: [] });
  });

  test("eine aller Positionen ist eine, ob sie sie nennt, nicht nennt, oder zwei es zusammen tun", async () => {
    const genannt = await kontoMitZweien();
    await abgeschlossen(genannt.id, { ...fuenfEuro, positionIds: [genannt.eine, genannt.andere] });
    const ungenannt = await kontoMitZweien();
    await abgeschlossen(ungenannt.id, fuenfEuro);
    const zusammen = await kontoMitZweien();
    await abgeschlossen(zusammen.id, { ...fuenfEuro, positionIds: [zusammen.eine] });
    await abgeschlossen(zusammen.id, { ...fuenfEuro, positionIds: [zusammen.andere] });
    for (const { id } of [genannt, ungenannt, zusammen])
      expect(await vorschlagFuer(id)).toMatchObject({ wirksamAb: "2027-10-01", hinweise: [] });
  });

  test("über zwei Stufen hinweg gebucht: beide auf einmal, mit beiden Hinweisen", async () => {
    const { id, andere } = await kontoMitZweien("2026-04-01");
    await abgeschlossen(id, { ...fuenfEuro, positionIds: [andere] });
    await buche("2026-11-20", [id]);
    const vorschlag = await vorschlagFuer(id);
    // 1,055.00, 1,086.65, 1,119.25
    expect(vorschlag).toMatchObject({ wirksamAb: "2026-10-01", hebung: { art: "neuer_betrag", betragCent: 111_925 } });
    expect(vorschlag?.hinweise.map(({ code }) => code)).toEqual(["stufe_pruefen", "stufen_zusammengefasst"]);
  });
});
