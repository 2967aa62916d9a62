import type { HebungAbschlussPosition } from "../../abrechnung/hebungen/schema.ts";
import { prozent } from "../../kern/geld/dezimal.ts";
import { addiereMonate, datum, formatTag, plusTage, type Tag } from "../../kern/kalender/tag.ts";
import { wendeHebungenAn } from "../../kern/pacht/hebung/hebung.ts";
import { naechsteHebung } from "../../kern/pacht/hebung/pruefungstermin.ts";
import { MONATE } from "../../kern/pacht/perioden.ts";
import type { AktiveHebung, PositionVersion } from "../../kern/pacht/typen.ts";
import { periodenbeginnAb } from "./laufzeit.ts";
import { type Plan, zeitpunktAm } from "./plan.ts";
import type { Konto } from "./positionen.ts";
import { sonderfall } from "./sonderfaelle.ts";
import type { Zufall } from "./vorrat/zufall.ts";

export type Hebung = AktiveHebung & {
  bezeichnung: string;
  begruendung: string | null;
  status: "geplant" | "aktiv" | "abgeschlossen" | "storniert";
  indexBasisjahr: number | null;
  abgeschlossenAm: string | null;
  abschluss: HebungAbschlussPosition[] | null;
  erstelltAm: string;
};

type Wert = Pick<
  Hebung,
  "art" | "wertBp" | "betragCent" | "indexBasis" | "indexNeu" | "indexBasisjahr" | "bezeichnung"
>;

const leer = { wertBp: null, betragCent: null, indexBasis: null, indexNeu: null, indexBasisjahr: null };

/** Consumer price index of the year, 2020 = 100; the coming years go on by 2.1 a year. */
const index: Record<number, number> = { 2019: 99.5, 2020: 100, 2021: 103.1, 2022: 110.2, 2023: 116.7, 2024: 119.3 };
const indexstand = (jahr: number): number => index[jahr] ?? (jahr < 2019 ? 94.1 : 119.3 + 2.1 * (jahr - 2024));

const wert = (z: Zufall, konto: Konto, wirksamAb: Tag, jahrespachtCent: number): Wert => {
  const art = konto.art.monatlich
    ? z.gewichtet([
        ["index", 6],
        ["prozent", 3],
        ["neuer_betrag", 1],
      ] as const)
    : z.gewichtet([
        ["prozent", 5],
        ["betrag", 2],
        ["neuer_betrag", 2],
        ["index", 1],
      ] as const);
  if (art === "prozent") {
    const wertBp = z.aus([200, 250, 300, 400, 500, 750, 1000]);
    return { ...leer, art, wertBp, bezeichnung: `Pachtanpassung ${prozent(wertBp)}` };
  }
  if (art === "betrag")
    return {
      ...leer,
      art,
      betragCent: Math.max(500, Math.round(jahrespachtCent / 2000) * 100),
      bezeichnung: "Pachtanpassung",
    };
  if (art === "neuer_betrag")
    return {
      ...leer,
      art,
      betragCent: Math.ceil(jahrespachtCent / 5000) * 5300,
      bezeichnung: "Neufestsetzung der Pacht",
    };
  const { jahr } = datum(wirksamAb);
  return {
    ...leer,
    art,
    indexBasis: indexstand(jahr - 4).toFixed(1),
    indexNeu: indexstand(jahr - 1).toFixed(1),
    indexBasisjahr: 2020,
    bezeichnung: "Indexanpassung (Verbraucherpreisindex)",
  };
};

/** Yearly amount of what an increase raises; 0 where nothing does. */
const jahresbetrag = (versionen: readonly PositionVersion[]): number =>
  versionen
    .filter(({ erhoehbar, gueltigBis }) => erhoehbar && gueltigBis === null)
    .reduce(
      (summe, { betragCent, intervall }) =>
        summe + (intervall === "einmalig" ? 0 : (betragCent * 12) / MONATE[intervall]),
      0,
    );

