import { describe, expect, test } from "vitest";
import type { Buchungslauf } from "../../../src/abrechnung/buchung/laeufe/schema.ts";
import type { AbgeschlossenerBuchungslauf } from "../../../src/abrechnung/buchung/schema.ts";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

describe("ein Buchungslauf im Einzelnen", () => {
  const lese = async (id: string): Promise<Buchungslauf> =>
    (await pruefer().get<Buchungslauf>(`/abrechnung/buchungslaeufe/${id}`)).json;

  test("zählt seine Schreiben und was von ihm storniert ist", async () => {
    const ids = [await konto(), await konto()];
    const { id } = await buche("2025-10-01", ids);
    expect(await lese(id)).toMatchObject({
      status: "abgeschlossen",
      anzahlKonten: 2,
      anzahlDokumente: 6,
      paechterNettoCent: 240_000,
      fehler: null,
      schreiben: { anzahl: 6, erstellt: 0, fehlgeschlagen: 0, offen: 6 },
      zeitraeume: { gebucht: 2, storniert: 0 },
      anzahlStornobelege: 0,
    });
    const [beleg] = await belegeVon(Number(ids[0]));
    await pruefer().get(`/abrechnung/archiv/${beleg?.id}/pdf`);
    await storniere({ archivIds: [beleg?.id] });
    expect(await lese(id)).toMatchObject({
      status: "abgeschlossen",
      anzahlDokumente: 6,
      paechterNettoCent: 240_000,
      schreiben: { anzahl: 9, erstellt: 1, fehlgeschlagen: 0, offen: 8 },
      zeitraeume: { gebucht: 1, storniert: 1 },
      anzahlStornobelege: 3,
    });
  });

  test("sagt, wie weit ein laufender ist und warum ein fehlgeschlagener scheiterte", async () => {
    const [laufend] = await dienst.owner<{ id: string }[]>`
      insert into buchungslauf (datum, belegdatum, benutzer_name, anzahl_konten)
      values (${heute}, ${heute}, 'Test', 17) returning id`;
    const id = String(laufend?.id);
    expect(await lese(id)).toMatchObject({ status: "laufend", anzahlKonten: 17, beendetAm: null, fehler: null });
    await dienst.owner`
      update buchungslauf set status = 'fehlgeschlagen', fehler = 'Strom weg', beendet_am = now() where id = ${id}`;
    expect(await lese(id)).toMatchObject({ status: "fehlgeschlagen", fehler: "Strom weg" });
  });
});

test("die Liste der Läufe zeigt die abgeschlossenen, den jüngsten zuerst", async () => {
  const zuletzt: string[] = [];
  for (let i = 0; i < 3; i += 1) zuletzt.unshift((await buche("2025-10-01", [await konto()])).id);
  const { json } = await pruefer().get<AbgeschlossenerBuchungslauf[]>("/abrechnung/buchungslaeufe");
  expect(json.slice(0, 3).map(({ id }) => id)).toEqual(zuletzt);
  expect(json.every(({ status }) => status === "abgeschlossen")).toBe(true);
});
