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

test("auch die Gebührenrechnung an eine Gemeinde als Verpächterin ist eine XRechnung: darum braucht sie die Postleitzahl", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", paechter: [[2, null, null]] });
  await mitarbeiter().put("/kontakte/4", { leitwegId, plz: null });
  const { json } = await verwalter().get<{ data: { gruende: { code: string }[] }[] }>(
    `/abrechnung/vorschau?datum=2026-11-01&pachtkontoId=${id}`,
  );
  expect(json.data[0]?.gruende.map(({ code }) => code)).toEqual(["anschrift_fehlt"]);
  await mitarbeiter().put("/kontakte/4", { plz: "17039" });
  await buche("2026-11-01", [id]);
  const gebuehr = (await belegeVon(id)).find(({ belegart }) => belegart === "gebuehrenrechnung");
  const xrechnung = await verwalter().get(`/abrechnung/archiv/${gebuehr?.id}/xml?profil=xrechnung`);
  expect(xrechnung.status).toBe(200);
  expect(verletzteRegelnDerXrechnung(xrechnung.text)).toEqual([]);
});
