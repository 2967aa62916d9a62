import { expect, test } from "vitest";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

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

test("Liste und Beleg heißen gleich, was auch immer der Steuerstatus des Verpächters ist", async () => {
  await dienst.owner`
    insert into positionsart (name, kuerzel, steuersatz_bp, weiterleitung) values ('Jagd', 'J', 1900, true)`;
  const alle = [
    ["regelbesteuert", 3, "Gutschrift"],
    ["kleinunternehmer", 3, "Gutschrift"],
    ["kleinunternehmer", 1, "Auszahlungsmitteilung"],
    ["pauschaliert", 1, "Auszahlungsmitteilung"],
    ["nicht_steuerbar", 3, "Auszahlungsmitteilung"],
    [null, 1, "Auszahlungsmitteilung"],
  ] as const;
  for (const [status, positionsartId, titel] of alle) {
    await dienst.owner`update kontakt set umsatzsteuer_status = ${status}, steuernummer = '1' where id = 5`;
    const pachtkontoId = await konto({
      pachtbeginn: "2025-10-01",
      verpaechter: [[5, null, null]],
      positionen: [{ positionsartId, betragCent: 120_000 }],
    });
    await buche("2026-10-01", [pachtkontoId]);
    const { json } = await verwalter().get<{
      data: { id: number; pachtkontoId: number; belegart: string; titel: string }[];
    }>("/abrechnung/archiv?limit=500");
    const beleg = json.data.find((b) => b.belegart === "gutschrift" && b.pachtkontoId === pachtkontoId);
    expect([status, beleg?.titel]).toEqual([status, titel]);
    expect((await verwalter().get<{ titel: string }>(`/abrechnung/archiv/${beleg?.id}`)).json.titel).toBe(titel);
  }
});
