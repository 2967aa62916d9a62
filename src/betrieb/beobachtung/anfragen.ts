import type { Deps } from "../../technik/deps.ts";
import type { Messung } from "../metrik/anfragen.ts";
import type { Log } from "./log.ts";

/** What lasts so long is told as what the process is at work on. */
const langeMs = 2_000;

/** Writes a line for each request, and one of its own for each that was not allowed; knows which are under way. */
export function beobachterVonAnfragen(
  log: Log,
  messe: (messung: Messung) => void = () => {},
): { beobachte: NonNullable<Deps["beobachte"]>; arbeitetAn(): string[] } {
  const laufende = new Map<symbol, { was: string; seit: number }>();
  return {
    beobachte(methode, route) {
      const nummer = Symbol(route);
      laufende.set(nummer, { was: `${methode} ${route}`, seit: performance.now() });
      return ({ anfrageId, benutzerId, status, dauerMs, bytes, verweigert }) => {
        laufende.delete(nummer);
        messe({ methode, route, status, dauerMs });
        const wer = { anfrage: anfrageId, benutzer: benutzerId, methode, route };
        if (verweigert !== null) log("warnung", "verweigert", { ...wer, code: verweigert });
        log(status >= 500 ? "fehler" : "info", "anfrage", { ...wer, status, dauerMs: Math.round(dauerMs), bytes });
      };
    },
    arbeitetAn: () =>
      [...laufende.values()]
        .flatMap(({ was, seit }) => (performance.now() - seit >= langeMs ? [was] : []))
        .slice(0, 20),
  };
}
