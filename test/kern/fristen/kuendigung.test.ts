import { describe, expect, test } from "vitest";
import { fristenVon } from "../../../src/kern/fristen/fristen.ts";
import { dritterWerktag, pruefeKuendigung } from "../../../src/kern/fristen/kuendigung.ts";
import { formatTag, parseTag } from "../../../src/kern/kalender/tag.ts";
import { type Angaben, kurz, objekt, vertrag, zeilen } from "./handgriffe.ts";

const naechste = (angaben: Angaben, heute: string) => fristenVon(vertrag(angaben), parseTag(heute)).map(kurz);

describe("Kündigung ohne Ende", () => {
  // Lease year, today, last day of receipt, end: worked out apart from the code, from the words of the law.
  test.each(
    zeilen(`
      10-01 2024-10-01 2024-10-04 2026-09-30
      10-01 2024-10-04 2024-10-04 2026-09-30
      10-01 2024-10-05 2025-10-04 2027-09-30
      10-01 2025-10-03 2025-10-04 2027-09-30
      10-01 2025-10-04 2025-10-04 2027-09-30
      10-01 2025-10-05 2026-10-05 2028-09-30
      10-01 2026-01-15 2026-10-05 2028-09-30
      10-01 2026-10-01 2026-10-05 2028-09-30
      10-01 2026-10-05 2026-10-05 2028-09-30
      10-01 2026-10-06 2027-10-04 2029-09-30
      10-01 2027-10-04 2027-10-04 2029-09-30
      10-01 2027-10-05 2028-10-05 2030-09-30
      10-01 2028-02-29 2028-10-05 2030-09-30
      10-01 2028-10-04 2028-10-05 2030-09-30
      10-01 2028-10-05 2028-10-05 2030-09-30
      10-01 2029-10-04 2029-10-04 2031-09-30
      10-01 2029-10-05 2030-10-04 2032-09-30
      10-01 2030-10-04 2030-10-04 2032-09-30
      10-01 2030-10-05 2031-10-04 2033-09-30
      11-11 2024-11-13 2024-11-13 2026-11-10
      11-11 2024-11-14 2025-11-13 2027-11-10
      11-11 2025-11-11 2025-11-13 2027-11-10
      11-11 2025-11-13 2025-11-13 2027-11-10
      11-11 2025-11-14 2026-11-13 2028-11-10
      11-11 2026-11-13 2026-11-13 2028-11-10
      11-11 2026-11-14 2027-11-13 2029-11-10
      11-11 2027-11-13 2027-11-13 2029-11-10
      11-11 2027-11-15 2028-11-14 2030-11-10
      11-11 2028-11-14 2028-11-14 2030-11-10
      11-11 2028-11-15 2029-11-14 2031-11-10
      01-01 2024-06-30 2025-01-04 2026-12-31
      01-01 2025-01-04 2025-01-04 2026-12-31
      01-01 2025-01-05 2026-01-05 2027-12-31
      01-01 2026-01-05 2026-01-05 2027-12-31
      01-01 2026-01-06 2027-01-05 2028-12-31
      01-01 2027-01-05 2027-01-05 2028-12-31
      01-01 2027-01-06 2028-01-05 2029-12-31
      01-01 2028-01-05 2028-01-05 2029-12-31
      01-01 2028-02-29 2029-01-04 2030-12-31
      01-01 2029-01-04 2029-01-04 2030-12-31
      01-01 2029-01-05 2030-01-04 2031-12-31
      04-01 2024-04-04 2024-04-04 2026-03-31
      04-01 2024-04-05 2025-04-03 2027-03-31
      04-01 2026-04-01 2026-04-04 2028-03-31
      04-01 2026-04-04 2026-04-04 2028-03-31
      04-01 2026-04-05 2027-04-03 2029-03-31
      04-01 2027-04-03 2027-04-03 2029-03-31
      04-01 2027-04-05 2028-04-04 2030-03-31
      04-01 2029-04-04 2029-04-05 2031-03-31
      04-01 2029-04-05 2029-04-05 2031-03-31
      02-28 2026-03-03 2026-03-03 2028-02-27
      02-28 2028-03-02 2029-03-02 2031-02-27
      02-28 2028-03-03 2029-03-02 2031-02-27
      05-01 2025-05-06 2026-05-05 2028-04-30
      05-01 2025-05-07 2026-05-05 2028-04-30
      05-01 2026-05-05 2026-05-05 2028-04-30
      05-01 2026-05-06 2027-05-05 2029-04-30
      05-01 2031-05-05 2031-05-05 2033-04-30`),
  )("Landpacht, Pachtjahr ab %s: am %s noch bis %s zum %s", (pachtjahrBeginn, heute, tag, zum) => {
    expect(naechste({ pachtjahrBeginn }, heute)).toEqual([`kuendigung ${tag} ${zum}`]);
  });

  test.each(
    zeilen(`
      10-01 2024-04-04 2024-04-04 2024-09-30
      10-01 2024-04-05 2025-04-03 2025-09-30
      10-01 2025-04-03 2025-04-03 2025-09-30
      10-01 2025-04-04 2026-04-04 2026-09-30
      10-01 2026-04-04 2026-04-04 2026-09-30
      10-01 2026-04-05 2027-04-03 2027-09-30
      10-01 2026-12-24 2027-04-03 2027-09-30
      10-01 2027-04-03 2027-04-03 2027-09-30
      10-01 2027-04-05 2028-04-04 2028-09-30
      10-01 2028-04-04 2028-04-04 2028-09-30
      10-01 2029-04-04 2029-04-05 2029-09-30
      10-01 2029-04-05 2029-04-05 2029-09-30
      10-01 2030-04-03 2030-04-03 2030-09-30
      01-01 2024-07-03 2024-07-03 2024-12-31
      01-01 2024-07-04 2025-07-03 2025-12-31
      01-01 2025-07-03 2025-07-03 2025-12-31
      01-01 2026-07-03 2026-07-03 2026-12-31
      01-01 2026-07-04 2027-07-03 2027-12-31
      01-01 2027-07-03 2027-07-03 2027-12-31
      01-01 2028-07-04 2028-07-04 2028-12-31
      01-01 2028-07-05 2029-07-04 2029-12-31
      04-01 2024-10-04 2024-10-04 2025-03-31
      04-01 2026-10-05 2026-10-05 2027-03-31
      04-01 2026-10-06 2027-10-04 2028-03-31
      04-01 2027-10-04 2027-10-04 2028-03-31
      04-01 2028-10-04 2028-10-05 2029-03-31
      04-01 2030-10-04 2030-10-04 2031-03-31
      11-11 2025-05-14 2025-05-14 2025-11-10
      11-11 2026-05-13 2026-05-13 2026-11-10
      11-11 2026-05-15 2027-05-13 2027-11-10
      11-11 2027-05-13 2027-05-13 2027-11-10
      11-11 2029-05-15 2030-05-14 2030-11-10`),
  )("Pacht von Grundstücken, Pachtjahr ab %s: am %s noch bis %s zum %s", (pachtjahrBeginn, heute, tag, zum) => {
    expect(naechste({ vertragsart: "grundstueckspacht", pachtjahrBeginn }, heute)).toEqual([
      `kuendigung ${tag} ${zum}`,
    ]);
  });

  test.each(
    zeilen(`
      2024-10-04 2024-10-04 2025-03-31
      2024-10-05 2025-10-04 2026-03-31
      2025-10-04 2025-10-04 2026-03-31
      2025-10-05 2026-10-05 2027-03-31
      2026-10-05 2026-10-05 2027-03-31
      2026-10-06 2027-10-04 2028-03-31
      2027-10-04 2027-10-04 2028-03-31
      2028-02-29 2028-10-05 2029-03-31
      2028-10-04 2028-10-05 2029-03-31
      2028-10-05 2028-10-05 2029-03-31
      2029-10-04 2029-10-04 2030-03-31
      2030-10-04 2030-10-04 2031-03-31`),
  )("Jagdpacht: am %s noch bis %s zum %s, wann immer das Pachtjahr beginnt", (heute, tag, zum) => {
    expect(naechste({ objekte: [objekt("jagd")] }, heute)).toEqual([`kuendigung ${tag} ${zum}`]);
  });

  test.each(
    zeilen(`
      2024-02-03 2024-02-03 2024-04-30
      2024-02-05 2024-03-04 2024-05-31
      2024-02-29 2024-03-04 2024-05-31
      2025-01-04 2025-01-04 2025-03-31
      2025-01-05 2025-02-04 2025-04-30
      2025-05-05 2025-05-05 2025-07-31
      2025-05-06 2025-06-04 2025-08-31
      2025-06-04 2025-06-04 2025-08-31
      2026-01-05 2026-01-05 2026-03-31
      2026-01-06 2026-02-04 2026-04-30
      2026-04-04 2026-04-04 2026-06-30
      2026-04-05 2026-05-05 2026-07-31
      2026-05-05 2026-05-05 2026-07-31
      2026-10-05 2026-10-05 2026-12-31
      2026-11-04 2026-11-04 2027-01-31
      2026-11-05 2026-12-03 2027-02-28
      2027-04-03 2027-04-03 2027-06-30
      2027-04-04 2027-05-05 2027-07-31
      2028-02-29 2028-03-03 2028-05-31
      2028-12-04 2028-12-04 2029-02-28`),
  )("Miete: am %s noch bis %s zum %s", (heute, tag, zum) => {
    const angaben: Angaben = { vertragsart: "miete", objekte: [objekt("stellplatz")] };
    expect(naechste(angaben, heute)).toEqual([`kuendigung ${tag} ${zum}`]);
  });

  test.each(
    zeilen(`
      2024-01-04 2024-01-04 2024-06-30
      2024-01-05 2024-04-04 2024-09-30
      2025-04-03 2025-04-03 2025-09-30
      2025-04-04 2025-07-03 2025-12-31
      2026-01-05 2026-01-05 2026-06-30
      2026-01-06 2026-04-04 2026-09-30
      2026-04-04 2026-04-04 2026-09-30
      2026-07-03 2026-07-03 2026-12-31
      2026-07-04 2026-10-05 2027-03-31
      2026-10-05 2026-10-05 2027-03-31
      2026-10-06 2027-01-05 2027-06-30
      2027-04-03 2027-04-03 2027-09-30
      2027-04-05 2027-07-03 2027-12-31
      2028-02-29 2028-04-04 2028-09-30
      2028-07-04 2028-07-04 2028-12-31`),
  )("Miete von Gewerbe: am %s noch bis %s zum %s", (heute, tag, zum) => {
    const angaben: Angaben = { vertragsart: "miete", objekte: [objekt("gewerbe"), objekt("stellplatz")] };
    expect(naechste(angaben, heute)).toEqual([`kuendigung ${tag} ${zum}`]);
  });

  test.each(
    zeilen(`
      6 pachtjahr 2026-03-31 2026-03-31 2026-09-30
      6 pachtjahr 2026-04-01 2027-03-31 2027-09-30
      12 pachtjahr 2026-09-30 2026-09-30 2027-09-30
      12 pachtjahr 2026-10-01 2027-09-30 2028-09-30
      3 kalenderjahr 2026-09-30 2026-09-30 2026-12-31
      3 kalenderjahr 2026-10-01 2027-09-30 2027-12-31
      3 quartal 2026-06-30 2026-06-30 2026-09-30
      3 quartal 2026-07-01 2026-09-30 2026-12-31
      6 quartal 2027-12-31 2027-12-31 2028-06-30
      1 monat 2028-01-31 2028-01-31 2028-02-29
      1 monat 2028-02-01 2028-02-29 2028-03-31
      2 monat 2027-12-31 2027-12-31 2028-02-29
      24 pachtjahr 2026-09-30 2026-09-30 2028-09-30`),
  )("Vertrag, %s Monate zum Ende von %s: am %s noch bis %s zum %s", (monate, zum, heute, tag, ende) => {
    const kuendigungsregel = { monate: Number(monate), zum: zum as "monat" };
    expect(naechste({ kuendigungsregel }, heute)).toEqual([`kuendigung ${tag} ${ende}`]);
  });

  test("nennt Gesetz und Tage in einem Satz", () => {
    expect(fristenVon(vertrag(), parseTag("2026-11-22"))).toMatchObject([
      {
        gesetz: "§ 594a Abs. 1 BGB",
        text: "Eine Landpacht ohne Ende ist bis zum dritten Werktag eines Pachtjahrs zum Ende des nächsten kündbar. Bis 04.10.2027 zum 30.09.2029.",
      },
    ]);
  });
});

