import { describe, expect, test } from "vitest";
import { type Angaben, befristet, type Fall, fristen, objekt } from "./handgriffe.ts";

const lang: Angaben = { pachtbeginn: "2000-10-01", pachtende: "2040-09-30" };

const form: Fall[] = [
  [
    "mündlich für zwölf Jahre ist eine Landpacht ohne Ende",
    { ...befristet, vertragsform: "muendlich" },
    "2026-10-05",
    ["kuendigung 2026-10-05 2028-09-30"],
  ],
  [
    "mündlich für zwölf Jahre, einen Tag später",
    { ...befristet, vertragsform: "muendlich" },
    "2026-10-06",
    ["kuendigung 2027-10-04 2029-09-30"],
  ],
  [
    "in Textform bleibt sie befristet",
    { ...befristet, vertragsform: "textform" },
    "2026-10-05",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "ohne Angabe der Form bleibt sie befristet",
    { ...befristet, vertragsform: null },
    "2026-10-05",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "mündlich für genau zwei Jahre endet sie",
    { pachtbeginn: "2026-10-01", pachtende: "2028-09-30", vertragsform: "muendlich" },
    "2026-11-01",
    [],
  ],
  [
    "mündlich für zwei Jahre und einen Tag",
    { pachtbeginn: "2026-10-01", pachtende: "2028-10-01", vertragsform: "muendlich" },
    "2026-10-05",
    ["kuendigung 2026-10-05 2028-09-30"],
  ],
  [
    "andere Pacht mündlich für fünf Jahre, im ersten Jahr: frühestens zu dessen Ende",
    { vertragsart: "grundstueckspacht", pachtbeginn: "2026-10-01", pachtende: "2031-09-30", vertragsform: "muendlich" },
    "2026-11-01",
    ["kuendigung 2027-04-03 2027-09-30"],
  ],
  [
    "andere Pacht mündlich, Beginn mitten im Pachtjahr: nicht vor Ablauf eines Jahres",
    { vertragsart: "grundstueckspacht", pachtbeginn: "2027-01-01", pachtende: "2031-09-30", vertragsform: "muendlich" },
    "2027-02-01",
    ["kuendigung 2028-04-04 2028-09-30"],
  ],
  [
    "andere Pacht mündlich für ein Jahr endet",
    { vertragsart: "grundstueckspacht", pachtbeginn: "2026-10-01", pachtende: "2027-09-30", vertragsform: "muendlich" },
    "2026-11-01",
    [],
  ],
  [
    "Miete mündlich für drei Jahre",
    {
      vertragsart: "miete",
      objekte: [objekt("stellplatz")],
      pachtbeginn: "2024-01-01",
      pachtende: "2026-12-31",
      vertragsform: "muendlich",
    },
    "2026-01-05",
    ["kuendigung 2026-01-05 2026-03-31"],
  ],
  [
    "Miete mündlich, in den ersten Monaten: nicht vor Ablauf eines Jahres",
    {
      vertragsart: "miete",
      objekte: [objekt("stellplatz")],
      pachtbeginn: "2026-01-01",
      pachtende: "2028-12-31",
      vertragsform: "muendlich",
    },
    "2026-01-10",
    ["kuendigung 2026-10-05 2026-12-31"],
  ],
  [
    "Jagdpacht ist mündlich nicht unbefristet, sondern nichtig: keine Frist",
    { vertragsart: "jagdpacht", ...befristet, vertragsform: "muendlich" },
    "2026-10-05",
    [],
  ],
  [
    "eine kürzere Frist, mündlich vereinbart, gilt in der Landpacht nicht",
    { kuendigungsregel: { monate: 6, zum: "pachtjahr" }, vertragsform: "muendlich" },
    "2026-10-05",
    ["kuendigung 2026-10-05 2028-09-30"],
  ],
];

const dreissig: Fall[] = [
  [
    "im 27. Jahr: zum ersten Mal nach dreißig Jahren",
    lang,
    "2026-11-22",
    ["anfrage 2038-09-30 2040-09-30", "kuendigung 2030-10-04 2032-09-30"],
  ],
  ["nach dreißig Jahren", lang, "2031-01-01", ["anfrage 2038-09-30 2040-09-30", "kuendigung 2031-10-04 2033-09-30"]],
  ["kurz vor dem Ende bringt sie nichts mehr", lang, "2038-10-05", []],
  [
    "genau dreißig Jahre sind nicht mehr als dreißig",
    { pachtbeginn: "2000-10-01", pachtende: "2030-09-30" },
    "2026-11-22",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "andere Pacht nach dreißig Jahren mit der gesetzlichen Frist",
    { vertragsart: "grundstueckspacht", ...lang },
    "2031-01-01",
    ["kuendigung 2031-04-03 2031-09-30"],
  ],
  [
    "auch wo sich der Vertrag an seinem Ende verlängerte",
    { ...lang, verlaengerungMonate: 12, kuendigungsregel: { monate: 12, zum: "pachtjahr" } },
    "2031-01-01",
    ["kuendigung 2031-10-04 2033-09-30", "verlaengerung 2039-09-30 2040-09-30"],
  ],
  [
    "Wald ohne Vertragsart: niemand weiß, welches Gesetz gilt",
    { objekte: [objekt("wald")], ...lang },
    "2031-01-01",
    [],
  ],
];

