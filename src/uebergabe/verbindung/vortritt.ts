import { type Abgelehnt, Absage } from "../adapter/typen.ts";
import { abgelaufen, mitFrist } from "./frist.ts";
import { brauchtMenschen, type Fehlschlag, type Unterbrecher } from "./unterbrecher.ts";

/** An answer that the adapter does not understand. */
export const unbrauchbar: Abgelehnt = {
  ausgang: "rejected",
  code: "nicht_gesendet",
  ursache: "Die Antwort des Buchhaltungssystems ist nicht zu verstehen.",
  wiederholung: "spaeter",
};

/** Nothing was sent, and nothing said of the system. */
const nichtDran: Abgelehnt = { ...unbrauchbar, ursache: "Vor dieser Anfrage standen zu viele an." };

/**
 * Who may call the other system. Until an access has been answered for the first time one call at a time, and none behind
 * a failure that opened the circuit: systems lock a login that is refused again and again.
 *
 * @param fristMs so long a call waits for its turn at most
 */
export function erstelleVortritt(unterbrecher: Unterbrecher, fristMs: number) {
  /** Whether this access has ever been answered. */
  let bewaehrt = false;
  /** Ends when the next one may go. */
  let reihe = Promise.resolve();

  return {
    /**
     * Runs `tue` when it is its turn.
     *
     * @param haeltAuf which open circuit stops it
     * @throws Absage where nothing was sent
     */
    async nacheinander<T>(
      tue: () => Promise<T>,
      haeltAuf: (sperrzeit: { code: string }) => boolean = () => true,
    ): Promise<T> {
      if (bewaehrt) return tue();
      const vorige = reihe;
      const { promise, resolve: gibWeiter } = Promise.withResolvers<void>();
      reihe = promise;
      if ((await mitFrist(fristMs, () => vorige)) === abgelaufen) {
        void vorige.then(gibWeiter);
        throw new Absage(nichtDran);
      }
      try {
        const sperrzeit = bewaehrt ? undefined : await unterbrecher.sperrzeit();
        if (sperrzeit && haeltAuf(sperrzeit))
          throw new Absage({
            ...unbrauchbar,
            code: brauchtMenschen(sperrzeit.code) ? "anmeldung" : "nicht_gesendet",
            ursache: sperrzeit.ursache,
          });
        // Those behind need not wait for this answer any more.
        if (bewaehrt) gibWeiter();
        return await tue();
      } finally {
        gibWeiter();
      }
    },

    async gelungen(): Promise<void> {
      bewaehrt = true;
      await unterbrecher.schliesse();
    },

    /** @param istUeberholt a person may have put right meanwhile what it failed for: then nobody has to wait for him */
    async misslungen(fehler: Fehlschlag, istUeberholt: () => Promise<boolean>): Promise<void> {
      if (brauchtMenschen(fehler.code)) {
        bewaehrt = false;
        if (await istUeberholt()) return;
      }
      await unterbrecher.melde(fehler);
    },
  };
}
