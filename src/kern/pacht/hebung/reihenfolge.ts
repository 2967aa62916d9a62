import { deutschesDatum } from "../../kalender/tag.ts";
import type { AktiveHebung, PositionVersion } from "../typen.ts";
import { betrifft } from "./hebung.ts";

/** A completed increase, and the positions (`ursprungId`) that it has changed. */
export type AbgeschlosseneHebung = { id: number; wirksamAb: string; ursprungIds: readonly number[] };

type Ueberholt = { hebung: AktiveHebung; abgeschlossene: AbgeschlosseneHebung };

type Gereiht = Pick<AktiveHebung, "id" | "wirksamAb">;

/** Whether `a` is applied before `b`. */
export function liegtVor(a: Gereiht, b: Gereiht): boolean {
  return a.wirksamAb < b.wirksamAb || (a.wirksamAb === b.wirksamAb && a.id < b.id);
}

/**
 * The active increase that a change of one position would let reach it for the first time, though a later one is completed
 * on it already: completed itself, it would come to stand behind that one, whose amounts were computed without it.
 *
 * @param vorher all versions of the account before, @param nachher after it   @param ursprungId the position changed
 */
export function findUeberholte(
  vorher: readonly PositionVersion[],
  nachher: readonly PositionVersion[],
  aktive: readonly AktiveHebung[],
  abgeschlossene: readonly AbgeschlosseneHebung[],
  ursprungId: number,
): Ueberholt | undefined {
  const erreicht = (hebung: AktiveHebung, versionen: readonly PositionVersion[]) =>
    versionen.some((version) => version.ursprungId === ursprungId && betrifft(hebung, version));
  for (const hebung of aktive) {
    if (erreicht(hebung, vorher) || !erreicht(hebung, nachher)) continue;
    const spaetere = abgeschlossene.find((eine) => eine.ursprungIds.includes(ursprungId) && liegtVor(hebung, eine));
    if (spaetere) return { hebung, abgeschlossene: spaetere };
  }
  return undefined;
}

/** @param position what the increase would change */
export function ueberholtInWorten(
  { hebung, abgeschlossene }: { hebung: Gereiht; abgeschlossene: Gereiht },
  position = "diese Position",
): string {
  return (
    `Die aktive Hebung ${hebung.id} zum ${deutschesDatum(hebung.wirksamAb)} würde ${position} dann ändern, obwohl die ` +
    `Hebung ${abgeschlossene.id} zum ${deutschesDatum(abgeschlossene.wirksamAb)} auf ihr schon abgeschlossen ist. ` +
    "Bitte zuerst die aktive stornieren."
  );
}
