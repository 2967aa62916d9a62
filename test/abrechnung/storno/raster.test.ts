import { describe, expect, test } from "vitest";
import { aktualisiereFaelligkeiten } from "../../../src/stammdaten/faelligkeiten/plan.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

mitDienst({ stammdaten: true });

type Zeitraumbeleg = { id: number; zeitraumVon: string; nettoCent: number };

const aendere = async (id: number, body: object): Promise<string | number> => {
  const { status, json } = await verwalter().put<{ code: string }>(`/pachtkonten/${id}`, body);
  return status === 200 ? status : json.code;
};
const jaehrlichAbApril = { zahlungsrhythmus: "jaehrlich", pachtjahrBeginn: "04-01" };

/** Invoices that stand, by their first day. */
const rechnungen = async (id: number): Promise<Zeitraumbeleg[]> => [
  ...(await dienst.owner<Zeitraumbeleg[]>`
    select b.id, b.zeitraum_von, b.netto_cent
    from archiv_beleg b
    where b.pachtkonto_id = ${id} and b.belegart in ('rechnung', 'schlussrechnung')
      and not exists (select from archiv_beleg s where s.storno_von_id = b.id)
    order by b.zeitraum_von, b.id`),
];
const betraege = async (id: number) => (await rechnungen(id)).map((b) => `${b.zeitraumVon} ${b.nettoCent}`);
const storniereAb = async (id: number, ...von: string[]): Promise<void> => {
  const archivIds = (await rechnungen(id)).filter((b) => von.includes(b.zeitraumVon)).map((b) => b.id);
  expect(archivIds).toHaveLength(von.length);
  expect((await storniere({ archivIds })).status).toBe(201);
};
const offene = async (id: number, bis = "2026-12-31") =>
  (
    await dienst.owner<{ von: string; bis: string; art: string }[]>`
      select zeitraum_von von, zeitraum_bis bis, art from faelligkeit
      where pachtkonto_id = ${id} and status = 'offen' and zeitraum_von <= ${bis} order by zeitraum_von`
  ).map((f) => `${f.von} ${f.bis}${f.art === "regulaer" ? "" : ` ${f.art}`}`);
const planeNeu = (id: number) => dienst.owner.begin((tx) => aktualisiereFaelligkeiten(tx, [id], heute));

/** 1,200.00 by the day and 600.00 whole, a year, in monthly periods; January to March 2025 are booked. */
const monatlich = async (mehr: Kontosaat = {}): Promise<number> => {
  const id = await konto({
    pachtbeginn: "2025-01-01",
    pachtjahrBeginn: "01-01",
    zahlungsrhythmus: "monatlich",
    positionen: [
      { positionsartId: 1, betragCent: 120_000 },
      { positionsartId: 1, betragCent: 60_000 },
    ],
    ...mehr,
  });
  await dienst.owner`update pachtkonto set berechnungsart = 'tagesgenau' where id = ${id}`;
  await dienst.owner`
    update pachtkonto_position set anteilig = false where pachtkonto_id = ${id} and betrag_cent = 60000`;
  await buche("2025-04-01", [id]);
  return id;
};
const dreimal150 = ["2025-01-01 15000", "2025-02-01 15000", "2025-03-01 15000"];

