type Warten = {
  ms: number;
  /** How many may wait; without it all of them. */
  hoechstens?: number;
  /** What those hear who have waited that long, or find no place to wait. */
  sonst: () => Error;
};

/**
 * Lets so many run at a time; the others wait for their turn, in the order in which they came. For work that holds a
 * connection for long: what is left of the pool is for everybody else.
 */
export function einlass(plaetze: number, warten?: Warten) {
  const wartende: (() => void)[] = [];
  let frei = plaetze;
  const istVoll = (): boolean => wartende.length >= (warten?.hoechstens ?? Number.POSITIVE_INFINITY);
  const warte = () =>
    new Promise<void>((weiter, gescheitert) => {
      if (warten && istVoll()) return gescheitert(warten.sonst());
      const dran = () => {
        clearTimeout(wecker);
        weiter();
      };
      const gibAuf = () => {
        wartende.splice(wartende.indexOf(dran), 1);
        gescheitert(warten?.sonst());
      };
      const wecker = warten && setTimeout(gibAuf, warten.ms);
      wartende.push(dran);
    });
  const herein = async <T>(tat: () => Promise<T>): Promise<T> => {
    if (frei > 0) frei -= 1;
    else await warte();
    try {
      return await tat();
    } finally {
      const naechster = wartende.shift();
      if (naechster) naechster();
      else frei += 1;
    }
  };
  const lage = () => ({ drinnen: plaetze - frei, wartend: wartende.length });
  return Object.assign(herein, { istVoll, lage });
}
