import { beforeAll, describe, expect, test } from "vitest";
import { buche } from "../../hilfe/abrechnung.ts";
import { heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

/** Booked for 15.02.2025 to 30.09.2026: a cut period and a whole one. */
let angeschnitten: number;
/** Booked for the whole lease year 01.10.2025 to 30.09.2026. */
let ganz: number;

mitDienst({ stammdaten: true });

beforeAll(async () => {
  angeschnitten = await konto({ pachtbeginn: "2025-02-15" });
  ganz = await konto({ pachtbeginn: "2025-10-01" });
  await buche(heute);
});

const aendere = (id: number, felder: object) => verwalter().put(`/pachtkonten/${id}`, felder);
const paechterAb = (tag: string) => ({
  beteiligte: [
    { kontaktId: 1, rolle: "paechter", gueltigBis: `${tag.slice(0, 8)}09` },
    { kontaktId: 2, rolle: "paechter", gueltigVon: `${tag.slice(0, 8)}10` },
    { kontaktId: 4, rolle: "verpaechter" },
  ],
});

describe("was gebucht ist, bleibt wahr", () => {
  test.each([
    ["Pächter an einem gebuchten Tag", paechterAb("2026-09-10")],
    ["Pachtbeginn", { pachtbeginn: "2024-10-01" }],
    ["abrechnungAb", { abrechnungAb: "2025-03-01" }],
    ["Methode, nach der schon anteilig berechnet ist", { berechnungsart: "tagesgenau" }],
  ])("%s: 409 nennt den Beleg", async (_, felder) => {
    const antwort = await aendere(angeschnitten, felder);
    expect(antwort.status).toBe(409);
    expect(antwort.json).toMatchObject({ code: "zeitraum_gebucht", detail: expect.stringMatching(/RE-2026-\d{6}/) });
  });

  test("der Rhythmus wechselt nur, wo ein Zeitraum des neuen anfängt", async () => {
    expect((await aendere(ganz, { pachtjahrBeginn: "11-01" })).json).toMatchObject({ code: "raster_passt_nicht" });
    expect((await aendere(ganz, { zahlungsrhythmus: "vierteljaehrlich" })).status).toBe(200);
  });

  test("nach den gebuchten Tagen ist alles frei, und ganze Zeiträume kennen keine Methode", async () => {
    expect((await aendere(ganz, paechterAb("2026-10-10"))).status).toBe(200);
    expect((await aendere(ganz, { berechnungsart: "dreissig360" })).status).toBe(200);
    expect((await aendere(angeschnitten, { pachtende: "2026-06-30" })).status).toBe(200);
  });

  test("eine Position ändert sich nur an ungebuchten Tagen", async () => {
    const pfad = `/pachtkonten/${angeschnitten}/positionen`;
    const { json: positionen } = await verwalter().get<{ id: number }[]>(pfad);
    const position = `${pfad}/${positionen[0]?.id}`;
    const setze = async (felder: object) => (await verwalter().put(position, felder)).status;
    expect(await setze({ betragCent: 1 })).toBe(409);
    expect(await setze({ gueltigVon: "2026-09-30", betragCent: 1 })).toBe(409);
    expect(await setze({ gueltigBis: "2026-08-31" })).toBe(409);
    expect((await verwalter().delete(position)).status).toBe(409);
    expect(await setze({ bezeichnung: "Acker am Weiher" })).toBe(200);
    expect(await setze({ gueltigVon: "2026-10-01", betragCent: 132_000 })).toBe(200);
  });
});
