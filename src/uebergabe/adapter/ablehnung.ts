import { type Abgelehnt, Ablehnung, type Ablehnungscode, type Ausgang, type Wiederholung } from "./typen.ts";

export const ablehnung = (
  code: Ablehnungscode,
  ursache: string,
  wiederholung: Wiederholung,
  wartezeit?: number,
): Abgelehnt => ({
  ausgang: "rejected",
  code,
  ursache,
  wiederholung,
  ...(wartezeit === undefined ? {} : { wartezeitMs: wartezeit }),
});

/** What a look-up on the way was refused, before anything was changed, ends the call as a refusal. */
export const ohneWurf = async <T>(tue: () => Promise<Ausgang<T>>): Promise<Ausgang<T>> => {
  try {
    return await tue();
  } catch (fehler) {
    if (fehler instanceof Ablehnung) return fehler.ablehnung;
    throw fehler;
  }
};
