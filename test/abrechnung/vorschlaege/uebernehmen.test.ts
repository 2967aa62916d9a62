import { describe, expect, test } from "vitest";
import type { Hebung, HebungSammelaktion } from "../../../src/abrechnung/hebungen/schema.ts";
import type { ArchivEintragDetail } from "../../../src/belege/archiv/schema.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { dienst, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  fuegeFassungHinzu,
  indexklausel,
  kontoMitKlausel,
  legeReiheAn,
  uebernimm,
  uebernommen,
  vorschlaege,
  vorschlagFuer,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const prozent = { art: "prozent", wertBp: 250, alleMonate: 36 };
const hebung = async (id: number) => (await verwalter().get<Hebung>(`/abrechnung/hebungen/${id}`)).json;
const kontoVon = async (id: number) => (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`)).json;
const setze = (id: number, felder: object) => verwalter().put<Hebung>(`/abrechnung/hebungen/${id}`, felder);
const fuehreZuEnde = async (id: number): Promise<void> => {
  for (const status of ["aktiv", "abgeschlossen"]) {
    const antwort = await setze(id, { status });
    expect(antwort.status, antwort.text).toBe(200);
  }
};
const hebungenVon = async (pachtkontoId: number) =>
  (await dienst.owner`select id from hebung where pachtkonto_id = ${pachtkontoId}`).length;

describe("Vorschläge übernehmen", () => {
  test("werden geplante Hebungen mit Grund und Herkunft; noch einmal kommt nichts hinzu", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
    const klausel = indexklausel(reiheId, { weitergabeBp: 6000, obergrenzeBp: 800 });
    const ids = [await kontoMitKlausel(klausel), await kontoMitKlausel(prozent)];
    const { status, json, text } = await uebernimm({ auswahl: ids });
    expect(status, text).toBe(200);
    // 1,200.00 x (1 + 0.6 x 10.6 / 105.1) = 1,272.6166; 1,200.00 x 1.025
    expect(json).toMatchObject({ anzahl: 2, altJahrCent: 240_000, neuJahrCent: 127_262 + 123_000 });
    const [nachIndex, nachProzent] = await Promise.all(json.hebungIds.map(hebung));
    const bezug = { reiheId, fassung: 1 };
    expect(nachIndex).toMatchObject({
      pachtkontoId: ids[0],
      status: "geplant",
      art: "index",
      indexBasis: "105.1",
      indexNeu: "115.7",
      weitergabeBp: 6000,
      obergrenzeBp: 800,
      wirksamAb: "2026-12-01",
      bezeichnung: "Anpassung nach dem Index",
      herkunft: { klausel: "index", basis: { ...bezug, monat: "2021-03" }, neu: { ...bezug, monat: "2026-09" } },
    });
    expect(nachIndex?.begruendung).toContain("105,1 im Monat 03/2021, 115,7 im Monat 09/2026; Änderung 10,0856 %");
    expect(nachProzent).toMatchObject({ art: "prozent", wertBp: 250, wirksamAb: "2027-10-01" });
    expect((await kontoVon(Number(ids[0]))).naechsteHebung).toBe("2026-12-01");
    expect(
      await dienst.owner`select aktion from auditlog where ressource = 'hebung' and ressource_id = any(${json.hebungIds.map(String)})`,
    ).toEqual([{ aktion: "anlegen" }, { aktion: "anlegen" }]);

    expect((await uebernimm({ auswahl: ids })).json).toMatchObject({ anzahl: 0, hebungIds: [] });
    for (const id of ids) expect(await vorschlagFuer(Number(id))).toBeUndefined();
    await setze(Number(json.hebungIds[0]), { status: "storniert" });
    expect(await vorschlagFuer(Number(ids[0]))).toBeDefined();
  });

  test("zwei, die gleichzeitig alles übernehmen, planen jede einmal", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => kontoMitKlausel(prozent)));
    const [a, b] = await Promise.all([uebernimm(), uebernimm()]);
    expect([a.status, b.status]).toEqual([200, 200]);
    for (const id of ids) expect(await hebungenVon(id)).toBe(1);
  });

  test("ein Hash, der nicht mehr passt, ist 409, und nichts ist geplant", async () => {
    const id = await kontoMitKlausel(prozent);
    const { vorschlagHash } = await vorschlaege("&limit=1");
    await mitarbeiter().put(`/pachtkonten/${id}`, { wertsicherung: { ...prozent, wertBp: 300 } });
    const veraltet = await uebernimm({ vorschlagHash, auswahl: [id] });
    expect(veraltet).toMatchObject({ status: 409, json: { code: "vorschlag_veraltet" } });
    expect(await hebungenVon(id)).toBe(0);
    const neu = await vorschlaege("&limit=1&search=kein-solches-konto");
    expect((await uebernimm({ vorschlagHash: neu.vorschlagHash, auswahl: [id] })).json.anzahl).toBe(1);
  });

  test("ein unbekanntes Konto ist 400, eines ohne Vorschlag bleibt ohne Hebung", async () => {
    expect((await uebernimm({ auswahl: [999_999] })).status).toBe(400);
    const id = await kontoMitKlausel(prozent);
    expect((await uebernimm({ auswahl: [id], bis: "2027-09-30" })).json.anzahl).toBe(0);
    expect((await verwalter().post("/abrechnung/hebungsvorschlaege/uebernehmen", { auswahl: [id] })).status).toBe(400);
  });
});

describe("Nach dem Abschluss", () => {
  test("zählt die Klausel vom verwendeten Monat an, und dessen Fassung steht fest", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
    const id = await kontoMitKlausel(indexklausel(reiheId));
    const hebungId = await uebernommen(id);
    expect((await kontoVon(id)).wertsicherung).toMatchObject({ basisMonat: "2021-03" });
    await fuehreZuEnde(hebungId);
    expect((await kontoVon(id)).wertsicherung).toMatchObject({ reiheId, basisMonat: "2026-09", schwelleBp: 1000 });
    expect(await vorschlagFuer(id)).toBeUndefined();
    const fassung = `/einstellungen/indexreihen/${reiheId}/fassungen/1`;
    expect((await verwalter().put(fassung, { staende: [{ monat: "2026-09", wert: "115.6" }] })).status).toBe(409);
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte from auditlog left join auditwert on auditlog_id = id
      where ressource = 'pachtkonto' and ressource_id = ${String(id)} and werte like '%2026-09%'`;
    expect(JSON.parse(eintrag?.werte ?? "")).toEqual([
      {
        feld: "wertsicherung",
        alt: { reiheId, basisMonat: "2021-03" },
        neu: { reiheId, basisMonat: "2026-09" },
      },
    ]);

    // 115.7 -> 127.3 is 10.03 %; entered on 12 November, counted from September 2026.
    await fuegeFassungHinzu(reiheId, { "2021-03": "105.1", "2026-09": "115.7", "2026-10": "127.3" }, "2026-11-12");
    expect(await vorschlagFuer(id)).toMatchObject({ wirksamAb: "2027-01-01", altJahrCent: 132_103 });
  });

  test("über das Ende einer Reihe hinweg folgt die Klausel der Nachfolgerin", async () => {
    const alte = await legeReiheAn({ "2021-03": "105.1", "2024-12": "118.0" });
    const neue = await legeReiheAn({ "2024-12": "99.0", "2026-09": "103.5" }, undefined, "2025 = 100");
    await verwalter().put(`/einstellungen/indexreihen/${alte}`, { beendetMit: "2024-12", nachfolgerId: neue });
    const id = await kontoMitKlausel(indexklausel(alte));
    expect(await vorschlagFuer(id)).toMatchObject({
      hebung: { verkettung: { alt: "118.0", neu: "99.0" }, indexBasisjahr: null },
      index: { aenderungProzent: "17.3774", basistext: null },
      neuJahrCent: 140_853,
    });
    const hebungId = await uebernommen(id);
    // 118.0 / 105.1 x 103.5 / 99.0: no one series has both values.
    expect((await hebung(hebungId)).begruendung).toMatch(
      /^.+: 105,1 im Monat 03\/2021, 118,0 im Monat 12\/2024, mit dem sie endet; .+: 99,0 in diesem Monat, 103,5 im Monat 09\/2026; verkettet: Änderung 17,3774 %\.$/,
    );
    await fuehreZuEnde(hebungId);
    expect((await kontoVon(id)).wertsicherung).toMatchObject({ reiheId: neue, basisMonat: "2026-09" });
  });

  test("eine neuere Fassung mit berichtigtem Wert ändert Vorschläge, aber nichts Abgeschlossenes", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
    const [fertig, offen] = [
      await kontoMitKlausel(indexklausel(reiheId)),
      await kontoMitKlausel(indexklausel(reiheId)),
    ];
    const hebungId = await uebernommen(fertig);
    await fuehreZuEnde(hebungId);
    const vorher = await hebung(hebungId);
    await fuegeFassungHinzu(reiheId, { "2021-03": "105.1", "2026-09": "118.0" });
    expect((await vorschlagFuer(offen))?.index?.neu).toMatchObject({ fassung: 2, wert: "118.0" });
    expect(await hebung(hebungId)).toEqual(vorher);
    expect((await kontoVon(fertig)).wertsicherung).toMatchObject({ basisMonat: "2026-09" });
  });

  test("wer den Wert von Hand ändert, nimmt ihr die Herkunft: die Klausel zählt weiter wie bisher und sagt es", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
    const id = await kontoMitKlausel(indexklausel(reiheId));
    const hebungId = await uebernommen(id);
    expect((await setze(hebungId, { wirksamAb: "2027-01-01" })).json.herkunft).not.toBeNull();
    expect((await setze(hebungId, { indexNeu: "115.5" })).json.herkunft).toBeNull();
    await fuehreZuEnde(hebungId);
    expect((await kontoVon(id)).wertsicherung).toMatchObject({ basisMonat: "2021-03" });
    expect((await vorschlagFuer(id))?.hinweise.map(({ code }) => code)).toContain("basis_pruefen");
  });

  test("eine Klausel, die inzwischen anders vereinbart ist, bleibt, wie sie ist", async () => {
    const reiheId = await legeReiheAn({ "2021-03": "105.1", "2022-01": "107.0", "2026-09": "118.0" });
    const id = await kontoMitKlausel(indexklausel(reiheId));
    const hebungId = await uebernommen(id);
    await mitarbeiter().put(`/pachtkonten/${id}`, { wertsicherung: indexklausel(reiheId, { basisMonat: "2022-01" }) });
    await fuehreZuEnde(hebungId);
    expect((await kontoVon(id)).wertsicherung).toMatchObject({ basisMonat: "2022-01" });
  });
});

