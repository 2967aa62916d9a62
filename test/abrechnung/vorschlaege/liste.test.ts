import { describe, expect, test } from "vitest";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  fuegeFassungHinzu,
  indexklausel,
  kontoMitKlausel,
  legeReiheAn,
  vorschlaege,
  vorschlagFuer,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const prozent = { art: "prozent", wertBp: 250, alleMonate: 36 };
const ausgelassen = async (pachtkontoId: number) =>
  (await vorschlaege()).ausgelassen
    .filter(({ beispiele }) => beispiele.some((beispiel) => beispiel.pachtkontoId === pachtkontoId))
    .map(({ code }) => code);

describe("Ein Vorschlag", () => {
  test("nach dem Index zeigt beide Stände, die Änderung, seit wann die Schwelle überschritten ist, und die Beträge", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-08": "115.0", "2026-09": "115.7" });
    const id = await kontoMitKlausel(indexklausel(reiheId, { obergrenzeBp: 2000 }));
    expect(await vorschlagFuer(id)).toMatchObject({
      pachtkontoId: id,
      wirksamAb: "2026-12-01",
      hebung: {
        art: "index",
        indexBasis: "105.1",
        indexNeu: "115.7",
        indexBasisjahr: 2020,
        weitergabeBp: null,
        obergrenzeBp: 2000,
      },
      index: {
        basistext: "2020 = 100",
        basis: { reiheId, fassung: 1, monat: "2021-03", wert: "105.1" },
        neu: { reiheId, fassung: 1, monat: "2026-09", wert: "115.7", eingegebenAm: "2026-10-12" },
        aenderungProzent: "10.0856",
        schwelleSeit: "2026-10-12",
      },
      // 1,200.00 x 115.7 / 105.1 = 1,321.0276
      positionen: [{ betragAltCent: 120_000, betragNeuCent: 132_103, intervall: "jaehrlich" }],
      altJahrCent: 120_000,
      neuJahrCent: 132_103,
      hinweise: [{ code: "klausel_laufzeit" }],
    });
  });

  test("10 % über 105.1: exakt erst mit 115.7, amtlich schon mit 115.6; wo es darauf ankommt, steht es da", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.6" });
    const exakt = await kontoMitKlausel(indexklausel(reiheId));
    const amtlich = await kontoMitKlausel(indexklausel(reiheId, { rundung: "amtlich" }));
    expect(await vorschlagFuer(exakt)).toBeUndefined();
    expect(await ausgelassen(exakt)).toEqual(["rundung"]);
    const vorschlag = await vorschlagFuer(amtlich);
    expect(vorschlag?.hinweise.map(({ code }) => code)).toEqual(["rundung_entscheidet", "klausel_laufzeit"]);
    expect(vorschlag?.hinweise[0]?.text).toContain("9,9905 %");
  });

  test("ist die Schwelle erreicht und endet nur die Pacht vorher, liegt es nicht an der Rundung", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.6" });
    const id = await kontoMitKlausel(indexklausel(reiheId, { rundung: "amtlich" }), { pachtende: "2026-11-30" });
    expect(await vorschlagFuer(id)).toBeUndefined();
    expect(await ausgelassen(id)).toEqual([]);
  });

  test("nach dem neuesten Monat fehlt kein Stand: er kommt erst noch", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.6" });
    const aktuell = await kontoMitKlausel(indexklausel(reiheId, { basisMonat: "2026-09" }));
    expect(await ausgelassen(aktuell)).toEqual([]);
    await fuegeFassungHinzu(reiheId, { "2026-10": "101.0" }, "2026-11-12", "2025 = 100");
    expect(await ausgelassen(aktuell)).toEqual(["index_fehlt"]);
  });

  test("einer Reihe, die ohne Nachfolgerin endete, fehlt jeder weitere Stand", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.6" });
    await verwalter().put(`/einstellungen/indexreihen/${reiheId}`, { beendetMit: "2026-09" });
    const id = await kontoMitKlausel(indexklausel(reiheId, { basisMonat: "2026-09" }));
    expect(await ausgelassen(id)).toEqual(["index_fehlt"]);
  });

  test("beginnt nie in einem gebuchten Zeitraum und nicht nach dem Ende der Pacht", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
    const voraus = await kontoMitKlausel(indexklausel(reiheId));
    await dienst.owner`update pachtkonto set ist_vorauszahlend = true where id = ${voraus}`;
    await mitarbeiter().post(`/abrechnung/faelligkeiten/${voraus}`);
    await buche("2026-11-20", [voraus]);
    expect((await vorschlagFuer(voraus))?.wirksamAb).toBe("2027-10-01");
    const bald = await kontoMitKlausel(indexklausel(reiheId), { pachtende: "2026-11-30" });
    expect(await vorschlagFuer(bald)).toBeUndefined();
  });

  test("in Prozent und nach einer Staffel, mit Beträgen je Position", async () => {
    const positionen = [
      { positionsartId: 1, betragCent: 10_000, intervall: "monatlich" },
      { positionsartId: 2, betragCent: 30_000 },
    ];
    const fest = await kontoMitKlausel(prozent, { positionen });
    expect(await vorschlagFuer(fest)).toMatchObject({
      wirksamAb: "2027-10-01",
      index: null,
      hebung: { art: "prozent", wertBp: 250 },
      positionen: [
        { betragAltCent: 10_000, betragNeuCent: 10_250 },
        { betragAltCent: 30_000, betragNeuCent: 30_750 },
      ],
      altJahrCent: 150_000,
      neuJahrCent: 153_750,
      hinweise: [],
    });
    const stufen = [
      { ab: "2025-10-01", betragCent: 160_000 },
      { ab: "2027-10-01", prozentBp: 500 },
    ];
    const gestuft = await kontoMitKlausel({ art: "staffel", stufen }, { positionen });
    expect(await vorschlagFuer(gestuft)).toMatchObject({
      wirksamAb: "2025-10-01",
      hebung: { art: "neuer_betrag", betragCent: 160_000 },
      positionen: [{ betragNeuCent: 10_667 }, { betragNeuCent: 32_000 }],
    });
  });
});