describe("Der dritte Werktag", () => {
  test.each(
    zeilen(`
      2026-10-01 2026-10-05
      2027-04-01 2027-04-03
      2026-04-01 2026-04-04
      2027-01-01 2027-01-05
      2026-05-01 2026-05-05
      2028-01-01 2028-01-05
      2024-12-24 2024-12-28`),
  )("ab %s ist der %s: Samstage zählen mit, Feiertage aller Länder nicht", (ab, tag) => {
    expect(formatTag(dritterWerktag(parseTag(ab)))).toBe(tag);
  });
});

describe("Eine eingegangene Kündigung", () => {
  const urteil = (empfangen: string, zum: string, angaben: Angaben = {}) =>
    pruefeKuendigung(vertrag(angaben), parseTag(empfangen), parseTag(zum));

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
      2026-10-06 2028-09-30 2027-10-04 2029-09-30
      2027-03-01 2027-09-30 2027-10-04 2029-09-30
      2025-10-07 2027-09-30 2026-10-05 2028-09-30
      2026-10-05 2028-12-31 2026-10-05 2028-09-30`),
  )("am %s zum %s kommt zu spät oder zum falschen Tag; möglich wäre bis %s zum %s", (empfangen, zum, tag, besser) => {
    const hinweis = urteil(empfangen, zum);
    expect(hinweis).toMatchObject({ art: "verspaetet", tag: parseTag(tag), zum: parseTag(besser) });
    expect(hinweis?.text).toContain("§ 594a Abs. 1 BGB");
  });

  test("am Montag nach einem letzten Samstag ist streitig, am Dienstag zu spät", () => {
    expect(urteil("2025-10-06", "2027-09-30")).toMatchObject({ art: "streitig" });
    expect(urteil("2025-10-06", "2027-09-30")?.text).toContain("04.10.2025");
    expect(urteil("2025-10-07", "2027-09-30")).toMatchObject({ art: "verspaetet" });
    const pacht: Angaben = { vertragsart: "grundstueckspacht" };
    expect(urteil("2027-04-03", "2027-09-30", pacht)).toBeNull();
    expect(urteil("2027-04-05", "2027-09-30", pacht)).toMatchObject({ art: "streitig" });
    expect(urteil("2026-04-07", "2026-09-30", pacht)).toMatchObject({ art: "streitig" });
    expect(urteil("2026-04-08", "2026-09-30", pacht)).toMatchObject({ art: "verspaetet" });
  });

  test("nach dem Vertrag; ohne bekanntes Gesetz wird nichts gesagt", () => {
    const kuendigungsregel = { monate: 6, zum: "pachtjahr" } as const;
    expect(urteil("2026-03-31", "2026-09-30", { kuendigungsregel })).toBeNull();
    expect(urteil("2026-04-01", "2026-09-30", { kuendigungsregel })?.text).toContain("(Vertrag)");
    expect(urteil("2026-04-01", "2026-09-30", { objekte: [objekt("wald")] })).toBeNull();
  });
});
