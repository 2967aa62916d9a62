import { setTimeout as pause } from "node:timers/promises";

/**
 * Does a work at once and then again each time `pauseMs` after it was over, so never twice at a time, however long it
 * takes. A round that fails is reported, and the next one comes all the same.
 *
 * @returns stops it; the promise waits for the round that is under way
 */
export const wiederhole = (
  arbeit: (ende: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  melde: (fehler: unknown) => void,
): (() => Promise<void>) => {
  const ende = new AbortController();
  const laufend = (async () => {
    while (!ende.signal.aborted) {
      try {
        await arbeit(ende.signal);
      } catch (fehler) {
        melde(fehler);
      }
      await pause(pauseMs, undefined, { signal: ende.signal }).catch(() => {});
    }
  })();
  return () => {
    ende.abort();
    return laufend;
  };
};
