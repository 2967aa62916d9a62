import { deutschesDatum } from "../../kalender/tag.ts";
import type { AktiveHebung, PositionVersion } from "../typen.ts";
import { hebungenOhnePosition, wendeHebungenAn } from "./hebung.ts";

export const verlustcodes = ["hebung_ohne_basis", "hebung_ohne_position", "hebung_ohne_wirkung"] as const;

/**
 * What an active increase has lost: every position, the sum that it is computed on (its account cannot be billed), or its
 * effect on the position that was changed.
 */
type Hebungsverlust = { code: (typeof verlustcodes)[number]; hebung: AktiveHebung };

const standVon = (positionen: readonly PositionVersion[], hebungen: readonly AktiveHebung[], ursprungId: number) => {
  const { aenderungen, ohneBasis } = wendeHebungenAn(positionen, hebungen);
  const wirksame = aenderungen.filter((eine) => eine.ursprungId === ursprungId && eine.neuCent !== eine.altCent);
  return {
    ohnePosition: new Set(hebungenOhnePosition(positionen, hebungen).map(({ id }) => id)),
    ohneBasis: new Set(ohneBasis.map(({ hebungId }) => hebungId)),
    wirksam: new Set(wirksame.map(({ hebungId }) => hebungId)),
  };
};

/**
 * What a change of one position takes from active increases, each told once and only where it was not so before.
 *
 * @param vorher all versions of the account before, @param nachher after it   @param ursprungId the position changed
 */
export function hebungsverluste(
  vorher: readonly PositionVersion[],
  nachher: readonly PositionVersion[],
  hebungen: readonly AktiveHebung[],
  ursprungId: number,
): Hebungsverlust[] {
  const [alt, neu] = [standVon(vorher, hebungen, ursprungId), standVon(nachher, hebungen, ursprungId)];
  return hebungen.flatMap((hebung): Hebungsverlust[] => {
    const { id } = hebung;
    if (neu.ohnePosition.has(id)) return alt.ohnePosition.has(id) ? [] : [{ code: "hebung_ohne_position", hebung }];
    if (neu.ohneBasis.has(id)) return alt.ohneBasis.has(id) ? [] : [{ code: "hebung_ohne_basis", hebung }];
    return alt.wirksam.has(id) && !neu.wirksam.has(id) ? [{ code: "hebung_ohne_wirkung", hebung }] : [];
  });
}

const saetze: Record<Hebungsverlust["code"], (hebung: AktiveHebung) => string> = {
  hebung_ohne_basis: ({ id, wirksamAb }) =>
    `Der aktiven Hebung ${id} zum ${deutschesDatum(wirksamAb)} fehlt nun ein Betrag, auf den sie wirken kann, oder ihr neuer wäre größer als 10 Milliarden Euro: So lässt sich das Pachtkonto nicht abrechnen.`,
  hebung_ohne_position: ({ id, wirksamAb }) =>
    `Die aktive Hebung ${id} ändert nichts: Am ${deutschesDatum(wirksamAb)} gilt keine ihrer Positionen.`,
  hebung_ohne_wirkung: ({ id, wirksamAb }) =>
    `Die aktive Hebung ${id} ändert diese Position nicht mehr: Am ${deutschesDatum(wirksamAb)} ist sie 0 oder gilt nicht.`,
};

export function verlustInWorten({ code, hebung }: Hebungsverlust): string {
  return saetze[code](hebung);
}
