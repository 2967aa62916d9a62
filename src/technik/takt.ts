import { setTimeout as pause } from "node:timers/promises";

/** What lasts is told again after so long. */
const nochmalsNachMs = 10 * 60_000;

/** Reports an error, but not the same again round by round: on a full disk its log would fill the rest. */
const meldeWechsel = (melde: (fehler: unknown) => void) => {
  let letzter: { text: string; am: number } | undefined;
  return {
    gelungen: () => {
      letzter = undefined;
    },
    gescheitert: (fehler: unknown) => {
      const [text, jetzt] = [String(fehler), performance.now()];
      if (letzter?.text === text && jetzt - letzter.am < nochmalsNachMs) return;
      letzter = { text, am: jetzt };
      melde(fehler);
    },
  };
};

/**
 * Does a work at once and then again each time `pauseMs` after it was over, so never twice at a time, however long it
 * takes. A round that fails is reported, if it does not fail as the one before it did, and the next one comes all the
 * same.
 *
 * @returns stops it; the promise waits for the round that is under way
 */
export function wiederhole(
  arbeit: (ende: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  melde: (fehler: unknown) => void,
): () => Promise<void> {
  const ende = new AbortController();
  const { gelungen, gescheitert } = meldeWechsel(melde);
  const laufend = (async () => {
    while (!ende.signal.aborted) {
      try {
        await arbeit(ende.signal);
        gelungen();
      } catch (fehler) {
        gescheitert(fehler);
      }
      await pause(pauseMs, undefined, { signal: ende.signal }).catch(() => {});
    }
  })();
  return () => {
    ende.abort();
    return laufend;
  };
}