const neueHebung = (
  z: Zufall,
  konto: Konto,
  versionen: readonly PositionVersion[],
  wirksamAb: Tag,
  status: Hebung["status"],
  plan: Plan,
): Hebung => {
  const angelegt = Math.min(wirksamAb, plan.heute) as Tag;
  return {
    id: 0,
    ...wert(z, konto, wirksamAb, jahresbetrag(versionen)),
    wirksamAb: formatTag(wirksamAb),
    positionIds: null,
    weitergabeBp: null,
    obergrenzeBp: null,
    verkettung: null,
    begruendung: z.chance(0.5)
      ? z.aus(["Anpassungsklausel § 4 des Vertrags", "Ortsübliche Pacht, Schreiben liegt vor", "Nachtrag Nr. 2"])
      : null,
    status,
    abgeschlossenAm: null,
    abschluss: null,
    erstelltAm: zeitpunktAm(plusTage(angelegt, -z.ganz(10, 90)), z.ganz(0, 500)),
  };
};

/** A completed increase has cut the positions; the ids of the new versions are counted on. */
const schliesseAb = (hebung: Hebung, versionen: PositionVersion[], am: Tag): PositionVersion[] => {
  const ergebnis = wendeHebungenAn(versionen, [hebung]);
  const bekannt = new Set<number>();
  let id = versionen.length;
  const neue = ergebnis.versionen.map(({ hebungIds: _, ...version }) => {
    if (bekannt.has(version.id)) {
      id += 1;
      return { ...version, id };
    }
    bekannt.add(version.id);
    return version;
  });
  hebung.status = "abgeschlossen";
  hebung.abgeschlossenAm = zeitpunktAm(am, 95);
  hebung.abschluss = ergebnis.aenderungen.flatMap(({ ursprungId, altCent, neuCent }) =>
    neue
      .filter((version) => version.ursprungId === ursprungId && version.gueltigVon === hebung.wirksamAb)
      .map(({ id: positionId, bezeichnung, intervall }) => ({
        ursprungId,
        positionId,
        bezeichnung,
        intervall,
        betragAltCent: altCent,
        betragNeuCent: neuCent,
      })),
  );
  return neue;
};

/** The increases of an account and its positions after the completed ones. */
export function hebungen(z: Zufall, konto: Konto, erste: PositionVersion[], plan: Plan) {
  const liste: Hebung[] = [];
  let versionen = erste;
  const { nr, pachtbeginn, pachtende } = konto;
  const passt = (tag: Tag) => formatTag(tag) > pachtbeginn && (pachtende === null || formatTag(tag) < pachtende);
  const lebt = konto.status === "aktiv" && jahresbetrag(erste) > 0;

  const fruehere = addiereMonate(plan.uebernahme, -12 * z.ganz(0, 3));
  const vorher = periodenbeginnAb(fruehere, konto);
  if (z.chance(0.27) && passt(vorher) && vorher < plan.gebuchtBis && jahresbetrag(erste) > 0) {
    const hebung = neueHebung(z, konto, versionen, vorher, "aktiv", plan);
    versionen = schliesseAb(hebung, versionen, plusTage(vorher, -12));
    liste.push(hebung);
  }
  const naechste = periodenbeginnAb(plusTage(plan.gebuchtBis, 1), konto);
  const kuenftige = periodenbeginnAb(plusTage(plan.heute, 1), konto);
  const plane = (tag: Tag, status: Hebung["status"]) => {
    if (lebt && passt(tag)) liste.push(neueHebung(z, konto, versionen, tag, status, plan));
  };
  if (sonderfall.aktiveHebung(nr)) plane(naechste, "aktiv");
  else if (sonderfall.ueberfaelligeHebung(nr)) plane(naechste, "geplant");
  else if (sonderfall.geplanteHebung(nr)) plane(addiereMonate(kuenftige, 12 * z.ganz(0, 1)), "geplant");
  else if (sonderfall.stornierteHebung(nr)) plane(kuenftige, "storniert");
  return { hebungen: liste, versionen };
}

/** The days of the last and of the next increase or yearly review. */
export function hebungstage(liste: readonly Hebung[], hebemonat: string | null, plan: Plan) {
  const tage = (status: Hebung["status"]) =>
    liste.filter((hebung) => hebung.status === status).map(({ wirksamAb }) => wirksamAb);
  const letzteHebung = tage("abgeschlossen").sort().at(-1) ?? null;
  const heute = formatTag(plan.heute);
  return { letzteHebung, naechsteHebung: naechsteHebung(hebemonat, letzteHebung, tage("geplant"), heute) };
}
