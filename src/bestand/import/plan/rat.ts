import { nachNaehe, naechster, verglichen } from "../../lesen/aehnlich.ts";

/** What else to say of a value that leads nowhere, as sentences behind the first one. */
export type Rat = (wert: string) => string;

/** More names than these nobody reads. */
const hoechstensNamen = 15;
/** A file with more different wrong values is wrong as a whole; looking further would only take time. */
const hoechstensWerte = 100;

/** The same for the same value, thought of once. */
const jeWert = (rate: Rat): Rat => {
  const gesagt = new Map<string, string>();
  return (wert) => {
    const bekannt = gesagt.get(wert);
    if (bekannt !== undefined) return bekannt;
    if (gesagt.size === hoechstensWerte) return "";
    const rat = rate(wert);
    gesagt.set(wert, rat);
    return rat;
  };
};

/**
 * Says which names there are, the likest first.
 *
 * @param wohin where the first one is entered
 */
export function nenneNamen(namen: readonly string[], wohin: string): Rat {
  return jeWert((gesucht) => {
    const uebrige = namen.length - hoechstensNamen;
    const genannte = nachNaehe(gesucht, namen).slice(0, hoechstensNamen).join(", ");
    return genannte === ""
      ? ` Es gibt noch keine: die erste gehört ${wohin}.`
      : ` Es gibt: ${genannte}${uebrige > 0 ? ` und ${uebrige} weitere` : ""}.`;
  });
}

const ohneNullen = (text: string): string => text.replace(/(?<!\d)0+(?=\d)/g, "");

/** K-007, k 7 and K/7 are one. */
const knapp = (schluessel: string): string => verglichen(ohneNullen(schluessel)).replace(/[^\p{L}\d]/gu, "");

/** K-12 is a slip of k12 or L12, but not of K-13: that is somebody else. */
const ziffern = (schluessel: string): string => ohneNullen(schluessel).replace(/\D+/g, " ").trim();

const hoechstensVerglichen = 5_000;

const ordne = (schluessel: Iterable<string>) => {
  const jeKnappem = new Map<string, string>();
  const jeZiffern = new Map<string, string[]>();
  for (const einer of schluessel) {
    const knapper = knapp(einer);
    if (!jeKnappem.has(knapper)) jeKnappem.set(knapper, einer);
    const gleiche = jeZiffern.get(ziffern(einer));
    if (!gleiche) jeZiffern.set(ziffern(einer), [einer]);
    else if (gleiche.length < hoechstensVerglichen) gleiche.push(einer);
  }
  return { jeKnappem, jeZiffern };
};

/** Says which of the keys was meant, where one differs in spelling or by a slip only. */
export function vermuteSchluessel(schluessel: () => Iterable<string>): Rat {
  let geordnet: ReturnType<typeof ordne> | undefined;
  return jeWert((gesucht) => {
    geordnet ??= ordne(schluessel());
    const gemeint =
      geordnet.jeKnappem.get(knapp(gesucht)) ?? naechster(gesucht, geordnet.jeZiffern.get(ziffern(gesucht)) ?? []);
    return gemeint === undefined ? "" : ` Gemeint ist wohl ${gemeint}.`;
  });
}
