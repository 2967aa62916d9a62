import { afterEach, expect, test } from "vitest";
import { hinweiseVon, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

type Steuer = { umsatzsteuerStatus: string | null; gutschriftVereinbartAm: string | null };

const setze = (kontaktId: number, werte: Partial<Steuer>) =>
  dienst.owner`update kontakt set ${dienst.owner(werte)} where id = ${kontaktId}`;

afterEach(async () => {
  await setze(1, { umsatzsteuerStatus: null });
  await setze(4, { umsatzsteuerStatus: "regelbesteuert", gutschriftVereinbartAm: "2020-01-01" });
});

test("eine Gutschrift ohne Vereinbarung nennt die Vorschau; sie bleibt eine und wird gebucht", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  expect(await hinweiseVon(id)).toEqual([]);
  await setze(4, { gutschriftVereinbartAm: null });
  expect(await hinweiseVon(id)).toEqual([
    expect.stringMatching(/^gutschrift_nicht_vereinbart: Mit Dora Wolf ist nicht/),
  ]);
  const { json } = await sendeBuchung({ datum: heute, auswahl: [id] });
  expect(json.anzahlDokumente).toBe(3);
});

test("wer eine Auszahlungsmitteilung bekommt, braucht keine Vereinbarung", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[5, null, null]] });
  expect(await hinweiseVon(id)).toEqual([]);
});

test("mehrere Zeiträume: der Hinweis steht einmal beim Konto", async () => {
  const id = await konto({ pachtbeginn: "2024-10-01" });
  await setze(4, { gutschriftVereinbartAm: null });
  expect(await hinweiseVon(id)).toHaveLength(1);
});

test("ein Pächter, der pauschaliert, mit einer Zeile zu 19 %: bitte den Verzicht prüfen", async () => {
  const mitSteuer = await konto({ pachtbeginn: "2025-10-01", positionen: [{ positionsartId: 2, betragCent: 10_000 }] });
  const ohne = await konto({ pachtbeginn: "2025-10-01" });
  expect(await hinweiseVon(mitSteuer)).toEqual([]);
  await setze(1, { umsatzsteuerStatus: "pauschaliert" });
  expect(await hinweiseVon(mitSteuer)).toEqual([
    expect.stringMatching(/^option_pauschaliert: Anna Müller .*§ 9 Abs. 2/),
  ]);
  expect(await hinweiseVon(ohne)).toEqual([]);
});

test("die Liste der Kontakte, mit denen noch nichts vereinbart ist", async () => {
  const namen = async (filter: string) =>
    (await mitarbeiter().get<{ data: { anzeigename: string }[]; pagination: { total: number } }>(`/kontakte?${filter}`))
      .json;
  const ja = await namen("gutschriftVereinbart=ja");
  expect(ja).toMatchObject({ data: [{ anzeigename: "Dora Wolf" }], pagination: { total: 1 } });
  const nein = await namen("gutschriftVereinbart=nein&limit=2");
  expect(nein).toMatchObject({ pagination: { total: 4 } });
  expect((await namen("gutschriftVereinbart=nein&search=Dora")).data).toEqual([]);
  expect((await mitarbeiter().get("/kontakte?gutschriftVereinbart=vielleicht")).status).toBe(400);
  const gesetzt = await mitarbeiter().put("/kontakte/5", { gutschriftVereinbartAm: "2026-01-31" });
  expect(gesetzt.json).toMatchObject({ gutschriftVereinbartAm: "2026-01-31" });
  expect(await namen("gutschriftVereinbart=ja")).toMatchObject({ pagination: { total: 2 } });
});
