/**
 * Lets so many run at a time; the others wait for their turn, in the order in which they came. For work that holds a
 * connection for long: what is left of the pool is for everybody else.
 */
export const einlass = (plaetze: number) => {
  const wartende: (() => void)[] = [];
  let frei = plaetze;
  return async <T>(tat: () => Promise<T>): Promise<T> => {
    if (frei > 0) frei -= 1;
    else await new Promise<void>((dran) => wartende.push(dran));
    try {
      return await tat();
    } finally {
      const naechster = wartende.shift();
      if (naechster) naechster();
      else frei += 1;
    }
  };
};