describe("Die Liste", () => {
  test("filtert nach Art, Hebemonat und Suche, blättert, und die Summen gelten über alle Seiten", async () => {
    const ids = [];
    for (const nr of [1, 2, 3]) ids.push(await kontoMitKlausel(prozent, { kontonummer: `BLAETTERN-${nr}` }));
    await mitarbeiter().put(`/pachtkonten/${ids[2]}`, { hebemonat: "04" });
    const suche = "&search=blaettern&art=prozent";
    const erste = await vorschlaege(`${suche}&limit=2`);
    expect(erste.data.map(({ pachtkontoId }) => pachtkontoId)).toEqual(ids.slice(0, 2));
    expect(erste.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
    expect(erste.summen).toEqual({ anzahl: 3, altJahrCent: 360_000, neuJahrCent: 369_000 });
    const zweite = await vorschlaege(`${suche}&limit=2&page=2`);
    expect(zweite.data.map(({ pachtkontoId }) => pachtkontoId)).toEqual(ids.slice(2));
    expect(zweite.vorschlagHash).toBe(erste.vorschlagHash);
    expect((await vorschlaege("&search=blaettern&hebemonat=04,05")).pagination.total).toBe(1);
    expect((await vorschlaege("&search=blaettern&art=staffel")).pagination.total).toBe(0);
    expect((await vorschlaege("&search=blaettern&page=9")).data).toEqual([]);
  });

  test("ein anderer Betrag ist ein anderer Hash", async () => {
    const id = await kontoMitKlausel(prozent);
    const { vorschlagHash } = await vorschlaege();
    expect((await vorschlaege()).vorschlagHash).toBe(vorschlagHash);
    await dienst.owner`update pachtkonto_position set betrag_cent = betrag_cent + 100 where pachtkonto_id = ${id}`;
    expect((await vorschlaege()).vorschlagHash).not.toBe(vorschlagHash);
  });

  test("sagt, welches Konto mit Klausel keinen Vorschlag hat, obwohl einer zu erwarten wäre", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1" });
    await fuegeFassungHinzu(reiheId, { "2026-09": "101.0" }, "2026-10-12", "2025 = 100");
    const ohneWert = await kontoMitKlausel(indexklausel(reiheId));
    const ohnePosition = await kontoMitKlausel(prozent, { positionen: [] });
    const mitOffener = await kontoMitKlausel(prozent);
    await mitarbeiter().post("/abrechnung/hebungen", {
      pachtkontoId: mitOffener,
      art: "betrag",
      betragCent: 100,
      wirksamAb: "2027-01-01",
    });
    expect(await ausgelassen(ohneWert)).toEqual(["index_fehlt"]);
    expect((await vorschlaege()).ausgelassen.find(({ code }) => code === "index_fehlt")?.text).toContain(
      "Bitte in ihrer neuesten Fassung den Stand des Basismonats nachtragen",
    );
    expect(await ausgelassen(ohnePosition)).toEqual(["ohne_position"]);
    expect(await ausgelassen(mitOffener)).toEqual(["hebung_offen"]);
  });

  test("nennt nur Konten, die noch abgerechnet werden, und ohne bis gar keine", async () => {
    const inaktiv = await kontoMitKlausel(prozent);
    await dienst.owner`update pachtkonto set status = 'inaktiv' where id = ${inaktiv}`;
    const abgerechnet = await kontoMitKlausel(prozent);
    await dienst.owner`update pachtkonto set schlussabrechnung = '2026-10-01' where id = ${abgerechnet}`;
    const ohne = await konto();
    for (const id of [inaktiv, abgerechnet, ohne]) expect(await vorschlagFuer(id)).toBeUndefined();
    expect((await mitarbeiter().get("/abrechnung/hebungsvorschlaege")).status).toBe(400);
  });
});
