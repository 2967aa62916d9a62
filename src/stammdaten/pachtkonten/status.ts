import { konflikt, ungueltig } from "../../kern/ablehnung.ts";
import type { Pachtkonto } from "./schema.ts";

type Laufzeit = Pick<Pachtkonto, "status" | "pachtende" | "gekuendigtAm" | "kuendigungZum">;

const uebergaenge: Record<Pachtkonto["status"], readonly Pachtkonto["status"][]> = {
  aktiv: ["inaktiv", "gekuendigt", "ausgelaufen"],
  inaktiv: ["aktiv"],
  gekuendigt: ["aktiv", "ausgelaufen"],
  ausgelaufen: [],
};

const worte: Record<Pachtkonto["status"], string> = {
  aktiv: "aktiv",
  inaktiv: "inaktiv",
  gekuendigt: "gekündigt",
  ausgelaufen: "ausgelaufen",
};

const weiter =
  " Geht die Pacht weiter, bitte allein das Pachtende ändern (heute, später oder leer): Dann ist das Konto wieder aktiv.";

/**
 * What a change of status does to the term: a notice sets `pachtende`, its withdrawal before the end brings back what
 * was agreed unless the request names another one, and an account runs out only after its end or with its settlement. One that
 * has run out goes on when its end moves to today or later.
 *
 * @param alt its `vereinbartesEnde` is what `pachtende` was before the notice
 * @param neu the record as requested   @param genannt fields that the request itself names
 * @throws Ablehnung konflikt for a change that does not exist, ungueltig where a date is missing or contradicts
 */
export function wechsleStatus<T extends Laufzeit>(
  alt: Laufzeit & { vereinbartesEnde?: string | null },
  neu: T,
  genannt: ReadonlySet<string>,
  heute: string,
): T {
  if (neu.status !== alt.status && !uebergaenge[alt.status].includes(neu.status))
    throw konflikt(
      "status_unmoeglich",
      `Von „${worte[alt.status]}“ führt kein Weg nach „${worte[neu.status]}“.${alt.status === "ausgelaufen" ? weiter : ""}`,
    );

  if (neu.status === "gekuendigt") {
    if (!neu.kuendigungZum)
      throw ungueltig("kuendigungZum", "fehlt", "Eine Kündigung braucht den Tag, zu dem sie wirkt.");
    if (genannt.has("pachtende") && neu.pachtende !== neu.kuendigungZum && neu.pachtende !== alt.pachtende)
      throw ungueltig(
        "pachtende",
        "widerspruch",
        "Das Pachtende eines gekündigten Kontos ist der Tag, zu dem gekündigt ist.",
      );
    return { ...neu, pachtende: neu.kuendigungZum, gekuendigtAm: neu.gekuendigtAm ?? heute };
  }

  if (neu.status === "ausgelaufen") {
    // A lease that runs out by a notice keeps its days, also where it comes from elsewhere with its whole past.
    const liefGekuendigtAus = alt.status !== "ausgelaufen" && neu.kuendigungZum !== null;
    if (!liefGekuendigtAus) pruefeOhneKuendigung(alt, neu);
    if (neu.pachtende && neu.pachtende < heute) return neu;
    // Settled some days before its end, it has run out all the same.
    if (alt.status === "ausgelaufen" && neu.pachtende === alt.pachtende) return neu;
    // A lease that is extended a day late, or after its settlement was cancelled, goes on.
    if (alt.status === "ausgelaufen") return { ...neu, status: "aktiv", gekuendigtAm: null, kuendigungZum: null };
    throw konflikt("status_unmoeglich", "Ein Pachtkonto läuft erst nach seinem Pachtende aus.");
  }

  if (neu.status === "aktiv" && alt.status === "gekuendigt") {
    if (alt.kuendigungZum !== null && alt.kuendigungZum < heute)
      throw konflikt("status_unmoeglich", "Eine Kündigung lässt sich nur vor dem Pachtende zurücknehmen.");
    // A record read and sent back names the end by the notice.
    const istGenannt = genannt.has("pachtende") && neu.pachtende !== alt.pachtende;
    const pachtende = istGenannt ? neu.pachtende : (alt.vereinbartesEnde ?? null);
    return { ...neu, gekuendigtAm: null, kuendigungZum: null, pachtende };
  }

  pruefeOhneKuendigung(alt, neu);
  return neu;
}

const kuendigungstage = [
  ["kuendigungZum", "zu dem gekündigt ist"],
  ["gekuendigtAm", "an dem gekündigt wurde"],
] as const;

/** Other deadlines and the storno of a settlement take these days for a notice; those of one that was may stay. */
const pruefeOhneKuendigung = (alt: Laufzeit, neu: Laufzeit): void => {
  for (const [feld, was] of kuendigungstage)
    if (neu[feld] !== null && neu[feld] !== alt[feld])
      throw ungueltig(feld, "ohne_kuendigung", `Einen Tag, ${was}, hat nur ein gekündigtes Konto.`);
};
