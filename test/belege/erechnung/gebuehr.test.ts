import { expect, test } from "vitest";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { administrator, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

test("eine Gebühr ohne Umsatzsteuer sagt in Beleg, Brief und E-Rechnung, warum", async () => {
  const grund = "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)";
  const gesetzt = await administrator().put("/einstellungen/firmendaten", {
    verwaltungsgebuehrSteuersatzBp: 0,
    verwaltungsgebuehrSteuerbefreiungGrund: grund,
  });
  expect(gesetzt.status, gesetzt.text).toBe(200);
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await buche("2026-10-01", [id]);
  const beleg = (await belegeVon(id)).find(({ belegart }) => belegart === "gebuehrenrechnung");
  expect(beleg).toMatchObject({ nettoCent: 6000, bruttoCent: 6000 });
  const { json } = await verwalter().get(`/abrechnung/archiv/${beleg?.id}`);
  expect(json).toMatchObject({ steuergruppen: [{ steuersatzBp: 0, steuerbefreiungGrund: grund, nettoCent: 6000 }] });
  const { bytes } = await verwalter().get(`/abrechnung/archiv/${beleg?.id}/pdf`);
  expect((await liesPdf(bytes)).blaetter.flat().join(" ")).toContain(`fällt keine Umsatzsteuer an: ${grund}.`);
  const { text } = await verwalter().get(`/abrechnung/archiv/${beleg?.id}/xml`);
  expect(text).toContain(`<ram:ExemptionReason>${grund}</ram:ExemptionReason>`);
  expect(text).toContain("<ram:CategoryCode>E</ram:CategoryCode>");
});
