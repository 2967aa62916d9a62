import { expect, test } from "vitest";
import { neuerAbdruck } from "../../../src/abrechnung/eingabe/abdruck.ts";
import type { Ermittelt } from "../../../src/abrechnung/eingabe/ermittle.ts";
import { rechnungen } from "../../../src/kern/pacht/belege.ts";
import type { BelegZeile } from "../../../src/kern/pacht/typen.ts";

const zeile = (bezeichnung: string): BelegZeile => ({
  ursprungId: 1,
  positionId: 1,
  positionsartId: 1,
  bezeichnung,
  zeitraumVon: "2025-10-01",
  zeitraumBis: "2026-09-30",
  nettoCent: 120_000,
  steuersatzBp: 0,
  steuerbefreiungGrund: "§ 4 Nr. 12 UStG",
  weiterleitung: true,
  herleitung: {
    segmentVon: "2025-10-01",
    segmentBis: "2026-09-30",
    methode: "voll",
    betragCent: 120_000,
    intervall: "jaehrlich",
    vollbetrag: "120000",
    bruchteil: "1",
    segmentCent: 120_000,
    anteil: "1",
    restCentSegment: 0,
    restCentAnteil: 0,
    hebungIds: [],
  },
});

const ermittelt = (id: number, bezeichnung: string): Ermittelt => {
  const faelligkeit = {
    id,
    art: "regulaer" as const,
    faelligAm: "2026-10-01",
    zeitraumVon: "2025-10-01",
    zeitraumBis: "2026-09-30",
  };
  const belege = rechnungen([{ kontaktId: id, zeile: zeile(bezeichnung) }]);
  return {
    konto: { id, kontonummer: `PK-${id}`, zahlungszielTage: 14 },
    ergebnis: { abrechenbar: true, perioden: [{ faelligkeit, belege }] },
  } as Ermittelt;
};

const abdruckVon = (alle: readonly Ermittelt[]): string => {
  const abdruck = neuerAbdruck();
  for (const eines of alle) abdruck.nimm(eines);
  return abdruck.hex();
};

test("derselbe Bestand hat in jeder Fassung des Dienstes denselben Fingerabdruck, wie lang seine Texte auch sind", () => {
  const kurze = Array.from({ length: 1000 }, (_, i) => ermittelt(i + 1, "Grundpacht Überwegsfläche 🌾"));
  expect(abdruckVon(kurze)).toBe("b938ce3f2418e107d3564810a759ffdcfade60a51e68e077217ed8d38051887b");
  expect(abdruckVon([...kurze, ermittelt(2000, "Ä".repeat(100_000)), ...kurze])).toBe(
    "532ce9f87522212df87fd2a27128beed1688ca15bb2cb1da5163ad7590064f73",
  );
});

test("ein anderer Buchstabe gibt einen anderen Fingerabdruck", () => {
  expect(abdruckVon([ermittelt(1, "Pacht")])).not.toBe(abdruckVon([ermittelt(1, "Pächt")]));
});
