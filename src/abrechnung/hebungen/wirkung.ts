import { type Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import { deutschesDatum, formatTag } from "../../kern/kalender/tag.ts";
import { ANFANG } from "../../kern/kalender/zeitraum.ts";
import {
  type HebungAenderung,
  type HebungOhneBasis,
  letzterTag,
  wendeHebungenAn,
} from "../../kern/pacht/hebung/hebung.ts";
import { liegtVor } from "../../kern/pacht/hebung/reihenfolge.ts";
import type { AktiveHebung, PositionVersion } from "../../kern/pacht/typen.ts";
import { pruefeOffen, pruefeUngebucht } from "../../stammdaten/faelligkeiten/plan.ts";
import type { Db, Tx } from "../../technik/database/pool.ts";
import { ladeKonten } from "../eingabe/lade.ts";
import * as q from "./queries.ts";
import type { Hebung } from "./schema.ts";

/** An increase that stands, or is about to. */
export type Wirkende = q.Hebungwerte & { id: number };

export function alsAktive(hebung: Wirkende): AktiveHebung {
  return {
    id: hebung.id,
    art: hebung.art,
    wertBp: hebung.wertBp,
    betragCent: hebung.betragCent,
    indexBasis: hebung.indexBasis,
    indexNeu: hebung.indexNeu,
    weitergabeBp: hebung.weitergabeBp,
    obergrenzeBp: hebung.obergrenzeBp,
    verkettung: hebung.verkettung,
    wirksamAb: hebung.wirksamAb,
    positionIds: hebung.positionIds,
  };
}

export type Kontopositionen = { positionen: PositionVersion[]; aktive: AktiveHebung[] };

/** Positions and active increases of accounts, as the billing takes them; due dates are left out. */
export async function ladePositionen(tx: Db, pachtkontoIds: number[]): Promise<Map<number, Kontopositionen>> {
  const anfang = formatTag(ANFANG);
  const ladungen = await ladeKonten(tx, pachtkontoIds, { datum: anfang, belegdatum: anfang });
  return new Map(ladungen.map(({ konto }) => [konto.id, { positionen: konto.positionen, aktive: konto.hebungen }]));
}

/** The positions of an account as they are billed from `tag` on: also an increase that is not completed yet has its effect. */
export async function ladePositionenAm(sql: Db, pachtkontoId: number, tag: string): Promise<PositionVersion[]> {
  const geladen = (await ladePositionen(sql, [pachtkontoId])).get(pachtkontoId);
  if (!geladen) return [];
  const wirksame = geladen.aktive.filter(({ wirksamAb }) => wirksamAb <= tag);
  return wendeHebungenAn(geladen.positionen, wirksame).versionen;
}

/** What an increase changes, whatever it is by: the versions valid on its day, from then on. */
const betroffene = (positionen: readonly PositionVersion[], hebung: Wirkende): HebungAenderung[] => {
  const umNichts: AktiveHebung = { ...alsAktive(hebung), art: "prozent", wertBp: 0 };
  return wendeHebungenAn(positionen, [umNichts]).aenderungen;
};

/**
 * Whether an increase may stand as it is stored, or may be completed now.
 *
 * @param abschliessen it is about to be completed: no earlier one may be left open on the same positions
 * @throws Ablehnung konflikt when the account is settled, a day that it changes is booked, it would come to stand behind a
 *   completed one (or leave one behind itself), or there is no position or no sum that it can be computed on
 */
export async function pruefeWirkung(tx: Tx, hebung: Hebung, abschliessen = false): Promise<void> {
  const lage = await ladeLage(tx, hebung.pachtkontoId);
  await pruefeGegenGebuchtes(tx, hebung, lage);
  pruefeInLage(hebung, lage, abschliessen);
}

/** What an increase of an account acts on, and beside what. */
export type Lage = {
  positionen: PositionVersion[];
  aktive: AktiveHebung[];
  andere: (Wirkende & Pick<Hebung, "abschluss">)[];
};

export async function ladeLage(tx: Db, pachtkontoId: number): Promise<Lage> {
  const geladen = (await ladePositionen(tx, [pachtkontoId])).get(pachtkontoId);
  const andere = [...(await q.listHebungenDesKontos(tx, pachtkontoId))];
  return { positionen: geladen?.positionen ?? [], aktive: geladen?.aktive ?? [], andere };
}

/** The part of {@link pruefeWirkung} that is about booked documents. Days after the versions that it changes may be booked. */
export async function pruefeGegenGebuchtes(
  tx: Db,
  hebung: Wirkende & Pick<Hebung, "pachtkontoId">,
  { positionen }: Lage,
): Promise<void> {
  const { pachtkontoId, wirksamAb } = hebung;
  await pruefeOffen(tx, pachtkontoId);
  // Its own day counts also where no version is valid on it.
  const bis = letzterTag([{ gueltigBis: wirksamAb }, ...betroffene(positionen, hebung)]);
  await pruefeUngebucht(tx, pachtkontoId, wirksamAb, bis);
}

/** The part of {@link pruefeWirkung} that booked documents have no say in. */
export function pruefeInLage(hebung: Wirkende, { positionen, aktive, andere }: Lage, abschliessen = false): void {
  const eigene = new Set(betroffene(positionen, hebung).map(({ ursprungId }) => ursprungId));
  const uebrige = andere.filter(({ id }) => id !== hebung.id);
  pruefeReihenfolge(hebung, eigene, uebrige, positionen, abschliessen);
  pruefeBasis(hebung, eigene, aktive, positionen);
}

const pruefeReihenfolge = (
  hebung: Wirkende,
  eigene: Set<number>,
  andere: Lage["andere"],
  positionen: PositionVersion[],
  abschliessen: boolean,
): void => {
  const spaetere = andere.find(
    (kandidat) =>
      kandidat.status === "abgeschlossen" &&
      liegtVor(hebung, kandidat) &&
      kandidat.abschluss?.some(({ ursprungId }) => eigene.has(ursprungId)),
  );
  if (spaetere)
    throw konflikt(
      "hinter_abgeschlossener",
      `Die Hebung ${spaetere.id} zum ${deutschesDatum(spaetere.wirksamAb)} ist auf derselben Position schon abgeschlossen; eine frühere kommt nicht mehr dahinter.`,
    );
  const fruehere = andere.find(
    (kandidat) =>
      abschliessen &&
      kandidat.status !== "abgeschlossen" &&
      liegtVor(kandidat, hebung) &&
      betroffene(positionen, kandidat).some(({ ursprungId }) => eigene.has(ursprungId)),
  );
  if (fruehere)
    throw konflikt(
      "fruehere_offen",
      `Auf derselben Position ist die frühere Hebung ${fruehere.id} zum ${deutschesDatum(fruehere.wirksamAb)} noch ${fruehere.status}. Bitte sie zuerst abschließen oder stornieren.`,
    );
};

const pruefeBasis = (
  hebung: Wirkende,
  eigene: Set<number>,
  aktive: AktiveHebung[],
  positionen: PositionVersion[],
): void => {
  if (eigene.size === 0)
    throw konflikt(
      "hebung_ohne_position",
      `Am ${deutschesDatum(hebung.wirksamAb)} gilt keine Position, auf die diese Hebung wirken könnte.`,
    );
  const uebrige = aktive.filter(({ id }) => id !== hebung.id);
  const ohne = new Set(wendeHebungenAn(positionen, uebrige).ohneBasis.map(({ hebungId }) => hebungId));
  const { ohneBasis } = wendeHebungenAn(positionen, [...uebrige, alsAktive(hebung)]);
  const eigenes = ohneBasis.find(({ hebungId }) => hebungId === hebung.id);
  if (eigenes) throw ohneBasisKonflikt(eigenes);
  const verdraengt = ohneBasis.find(({ hebungId }) => !ohne.has(hebungId));
  if (hebung.status !== "geplant" && verdraengt !== undefined)
    throw ohneBasisKonflikt(verdraengt, `Danach gälte für die aktive Hebung ${verdraengt.hebungId}: `);
};

/**
 * Why the amounts of an increase cannot be computed: konflikt `betrag_zu_gross`, or `hebung_ohne_basis`.
 *
 * @param wessen begins the sentence, where it is not about the one increase that was asked for
 */
export function ohneBasisKonflikt({ grund }: Pick<HebungOhneBasis, "grund">, wessen = ""): Ablehnung {
  return grund === "zu_gross"
    ? konflikt("betrag_zu_gross", `${wessen}Ein neuer Betrag wäre größer als 10 Milliarden Euro.`)
    : konflikt(
        "hebung_ohne_basis",
        `${wessen}Die Jahressumme der betroffenen Positionen ist nicht positiv, oder die neue wäre negativ.`,
      );
}
