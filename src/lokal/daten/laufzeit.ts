import { pachtjahrMit, periodenAb } from "../../kern/kalender/perioden.ts";
import { addiereMonate, ausDatum, datum, formatTag, plusTage, type Tag } from "../../kern/kalender/tag.ts";
import { planeFaelligkeiten, rasterVon } from "../../kern/pacht/perioden.ts";
import type { Kontolaufzeit, Kontoraster, KontoStatus, Rhythmus } from "../../kern/pacht/typen.ts";
import type { Pachtart } from "./pachtarten.ts";
import type { Plan } from "./plan.ts";
import { sonderfall } from "./sonderfaelle.ts";
import type { Zufall } from "./vorrat/zufall.ts";

export type Laufzeit = Kontolaufzeit & {
  status: KontoStatus;
  gekuendigtAm: string | null;
  kuendigungZum: string | null;
  schlussabrechnung: string | null;
};

type Schluss = { status: KontoStatus; pachtende: Tag | null; gekuendigtAm: Tag | null };

/** The last day of the lease year that holds `tag`. */
const pachtjahresende = (tag: Tag, beginn: string): Tag => plusTage(addiereMonate(pachtjahrMit(tag, beginn), 12), -1);

/** The last day of the month `monate` months before that of `tag`. */
const monatsende = (tag: Tag, monate: number): Tag => {
  const { jahr, monat } = datum(tag);
  return plusTage(addiereMonate(ausDatum(jahr, monat, 1), 1 - monate), -1);
};

/** The first period start of the account on or after `tag`. */
export function periodenbeginnAb(tag: Tag, konto: Kontoraster): Tag {
  const perioden = periodenAb(tag, rasterVon(konto));
  const { von } = perioden.next().value;
  return von >= tag ? von : perioden.next().value.von;
}

/** Short rhythms moved later, so that the past is a few hundred documents and not thousands. */
const spaeterMonate: Record<Rhythmus, number> = { monatlich: 9, vierteljaehrlich: 6, halbjaehrlich: 3, jaehrlich: 0 };

/** Where an account starts whose past lies elsewhere: with the latest period that is due. */
const letzteFaellige = (konto: Kontolaufzeit, plan: Plan): string | null => {
  const fruehestens = formatTag(addiereMonate(plan.heute, -26));
  const heute = formatTag(plan.heute);
  const abrechnungAb = konto.pachtbeginn > fruehestens ? null : fruehestens;
  const faellig = planeFaelligkeiten({ ...konto, abrechnungAb }, heute).findLast(({ faelligAm }) => faelligAm <= heute);
  return faellig?.zeitraumVon ?? null;
};

/** Cases that only an old lease shows. */
const brauchtVergangenheit = [
  sonderfall.endetVorigenMonat,
  sonderfall.endeteImHalbjahr,
  sonderfall.endeteVorUebernahme,
  sonderfall.gekuendigt,
  sonderfall.ohneVerpaechter,
  sonderfall.pauschalierterVerpaechter,
];

const beginn = (z: Zufall, nr: number, art: Pachtart, pachtjahrBeginn: string, plan: Plan): Tag => {
  if (z.chance(0.82) || brauchtVergangenheit.some((fall) => fall(nr))) {
    const frueher = addiereMonate(plan.uebernahme, -12 * z.ganz(3, 24));
    return art.monatlich ? addiereMonate(frueher, -z.ganz(0, 11)) : pachtjahrMit(frueher, pachtjahrBeginn);
  }
  const neu = addiereMonate(plan.uebernahme, z.ganz(1, 16));
  const imRaster = pachtjahrMit(addiereMonate(neu, 12), pachtjahrBeginn);
  if (z.chance(0.4) && imRaster <= plusTage(plan.heute, 90)) return imRaster;
  return z.chance(0.5) ? neu : plusTage(neu, 14);
};

/** How the lease of account `nr` ends, if it does; every kind recurs in a fixed rhythm. */
const schlussVon = (z: Zufall, nr: number, pachtjahrBeginn: string, plan: Plan): Schluss => {
  const offen: Schluss = { status: "aktiv", pachtende: null, gekuendigtAm: null };
  // The final settlement of the first two is open, the third was settled in the old system.
  const zuEnde = (pachtende: Tag): Schluss => ({ ...offen, status: "ausgelaufen", pachtende });
  if (sonderfall.endetVorigenMonat(nr)) return zuEnde(monatsende(plan.heute, 1));
  if (sonderfall.endeteImHalbjahr(nr)) return zuEnde(monatsende(plan.heute, z.ganz(2, 7)));
  if (sonderfall.endeteVorUebernahme(nr))
    return zuEnde(pachtjahresende(addiereMonate(plan.uebernahme, -15), pachtjahrBeginn));
  if (sonderfall.gekuendigt(nr)) {
    const pachtende = pachtjahresende(addiereMonate(plan.heute, z.ganz(1, 4)), pachtjahrBeginn);
    return { status: "gekuendigt", pachtende, gekuendigtAm: plusTage(plan.heute, -z.ganz(15, 150)) };
  }
  if (sonderfall.inaktiv(nr)) return { ...offen, status: "inaktiv" };
  if (z.chance(0.35))
    return { ...offen, pachtende: pachtjahresende(addiereMonate(plan.heute, z.ganz(14, 150)), pachtjahrBeginn) };
  return offen;
};

const abrechnungAb = (nr: number, konto: Kontolaufzeit, endetVorher: boolean, plan: Plan): string | null => {
  if (endetVorher) return formatTag(plan.uebernahme);
  if (plan.laeufe === null) return letzteFaellige(konto, plan);
  const uebernahme = addiereMonate(plan.uebernahme, spaeterMonate[konto.zahlungsrhythmus]);
  if (konto.pachtbeginn >= formatTag(uebernahme)) return null;
  // One in twenty-five came in the middle of a period, which is then cut.
  return formatTag(
    sonderfall.mittenImZeitraumUebernommen(nr) ? addiereMonate(uebernahme, 1) : periodenbeginnAb(uebernahme, konto),
  );
};

const text = (tag: Tag | null): string | null => (tag === null ? null : formatTag(tag));

export function laufzeit(z: Zufall, nr: number, art: Pachtart, plan: Plan): Laufzeit {
  const zahlungsrhythmus = z.gewichtet(art.rhythmen);
  const pachtjahrBeginn = z.gewichtet(art.pachtjahr);
  const von = beginn(z, nr, art, pachtjahrBeginn, plan);
  const { status, pachtende, gekuendigtAm } = schlussVon(z, nr, pachtjahrBeginn, plan);
  const istVorauszahlend = sonderfall.vorauszahlungUnbekannt(nr) ? null : z.ganz(1, 100) <= art.vorauszahlend;
  const konto: Kontolaufzeit = {
    pachtbeginn: formatTag(von),
    pachtende: text(pachtende),
    abrechnungAb: null,
    pachtjahrBeginn,
    zahlungsrhythmus,
    istVorauszahlend,
  };
  const endetVorher = pachtende !== null && pachtende < plan.uebernahme;
  return {
    ...konto,
    abrechnungAb: abrechnungAb(nr, konto, endetVorher, plan),
    status,
    gekuendigtAm: text(gekuendigtAm),
    kuendigungZum: status === "gekuendigt" ? text(pachtende) : null,
    schlussabrechnung: endetVorher ? text(plusTage(pachtende, 24)) : null,
  };
}
