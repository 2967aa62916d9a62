import { describe, expect, test } from "vitest";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { saeKonto } from "../../hilfe/saat.ts";

mitDienst({ stammdaten: true });

type Zeile = {
  pachtkontoId: number;
  kontonummer: string;
  paechter: string[];
  naechsteFaelligkeit: { faelligAm: string; art: string; bruttoCent: number | null; nettoCent: number | null } | null;
  anzahlFaellig: number;
  gruende: { code: string; text: string }[];
};
type Liste = { data: Zeile[]; pagination: { total: number } };

const frage = async (abfrage: string): Promise<Liste> => {
  const { status, json, text } = await pruefer().get<Liste>(`/pachtkonten/abrechnung-liste${abfrage}`);
  expect(status, text).toBe(200);
  return json;
};
const eine = async (abfrage: string): Promise<Zeile> => {
  const { data } = await frage(abfrage);
  expect(data).toHaveLength(1);
  return data[0] as Zeile;
};
const konto = (kontonummer: string, mehr: Parameters<typeof saeKonto>[2] = {}) =>
  saeKonto(dienst.owner, heute, { kontonummer, ...mehr });

describe("die Abrechnungsliste", () => {
  test("zeigt den ältesten offenen Zeitraum mit dem Betrag der Vorschau", async () => {
    const id = await konto("L-1", {
      paechter: [
        [1, 1, 2],
        [2, 1, 2],
      ],
      positionen: [
        { positionsartId: 1, betragCent: 120_000 },
        { positionsartId: 2, betragCent: 10_000 },
      ],
    });
    const zeile = await eine("?search=L-1");
    expect(zeile).toMatchObject({
      pachtkontoId: id,
      paechter: ["Anna Müller", "Bernd Schulze"],
      naechsteFaelligkeit: {
        art: "regulaer",
        zeitraumVon: "2024-10-01",
        zeitraumBis: "2025-09-30",
        faelligAm: "2025-10-01",
        nettoCent: 130_000,
        steuerCent: 1_900,
        bruttoCent: 131_900,
      },
      anzahlFaellig: 2,
      gruende: [],
    });
    const { json } = await pruefer().get<{ summen: object }>(
      `/abrechnung/vorschau-gruppen?datum=2025-10-01&auswahl=${id}`,
    );
    expect(json.summen).toMatchObject({ paechterNettoCent: 130_000, paechterSteuerCent: 1_900 });
    expect((await eine("?search=L-1&datum=2025-10-01")).anzahlFaellig).toBe(1);
  });

  test("zeigt auch einen noch nicht fälligen Zeitraum mit seinem Betrag", async () => {
    const id = await konto("L-2", { pachtbeginn: "2026-10-01", zahlungsrhythmus: "monatlich" });
    await buche("2026-11-20", [id]);
    const zeile = await eine("?search=L-2");
    expect(zeile).toMatchObject({
      naechsteFaelligkeit: { faelligAm: "2026-12-01", zeitraumVon: "2026-11-01", nettoCent: 10_000 },
      anzahlFaellig: 0,
      gruende: [],
    });
  });

  test("sagt, warum ein Konto nicht abrechenbar ist, und zeigt keinen Betrag", async () => {
    await konto("L-3", { paechter: [], istVorauszahlend: null });
    await konto("L-4", { status: "inaktiv" });
    const ohne = await eine("?search=L-3");
    expect(ohne.gruende).toEqual([
      {
        code: "kein_paechter",
        text: "Ein Pächter fehlt vom 01.10.2024 bis 30.09.2026: bitte bei den Beteiligten eintragen.",
      },
      {
        code: "vorauszahlung_unbekannt",
        text: "Es ist nicht bekannt, ob im Voraus oder nachträglich gezahlt wird: bitte am Pachtkonto eintragen.",
      },
    ]);
    expect(ohne.naechsteFaelligkeit).toMatchObject({ faelligAm: "2025-10-01", nettoCent: null, bruttoCent: null });
    expect((await eine("?search=L-4")).gruende).toMatchObject([{ code: "inaktiv" }]);
  });

  test("zeigt die Schlussabrechnung, auch wo alles gebucht ist", async () => {
    const offen = await konto("L-5", { pachtbeginn: "2025-10-01", pachtende: "2026-06-30" });
    expect((await eine("?search=L-5")).naechsteFaelligkeit).toMatchObject({
      art: "schlussabrechnung",
      faelligAm: "2026-07-01",
      nettoCent: 90_000,
    });
    const voraus = await konto("L-6", { pachtbeginn: "2026-10-01", istVorauszahlend: true });
    await buche(heute, [voraus]);
    await verwalter().put(`/pachtkonten/${voraus}`, { pachtende: "2027-03-31" });
    const zeile = await eine("?search=L-6");
    expect(zeile).toMatchObject({
      naechsteFaelligkeit: {
        faelligkeitId: null,
        art: "schlussabrechnung",
        faelligAm: "2027-04-01",
        zeitraumVon: null,
        zeitraumBis: "2027-03-31",
        nettoCent: -60_000,
      },
      anzahlFaellig: 0,
    });
    expect((await eine("?search=L-6&datum=2027-04-01")).anzahlFaellig).toBe(1);
    await buche(heute, [offen]);
    expect(await eine("?search=L-5")).toMatchObject({ naechsteFaelligkeit: null, anzahlFaellig: 0, gruende: [] });
  });

  test("zählt die Schlussabrechnung, die nur berichtigt, neben einem wieder offenen Zeitraum", async () => {
    const monatlich = { zahlungsrhythmus: "monatlich", istVorauszahlend: true };
    const id = await konto("L-7", { pachtbeginn: "2026-10-01", ...monatlich });
    await buche(heute, [id]);
    const oktober = (await belegeVon(id)).find(({ zeitraumVon }) => zeitraumVon === "2026-10-01");
    expect((await storniere({ archivIds: [oktober?.id] })).status).toBe(201);
    await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2026-11-10" });
    const { json } = await verwalter().get<{ gruppen: unknown[] }>(
      `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`,
    );
    expect(json.gruppen).toHaveLength(2);
    expect((await eine(`?search=L-7&datum=${heute}`)).anzahlFaellig).toBe(2);
    expect((await eine("?search=L-7&datum=2026-11-10")).anzahlFaellig).toBe(1);
  });

  test("zeigt nichts, solange der erste Abrechnungstag weiter weg ist, als geplant wird", async () => {
    const langHin = { istVorauszahlend: true, pachtbeginn: "2030-01-01", pachtjahrBeginn: "01-01" };
    await konto("L-8", { ...langHin, pachtende: "2039-12-31" });
    expect(await eine("?search=L-8")).toMatchObject({ naechsteFaelligkeit: null, anzahlFaellig: 0, gruende: [] });
  });

  test("ist nach Nummern geordnet, wird gesucht und gefiltert wie die Konten", async () => {
    const { data, pagination } = await frage("?limit=500");
    const nummern = data.map(({ kontonummer }) => kontonummer);
    expect(nummern).toEqual([...nummern].sort());
    expect(pagination.total).toBe(nummern.length);
    expect((await frage("?limit=2&page=2")).data.map(({ kontonummer }) => kontonummer)).toEqual(nummern.slice(2, 4));
    expect((await frage("?status=inaktiv")).data.map(({ kontonummer }) => kontonummer)).toEqual(["L-4"]);
    expect((await frage("?search=schulze")).data.map(({ kontonummer }) => kontonummer)).toEqual(["L-1"]);
    expect((await frage("?search=gibtesnicht")).data).toEqual([]);
  });

  test.each(["?datum=20.11.2026", "?datum=2028-11-21", "?limit=501", "?status=offen", "?faellig=1"])(
    "400 bei %s",
    async (abfrage) => {
      expect((await verwalter().get(`/pachtkonten/abrechnung-liste${abfrage}`)).status).toBe(400);
    },
  );
});
