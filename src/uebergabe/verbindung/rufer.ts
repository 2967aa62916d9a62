import {
  type Abgelehnt,
  Absage,
  type Adapter,
  type Aufruf,
  type Ausgang,
  type Phase,
  type Verbindungsbefund,
} from "../adapter/typen.ts";
import { abgelaufen, mitFrist } from "./frist.ts";
import { brauchtMenschen, type Fehlschlag, istSystemfehler, type Unterbrecher } from "./unterbrecher.ts";
import { erstelleVortritt, unbrauchbar } from "./vortritt.ts";

/** One call of the adapter. */
export type Ruf<T> = (adapter: Adapter, aufruf: Aufruf) => Promise<T>;

const keineAntwort = (ms: number): Abgelehnt => ({
  ausgang: "rejected",
  code: "nicht_gesendet",
  ursache: `Das Buchhaltungssystem hat nach ${String(ms / 1000).replace(".", ",")} Sekunden nicht geantwortet.`,
  wiederholung: "spaeter",
});

/** Calls that are bounded in time, and whose failures are put into words. */
const befriste = (fristMs: number, melde: (fehler: unknown) => void) => {
  /** @throws Absage when time is up */
  const inFrist = async <T>(tue: (aufruf: Aufruf) => Promise<T>): Promise<T> => {
    const wert = await mitFrist(fristMs, tue);
    if (wert === abgelaufen) throw new Absage(keineAntwort(fristMs));
    return wert;
  };

  /** What an adapter throws unexpectedly is an answer that it does not understand. */
  const alsAbsage = (fehler: unknown): Abgelehnt => {
    if (fehler instanceof Absage) return fehler.absage;
    melde(fehler);
    return unbrauchbar;
  };

  /** @throws Absage */
  const verstanden = <T>(tue: (aufruf: Aufruf) => Promise<T>): Promise<T> =>
    inFrist(tue).catch((fehler: unknown) => {
      throw new Absage(alsAbsage(fehler));
    });

  /** What came of a changing call: without an answer that can be understood nobody knows. */
  const versuche = async <T>(phase: Phase, tue: (aufruf: Aufruf) => Promise<Ausgang<T>>): Promise<Ausgang<T>> => {
    const unklar = (ursache: string): Ausgang<T> => ({ ausgang: "uncertain", phase, ursache });
    const ergebnis = await mitFrist(fristMs, tue).catch(alsAbsage);
    if (ergebnis === abgelaufen) return unklar(keineAntwort(fristMs).ursache);
    return ergebnis === unbrauchbar ? unklar(unbrauchbar.ursache) : ergebnis;
  };

  return { inFrist, verstanden, versuche };
};

/**
 * Calls the other system: in turn, bounded in time, and each failure counted by the circuit breaker.
 *
 * @param istAktuell whether the settings are still those that the adapter was made for
 * @param melde takes errors of an adapter that nobody expected
 */
export function erstelleRufer(
  unterbrecher: Unterbrecher,
  fristMs: number,
  istAktuell: (adapter: Adapter) => Promise<boolean>,
  melde: (fehler: unknown) => void,
) {
  const { inFrist, verstanden, versuche } = befriste(fristMs, melde);
  const { nacheinander, gelungen, ...vortritt } = erstelleVortritt(unterbrecher, fristMs);
  const misslungen = (adapter: Adapter, fehler: Fehlschlag): Promise<void> =>
    vortritt.misslungen(fehler, async () => !(await istAktuell(adapter)));

  return {
    inFrist,

    /** A look-up. @throws Absage without a usable answer */
    frage: <T>(adapter: Adapter, tue: Ruf<T>): Promise<T> =>
      nacheinander(async () => {
        try {
          const wert = await verstanden((aufruf) => tue(adapter, aufruf));
          await gelungen();
          return wert;
        } catch (fehler) {
          if (fehler instanceof Absage && istSystemfehler(fehler.absage)) await misslungen(adapter, fehler.absage);
          throw fehler;
        }
      }),

    /** A changing call: ends in an `Ausgang` whatever happens. */
    sende: <T>(adapter: Adapter, phase: Phase, tue: Ruf<Ausgang<T>>): Promise<Ausgang<T>> =>
      nacheinander(async () => {
        const ausgang = await versuche(phase, (aufruf) => tue(adapter, aufruf));
        if (ausgang.ausgang === "uncertain") await misslungen(adapter, { ...ausgang, code: "keine_antwort" });
        else if (ausgang.ausgang === "rejected" && istSystemfehler(ausgang)) await misslungen(adapter, ausgang);
        else await gelungen();
        return ausgang;
      }).catch((fehler: unknown): Ausgang<T> => {
        if (fehler instanceof Absage) return fehler.absage;
        throw fehler;
      }),

    /** Also looks while the others pause: an answer ends that. @throws Absage without a usable answer */
    status: (adapter: Adapter): Promise<Verbindungsbefund> =>
      nacheinander(
        async () => {
          const befund = await verstanden((aufruf) => adapter.status(aufruf));
          if (befund.problem && brauchtMenschen(befund.problem.code)) await misslungen(adapter, befund.problem);
          else if (befund.problem === null) await gelungen();
          return befund;
        },
        ({ code }) => brauchtMenschen(code),
      ),
  };
}
