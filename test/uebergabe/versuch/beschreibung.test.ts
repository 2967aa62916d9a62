import { expect, test } from "vitest";
import { saeKonto } from "../../hilfe/saat.ts";
import { h, mitSandkasten, umgebung } from "../mitSandkasten.ts";

mitSandkasten(1);

const inWorten = (tag: string) => tag.split("-").reverse().join(".");
type Beleg = Record<"belegnummer" | "titel" | "kontonummer" | "leistungVon" | "leistungBis", string> & { id: number };

test("außen heißt ein Beleg, wie er auf dem Brief heißt, und nennt dessen Leistungszeitraum", async () => {
  const { dienst, buecher } = umgebung;
  await dienst.owner`update kontakt set umsatzsteuer_status = 'nicht_steuerbar' where id = 4`;
  const konto = await saeKonto(dienst.owner, "2026-11-20", {
    pachtbeginn: "2025-10-01",
    positionen: [{ positionsartId: 1, betragCent: 120_000, gueltigVon: "2026-03-01" }],
  });
  const verwalter = dienst.als("verwalter");
  await verwalter.post("/abrechnung/buchen", { datum: "2026-11-20", auswahl: [konto] });
  const { json } = await verwalter.get<{ data: Beleg[] }>(`/abrechnung/archiv?pachtkontoId=${konto}`);
  expect(json.data.map(({ titel, leistungVon }) => [titel, leistungVon]).sort()).toEqual([
    ["Auszahlungsmitteilung", "2026-03-01"],
    ["Gebührenrechnung", "2026-03-01"],
    ["Rechnung", "2026-03-01"],
  ]);
  for (const beleg of json.data) {
    expect((await h.tue(beleg.id, "export")).json.state).toBe("synced");
    const { externId } = await h.lies(beleg.id);
    const zeit = `${inWorten(beleg.leistungVon)} bis ${inWorten(beleg.leistungBis)}`;
    expect(await buecher`select beschreibung from sandkasten_beleg where id = ${externId}::bigint`).toEqual([
      { beschreibung: `${beleg.belegnummer} ${beleg.titel} ${beleg.kontonummer}, ${zeit}` },
    ]);
  }
});
