import { formatTag, frueherer, parseTag, plusTage } from "../../kern/kalender/tag.ts";
import type { Laufzeit } from "./laufzeit.ts";
import type { Pachtart } from "./pachtarten.ts";
import type { Plan } from "./plan.ts";

/** What is leased otherwise than its kind says. */
const vertragsarten: Record<string, string> = {
  garten: "grundstueckspacht",
  wald: "grundstueckspacht",
  gewaesser: "grundstueckspacht",
  gewerbe: "miete",
  stellplatz: "miete",
};

/** What the contract says. It follows from the number of the account, so that all draws keep their order. */
export function vertragSpalten(id: number, { objektart }: Pachtart, zeiten: Laufzeit, plan: Plan) {
  const geschlossen = frueherer(plusTage(parseTag(zeiten.pachtbeginn), -20 - (id % 40)), plusTage(plan.heute, -40));
  const landpacht = objektart === "acker" || objektart === "gruenland";
  return {
    vertragsart: vertragsarten[objektart] ?? null,
    vertragsschluss_am: formatTag(geschlossen),
    vertragsform: zeiten.pachtende === null && id % 9 === 0 ? "muendlich" : "schriftform",
    verlaengerung_monate: zeiten.pachtende !== null && zeiten.status === "aktiv" && id % 4 === 0 ? 12 : null,
    // One in fifty was forgotten.
    angezeigt_am: landpacht && id % 50 !== 7 ? formatTag(plusTage(geschlossen, 3 + (id % 20))) : null,
  };
}
