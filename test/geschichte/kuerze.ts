import type { Schritt } from "./schritte.ts";
import { type Ausgang, spiele } from "./spiele.ts";

/** The rule alone, without the step and the numbers that it broke at. */
const regel = ({ verstoss }: Ausgang): string | undefined =>
  verstoss?.replace(/^Schritt \d+ \(\w+\): /, "").replace(/\d+/g, "#");

/**
 * Leaves out steps, ever smaller parts of them, as long as the same rule breaks.
 *
 * @param fristMs after which the shortest found so far has to do
 */
export async function kuerze(
  schritte: readonly Schritt[],
  ausgang: Ausgang,
  fristMs: number,
): Promise<{ schritte: readonly Schritt[]; ausgang: Ausgang }> {
  const ende = performance.now() + fristMs;
  let kuerzeste = { schritte, ausgang };
  for (let teil = Math.ceil(schritte.length / 2); teil >= 1; teil = Math.floor(teil / 2)) {
    for (let von = 0; von < kuerzeste.schritte.length && performance.now() < ende; ) {
      const versuch = kuerzeste.schritte.toSpliced(von, teil);
      const neu = await spiele(versuch);
      if (regel(neu) === regel(ausgang)) kuerzeste = { schritte: versuch, ausgang: neu };
      else von += teil;
    }
  }
  return kuerzeste;
}
