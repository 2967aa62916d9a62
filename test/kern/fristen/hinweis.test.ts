import { describe, expect, test } from "vitest";
import { pruefeKuendigung } from "../../../src/kern/fristen/hinweis.ts";
import { parseTag } from "../../../src/kern/kalender/tag.ts";
import { type Angaben, objekt, vertrag, zeilen } from "./handgriffe.ts";

describe("Eine eingegangene Kündigung", () => {
  const urteil = (empfangen: string, zum: string, angaben: Angaben = {}) =>
    pruefeKuendigung(vertrag(angaben), parseTag(empfangen), parseTag(zum));
  const befristet: Angaben = { pachtbeginn: "2018-10-01", pachtende: "2030-09-30" };

  test.each(
    zeilen(`
      2026-10-05 2028-09-30
      2026-10-01 2028-09-30
      2026-10-05 2029-09-30
      2025-10-04 2027-09-30`),
  )("am %s zum %s kommt rechtzeitig", (empfangen, zum) => {
    expect(urteil(empfangen, zum)).toBeNull();
  });

  test.each(
    zeilen(`
      2026-10-06 2028-09-30 30.09.2029 05.10.2026
      2027-03-01 2027-09-30 30.09.2029 04.10.2025
      2025-10-07 2027-09-30 30.09.2028 04.10.2025`),
  )("am %s zum %s kommt zu spät: möglich ist %s, eingehen müssen hätte sie bis %s", (empfangen, zum, besser, bis) => {
    const hinweis = urteil(empfangen, zum);
    expect(hinweis?.code).toBe("kuendigung_verspaetet");
    for (const teil of [besser, bis, "§ 594a Abs. 1 BGB"]) expect(hinweis?.text).toContain(teil);
  });

  test("zu einem Tag, an dem kein Pachtjahr endet", () => {
    expect(urteil("2026-10-05", "2028-12-31")?.text).toContain("an diesem Tag endet sie nicht");
  });

  test("am Montag nach einem letzten Samstag ist streitig, am Dienstag zu spät", () => {
    expect(urteil("2025-10-06", "2027-09-30")).toMatchObject({ code: "kuendigung_streitig" });
    expect(urteil("2025-10-06", "2027-09-30")?.text).toContain("04.10.2025");
    expect(urteil("2025-10-07", "2027-09-30")).toMatchObject({ code: "kuendigung_verspaetet" });
    const pacht: Angaben = { vertragsart: "grundstueckspacht" };
    expect(urteil("2027-04-03", "2027-09-30", pacht)).toBeNull();
    expect(urteil("2027-04-05", "2027-09-30", pacht)).toMatchObject({ code: "kuendigung_streitig" });
    // Easter Monday is the 6th: the next working day is the 7th.
    expect(urteil("2026-04-07", "2026-09-30", pacht)).toMatchObject({ code: "kuendigung_streitig" });
    expect(urteil("2026-04-08", "2026-09-30", pacht)).toMatchObject({ code: "kuendigung_verspaetet" });
  });

  test("nach dem Vertrag; ohne bekanntes Gesetz wird nichts gesagt", () => {
    const kuendigungsregel = { monate: 6, zum: "pachtjahr" } as const;
    expect(urteil("2026-03-31", "2026-09-30", { kuendigungsregel })).toBeNull();
    expect(urteil("2026-04-01", "2026-09-30", { kuendigungsregel })?.text).toContain("(Vertrag)");
    expect(urteil("2026-04-01", "2026-09-30", { objekte: [objekt("wald")] })).toBeNull();
  });

  test("nach einer Regel des Vertrags ist sie am Montag nach einem letzten Samstag zu spät, nicht streitig", () => {
    const kuendigungsregel = { monate: 3, zum: "pachtjahr" } as const;
    expect(urteil("2029-06-30", "2029-09-30", { kuendigungsregel })).toBeNull();
    expect(urteil("2029-07-02", "2029-09-30", { kuendigungsregel })).toMatchObject({ code: "kuendigung_verspaetet" });
  });

  test("einen festen Vertrag beendet sie nicht vor der Zeit, einen mündlichen doch", () => {
    expect(urteil("2026-10-05", "2028-09-30", befristet)).toEqual({
      code: "kuendigung_befristet",
      text: "Der Vertrag läuft fest bis 30.09.2030 (§ 594 Satz 1 BGB); vorher endet er nur außerordentlich oder wenn beide Seiten es vereinbaren.",
    });
    expect(urteil("2026-10-05", "2030-09-30", befristet)).toBeNull();
    expect(urteil("2026-10-05", "2028-09-30", { ...befristet, vertragsform: "muendlich" })).toBeNull();
    expect(urteil("2026-10-05", "2028-09-30", { ...befristet, vertragsart: "grundstueckspacht" })?.text).toContain(
      "§ 542",
    );
  });

  test("einen für mehr als dreißig Jahre nach dreißig", () => {
    const lang: Angaben = { pachtbeginn: "2000-10-01", pachtende: "2040-09-30" };
    expect(urteil("2029-10-01", "2031-09-30", lang)).toMatchObject({ code: "kuendigung_befristet" });
    expect(urteil("2030-10-04", "2032-09-30", lang)).toBeNull();
    expect(urteil("2030-10-07", "2032-09-30", lang)).toMatchObject({ code: "kuendigung_verspaetet" });
  });

  test("einen für mehr als dreißig Jahre mit der Frist des Gesetzes, nicht der des Vertrags", () => {
    const lang: Angaben = {
      pachtbeginn: "2000-10-01",
      pachtende: "2040-03-31",
      kuendigungsregel: { monate: 3, zum: "quartal" },
    };
    expect(urteil("2030-10-04", "2032-09-30", lang)).toBeNull();
    expect(urteil("2030-10-07", "2030-12-31", lang)?.text).toContain("zum 30.09.2033, nicht zum 31.12.2030");
    expect(urteil("2030-10-07", "2032-09-30", lang)?.text).toContain("bis 04.10.2030 eingehen müssen");
  });

  test("einen für mehr als dreißig Jahre, wo nur noch sein Ende kommt", () => {
    const lang: Angaben = { pachtbeginn: "2000-10-01", pachtende: "2040-03-31" };
    expect(urteil("2039-01-05", "2040-03-31", lang)).toBeNull();
    expect(urteil("2039-01-05", "2039-12-31", lang)).toMatchObject({ code: "kuendigung_befristet" });
    const weiter: Angaben = { ...lang, verlaengerungMonate: 12, kuendigungsregel: { monate: 6, zum: "pachtjahr" } };
    expect(urteil("2039-09-30", "2040-03-31", weiter)).toBeNull();
    expect(urteil("2039-09-30", "2039-12-31", weiter)?.text).toContain("zum 31.03.2040, nicht zum 31.12.2039");
  });

  test("einen, der sich verlängert, nur zu seinen Enden", () => {
    const angaben: Angaben = {
      ...befristet,
      verlaengerungMonate: 24,
      kuendigungsregel: { monate: 12, zum: "pachtjahr" },
    };
    expect(urteil("2029-09-30", "2030-09-30", angaben)).toBeNull();
    expect(urteil("2029-10-01", "2030-09-30", angaben)?.text).toContain("zum 30.09.2032, nicht zum 30.09.2030");
    expect(urteil("2029-10-01", "2031-09-30", angaben)?.text).toContain("an diesem Tag endet sie nicht");
    expect(urteil("2029-10-01", "2032-09-30", angaben)).toBeNull();
  });
});
