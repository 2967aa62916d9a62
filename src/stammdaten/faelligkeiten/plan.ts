import { konflikt } from "../../kern/ablehnung.ts";
import { periodeMit } from "../../kern/kalender/perioden.ts";
import {
  addiereMonate,
  deutschesDatum,
  formatTag,
  parseTag,
  spaeterer,
  tagNach,
  tagVor,
} from "../../kern/kalender/tag.ts";
import { ersterTag, type GeplanteFaelligkeit, planeFaelligkeiten, rasterVon } from "../../kern/pacht/perioden.ts";
import type { Faelligkeit, Kontoraster } from "../../kern/pacht/typen.ts";
import { vergleicheText } from "../../kern/vergleicheText.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import {
  findAnteiligerBeleg,
  findSchlussabrechnung,
  insertFaelligkeiten,
  listGebuchteZeitraeume,
  listLuecken,
  listPachtkontoIdsNach,
  listPlankonten,
  type Planeintrag,
  type Plankonto,
  updateEntfallen,
  updateOffen,
} from "./queries.ts";
import { sperrePachtkonten } from "./sperre.ts";
import { bitteZuerst } from "./zuerst.ts";

export { findLetzteBuchung } from "./queries.ts";

/** How far due dates are planned ahead of today: a preview looks 24 months ahead. */
const vorausMonate = 25;

type Faelligkeitsaenderung = { neu: number; geaendert: number; entfallen: number };

/**
 * Brings the due dates of these accounts in line with their terms, as part of the transaction that changed them.
 * Booked periods stay; what is not booked is planned anew around them, a cancelled period in the grid that it was booked
 * in. Doing it twice changes nothing.
 */
export async function aktualisiereFaelligkeiten(
  tx: Db,
  pachtkontoIds: number[],
  heute: string,
): Promise<Faelligkeitsaenderung> {
  await sperrePachtkonten(tx, pachtkontoIds);
  const konten = await listPlankonten(tx, pachtkontoIds);
  const unterschiede = konten.map((konto) => vergleiche(konto, plane(konto, heute)));
  const entfallen = unterschiede.flatMap((unterschied) => unterschied.entfallen);
  const geaendert = unterschiede.flatMap((unterschied) => unterschied.geaendert);
  const neu = unterschiede.flatMap((unterschied) => unterschied.neu);
  // In this order: a day belongs to one period at every moment.
  if (entfallen.length > 0) await updateEntfallen(tx, entfallen);
  if (geaendert.length > 0) await updateOffen(tx, geaendert);
  if (neu.length > 0) await insertFaelligkeiten(tx, neu);
  if (entfallen.length + geaendert.length + neu.length > 0) {
    const [luecke] = await listLuecken(tx, pachtkontoIds);
    if (luecke) throw new Error(`Lücke vor ${luecke.zeitraumVon} in den Fälligkeiten von Konto ${luecke.pachtkontoId}`);
  }
  return { neu: neu.length, geaendert: geaendert.length, entfallen: entfallen.length };
}

/**
 * Refuses a write to an account that is settled for good.
 *
 * @throws Ablehnung konflikt `schlussabgerechnet`, naming the document to cancel first where the service settled it
 */
export async function pruefeOffen(tx: Db, pachtkontoId: number): Promise<void> {
  const schluss = await findSchlussabrechnung(tx, pachtkontoId);
  if (!schluss) return;
  const { schlussabrechnung, belegnummer, buchungslaufId, laufAm } = schluss;
  const stand = `Das Pachtkonto ist zum ${deutschesDatum(schlussabrechnung)} schlussabgerechnet`;
  throw konflikt(
    "schlussabgerechnet",
    laufAm === null ? `${stand}, nicht von diesem Dienst.` : `${stand}. ${bitteZuerst({ belegnummer, laufAm })}`,
    { belegnummer, buchungslaufId },
  );
}

/**
 * Refuses another method of pro-rating while something stands that was pro-rated by the old one.
 *
 * @throws Ablehnung konflikt `zeitraum_gebucht`, naming the document to cancel first
 */
export async function pruefeNichtsAnteiligGebucht(tx: Db, pachtkontoId: number): Promise<void> {
  const beleg = await findAnteiligerBeleg(tx, pachtkontoId);
  if (beleg)
    throw konflikt(
      "zeitraum_gebucht",
      `Der Beleg ${beleg.belegnummer} ist nach der bisherigen Methode anteilig berechnet. Bitte ihn zuerst stornieren.`,
    );
}

/**
 * Refuses a write that would change what was billed for one of the days `von` to `bis` (null: open).
 *
 * @throws Ablehnung konflikt `zeitraum_gebucht`, naming the document to cancel first
 */
export async function pruefeUngebucht(
  tx: Db,
  pachtkontoId: number,
  von: string | null,
  bis: string | null,
): Promise<void> {
  const [zeitraum] = await listGebuchteZeitraeume(tx, pachtkontoId, von, bis);
  if (!zeitraum) return;
  const { zeitraumVon, zeitraumBis, buchungslaufId, laufAm, belegnummern } = zeitraum;
  const [belegnummer = null] = belegnummern;
  throw konflikt(
    "zeitraum_gebucht",
    `Der Zeitraum ${deutschesDatum(zeitraumVon)} bis ${deutschesDatum(zeitraumBis)} ist gebucht. ${bitteZuerst({ belegnummer, laufAm })}`,
    { belegnummer, belegnummern, buchungslaufId, zeitraumVon, zeitraumBis },
  );
}

/** Days in a row; null: without end. */
type Tage = { von: string; bis: string | null };

