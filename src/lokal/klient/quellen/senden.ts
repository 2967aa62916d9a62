import { pause, warteMs } from "./pause.ts";

export type Senden = {
  fetch: (anfrage: Request) => Promise<Response>;
  /** How often a call is sent at most, the first time included. */
  versuche: number;
  /** Longest wait in milliseconds; whoever is told to come back later than that gets the refusal. */
  laengsteWarteMs: number;
  /** Hears of each wait before it begins, so that a page can say that the service is busy. */
  beiWarten: (ms: number) => void;
};

const wiederholbar = new Set(["GET", "HEAD", "PUT", "DELETE"]);
const verschoben = new Set([429, 503]);

/** What was refused for now is sent again: where sending twice does the same as once, and not earlier than asked for. */
export function sendeMitGeduld({
  fetch = globalThis.fetch,
  versuche = 4,
  laengsteWarteMs = 60_000,
  beiWarten = () => {},
}: Partial<Senden>): Senden["fetch"] {
  return async (anfrage) => {
    const darf = wiederholbar.has(anfrage.method) || anfrage.headers.has("Idempotency-Key");
    for (let versuch = 1; ; versuch += 1) {
      const antwort = await fetch(anfrage.clone());
      if (!darf || !verschoben.has(antwort.status) || versuch >= versuche) return antwort;
      const ms = warteMs(antwort) ?? 500 * 2 ** versuch;
      if (ms > laengsteWarteMs) return antwort;
      await antwort.body?.cancel();
      beiWarten(ms);
      await pause(ms, anfrage.signal);
    }
  };
}
