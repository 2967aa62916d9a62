import { leereMessung, type Messung, stufeVon } from "./stufen.ts";

const zusammen = (a: Messung, b: Messung): Messung => ({
  stufen: a.stufen.map((n, nr) => n + (b.stufen[nr] ?? 0)),
  fehler: a.fehler + b.fehler,
  hoechsteMs: Math.max(a.hoechsteMs, b.hoechsteMs),
});

/** Counts what has ended in this process since it was written down last. */
export function erstelleVerlauf() {
  let stand = leereMessung();
  return {
    zaehle({ dauerMs, istFehler }: { dauerMs: number; istFehler: boolean }): void {
      const stufe = stufeVon(dauerMs);
      stand.stufen[stufe] = (stand.stufen[stufe] ?? 0) + 1;
      stand.fehler += istFehler ? 1 : 0;
      stand.hoechsteMs = Math.max(stand.hoechsteMs, Math.round(dauerMs));
    },
    /** Hands over what there is; if it cannot be written down, it is counted on. @throws what `schreibe` does */
    async uebergib(schreibe: (messung: Messung) => Promise<unknown>): Promise<void> {
      const uebergeben = stand;
      stand = leereMessung();
      try {
        await schreibe(uebergeben);
      } catch (fehler) {
        stand = zusammen(uebergeben, stand);
        throw fehler;
      }
    },
  };
}

export type Verlauf = ReturnType<typeof erstelleVerlauf>;
