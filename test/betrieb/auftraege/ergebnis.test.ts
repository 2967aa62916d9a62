import { beforeAll, expect, test } from "vitest";
import type { Sammeldatei } from "../../../src/belege/sammeldateien/schema.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ umgebung: () => ({ PDF_DIREKT_BIS: "1" }), stammdaten: true });

const datum = "2026-10-01";
let [konten, hebungen, laufId]: [number[], number[], string] = [[], [], ""];
beforeAll(async () => {
  const gebucht = await konto({ pachtbeginn: "2025-10-01" });
  laufId = (await buche(datum, [gebucht])).id;
  konten = [await konto({ pachtbeginn: "2025-10-01" }), await konto({ pachtbeginn: "2025-10-01" })];
  for (const pachtkontoId of konten) {
    const hebung = { pachtkontoId, art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01" };
    hebungen.push((await mitarbeiter().post<{ id: number }>("/abrechnung/hebungen", hebung)).json.id);
  }
});

test.each<[string, () => string]>([
  ["die Schreiben eines Laufs", () => `/abrechnung/pdf-gesamt?buchungslaufId=${laufId}`],
  ["der Entwurf von allem", () => `/abrechnung/pdf-entwurf?datum=${datum}`],
  ["der Entwurf einer Auswahl", () => `/abrechnung/pdf-entwurf?datum=${datum}&auswahl=${konten.join(",")}`],
  ["alle Hebungsentwürfe", () => "/abrechnung/pdf-hebungsentwurf"],
  ["die Entwürfe einiger Hebungen", () => `/abrechnung/pdf-hebungsentwurf?hebungIds=${hebungen.join(",")}`],
  ["die Hebungsentwürfe bis zu einem Tag", () => "/abrechnung/pdf-hebungsentwurf?wirksamBis=2027-12-31"],
  [
    "die einiger Hebungen bis zu einem Tag",
    () => `/abrechnung/pdf-hebungsentwurf?hebungIds=${hebungen.join(",")}&wirksamBis=2027-12-31`,
  ],
])("wo das Ergebnis liegt, sagt der fertige Auftrag: %s", async (_, adresse) => {
  const { status, json, text } = await verwalter().get<Sammeldatei>(adresse());
  expect(status, text).toBe(202);
  const lies = async () =>
    (await verwalter().get<{ ergebnisUnter: string }>(`/betrieb/auftraege/${json.auftragId}`)).json;
  expect(await lies()).toMatchObject({ status: "wartend", ergebnisUnter: null });
  await dienst.owner`update auftrag set status = 'fertig', beendet_am = now() where id = ${json.auftragId}`;
  const { ergebnisUnter } = await lies();
  expect(ergebnisUnter).toBe(`/api${adresse()}`);
  // It leads to the very file that this job is of.
  expect((await verwalter().get<Sammeldatei>(ergebnisUnter.slice("/api".length))).json.auftragId).toBe(json.auftragId);
});
