import type { Berechnungsart, Rhythmus } from "../../kern/pacht/typen.ts";
import type { PaechterArt, VerpaechterArt } from "./kontakte.ts";
import type { PositionsartName } from "./stammdaten.ts";

type Gewichtet<T> = readonly (readonly [T, number])[];

/** What a kind of lease usually looks like in the Lüneburg Heath. */
export type Pachtart = {
  objektart: string;
  position: PositionsartName;
  /** Of a thousand accounts. */
  anteil: number;
  rhythmen: Gewichtet<Rhythmus>;
  pachtjahr: Gewichtet<string>;
  berechnungsart: Gewichtet<Berechnungsart>;
  /** Of a hundred. */
  vorauszahlend: number;
  flaecheQm: readonly [number, number];
  objekte: Gewichtet<number>;
  /** Rent of a year: cents per hectare, or per object where `jeObjekt`. */
  preisCent: readonly [number, number];
  jeObjekt: boolean;
  /** The amount is agreed by the month, not by the year. */
  monatlich: boolean;
  paechter: readonly PaechterArt[];
  verpaechter: readonly VerpaechterArt[];
};

const privat: readonly VerpaechterArt[] = ["person", "gemeinschaft", "kirche", "gemeinde", "firma"];
const landwirte: readonly PaechterArt[] = ["hof", "person"];
const ganzjaehrig: Gewichtet<Rhythmus> = [
  ["jaehrlich", 6],
  ["halbjaehrlich", 3],
  ["vierteljaehrlich", 1],
];
const genau: Gewichtet<Berechnungsart> = [
  ["monatsgenau", 7],
  ["tagesgenau", 2],
  ["dreissig360", 1],
];
const kaufmaennisch: Gewichtet<Berechnungsart> = [
  ["monatsgenau", 6],
  ["dreissig360", 3],
  ["tagesgenau", 1],
];

