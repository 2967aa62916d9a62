import { describe, expect, test } from "vitest";
import { teileEin } from "../../../src/abrechnung/abdeckung/abschnitte.ts";
import type { Abdeckung } from "../../../src/abrechnung/abdeckung/schema.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const storniert = async (body: object): Promise<void> => {
  const { status, text } = await storniere(body);
  expect(status, text).toBe(201);
};
const abdeckung = async (id: number, anfrage = ""): Promise<Abdeckung> =>
  (await pruefer().get<Abdeckung>(`/abrechnung/abdeckung/${id}${anfrage}`)).json;
const kurz = ({ abschnitte }: Abdeckung) =>
  abschnitte.map(({ von, bis, status, grund, buchungen }) =>
    [von, bis, status, grund ?? "", ...buchungen.map((b) => b.dokumente.length)].join(" ").trim(),
  );
/** Every day of the range is in exactly one stretch. */
const pruefeLueckenlos = ({ von, bis, tage, abschnitte }: Abdeckung) => {
  expect([abschnitte[0]?.von, abschnitte.at(-1)?.bis]).toEqual([von, bis]);
  for (const [nr, abschnitt] of abschnitte.entries()) {
    const naechster = abschnitte[nr + 1];
    if (naechster) expect(Date.parse(naechster.von) - Date.parse(abschnitt.bis)).toBe(86_400_000);
  }
  expect(Object.values(tage).reduce((a, b) => a + b)).toBe((Date.parse(bis) - Date.parse(von)) / 86_400_000 + 1);
};

describe("die Abdeckungskarte", () => {
  test("zeigt Gebuchtes, Storniertes und Offenes: drei Halbjahre zu 600,00, eines davon storniert, auf den Cent wie die Belege", async () => {
    const id = await konto({ zahlungsrhythmus: "halbjaehrlich" });
    const { id: lauf } = await buche("2026-04-01", [id]);
    const vorher = await abdeckung(id, "?von=2024-07-01&bis=2026-12-31");
    expect(kurz(vorher)).toEqual([
      "2024-07-01 2024-09-30 ausserhalb vor_beginn",
      "2024-10-01 2025-03-31 gebucht  3",
      "2025-04-01 2025-09-30 gebucht  3",
      "2025-10-01 2026-03-31 gebucht  3",
      "2026-04-01 2026-09-30 offen",
      "2026-10-01 2026-12-31 offen",
    ]);
    const rechnung = vorher.abschnitte[2]?.buchungen[0]?.dokumente.find(({ belegart }) => belegart === "rechnung");
    await storniert({ archivIds: [rechnung?.id] });
    const karte = await abdeckung(id, "?von=2024-07-01&bis=2026-12-31");
    pruefeLueckenlos(karte);
    expect(kurz(karte)[2]).toBe("2025-04-01 2025-09-30 storniert  6");
    expect(karte.abschnitte[2]).toMatchObject({
      faelligkeit: { faelligAm: "2025-10-01", art: "regulaer" },
      buchungen: [{ buchungslaufId: lauf, storniertAm: expect.any(String) }],
    });
    expect(karte.tage).toEqual({ gebucht: 364, offen: 275, storniert: 183, fehlend: 0, ausserhalb: 92 });
    const [summen] = await dienst.owner`
      select sum(b.netto_cent) filter (where coalesce(o.belegart, b.belegart) = 'rechnung') netto,
        sum(b.brutto_cent) filter (where coalesce(o.belegart, b.belegart) = 'gutschrift') gutschriften,
        sum(b.auszahlung_cent) auszahlung
      from archiv_beleg b left join archiv_beleg o on o.id = b.storno_von_id
      where b.pachtkonto_id = ${id}`;
    expect(karte.summen).toMatchObject({
      paechterNettoCent: 120_000,
      verpaechterBruttoCent: 120_000,
      auszahlungCent: 112_860,
    });
    expect(summen).toEqual({ netto: 120_000, gutschriften: 120_000, auszahlung: 112_860 });

    const { id: zweiter } = await buche("2025-10-01", [id]);
    const wieder = (await abdeckung(id)).abschnitte.find(({ von }) => von === "2025-04-01");
    expect(wieder?.status).toBe("gebucht");
    expect(wieder?.buchungen.map((b) => [b.buchungslaufId, b.storniertAm === null, b.dokumente.length])).toEqual([
      [lauf, false, 6],
      [zweiter, true, 3],
    ]);
  });

  test("erklärt die Tage nach dem Pachtende, vor und nach der Schlussabrechnung und ihrem Storno", async () => {
    const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
    const { id: jahr } = await buche("2025-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
    const bereich = "?von=2025-10-01&bis=2026-12-31";
    const offen = (await abdeckung(id, bereich)).abschnitte;
    expect(offen[1]).toMatchObject({ von: "2026-04-01", status: "gebucht", grund: "schlussabrechnung_ausstehend" });
    const { id: schluss } = await buche("2026-04-01", [id]);
    const abgerechnet = await abdeckung(id, bereich);
    pruefeLueckenlos(abgerechnet);
    expect(kurz(abgerechnet)).toEqual([
      "2025-10-01 2026-03-31 gebucht  3 3",
      "2026-04-01 2026-09-30 gebucht schlussabgerechnet 3",
      "2026-10-01 2026-12-31 ausserhalb nach_pachtende",
    ]);
    expect(abgerechnet.summen).toMatchObject({ paechterNettoCent: 60_000, verpaechterBruttoCent: 60_000 });
    await storniert({ buchungslaufId: schluss });
    await storniert({ buchungslaufId: jahr });
    const danach = await abdeckung(id, bereich);
    expect(kurz(danach)).toEqual([
      "2025-10-01 2026-03-31 storniert  6 6",
      "2026-04-01 2026-09-30 storniert nach_pachtende 6",
      "2026-10-01 2026-12-31 ausserhalb nach_pachtende",
    ]);
    expect(Object.values(danach.summen)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("lässt keine Lücke unerklärt", () => {
    const zeit = (zeitraumVon: string, zeitraumBis: string, id: number) =>
      ({ id, zeitraumVon, zeitraumBis, faelligAm: zeitraumBis, art: "regulaer" }) as const;
    const laufzeit = { ersterTag: "2026-01-01", pachtende: null, schlussabrechnung: null };
    const plan = [zeit("2026-01-01", "2026-01-31", 1), zeit("2026-03-01", "2026-03-31", 2)];
    const abschnitte = teileEin(laufzeit, plan, [], "2025-12-31", "2026-05-01");
    expect(abschnitte.map(({ von, bis, status, grund }) => [von, bis, status, grund])).toEqual([
      ["2025-12-31", "2025-12-31", "ausserhalb", "vor_beginn"],
      ["2026-01-01", "2026-01-31", "offen", null],
      ["2026-02-01", "2026-02-28", "fehlend", "luecke"],
      ["2026-03-01", "2026-03-31", "offen", null],
      ["2026-04-01", "2026-05-01", "fehlend", "noch_nicht_geplant"],
    ]);
  });

  test("gibt es nicht für einen Bereich, der vor seinem Anfang endet", async () => {
    const id = await konto();
    const pfad = `/abrechnung/abdeckung/${id}?von=2026-02-01&bis=2026-01-31`;
    expect((await pruefer().get(pfad)).status).toBe(400);
  });
});
