import { describe, expect, test } from "vitest";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

describe("das Archiv", () => {
  test("findet Belege nach Nummer, Empfänger, Konto und Jahr", async () => {
    const id = await konto({ kontonummer: "SUCH-7" });
    await buche("2025-10-01", [id]);
    const suche = async (abfrage: string) =>
      (await verwalter().get<{ pagination: { total: number } }>(`/abrechnung/archiv?${abfrage}`)).json.pagination.total;
    expect(await suche("search=such-7")).toBe(3);
    expect(await suche("search=mueller+SUCH-7")).toBe(1);
    expect(await suche("search=re-2026-000001")).toBe(1);
    expect(await suche("search=such-7&year=2026")).toBe(3);
    expect(await suche("search=such-7&year=2025")).toBe(0);
  });

  test("gibt Schreiben und Kontoauszug als PDF", async () => {
    const id = await konto();
    await buche("2025-10-01", [id]);
    const [beleg] = await belegeVon(id);
    for (const pfad of [`archiv/${beleg?.id}`, `archiv-konten/${beleg?.archivkontoId}`]) {
      const { status, kopf, text } = await verwalter().get(`/abrechnung/${pfad}/pdf`);
      expect([status, kopf.get("content-type"), text.slice(0, 5)]).toEqual([200, "application/pdf", "%PDF-"]);
    }
    const { json } = await verwalter().get(`/abrechnung/archiv/${beleg?.id}`);
    expect(json.pdfStatus).toBe("erstellt");
  });
});
