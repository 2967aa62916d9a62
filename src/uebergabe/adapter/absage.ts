import { type Abgelehnt, Absage, type Absagecode, type Ausgang, type Wiederholung } from "./typen.ts";

const laengsteUrsache = 500;

/** What others say, as we can keep and show it. */
const lesbar = (text: string): string => text.replaceAll("\0", "").slice(0, laengsteUrsache);

export function absage(code: Absagecode, ursache: string, wiederholung: Wiederholung, wartezeit?: number): Abgelehnt {
  return {
    ausgang: "rejected",
    code,
    ursache: lesbar(ursache),
    wiederholung,
    ...(wartezeit === undefined ? {} : { wartezeitMs: wartezeit }),
  };
}

/** What a look-up on the way was refused, before anything was changed, ends the call as a refusal. */
export async function ohneWurf<T>(tue: () => Promise<Ausgang<T>>): Promise<Ausgang<T>> {
  try {
    return await tue();
  } catch (fehler) {
    if (fehler instanceof Absage) return fehler.absage;
    throw fehler;
  }
}
