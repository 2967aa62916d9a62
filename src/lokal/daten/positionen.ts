import { datum, formatTag, plusTage } from "../../kern/kalender/tag.ts";
import { MONATE } from "../../kern/pacht/perioden.ts";
import type { Intervall, PositionVersion } from "../../kern/pacht/typen.ts";
import type { Laufzeit } from "./laufzeit.ts";
import type { Objekt } from "./objekte.ts";
import type { Pachtart } from "./pachtarten.ts";
import type { Plan } from "./plan.ts";
import { sonderfall } from "./sonderfaelle.ts";
import { type PositionsartName, positionsarten, positionsartId } from "./stammdaten.ts";
import type { Zufall } from "./zufall.ts";

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

/** The positions of an account in their first version, without ids; amounts in the interval of each. */
export const positionen = (z: Zufall, konto: Konto, plan: Plan): PositionVersion[] => {
  const { art, objekte, nr } = konto;
  const liste: PositionVersion[] = [];
  const neu = (
    name: PositionsartName,
    bezeichnung: string,
    betragCent: number,
    intervall: Intervall,
    mehr: Partial<PositionVersion> = {},
  ): void => {
    const typ = positionsarten[positionsartId(name) - 1];
    if (typ === undefined) return;
    const { bp, erhoehbar, weiterleitung } = typ;
    const id = liste.length + 1;
    liste.push({
      id,
      ursprungId: id,
      positionsartId: positionsartId(name),
      bezeichnung,
      betragCent,
      intervall,
      gueltigVon: null,
      gueltigBis: null,
      steuersatzBp: bp,
      steuerbefreiungGrund: null,
      anteilig: true,
      erhoehbar,
      weiterleitung,
      ...mehr,
    });
  };
  const jahr = jahrespacht(z, art, objekte);
  const intervall = art.monatlich ? "monatlich" : z.chance(0.9) ? "jaehrlich" : konto.zahlungsrhythmus;
  const betrag = Math.round((jahr * MONATE[intervall]) / 12);
  const [erstes, zweites] = objekte;
  // Two parcels of one account are at times agreed one by one.
  if (erstes && zweites && !art.monatlich && sonderfall.getrenntePositionen(nr)) {
    const teil = Math.round((betrag * z.ganz(35, 65)) / 100);
    neu(art.position, `${art.position} ${erstes.bezeichnung}`, teil, intervall);
    neu(art.position, `${art.position} ${zweites.bezeichnung}`, betrag - teil, intervall);
  } else neu(art.position, art.position, betrag, intervall);

  const qm = objekte.reduce((summe, { flaeche_qm }) => summe + flaeche_qm, 0);
  const istLand = ["acker", "gruenland", "wald", "garten", "sonstige"].includes(art.objektart);
  if (istLand && z.chance(0.45))
    neu("Grundsteuerumlage", "Grundsteuer A, Umlage", Math.max(310, Math.round(qm * 0.11)), "jaehrlich", {
      anteilig: !z.chance(0.3),
    });
  if (["acker", "gruenland"].includes(art.objektart) && z.chance(0.3))
    neu(
      "Umlage Wasser- und Bodenverband",
      "Beitrag Unterhaltungsverband Ilmenau",
      Math.max(450, Math.round(qm * 0.13)),
      "jaehrlich",
    );
  if (art.objektart === "gewerbe") neu("Nebenkosten", "Nebenkosten, Vorauszahlung", z.ganz(45, 480) * 100, "monatlich");
  if (art.objektart === "garten" && z.chance(0.6))
    neu("Nebenkosten", "Wasser und Wegereinigung", z.ganz(18, 64) * 100, z.chance(0.5) ? "jaehrlich" : "halbjaehrlich");
  if (art.position === "Grundpacht" && sonderfall.minderung(nr))
    neu("Pachtminderung", "Minderung wegen Leitungstrasse", -Math.max(500, Math.round(jahr * 0.06)), "jaehrlich");
  if (art.objektart === "gewerbe" && sonderfall.nachlass(nr))
    neu("Pachtminderung", "Nachlass Hallentor", -z.ganz(40, 150) * 100, "monatlich", {
      steuersatzBp: 1900,
      gueltigBis: `${datum(plan.heute).jahr}-12-31`,
    });
  if (sonderfall.nachzahlung(nr) && konto.status !== "ausgelaufen")
    neu(
      "Sonderzahlung",
      z.aus(["Nachzahlung Vermessungskosten", "Entschädigung Wegebau"]),
      z.ganz(60, 900) * 100,
      "einmalig",
      {
        gueltigVon: tagInOffenerPeriode(z, konto, plan),
      },
    );
  if (sonderfall.wildschaden(nr) && konto.status !== "ausgelaufen")
    neu("Sonderzahlung", "Gutschrift Wildschaden", -z.ganz(30, 280) * 100, "einmalig", {
      gueltigVon: tagInOffenerPeriode(z, konto, plan),
    });
  return liste;
};
