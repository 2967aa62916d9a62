import { expect, test } from "vitest";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

test("Archiv und Export nennen den Beleg an einen Verpächter, wie sein Brief heißt", async () => {
  const mitSteuer = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[4, null, null]] });
  const ohne = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[5, null, null]] });
  const { id: laufId } = await buche("2026-10-01", [mitSteuer, ohne]);
  const titel = async (id: number) => {
    const belege = (await belegeVon(id)).filter(({ belegart }) => belegart.endsWith("gutschrift"));
    const antworten = await Promise.all(
      belege.map((beleg) => verwalter().get<{ titel: string }>(`/abrechnung/archiv/${beleg.id}`)),
    );
    return antworten.map(({ json }) => json.titel).sort();
  };
  expect(await titel(mitSteuer)).toEqual(["Gutschrift"]);
  expect(await titel(ohne)).toEqual(["Auszahlungsmitteilung"]);
  await storniere({ buchungslaufId: laufId });
  expect(await titel(mitSteuer)).toEqual(["Gutschrift", "Storno der Gutschrift"]);
  expect(await titel(ohne)).toEqual(["Auszahlungsmitteilung", "Storno der Auszahlungsmitteilung"]);

  const { bytes } = await verwalter().get(`/abrechnung/export/verpaechter?buchungslaufId=${laufId}&format=csv`);
  const [kopf, ...zeilen] = new TextDecoder().decode(bytes).trim().split("\r\n");
  expect(kopf).toMatch(/;Titel$/);
  expect(zeilen.map((zeile) => zeile.split(";").at(-1)).sort()).toEqual([
    "Auszahlungsmitteilung",
    "Gebührenrechnung",
    "Gebührenrechnung",
    "Gutschrift",
    "Storno der Auszahlungsmitteilung",
    "Storno der Gutschrift",
    "Stornorechnung",
    "Stornorechnung",
  ]);
});
