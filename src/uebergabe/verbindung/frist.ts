import type { Aufruf } from "../adapter/typen.ts";

export const abgelaufen = Symbol("abgelaufen");

/** The result, or `abgelaufen` when time is up, also where what is called does not heed the signal. */
export async function mitFrist<T>(ms: number, tue: (aufruf: Aufruf) => Promise<T>): Promise<T | typeof abgelaufen> {
  const ende = new AbortController();
  let wecker: NodeJS.Timeout | undefined;
  const frist = new Promise<typeof abgelaufen>((fertig) => {
    wecker = setTimeout(() => {
      fertig(abgelaufen);
      ende.abort(new Error("Die Zeit ist um."));
    }, ms);
  });
  const antwort = tue({ signal: ende.signal });
  // Whatever it says after its time is of no interest.
  antwort.catch(() => {});
  try {
    return await Promise.race([antwort, frist]);
  } finally {
    clearTimeout(wecker);
  }
}
