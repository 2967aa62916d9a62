import { describe, expect, test } from "vitest";
import { ladeKonten, listFaelligeIds } from "../../../src/abrechnung/eingabe/lade.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

// 1,200.00 a year from 1 October, postpaid: 01.10.2025-30.09.2026 is due on 1 October 2026.

mitDienst({ stammdaten: true });

const jahr = (mehr: Kontosaat = {}) => konto({ pachtbeginn: "2025-10-01", ...mehr });
const setze = (id: number, werte: Record<string, string | null>) =>
  dienst.owner`update pachtkonto set ${dienst.owner(werte)} where id = ${id}`;
const istFaellig = async (id: number, datum: string, auswahl: number[] | null = null) =>
  (await listFaelligeIds(dienst.owner, { datum, auswahl })).includes(id);
const endetVorGebuchtem = async (id: number) =>
  (await ladeKonten(dienst.owner, [id], { datum: heute, belegdatum: heute }))[0]?.konto.endetVorGebuchtem;

/** Settled dates in the table follow the account's; here only the clause for the final settlement is looked at. */
const ohneFaelligkeiten = (id: number) =>
  dienst.owner`delete from faelligkeit where pachtkonto_id = ${id} and status = 'offen'`;

describe("welche Konten zu einem Datum an der Reihe sind", () => {
  test("mit einem offenen Zeitraum, der bis dahin fällig ist", async () => {
    const id = await jahr();
    expect(await istFaellig(id, "2026-09-30")).toBe(false);
    expect(await istFaellig(id, "2026-10-01")).toBe(true);
    await buche("2026-10-01", [id]);
    expect(await istFaellig(id, "2027-09-30")).toBe(false);
  });

  test("ein inaktives nur, wo es genannt ist", async () => {
    const id = await jahr({ status: "inaktiv" });
    expect(await istFaellig(id, "2026-11-20")).toBe(false);
    expect(await istFaellig(id, "2026-11-20", [id])).toBe(true);
    expect(await istFaellig(id, "2026-11-20", [id + 1])).toBe(false);
  });

  test("eine Schlussabrechnung ist es vom Tag nach dem Pachtende an, auch ohne offenen Zeitraum, bis sie gemacht ist", async () => {
    const id = await jahr({ pachtende: "2026-06-30" });
    await ohneFaelligkeiten(id);
    expect(await istFaellig(id, "2026-06-30")).toBe(false);
    expect(await istFaellig(id, "2026-07-01")).toBe(true);
    await setze(id, { schlussabrechnung: "2026-07-01" });
    expect(await istFaellig(id, "2026-07-01")).toBe(false);
  });

  test.each([
    ["am ersten Tag beendet: ein Tag Pacht", { pachtende: "2025-10-01" }, true],
    ["am ersten abgerechneten Tag beendet", { pachtende: "2026-02-01", abrechnungAb: "2026-02-01" }, true],
    ["vor dem ersten abgerechneten Tag beendet: nie", { pachtende: "2026-01-31", abrechnungAb: "2026-02-01" }, false],
  ] as const)("%s", async (_, mehr, faellig) => {
    const id = await jahr();
    await setze(id, mehr);
    await ohneFaelligkeiten(id);
    expect(await istFaellig(id, "2026-11-20")).toBe(faellig);
    expect(await endetVorGebuchtem(id)).toBe(false);
  });

  test("vor dem ersten abgerechneten Tag beendet, und doch ist etwas gebucht: bis zum Storno", async () => {
    const id = await jahr({ abrechnungAb: "2026-02-01" });
    const { id: laufId } = await buche("2026-10-01", [id]);
    await setze(id, { pachtende: "2026-02-01" });
    await ohneFaelligkeiten(id);
    expect(await endetVorGebuchtem(id)).toBe(false);
    await setze(id, { pachtende: "2026-01-31" });
    expect([await istFaellig(id, "2026-11-20"), await endetVorGebuchtem(id)]).toEqual([true, true]);
    // What another account has booked does not count.
    const andere = await jahr({ abrechnungAb: "2026-02-01" });
    await setze(andere, { pachtende: "2026-01-31" });
    await ohneFaelligkeiten(andere);
    expect([await istFaellig(andere, "2026-11-20"), await endetVorGebuchtem(andere)]).toEqual([false, false]);

    await storniere({ buchungslaufId: laufId });
    await ohneFaelligkeiten(id);
    expect([await istFaellig(id, "2026-11-20"), await endetVorGebuchtem(id)]).toEqual([false, false]);
  });
});
