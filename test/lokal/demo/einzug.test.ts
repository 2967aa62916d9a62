import { beforeAll, describe, expect, test } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import type { Import } from "../../../src/bestand/import/schema.ts";
import { kontaktarten, positionsarten } from "../../../src/betrieb/einrichtung/vorgaben.ts";
import { planeFaelligkeiten } from "../../../src/kern/pacht/perioden.ts";
import type { Rhythmus } from "../../../src/kern/pacht/typen.ts";
import { erfindeBuero, vertippe } from "../../../src/lokal/demo/import/buero.ts";
import { verlangeArten } from "../../../src/lokal/demo/import/gang.ts";
import { fuelle, liesBlaetter, verbessere } from "../../../src/lokal/demo/import/mappe.ts";
import { rechneAus } from "../../../src/lokal/demo/import/soll.ts";
import { befunde, lies, mitWorker, worker } from "../../bestand/import/handgriffe.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });
mitWorker();

const marke = "261120-120000";

const alsTag = (wert: unknown): string => (wert as Date).toISOString().slice(0, 10);

let falsche: Uint8Array<ArrayBuffer>;
const buero = erfindeBuero(marke, heute);
const tippfehler = vertippe(buero, marke);
beforeAll(async () => {
  for (const { name, kuerzel, steuersatzBp, steuerbefreiungGrund, erhoehbar, weiterleitung } of positionsarten)
    await dienst.owner`
      insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erhoehbar, weiterleitung)
      values (${name}, ${kuerzel}, ${steuersatzBp}, ${steuerbefreiungGrund}, ${erhoehbar}, ${weiterleitung})`;
  for (const { name, bezeichnung } of kontaktarten)
    await dienst.owner`
      insert into kontaktart (name, bezeichnung) values (${name}, ${bezeichnung}) on conflict do nothing`;
  const { bytes } = await verwalter().get("/import/vorlage");
  falsche = await verbessere(await fuelle(bytes, buero), tippfehler);
});

const pruefe = async (mappe: Uint8Array<ArrayBuffer>): Promise<Import> => {
  const form = new FormData();
  form.set("datei", new File([mappe], "mappe.xlsx"));
  const { status, json } = await verwalter().post<Import>("/import", form);
  expect(status).toBe(202);
  await pruefeImport(worker, json.id, heute);
  return lies(json.id);
};

describe("Der Einzug, den npm run demo -- import zeigt", () => {
  test("sagt vorher, welche Arten einem Bestand fehlen; mit ihnen beginnt er", async () => {
    const klient = { json: async <T>(pfad: string) => (await verwalter().get<T>(pfad)).json };
    await verlangeArten(klient, buero);
    const fremd = { ...buero, Positionen: [{ positionsart: "Fischpacht" }, { positionsart: "Grundpacht" }] };
    await expect(verlangeArten(klient, fremd)).rejects.toThrow("fehlen die Arten Fischpacht. ");
  });

  test("findet die fünf Tippfehler, je an ihrer Zelle und sonst nichts", async () => {
    const { id } = await pruefe(falsche);
    const orte = (alle: readonly { blatt: string | null; zeile: number | null; code: string }[]) =>
      alle.map(({ blatt, zeile, code }) => `${blatt} ${zeile} ${code}`).sort();
    expect(orte(await befunde(id))).toEqual(orte(tippfehler));
    expect(new Set(tippfehler.map(({ code }) => code)).size).toBe(5);
  });

  test("in der Mappe mit den Befunden verbessert zieht das Büro ein; der erste Zeitraum ist der aus den Zellen gerechnete", async () => {
    const { id } = await pruefe(falsche);
    const { bytes } = await verwalter().get(`/import/${id}/befunde.xlsx`);
    const mappe = await verbessere(
      bytes,
      tippfehler.map((fehler) => ({ ...fehler, wert: fehler.richtig })),
    );
    const lauf = await pruefe(mappe);
    expect(await befunde(lauf.id)).toEqual([]);
    expect((await verwalter().post(`/import/${lauf.id}/ausfuehren`, {})).status).toBe(202);
    await fuehreImportAus(worker, lauf.id, heute);
    expect(await lies(lauf.id)).toMatchObject({ status: "ausgefuehrt" });
    const erneut = await pruefe(mappe);
    expect(erneut.blaetter.filter(({ neu, geaendert, falsch }) => neu + geaendert + falsch > 0)).toEqual([]);

    const soll = rechneAus(await liesBlaetter(mappe), 19);
    expect(soll.paechterSteuerCent).toBeGreaterThan(0);
    expect(await buche(heute)).toMatchObject({ anzahlKonten: 20, ...soll });
  });
});

test.each(["2026-01-01", "2026-03-31", "2026-11-22", "2028-02-29"])(
  "am %s ist von jedem Pachtkonto genau der erste Zeitraum fällig",
  (tag) => {
    for (const konto of erfindeBuero(marke, tag).Pachtkonten ?? []) {
      const faellige = planeFaelligkeiten(
        {
          pachtbeginn: alsTag(konto.pachtbeginn),
          pachtende: null,
          abrechnungAb: alsTag(konto.abrechnungAb),
          pachtjahrBeginn: String(konto.pachtjahrBeginn),
          zahlungsrhythmus: konto.zahlungsrhythmus as Rhythmus,
          istVorauszahlend: konto.istVorauszahlend === "ja",
        },
        tag,
      ).filter(({ faelligAm }) => faelligAm <= tag);
      expect(faellige).toHaveLength(1);
      expect(faellige[0]?.zeitraumVon).toBe(alsTag(konto.abrechnungAb));
      expect(faellige[0]?.faelligAm).toBe(`${tag.slice(0, 7)}-01`);
    }
  },
);
