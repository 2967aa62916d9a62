import { type Abgelehnt, Absage } from "../adapter/typen.ts";
import { brauchtMenschen, type Unterbrecher } from "./unterbrecher.ts";

/** An answer that the adapter does not understand. */
export const unbrauchbar: Abgelehnt = {
  ausgang: "rejected",
  code: "nicht_gesendet",
  ursache: "Die Antwort des Buchhaltungssystems ist nicht zu verstehen.",
  wiederholung: "spaeter",
};

/**
 * Who may call the other system. Until an access has been answered for the first time one call at a time, and none behind
 * a refused sign-in: systems lock a login for that.
 */
export const erstelleVortritt = (unterbrecher: Unterbrecher) => {
  /** Whether this access has ever been answered. */
  let bewaehrt = false;
  let reihe: Promise<unknown> = Promise.resolve();

  const wennDran = async <T>(tue: () => Promise<T>): Promise<T> => {
    const sperrzeit = bewaehrt ? undefined : await unterbrecher.sperrzeit();
    if (sperrzeit && brauchtMenschen(sperrzeit.code))
      throw new Absage({ ...unbrauchbar, code: "anmeldung", ursache: sperrzeit.ursache });
    return tue();
  };

  return {
    nacheinander<T>(tue: () => Promise<T>): Promise<T> {
      if (bewaehrt) return tue();
      const dran = reihe.then(() => wennDran(tue));
      reihe = dran.catch(() => {});
      return dran;
    },

    async gelungen(): Promise<void> {
      bewaehrt = true;
      await unterbrecher.schliesse();
    },

    async misslungen(fehler: { code: string; ursache: string; wartezeitMs?: number }): Promise<void> {
      if (brauchtMenschen(fehler.code)) bewaehrt = false;
      await unterbrecher.melde(fehler);
    },
  };
};
