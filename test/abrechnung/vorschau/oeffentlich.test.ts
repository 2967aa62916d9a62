import { expect, test } from "vitest";
import { verletzteRegelnDerXrechnung } from "../../belege/erechnung/xrechnung/regeln.ts";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { administrator, dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const leitwegId = "04011000-1234512345-06";

test("eine Gemeinde mit Leitweg-ID: erst mit Ansprechpartner und voller Anschrift abrechenbar, dann mit XRechnung", async () => {
  const id = await konto({ paechter: [[1, null, null]] });
  const gruende = async () => {
    const { json } = await verwalter().get<{ nichtAbrechenbar: { gruende: { code: string; text: string }[] }[] }>(
      `/abrechnung/vorschau-gruppen?datum=2026-11-01&auswahl=${id}`,
    );
    return json.nichtAbrechenbar.flatMap(({ gruende }) => gruende);
  };
  const falsch = await mitarbeiter().put("/kontakte/1", { leitwegId: "04011000-1234512345-35" });
  expect(falsch.status).toBe(400);
  const { json: gemeinde } = await mitarbeiter().put("/kontakte/1", {
    leitwegId: " 04011000-1234512345-06 ",
    plz: null,
  });
  expect(gemeinde.leitwegId).toBe(leitwegId);
  expect(await gruende()).toMatchObject([
    {
      code: "anschrift_fehlt",
      text: expect.stringContaining("Wer eine Leitweg-ID hat, braucht Ort und Postleitzahl."),
    },
    { code: "ansprechpartner_fehlt" },
  ]);
  await mitarbeiter().put("/kontakte/1", { plz: "17033" });
  const ansprechpartner = { name: "Ida Jürgensen", telefon: "0395 555 01", email: "rechnung@treuhand.example" };
  for (const halb of [{ name: "Ida" }, { ...ansprechpartner, telefon: "ja" }])
    expect((await administrator().put("/einstellungen/firmendaten", { ansprechpartner: halb })).status).toBe(400);
  const { json: firma } = await administrator().put("/einstellungen/firmendaten", { ansprechpartner });
  expect(firma.ansprechpartner).toEqual(ansprechpartner);
  expect(await gruende()).toEqual([]);

  await buche("2026-11-01", [id]);
  const belege = await belegeVon(id);
  const [rechnung, gutschrift] = ["rechnung", "gutschrift"].map((art) =>
    belege.find(({ belegart }) => belegart === art),
  );
  const hole = (belegId = 0) => verwalter().get(`/abrechnung/archiv/${belegId}/xml?profil=xrechnung`);
  const xrechnung = await hole(rechnung?.id);
  expect(xrechnung.status).toBe(200);
  expect(verletzteRegelnDerXrechnung(xrechnung.text)).toEqual([]);
  expect(xrechnung.text).toContain(`<ram:BuyerReference>${leitwegId}</ram:BuyerReference>`);
  expect(xrechnung.text).toContain("<ram:PersonName>Ida Jürgensen</ram:PersonName>");
  expect((await hole(gutschrift?.id)).json.code).toBe("keine_xrechnung");
  const { json: archiv } = await verwalter().get(`/abrechnung/archiv/${rechnung?.id}`);
  expect(archiv.empfaenger).toMatchObject({ leitwegId });
  expect(dienst.fehler).toEqual([]);
});
