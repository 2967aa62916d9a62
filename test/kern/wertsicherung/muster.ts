import type { Indexfassung, Indexreihe, Indexreihen } from "../../../src/kern/wertsicherung/indexvergleich.ts";
import type { Indexklausel } from "../../../src/kern/wertsicherung/klausel.ts";
import type { Klauselkonto } from "../../../src/kern/wertsicherung/vorschlag.ts";

/** 10 % from March 2021 on, reached, exactly. */
export function klausel(mehr: Partial<Indexklausel> = {}): Indexklausel {
  return {
    art: "index",
    reiheId: 1,
    basisMonat: "2021-03",
    schwelleBp: 1000,
    schwellePunkte: null,
    vergleich: "erreicht",
    rundung: "exakt",
    weitergabeBp: 10_000,
    obergrenzeBp: null,
    beideRichtungen: true,
    fruehestensMonate: 0,
    ...mehr,
  };
}

/** A month's value is entered on the 12th of the next month. */
const eingegeben = (monat: string): string => {
  const [jahr = 0, m = 0] = monat.split("-").map(Number);
  return m === 12 ? `${jahr + 1}-01-12` : `${jahr}-${String(m + 1).padStart(2, "0")}-12`;
};

export function fassung(nr: number, werte: Record<string, string>, basis = "2020 = 100"): Indexfassung {
  return {
    nr,
    basis,
    staende: Object.entries(werte).map(([monat, wert]) => ({ monat, wert, eingegebenAm: eingegeben(monat) })),
  };
}

/** Versions are given as they came, the newest last. */
export function reihe(fassungen: Indexfassung[], mehr: Partial<Indexreihe> = {}): Indexreihe {
  return {
    id: 1,
    name: "Verbraucherpreisindex",
    beendetMit: null,
    nachfolgerId: null,
    fassungen: fassungen.toReversed(),
    ...mehr,
  };
}

export function reihen(...alle: Indexreihe[]): Indexreihen {
  return new Map(alle.map((eine) => [eine.id, eine]));
}

/** Let from 1 October 2020, nothing booked, never increased. */
export function klauselkonto(mehr: Partial<Klauselkonto> = {}): Klauselkonto {
  return {
    pachtbeginn: "2020-10-01",
    abrechnungAb: null,
    pachtende: null,
    letzteHebung: null,
    letzteStufe: null,
    gebuchtBis: null,
    ...mehr,
  };
}
