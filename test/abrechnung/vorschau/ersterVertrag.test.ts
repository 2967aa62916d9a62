import { describe, expect, test } from "vitest";
import { buche, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

type Zeile = { anzahlDokumente: number; hinweise: { code: string; text: string }[] };
const vorschau = async (id: number, datum = "2026-11-20") =>
  (await verwalter().get<{ data: Zeile[] }>(`/abrechnung/vorschau?datum=${datum}&pachtkontoId=${id}`)).json.data[0];

describe("Wer seinen ersten Vertrag abrechnen will", () => {
  test("und die Positionen vergessen hat, liest es, bevor der Zeitraum ohne Beleg gebucht ist", async () => {
    const id = await konto({ pachtbeginn: "2026-10-01", istVorauszahlend: true, positionen: [] });
    expect(await vorschau(id)).toMatchObject({
      anzahlDokumente: 0,
      hinweise: [
        { code: "keine_position", text: expect.stringContaining("danach lässt sich für ihn keine mehr eintragen") },
      ],
    });
    const position = { positionsartId: 1, betragCent: 120_000, intervall: "jaehrlich" };
    expect((await mitarbeiter().post(`/pachtkonten/${id}/positionen`, position)).status).toBe(201);
    expect(await vorschau(id)).toMatchObject({ anzahlDokumente: 3, hinweise: [] });
  });

  test("mit einer Position, die im Zeitraum nicht gilt, ebenso", async () => {
    const positionen = [{ positionsartId: 1, betragCent: 1, gueltigVon: "2027-10-01" }];
    const id = await konto({ pachtbeginn: "2026-10-01", istVorauszahlend: true, positionen });
    expect((await vorschau(id))?.hinweise.map(({ code }) => code)).toEqual(["keine_position"]);
  });

  test("mit einer einmaligen Position von früher ebenso: sie gilt nur an ihrem Tag", async () => {
    const positionen = [{ positionsartId: 1, betragCent: 1, intervall: "einmalig", gueltigVon: "2025-01-15" }];
    const id = await konto({ pachtbeginn: "2024-10-01", istVorauszahlend: true, positionen });
    expect((await vorschau(id, "2024-10-01"))?.hinweise).toEqual([]);
    expect((await vorschau(id, "2025-10-01"))?.hinweise.map(({ code }) => code)).toEqual(["keine_position"]);
  });

  test("und noch nichts Fälliges hat, erfährt den Tag, an dem es so weit ist", async () => {
    const id = await konto({ pachtbeginn: "2026-10-01", istVorauszahlend: false });
    const { status, json } = await sendeBuchung({ datum: "2026-11-20", auswahl: [id] });
    expect([status, json.code, json.detail]).toEqual([
      409,
      "nichts_zu_buchen",
      "Für dieses Datum und diese Auswahl gibt es nichts zu buchen. Als Nächstes wird am 01.10.2027 etwas fällig.",
    ]);
  });

  test("der so spät beginnt, dass er noch nicht geplant ist, erfährt keinen Tag, auch nicht den nach seinem Ende", async () => {
    const id = await konto({ pachtbeginn: "2030-01-01", pachtende: "2039-12-31", istVorauszahlend: true });
    const { json } = await sendeBuchung({ datum: "2026-11-20", auswahl: [id] });
    expect(json.detail).toBe("Für dieses Datum und diese Auswahl gibt es nichts zu buchen.");
  });

  test("dessen Pacht bis zu ihrem Ende gebucht ist, erfährt den Tag danach: den der Schlussabrechnung", async () => {
    const id = await konto({ pachtbeginn: "2026-10-01", istVorauszahlend: true });
    await buche("2026-11-20", [id]);
    expect((await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2027-03-31" })).status).toBe(200);
    const { json } = await sendeBuchung({ datum: "2026-11-20", auswahl: [id] });
    expect(json.detail).toMatch(/Als Nächstes wird am 01\.04\.2027 etwas fällig\.$/);
  });

  test("und nie etwas Fälliges haben wird, erfährt keinen Tag", async () => {
    const id = await konto({ istVorauszahlend: null });
    const { json } = await sendeBuchung({ datum: "2026-11-20", auswahl: [id] });
    expect(json.detail).toMatch(
      /nichts zu buchen\. Ein fälliges Pachtkonto ist nicht abrechenbar; warum, zeigt die Vorschau\.$/,
    );
  });
});
