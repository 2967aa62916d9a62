import { datum, formatTag, plusTage } from "../../kern/kalender/tag.ts";
import { MONATE } from "../../kern/pacht/perioden.ts";
import type { PositionVersion } from "../../kern/pacht/typen.ts";
import type { Laufzeit } from "./laufzeit.ts";
import type { Objekt } from "./objekte.ts";
import type { Pachtart } from "./pachtarten.ts";
import type { Plan } from "./plan.ts";
import { sonderfall } from "./sonderfaelle.ts";
import { type PositionsartName, positionsarten, positionsartId } from "./stammdaten.ts";
import type { Zufall } from "./vorrat/zufall.ts";

export type Konto = Laufzeit & { nr: number; art: Pachtart; objekte: readonly Objekt[] };

const auf5Cent = (cent: number): number => Math.round(cent / 5) * 5;

/** The yearly rent: by area, by object or, odd to the cent, as agreed long ago. */
const jahrespacht = (z: Zufall, art: Pachtart, objekte: readonly Objekt[]): number => {
  const preis = z.ganz(...art.preisCent);
  const jahr = art.jeObjekt
    ? preis * objekte.length * (art.monatlich ? 12 : 1)
    : objekte.reduce((summe, { flaeche_qm }) => summe + (flaeche_qm * preis) / 10_000, 0);
  if (art.jeObjekt) return Math.max(1200, Math.round(jahr / 100) * 100);
  return Math.max(2500, z.chance(0.5) ? Math.round(jahr) : auf5Cent(jahr));
};

/** Before or after the period that is billed next. */
const tagInOffenerPeriode = (z: Zufall, konto: Konto, plan: Plan): string => {
  const tag = formatTag(plusTage(plan.gebuchtBis, z.ganz(1, 35)));
  if (tag < konto.pachtbeginn) return konto.pachtbeginn;
  return konto.pachtende !== null && tag > konto.pachtende ? konto.pachtende : tag;
};

/** A position as the contract names it; the amount is that of its interval. */
type Entwurf = Pick<PositionVersion, "bezeichnung" | "betragCent" | "intervall"> &
  Partial<Pick<PositionVersion, "anteilig" | "steuersatzBp" | "gueltigVon" | "gueltigBis">> & { art: PositionsartName };

/** What the land or the place itself costs. */
const pacht = (z: Zufall, { art, objekte, nr, zahlungsrhythmus }: Konto, jahrCent: number): Entwurf[] => {
  const intervall = art.monatlich ? "monatlich" : z.chance(0.9) ? "jaehrlich" : zahlungsrhythmus;
  const betragCent = Math.round((jahrCent * MONATE[intervall]) / 12);
  const [erstes, zweites] = objekte;
  const eine = { art: art.position, intervall } as const;
  if (!erstes || !zweites || art.monatlich || !sonderfall.getrenntePositionen(nr))
    return [{ ...eine, bezeichnung: art.position, betragCent }];
  // Two parcels of one account are at times agreed one by one.
  const teilCent = Math.round((betragCent * z.ganz(35, 65)) / 100);
  return [
    { ...eine, bezeichnung: `${art.position} ${erstes.bezeichnung}`, betragCent: teilCent },
    { ...eine, bezeichnung: `${art.position} ${zweites.bezeichnung}`, betragCent: betragCent - teilCent },
  ];
};