describe("ein Monat, der nach einem Wechsel von monatlich zu jährlich storniert wird", () => {
  test("zwischen gebuchten: noch einmal gebucht kostet er wieder 150,00", async () => {
    const id = await monatlich();
    expect(await betraege(id)).toEqual(dreimal150);
    expect(await aendere(id, jaehrlichAbApril)).toBe(200);
    await storniereAb(id, "2025-02-01");
    expect(await offene(id)).toEqual(["2025-02-01 2025-02-28", "2025-04-01 2026-03-31", "2026-04-01 2027-03-31"]);
    expect(await planeNeu(id)).toEqual({ neu: 0, geaendert: 0, entfallen: 0 });

    const { json } = await verwalter().get<{ data: { summen: { paechterNettoCent: number } }[] }>(
      `/abrechnung/vorschau?datum=2025-04-01&pachtkontoId=${id}`,
    );
    expect(JSON.stringify(json)).toContain('"paechterNettoCent":15000');
    await buche("2025-04-01", [id]);
    expect(await betraege(id)).toEqual(dreimal150);

    await storniereAb(id, "2025-02-01");
    await buche("2025-04-01", [id]);
    expect(await betraege(id)).toEqual(dreimal150);
  });

  test("bleibt ein Monat, auch wenn alle drei storniert sind: 3 x 150,00, danach das Jahr zu 1.800,00", async () => {
    const id = await monatlich();
    await aendere(id, jaehrlichAbApril);
    await storniereAb(id, "2025-01-01", "2025-02-01", "2025-03-01");
    expect((await offene(id)).slice(0, 4)).toEqual([
      "2025-01-01 2025-01-31",
      "2025-02-01 2025-02-28",
      "2025-03-01 2025-03-31",
      "2025-04-01 2026-03-31",
    ]);
    await buche("2026-04-01", [id]);
    expect(await betraege(id)).toEqual([...dreimal150, "2025-04-01 180000"]);
  });

  test("bleibt ein Monat, auch wenn der Wechsel erst nach dem Storno kommt", async () => {
    const id = await monatlich();
    await storniereAb(id, "2025-02-01");
    expect(await aendere(id, jaehrlichAbApril)).toBe(200);
    await buche("2025-04-01", [id]);
    expect(await betraege(id)).toEqual(dreimal150);
  });

  test("behält seinen Platz im Pachtjahr: 83,33 + 83,34 + 83,33 wie zuvor", async () => {
    const id = await monatlich({ positionen: [{ positionsartId: 1, betragCent: 100_000 }] });
    const vorher = await betraege(id);
    expect(vorher).toEqual(["2025-01-01 8333", "2025-02-01 8334", "2025-03-01 8333"]);
    await aendere(id, jaehrlichAbApril);
    await storniereAb(id, "2025-01-01", "2025-02-01");
    await buche("2025-04-01", [id]);
    expect(await betraege(id)).toEqual(vorher);
  });

  test("wird von einem Pachtende geschnitten und ist ohne es wieder ganz", async () => {
    const id = await monatlich();
    await aendere(id, jaehrlichAbApril);
    await storniereAb(id, "2025-03-01");
    expect(await aendere(id, { pachtende: "2025-03-15" })).toBe(200);
    expect(await offene(id)).toEqual(["2025-03-01 2025-03-15 schlussabrechnung"]);
    expect(await aendere(id, { pachtende: "2025-02-28" })).toBe(200);
    expect(await offene(id)).toEqual([]);
    expect(await aendere(id, { pachtende: null })).toBe(200);
    expect((await offene(id)).slice(0, 2)).toEqual(["2025-03-01 2025-03-31", "2025-04-01 2026-03-31"]);
    await buche("2025-04-01", [id]);
    expect(await betraege(id)).toEqual(dreimal150);
  });

  test("wird vom Ende am 15. März geschnitten und kostet im alten wie im neuen Raster 98,39", async () => {
    const gleich = await monatlich();
    const anders = await monatlich();
    await aendere(anders, jaehrlichAbApril);
    for (const id of [gleich, anders]) {
      await storniereAb(id, "2025-03-01");
      await aendere(id, { pachtende: "2025-03-15" });
      await buche("2025-03-16", [id]);
      expect(await betraege(id)).toEqual([...dreimal150.slice(0, 2), "2025-03-01 9839"]);
    }
  });

  test("noch einmal gebucht, Ende am 15. März: -51,61 wie im eigenen Raster", async () => {
    const id = await monatlich();
    await aendere(id, jaehrlichAbApril);
    await storniereAb(id, "2025-03-01");
    await buche("2025-04-01", [id]);
    await aendere(id, { pachtende: "2025-03-15" });
    await buche("2025-04-01", [id]);
    expect((await rechnungen(id)).map(({ nettoCent }) => nettoCent).toSorted((a, b) => a - b)[0]).toBe(-5161);
  });
});

describe("hinter dem letzten gebuchten Tag", () => {
  test("nimmt ein neuer Rhythmus die stornierten Monate mit: 150,00 und ein Vierteljahr zu 450,00", async () => {
    const id = await monatlich();
    await storniereAb(id, "2025-02-01", "2025-03-01");
    expect(await aendere(id, { zahlungsrhythmus: "vierteljaehrlich", pachtjahrBeginn: "02-01" })).toBe(200);
    expect((await offene(id)).slice(0, 2)).toEqual(["2025-02-01 2025-04-30", "2025-05-01 2025-07-31"]);
    await buche("2025-05-01", [id]);
    expect(await betraege(id)).toEqual(["2025-01-01 15000", "2025-02-01 45000"]);
  });

  test("plant ein neuer Pachtbeginn alles neu, sobald nichts mehr gebucht ist", async () => {
    const id = await monatlich();
    await aendere(id, jaehrlichAbApril);
    await storniereAb(id, "2025-01-01", "2025-02-01", "2025-03-01");
    expect(await aendere(id, { pachtbeginn: "2025-02-15" })).toBe(200);
    expect((await offene(id)).slice(0, 2)).toEqual(["2025-02-15 2025-03-31", "2025-04-01 2026-03-31"]);
  });
});

describe("ob der letzte gebuchte Zeitraum ganz ist", () => {
  test("sagt das Raster, in dem er gebucht wurde", async () => {
    const id = await monatlich({ pachtende: "2027-03-31" });
    await aendere(id, jaehrlichAbApril);
    await storniereAb(id, "2025-03-01");
    expect(await aendere(id, { pachtende: "2028-03-31" })).toBe(200);
  });

  test("ist er geschnitten, lässt sich das Ende dahinter nicht verschieben", async () => {
    const id = await monatlich({ pachtende: "2025-03-15" });
    await dienst.owner`
      update pachtkonto set schlussabrechnung = null, status = 'aktiv' where id = ${id}`;
    await dienst.owner`update schlussabrechnung set storniert_am = now() where pachtkonto_id = ${id}`;
    expect(await aendere(id, { pachtende: "2028-03-31" })).toBe("zeitraum_gebucht");
  });
});
