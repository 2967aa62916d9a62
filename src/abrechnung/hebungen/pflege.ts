import { isDeepStrictEqual } from "node:util";
import { konflikt, nichtGefunden, ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { verlangeKeineVeroeffentlichung } from "../../stammdaten/faelligkeiten/sperre.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { verlange } from "../../technik/http/recht.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { schliesseHebungenAb } from "./abschluss/schliesseAb.ts";
import { fremdeWerte, pruefeInhalt, pruefePositionIds } from "./inhalt.ts";
import { berechneNaechsteHebung } from "./naechsteHebung.ts";
import * as q from "./queries.ts";
import {
  type CreateHebungBody,
  type Hebung,
  type HebungAbschluss,
  type HebungAbschlussFilter,
  inhaltsfelder,
  leereHebung,
  schreibbareFelder,
  type UpdateHebungBody,
} from "./schema.ts";
import { aendereHebungen, legeHebungenAn } from "./schreibung.ts";
import { pruefeWirkung } from "./wirkung.ts";

export async function listeAbschluesse(sql: Sql, filter: HebungAbschlussFilter): Promise<Liste<HebungAbschluss>> {
  const [zeilen, total] = await Promise.all([q.listAbschluesse(sql, filter), q.countAbschluesse(sql, filter)]);
  return alsListe([...zeilen], total, filter);
}

const keine = (id: number) => nichtGefunden("Eine Hebung mit der id", id);

/** @throws Ablehnung nichtGefunden */
export async function leseHebung(sql: Sql | Tx, id: number): Promise<Hebung> {
  const hebung = await q.findHebung(sql, id);
  if (!hebung) throw keine(id);
  return hebung;
}

/** The increase with its account locked: changes, completions and bookings come one after the other. */
const sperreHebung = async (tx: Tx, id: number): Promise<{ alt: Hebung; pachtbeginn: string }> => {
  const pachtkontoId = await q.findPachtkontoId(tx, id);
  if (pachtkontoId !== undefined) await verlangeKeineVeroeffentlichung(tx, [pachtkontoId]);
  const konto = pachtkontoId === undefined ? undefined : await q.findPachtkontoGesperrt(tx, pachtkontoId);
  if (!konto) throw keine(id);
  return { alt: await leseHebung(tx, id), pachtbeginn: konto.pachtbeginn };
};

/**
 * @throws Ablehnung ungueltig for an unknown account and what {@link pruefeInhalt} or {@link pruefePositionIds} refuse,
 *   konflikt `lauf_aktiv` and what {@link pruefeWirkung} refuses
 */
export function planeHebung(sql: Sql, kontext: Kontext, body: CreateHebungBody): Promise<Hebung> {
  return schreibe(sql, kontext, async (tx) => {
    const { pachtkontoId, ...genannt } = body;
    await verlangeKeineVeroeffentlichung(tx, [pachtkontoId]);
    const konto = await q.findPachtkontoGesperrt(tx, pachtkontoId);
    if (!konto)
      throw ungueltig("pachtkontoId", "unbekannt", `Ein Pachtkonto mit der id ${pachtkontoId} gibt es nicht.`);
    const werte: q.Hebungwerte = { ...leereHebung, ...genannt };
    pruefeInhalt(werte, konto.pachtbeginn);
    werte.positionIds = await pruefePositionIds(tx, pachtkontoId, werte.positionIds);
    const [neu] = (await legeHebungenAn(tx, kontext, [{ ...werte, pachtkontoId }], kontext.heute)) as [Hebung];
    await pruefeWirkung(tx, neu);
    return neu;
  });
}

const uebergaenge: Record<Hebung["status"], readonly Hebung["status"][]> = {
  geplant: ["aktiv", "storniert"],
  aktiv: ["abgeschlossen", "storniert"],
  abgeschlossen: [],
  storniert: [],
};

const naechste = (status: Hebung["status"]): string => {
  const moeglich = uebergaenge[status].map((eine) => `„${eine}“`).join(" oder ");
  return moeglich ? `Als Nächstes möglich: ${moeglich}.` : "Das ist ihr letzter Zustand; eine neue lässt sich planen.";
};

/**
 * A request that names nothing but `status` is a step and has to lead somewhere, so that of two people who take it at
 * once only one succeeds; a record sent back whole keeps its status. Staying `geplant` is no step.
 *
 * @throws Ablehnung nichtErlaubt without the right to lead increases, konflikt where no way leads
 */
const pruefeUebergang = (
  kontext: Pick<Kontext, "akteur">,
  alt: Hebung,
  neu: q.Hebungwerte,
  genannt: string[],
): void => {
  const nurStatus = genannt.length === 1 && genannt[0] === "status";
  if (alt.status === neu.status && !(nurStatus && alt.status !== "geplant")) return;
  verlange(kontext, "hebungen.fuehren");
  if (!uebergaenge[alt.status].includes(neu.status))
    throw konflikt(
      "status_unmoeglich",
      alt.status === neu.status
        ? `Die Hebung ist schon ${alt.status}. ${naechste(alt.status)}`
        : `Von „${alt.status}“ führt kein Weg nach „${neu.status}“. ${naechste(alt.status)}`,
    );
};

const gleich = (a: q.Hebungwerte, b: q.Hebungwerte, felder: readonly (keyof q.Hebungwerte)[]): boolean =>
  felder.every((feld) => isDeepStrictEqual(a[feld], b[feld]));

/**
 * @returns the increase as it is wanted, and whether its content stays as it is
 * @throws Ablehnung konflikt for an impossible step or a content that stands, ungueltig for one that makes no sense
 */
export function pruefeHebungsaenderung(
  kontext: Pick<Kontext, "akteur">,
  alt: Hebung,
  body: UpdateHebungBody,
  pachtbeginn: string,
): { werte: Hebung; inhaltGleich: boolean } {
  const neueArt = body.art !== undefined && body.art !== alt.art ? fremdeWerte(body.art) : {};
  const werte = uebernimm(alt, { ...neueArt, ...body }, schreibbareFelder);
  pruefeUebergang(kontext, alt, werte, Object.keys(body));
  const inhaltGleich = gleich(werte, alt, inhaltsfelder);
  if (!inhaltGleich && alt.status !== "geplant")
    throw konflikt("nur_geplant_aenderbar", `Die Hebung ist ${alt.status}; nur eine geplante lässt sich ändern.`);
  if (!inhaltGleich) pruefeInhalt(werte, pachtbeginn);
  return { werte, inhaltGleich };
}

/**
 * Changes a planned increase and leads it through its states. Only a planned one changes its content.
 *
 * @throws Ablehnung konflikt for an impossible step, a content that stands, and everything that {@link pruefeWirkung} refuses
 */
export function aendereHebung(sql: Sql, kontext: Kontext, id: number, body: UpdateHebungBody): Promise<Hebung> {
  return schreibe(sql, kontext, async (tx) => {
    const { alt, pachtbeginn } = await sperreHebung(tx, id);
    pruefeVersion(kontext, alt.version);
    const { werte, inhaltGleich } = pruefeHebungsaenderung(kontext, alt, body, pachtbeginn);
    if (inhaltGleich && werte.status === alt.status) return alt;
    if (!inhaltGleich) werte.positionIds = await pruefePositionIds(tx, alt.pachtkontoId, werte.positionIds);
    if (werte.status === "abgeschlossen") {
      await pruefeWirkung(tx, alt, true);
      await schliesseHebungenAb(tx, kontext, [{ hebungId: id }], kontext.heute);
      return leseHebung(tx, id);
    }
    const [neu] = (await aendereHebungen(tx, kontext, [{ alt, werte }], kontext.heute)) as [Hebung];
    if (neu.status !== "storniert") await pruefeWirkung(tx, neu);
    return neu;
  });
}

/** @throws Ablehnung nichtGefunden, veraltet, konflikt `lauf_aktiv`, `wird_verwendet` for one active or completed */
export function loescheHebung(sql: Sql, kontext: Kontext, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    const { alt } = await sperreHebung(tx, id);
    pruefeVersion(kontext, alt.version);
    if (alt.status !== "geplant" && alt.status !== "storniert")
      throw konflikt(
        "wird_verwendet",
        `Die Hebung ist ${alt.status}; nur eine geplante oder stornierte lässt sich löschen.`,
      );
    await q.deleteHebung(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "hebung", ressourceId: id, alt });
    await berechneNaechsteHebung(tx, kontext, [alt.pachtkontoId], kontext.heute);
  });
}