test("übernommen, aktiviert, gebucht: jede Zeile ab dem Tag beruht auf dem Betrag, den der Vorschlag zeigte", async () => {
  const reiheId = await legeReiheAn({ "2021-03": "105.1", "2024-01": "112.3", "2026-09": "119.3" });
  const klauseln = [
    indexklausel(reiheId),
    indexklausel(reiheId, { weitergabeBp: 6500 }),
    indexklausel(reiheId, { obergrenzeBp: 777 }),
    indexklausel(reiheId, { basisMonat: "2024-01", schwelleBp: 500, rundung: "amtlich" }),
    { art: "prozent", wertBp: 333, alleMonate: 27 },
    { art: "staffel", stufen: [{ ab: "2026-12-01", betragCent: 777_777 }] },
  ];
  const positionen = [
    { positionsartId: 1, betragCent: 413_835 },
    { positionsartId: 2, betragCent: 3_333, intervall: "monatlich" },
  ];
  const ids = await Promise.all(
    klauseln.map((klausel, nr) =>
      kontoMitKlausel(klausel, {
        positionen,
        paechter:
          nr % 2
            ? [
                [1, 1, 3],
                [2, 2, 3],
              ]
            : [[1, null, null]],
      }),
    ),
  );
  const gezeigt = (await vorschlaege("&limit=500")).data.filter(({ pachtkontoId }) => ids.includes(pachtkontoId));
  expect(gezeigt).toHaveLength(ids.length);
  const { json } = await uebernimm({ auswahl: ids });
  const aktiviert = await verwalter().post<HebungSammelaktion>("/abrechnung/hebungen/sammelaktion", {
    aktion: "aktivieren",
    hebungIds: json.hebungIds,
  });
  expect(new Set(aktiviert.json.erledigt)).toEqual(new Set(json.hebungIds));
  expect(aktiviert.json.abgelehnt).toEqual([]);
  dienst.stelle("2028-10-02");
  await buche("2028-10-02", ids);
  for (const { pachtkontoId, wirksamAb, positionen: neue } of gezeigt) {
    const rechnungen = (await belegeVon(pachtkontoId)).filter(({ belegart }) => belegart === "rechnung");
    const details = await Promise.all(
      rechnungen.map(({ id }) => verwalter().get<ArchivEintragDetail>(`/abrechnung/archiv/${id}`)),
    );
    const zeilen = details.flatMap((detail) => detail.json.zeilen);
    for (const { ursprungId, betragAltCent, betragNeuCent } of neue) {
      const eigene = zeilen.filter((zeile) => zeile.ursprungId === ursprungId);
      const betraege = (von: (ab: string) => boolean) =>
        new Set(eigene.filter(({ zeitraumVon }) => von(zeitraumVon)).map(({ herleitung }) => herleitung.betragCent));
      expect(betraege((ab) => ab >= wirksamAb)).toEqual(new Set([betragNeuCent]));
      expect(betraege((ab) => ab < wirksamAb)).toEqual(new Set([betragAltCent]));
    }
  }
  dienst.stelle("2026-11-20");
});