const anfragen: Fall[] = [
  ["das drittletzte Pachtjahr steht bevor", befristet, "2026-11-22", ["anfrage 2028-09-30 2030-09-30"]],
  ["sein letzter Tag", befristet, "2028-09-30", ["anfrage 2028-09-30 2030-09-30"]],
  ["danach fragt niemand mehr", befristet, "2028-10-01", []],
  ["unter drei Jahren gibt es keine Anfrage", { pachtbeginn: "2025-10-02", pachtende: "2028-09-30" }, "2026-01-01", []],
  [
    "bei genau drei Jahren ist es das erste Jahr",
    { pachtbeginn: "2025-10-01", pachtende: "2028-09-30" },
    "2026-01-01",
    ["anfrage 2026-09-30 2028-09-30"],
  ],
  [
    "ein Ende mitten im Pachtjahr: dieses ist das letzte",
    { ...befristet, pachtende: "2030-03-31" },
    "2026-11-22",
    ["anfrage 2028-09-30 2030-03-31"],
  ],
  ["andere Pacht kennt keine", { ...befristet, vertragsart: "grundstueckspacht" }, "2026-11-22", []],
  [
    "eine erhaltene Anfrage ist binnen drei Monaten abzulehnen",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2028-02-01",
    ["ablehnung 2028-04-15 2030-09-30"],
  ],
  [
    "am letzten Tag noch",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2028-04-15",
    ["ablehnung 2028-04-15 2030-09-30"],
  ],
  [
    "am 30. November erhalten: bis zum letzten Februar, im Schaltjahr",
    { ...befristet, anfrageErhaltenAm: "2027-11-30" },
    "2027-12-01",
    ["ablehnung 2028-02-29 2030-09-30"],
  ],
  [
    "nicht abgelehnt läuft sie ohne Ende weiter, kündbar nach dem vereinbarten",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2028-04-16",
    ["kuendigung 2029-10-04 2031-09-30"],
  ],
  [
    "lange danach wie jede Landpacht ohne Ende",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2033-01-01",
    ["kuendigung 2033-10-05 2035-09-30"],
  ],
  [
    "eine zu frühe Anfrage ist keine",
    { ...befristet, anfrageErhaltenAm: "2027-09-30" },
    "2027-10-15",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "eine am ersten Tag des Pachtjahrs ist eine",
    { ...befristet, anfrageErhaltenAm: "2027-10-01" },
    "2027-10-15",
    ["ablehnung 2028-01-01 2030-09-30"],
  ],
  ["eine zu späte Anfrage ist keine", { ...befristet, anfrageErhaltenAm: "2028-10-01" }, "2028-11-01", []],
];

const verlaengerungen: Fall[] = [
  [
    "nach dem Vertrag",
    { ...befristet, verlaengerungMonate: 12, kuendigungsregel: { monate: 12, zum: "pachtjahr" } },
    "2026-11-22",
    ["verlaengerung 2029-09-30 2030-09-30"],
  ],
  ["nach dem Gesetz", { ...befristet, verlaengerungMonate: 36 }, "2026-11-22", ["verlaengerung 2028-10-05 2030-09-30"]],
  [
    "versäumt: das nächste Ende",
    { ...befristet, verlaengerungMonate: 12, kuendigungsregel: { monate: 12, zum: "pachtjahr" } },
    "2029-10-01",
    ["verlaengerung 2030-09-30 2031-09-30"],
  ],
  [
    "das eingetragene Ende ist vorbei: sie läuft noch",
    { ...befristet, verlaengerungMonate: 24, kuendigungsregel: { monate: 6, zum: "pachtjahr" } },
    "2031-01-01",
    ["verlaengerung 2032-03-31 2032-09-30"],
  ],
  [
    "ein Ende am 28. Februar verlängert sich auf den letzten des Monats",
    {
      pachtbeginn: "2020-03-01",
      pachtende: "2027-02-28",
      pachtjahrBeginn: "03-01",
      verlaengerungMonate: 12,
      kuendigungsregel: { monate: 6, zum: "pachtjahr" },
    },
    "2027-06-01",
    ["verlaengerung 2027-08-31 2028-02-29"],
  ],
  [
    "mündlich bis zu zwei Jahren: die Frist des Vertrags, § 594a gilt nur ohne Ende",
    {
      pachtbeginn: "2026-10-01",
      pachtende: "2028-09-30",
      vertragsform: "muendlich",
      verlaengerungMonate: 12,
      kuendigungsregel: { monate: 6, zum: "pachtjahr" },
    },
    "2027-11-22",
    ["verlaengerung 2028-03-31 2028-09-30"],
  ],
  [
    "andere Pacht nach dem Gesetz",
    { ...befristet, vertragsart: "grundstueckspacht", verlaengerungMonate: 12 },
    "2030-01-01",
    ["verlaengerung 2030-04-03 2030-09-30"],
  ],
];

describe("Fristen eines befristeten Vertrags", () => {
  describe.each([
    ["Form", form],
    ["Mehr als dreißig Jahre", dreissig],
    ["Anfrage zur Fortsetzung", anfragen],
    ["Verlängerung", verlaengerungen],
  ])("%s", (_, faelle) => {
    test.each(faelle)("%s", (_was, angaben, heute, erwartet) => {
      expect(fristen(angaben, heute).sort()).toEqual(erwartet);
    });
  });
});