/** What comes on top of it, by the kind of object. */
const umlagen = (z: Zufall, { art: { objektart }, objekte }: Konto): Entwurf[] => {
  const liste: Entwurf[] = [];
  const qm = objekte.reduce((summe, { flaeche_qm }) => summe + flaeche_qm, 0);
  if (["acker", "gruenland", "wald", "garten", "sonstige"].includes(objektart) && z.chance(0.45))
    liste.push({
      art: "Grundsteuerumlage",
      bezeichnung: "Grundsteuer A, Umlage",
      betragCent: Math.max(310, Math.round(qm * 0.11)),
      intervall: "jaehrlich",
      anteilig: !z.chance(0.3),
    });
  if (["acker", "gruenland"].includes(objektart) && z.chance(0.3))
    liste.push({
      art: "Umlage Wasser- und Bodenverband",
      bezeichnung: "Beitrag Unterhaltungsverband Ilmenau",
      betragCent: Math.max(450, Math.round(qm * 0.13)),
      intervall: "jaehrlich",
    });
  if (objektart === "gewerbe")
    liste.push({
      art: "Nebenkosten",
      bezeichnung: "Nebenkosten, Vorauszahlung",
      betragCent: z.ganz(45, 480) * 100,
      intervall: "monatlich",
    });
  if (objektart === "garten" && z.chance(0.6))
    liste.push({
      art: "Nebenkosten",
      bezeichnung: "Wasser und Wegereinigung",
      betragCent: z.ganz(18, 64) * 100,
      intervall: z.chance(0.5) ? "jaehrlich" : "halbjaehrlich",
    });
  return liste;
};

const nachlaesse = (z: Zufall, { art, nr }: Konto, jahrCent: number, plan: Plan): Entwurf[] => {
  const liste: Entwurf[] = [];
  if (art.position === "Grundpacht" && sonderfall.minderung(nr))
    liste.push({
      art: "Pachtminderung",
      bezeichnung: "Minderung wegen Leitungstrasse",
      betragCent: -Math.max(500, Math.round(jahrCent * 0.06)),
      intervall: "jaehrlich",
    });
  if (art.objektart === "gewerbe" && sonderfall.nachlass(nr))
    liste.push({
      art: "Pachtminderung",
      bezeichnung: "Nachlass Hallentor",
      betragCent: -z.ganz(40, 150) * 100,
      intervall: "monatlich",
      steuersatzBp: 1900,
      gueltigBis: `${datum(plan.heute).jahr}-12-31`,
    });
  return liste;
};

const einmalige = (z: Zufall, konto: Konto, plan: Plan): Entwurf[] => {
  if (konto.status === "ausgelaufen") return [];
  const einmalig = { art: "Sonderzahlung", intervall: "einmalig" } as const;
  const liste: Entwurf[] = [];
  if (sonderfall.nachzahlung(konto.nr))
    liste.push({
      ...einmalig,
      bezeichnung: z.aus(["Nachzahlung Vermessungskosten", "Entschädigung Wegebau"]),
      betragCent: z.ganz(60, 900) * 100,
      gueltigVon: tagInOffenerPeriode(z, konto, plan),
    });
  if (sonderfall.wildschaden(konto.nr))
    liste.push({
      ...einmalig,
      bezeichnung: "Gutschrift Wildschaden",
      betragCent: -z.ganz(30, 280) * 100,
      gueltigVon: tagInOffenerPeriode(z, konto, plan),
    });
  return liste;
};

/** The positions of an account in their first version, with ids from 1. The draws keep their order. */
export function positionen(z: Zufall, konto: Konto, plan: Plan): PositionVersion[] {
  const jahrCent = jahrespacht(z, konto.art, konto.objekte);
  const entwuerfe = [
    ...pacht(z, konto, jahrCent),
    ...umlagen(z, konto),
    ...nachlaesse(z, konto, jahrCent, plan),
    ...einmalige(z, konto, plan),
  ];
  return entwuerfe.map(({ art, ...entwurf }, stelle) => {
    const artId = positionsartId(art);
    const { bp, erhoehbar, weiterleitung } = positionsarten[artId - 1] as (typeof positionsarten)[number];
    const id = stelle + 1;
    return {
      id,
      ursprungId: id,
      positionsartId: artId,
      gueltigVon: null,
      gueltigBis: null,
      steuersatzBp: bp,
      steuerbefreiungGrund: null,
      anteilig: true,
      erhoehbar,
      weiterleitung,
      ...entwurf,
    };
  });
}