/** The days from the first billed day on that no booked period holds, in order; the last stretch is open. */
const freieTage = (konto: Plankonto): Tage[] => {
  const frei: Tage[] = [];
  let von = formatTag(ersterTag(konto));
  for (const gebucht of konto.faelligkeiten.filter(({ status }) => status === "gebucht")) {
    if (von < gebucht.von) frei.push({ von, bis: tagVor(gebucht.von) });
    if (von <= gebucht.bis) von = tagNach(gebucht.bis);
  }
  frei.push({ von, bis: null });
  return frei;
};

/**
 * Divides free days where cancelled periods begin: each stands for itself in the grid that it was booked in, the days
 * around it follow the account (null).
 */
const teile = (konto: Plankonto, { von: beginn, bis }: Tage): (Tage & { raster: Kontoraster | null })[] => {
  const eigene = new Map<string, Kontoraster>();
  for (const { status, von, raster } of konto.faelligkeiten)
    if (status !== "gebucht" && raster && von >= beginn && (bis === null || von <= bis)) eigene.set(von, raster);
  const teil: ReturnType<typeof teile> = [];
  let von = beginn;
  for (const [anfang, raster] of eigene) {
    if (von < anfang) teil.push({ von, bis: tagVor(anfang), raster: null });
    const ende = formatTag(periodeMit(parseTag(anfang), rasterVon(raster)).bis);
    const naechster = eigene.keys().find((tag) => tag > anfang && tag <= ende);
    const letzter = naechster ? tagVor(naechster) : bis !== null && bis < ende ? bis : ende;
    teil.push({ von: anfang, bis: letzter, raster });
    von = tagNach(letzter);
  }
  return bis !== null && bis < von ? teil : [...teil, { von, bis, raster: null }];
};

const plane = (konto: Plankonto, heute: string): GeplanteFaelligkeit[] => {
  const letzteOffene = konto.faelligkeiten.findLast(({ status }) => status === "offen")?.von ?? heute;
  const horizont = formatTag(spaeterer(addiereMonate(parseTag(heute), vorausMonate), parseTag(letzteOffene)));
  const strecken = freieTage(konto).flatMap((tage) => teile(konto, tage));
  return strecken.flatMap(({ von, bis, raster }) => {
    const laufzeit = { ...konto, ...raster, abrechnungAb: von };
    const plan = planeFaelligkeiten(laufzeit, bis !== null && bis < horizont ? bis : horizont);
    return plan.map((eintrag) => ({
      ...(bis !== null && eintrag.zeitraumBis > bis ? kuerze(eintrag, bis, konto) : eintrag),
      raster,
    }));
  });
};

/** A period that ends where a booked or cancelled one begins. */
const kuerze = (eintrag: GeplanteFaelligkeit, bis: string, konto: Plankonto): GeplanteFaelligkeit => ({
  zeitraumVon: eintrag.zeitraumVon,
  zeitraumBis: bis,
  faelligAm: konto.istVorauszahlend ? eintrag.zeitraumVon : tagNach(bis),
  art: "regulaer",
});

const gleich = (a: Kontoraster | null, b: Kontoraster | null): boolean =>
  a?.pachtjahrBeginn === b?.pachtjahrBeginn && a?.zahlungsrhythmus === b?.zahlungsrhythmus;

/** What has to be written so that the unbooked due dates of an account are those of the plan. */
const vergleiche = (konto: Plankonto, plan: GeplanteFaelligkeit[]) => {
  const schluessel = (von: string, bis: string) => `${von} ${bis}`;
  const ungebuchte = konto.faelligkeiten.filter(({ status }) => status !== "gebucht");
  // Where a period was dropped more than once, the open one counts: it comes last.
  const vorhanden = new Map(
    ungebuchte.toSorted((a, b) => vergleicheText(a.status, b.status)).map((f) => [schluessel(f.von, f.bis), f]),
  );
  const bleibt = new Set<number>();
  const geaendert: Pick<Faelligkeit, "id" | "faelligAm" | "art" | "raster">[] = [];
  const neu: Planeintrag[] = [];
  for (const eintrag of plan) {
    const alt = vorhanden.get(schluessel(eintrag.zeitraumVon, eintrag.zeitraumBis));
    if (!alt) {
      neu.push({ ...eintrag, pachtkontoId: konto.id });
      continue;
    }
    bleibt.add(alt.id);
    const { faelligAm, art, raster } = eintrag;
    if (alt.status !== "offen" || alt.faelligAm !== faelligAm || alt.art !== art || !gleich(alt.raster, raster ?? null))
      geaendert.push({ id: alt.id, faelligAm, art, raster });
  }
  const entfallen = ungebuchte.filter(({ id, status }) => status === "offen" && !bleibt.has(id)).map(({ id }) => id);
  return { neu, geaendert, entfallen };
};

/** Accounts in one transaction: their rows are locked for a moment only. */
const jeTransaktion = 1000;

/**
 * The same for all accounts, in parts of their own, so that it can be stopped anywhere and started again.
 *
 * @throws the reason of `signal` when aborted
 */
export async function aktualisiereAlleFaelligkeiten(
  sql: Sql,
  heute: string,
  signal?: AbortSignal,
): Promise<Faelligkeitsaenderung> {
  const summe = { neu: 0, geaendert: 0, entfallen: 0 };
  let nach = 0;
  for (;;) {
    signal?.throwIfAborted();
    const teil = await listPachtkontoIdsNach(sql, nach, jeTransaktion);
    const letzte = teil.at(-1);
    if (letzte === undefined) return summe;
    const aenderung = await sql.begin((tx) => aktualisiereFaelligkeiten(tx, teil, heute));
    summe.neu += aenderung.neu;
    summe.geaendert += aenderung.geaendert;
    summe.entfallen += aenderung.entfallen;
    nach = letzte;
  }
}