export const pachtarten: readonly Pachtart[] = [
  {
    objektart: "acker",
    position: "Grundpacht",
    anteil: 400,
    rhythmen: ganzjaehrig,
    // Harvest and Martinmas: when a farming year ends.
    pachtjahr: [
      ["10-01", 6],
      ["11-11", 3],
      ["01-01", 1],
    ],
    berechnungsart: genau,
    vorauszahlend: 12,
    flaecheQm: [8_000, 96_000],
    objekte: [
      [1, 2],
      [2, 4],
      [3, 3],
      [4, 1],
    ],
    preisCent: [38_000, 72_000],
    jeObjekt: false,
    monatlich: false,
    paechter: landwirte,
    verpaechter: privat,
  },
  {
    objektart: "gruenland",
    position: "Grundpacht",
    anteil: 160,
    rhythmen: ganzjaehrig,
    pachtjahr: [
      ["10-01", 3],
      ["11-11", 2],
      ["01-01", 3],
    ],
    berechnungsart: genau,
    vorauszahlend: 15,
    flaecheQm: [6_000, 48_000],
    objekte: [
      [1, 4],
      [2, 4],
      [3, 1],
    ],
    preisCent: [14_500, 31_000],
    jeObjekt: false,
    monatlich: false,
    paechter: [...landwirte, "verein"],
    verpaechter: privat,
  },
  {
    objektart: "garten",
    position: "Gartenpacht",
    anteil: 110,
    rhythmen: [
      ["jaehrlich", 8],
      ["halbjaehrlich", 2],
    ],
    pachtjahr: [
      ["01-01", 4],
      ["03-01", 1],
    ],
    berechnungsart: genau,
    vorauszahlend: 90,
    flaecheQm: [220, 620],
    objekte: [[1, 1]],
    preisCent: [9_600, 34_800],
    jeObjekt: true,
    monatlich: false,
    paechter: ["person"],
    verpaechter: ["gemeinde", "kirche", "person"],
  },
  {
    objektart: "gewerbe",
    position: "Gewerbepacht",
    anteil: 120,
    rhythmen: [
      ["monatlich", 7],
      ["vierteljaehrlich", 3],
    ],
    pachtjahr: [
      ["01-01", 4],
      ["07-01", 1],
    ],
    berechnungsart: kaufmaennisch,
    vorauszahlend: 100,
    flaecheQm: [380, 6_400],
    objekte: [
      [1, 4],
      [2, 1],
    ],
    preisCent: [38_000, 425_000],
    jeObjekt: true,
    monatlich: true,
    paechter: ["betrieb"],
    verpaechter: ["firma", "person", "gemeinschaft"],
  },
  {
    objektart: "stellplatz",
    position: "Stellplatzpacht",
    anteil: 50,
    rhythmen: [
      ["monatlich", 4],
      ["vierteljaehrlich", 6],
    ],
    pachtjahr: [["01-01", 1]],
    berechnungsart: kaufmaennisch,
    vorauszahlend: 100,
    flaecheQm: [13, 45],
    objekte: [
      [1, 3],
      [2, 1],
    ],
    preisCent: [3_000, 6_500],
    jeObjekt: true,
    monatlich: true,
    paechter: ["person", "betrieb"],
    verpaechter: ["gemeinde", "firma", "person"],
  },
  {
    objektart: "wald",
    position: "Grundpacht",
    anteil: 30,
    rhythmen: [["jaehrlich", 1]],
    pachtjahr: [
      ["10-01", 1],
      ["01-01", 1],
    ],
    berechnungsart: genau,
    vorauszahlend: 20,
    flaecheQm: [15_000, 140_000],
    objekte: [
      [1, 3],
      [2, 2],
    ],
    preisCent: [4_500, 12_000],
    jeObjekt: false,
    monatlich: false,
    paechter: landwirte,
    verpaechter: privat,
  },
  {
    objektart: "gewaesser",
    position: "Fischereipacht",
    anteil: 30,
    rhythmen: [
      ["jaehrlich", 3],
      ["halbjaehrlich", 1],
    ],
    pachtjahr: [["01-01", 1]],
    berechnungsart: genau,
    vorauszahlend: 80,
    flaecheQm: [4_000, 60_000],
    objekte: [
      [1, 4],
      [2, 1],
    ],
    preisCent: [28_000, 180_000],
    jeObjekt: true,
    monatlich: false,
    paechter: ["verein"],
    verpaechter: ["gemeinde", "person", "firma"],
  },
  {
    objektart: "jagd",
    position: "Jagdpacht",
    anteil: 40,
    rhythmen: [["jaehrlich", 1]],
    // § 11 (4) BJagdG: the hunting year.
    pachtjahr: [["04-01", 1]],
    berechnungsart: genau,
    vorauszahlend: 85,
    flaecheQm: [1_200_000, 5_400_000],
    objekte: [[1, 1]],
    preisCent: [140_000, 920_000],
    jeObjekt: true,
    monatlich: false,
    paechter: ["person"],
    verpaechter: ["jagdgenossenschaft"],
  },
  {
    objektart: "windkraft",
    position: "Nutzungsentgelt Energie",
    anteil: 20,
    rhythmen: [
      ["jaehrlich", 2],
      ["vierteljaehrlich", 1],
    ],
    pachtjahr: [["01-01", 1]],
    berechnungsart: kaufmaennisch,
    vorauszahlend: 40,
    flaecheQm: [1_200, 4_800],
    objekte: [
      [1, 2],
      [2, 1],
    ],
    preisCent: [1_400_000, 4_200_000],
    jeObjekt: true,
    monatlich: false,
    paechter: ["windkraft"],
    verpaechter: ["person", "gemeinschaft", "firma"],
  },
  {
    objektart: "solar",
    position: "Nutzungsentgelt Energie",
    anteil: 20,
    rhythmen: [
      ["jaehrlich", 1],
      ["halbjaehrlich", 1],
    ],
    pachtjahr: [["01-01", 1]],
    berechnungsart: kaufmaennisch,
    vorauszahlend: 50,
    flaecheQm: [18_000, 120_000],
    objekte: [
      [1, 3],
      [2, 1],
    ],
    preisCent: [240_000, 320_000],
    jeObjekt: false,
    monatlich: false,
    paechter: ["solar"],
    verpaechter: ["person", "gemeinschaft", "firma", "kirche"],
  },
  {
    objektart: "sonstige",
    position: "Grundpacht",
    anteil: 20,
    rhythmen: [
      ["jaehrlich", 1],
      ["halbjaehrlich", 1],
    ],
    pachtjahr: [
      ["01-01", 1],
      ["05-01", 1],
    ],
    berechnungsart: genau,
    vorauszahlend: 50,
    flaecheQm: [150, 3_200],
    objekte: [[1, 1]],
    preisCent: [4_000, 48_000],
    jeObjekt: true,
    monatlich: false,
    paechter: ["verein", "person", "betrieb"],
    verpaechter: privat,
  },
];
