import { describe, expect, test } from "vitest";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

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

  test("der Kontoauszug trägt vor, was vorher abgerechnet wurde, auch nach einem späteren Storno", async () => {
    const id = await konto({ pachtbeginn: "2024-10-01", istVorauszahlend: true });
    await buche("2024-10-01", [id]);
    const [erster] = await belegeVon(id);
    await buche("2025-10-01", [id]);
    const zweiter = (await belegeVon(id)).find(({ archivkontoId }) => archivkontoId !== erster?.archivkontoId);
    const auszug = async (archivkontoId: number | undefined) => {
      const { bytes } = await verwalter().get(`/abrechnung/archiv-konten/${archivkontoId}/pdf`);
      return { bytes, text: (await liesPdf(bytes)).blaetter.flat().join(" ") };
    };
    expect((await auszug(erster?.archivkontoId)).text).toContain("Rechnungen brutto 0,00 € 1.200,00 € 1.200,00 €");
    const vorher = await auszug(zweiter?.archivkontoId);
    expect(vorher.text).toContain("Rechnungen brutto 1.200,00 € 1.200,00 € 2.400,00 €");
    await verwalter().post("/abrechnung/stornieren", { archivIds: [zweiter?.id], grund: "Probe" });
    expect((await auszug(zweiter?.archivkontoId)).bytes).toEqual(vorher.bytes);
  });

  test("der Kontoauszug eines Laufs ohne Beleg trägt vor, was bis dahin abgerechnet war, und bleibt, wie er ist", async () => {
    const id = await konto({ pachtbeginn: "2024-10-01", istVorauszahlend: true });
    await dienst.owner`update pachtkonto_position set gueltig_bis = '2025-09-30' where pachtkonto_id = ${id}`;
    const anderes = await konto({ pachtbeginn: "2024-10-01", istVorauszahlend: true });
    const nenneFirma = (firma: string) => dienst.owner`update firmendaten set firma = ${firma}`;
    const [alte] = await dienst.owner<{ firma: string }[]>`select firma from firmendaten`;
    await nenneFirma("Damals Verwaltung");
    await buche("2024-10-01", [id, anderes]);
    const [beleg] = await belegeVon(id);
    const { id: laufId } = await buche("2025-10-01", [id]);
    const [ohneBeleg] = await dienst.owner<{ id: number; anzahlDokumente: number }[]>`
      select id, anzahl_dokumente from archivkonto where buchungslauf_id = ${laufId}`;
    expect(ohneBeleg?.anzahlDokumente).toBe(0);
    const auszug = async () => (await verwalter().get(`/abrechnung/archiv-konten/${ohneBeleg?.id}/pdf`)).bytes;
    const erster = await auszug();
    const text = (await liesPdf(erster)).blaetter.flat().join(" ");
    expect(text).toContain("Rechnungen brutto 1.200,00 € 0,00 € 1.200,00 €");
    expect(text).toContain("Damals Verwaltung");
    await nenneFirma("Heute Verwaltung");
    await buche("2025-10-01", [anderes]);
    await verwalter().post("/abrechnung/stornieren", { archivIds: [beleg?.id], grund: "Probe" });
    expect(await auszug()).toEqual(erster);
    await nenneFirma(String(alte?.firma));
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
