import { tagNach, tagVor } from "../../kern/kalender/tag.ts";
import type { Abdeckungskonto } from "./queries.ts";
import type { AbdeckungBuchung, AbdeckungFaelligkeit, AbdeckungGrund, AbdeckungStatus, Abschnitt } from "./schema.ts";

type Laufzeit = Pick<Abdeckungskonto, "ersterTag" | "pachtende" | "schlussabrechnung">;

/**
 * What became of every day from `von` to `bis`: stretches without a gap, cut wherever a due period, a booking or the
 * lease begins or ends, and joined again where nothing differs.
 *
 * @param faelligkeiten that hold, in the order of their days
 */
export function teileEin(
  konto: Laufzeit,
  faelligkeiten: readonly AbdeckungFaelligkeit[],
  buchungen: readonly AbdeckungBuchung[],
  von: string,
  bis: string,
): Abschnitt[] {
  const schnitte = new Set([von, konto.ersterTag, ...(konto.pachtende === null ? [] : [tagNach(konto.pachtende)])]);
  for (const { zeitraumVon, zeitraumBis } of [...faelligkeiten, ...buchungen])
    schnitte.add(zeitraumVon).add(tagNach(zeitraumBis));
  const anfaenge = [...schnitte].filter((tag) => von <= tag && tag <= bis).sort();
  const geplantBis = faelligkeiten.at(-1)?.zeitraumBis ?? "";
  const abschnitte: Abschnitt[] = [];
  for (const [nr, anfang] of anfaenge.entries()) {
    const naechster = anfaenge[nr + 1];
    const umfasst = (zeit: { zeitraumVon: string; zeitraumBis: string }) =>
      zeit.zeitraumVon <= anfang && anfang <= zeit.zeitraumBis;
    const faelligkeit = faelligkeiten.find(umfasst) ?? null;
    const beruehrt = buchungen.filter(umfasst);
    const abschnitt: Abschnitt = {
      von: anfang,
      bis: naechster === undefined ? bis : tagVor(naechster),
      ...lage(konto, anfang, faelligkeit, beruehrt, geplantBis),
      faelligkeit,
      buchungen: beruehrt,
    };
    const letzter = abschnitte.at(-1);
    if (letzter && gleich(letzter, abschnitt)) letzter.bis = abschnitt.bis;
    else abschnitte.push(abschnitt);
  }
  return abschnitte;
}

const lage = (
  { ersterTag, pachtende, schlussabrechnung }: Laufzeit,
  tag: string,
  faelligkeit: AbdeckungFaelligkeit | null,
  buchungen: readonly AbdeckungBuchung[],
  geplantBis: string,
): { status: AbdeckungStatus; grund: AbdeckungGrund | null } => {
  const nachEnde = pachtende !== null && tag > pachtende;
  // A settlement that only corrects has days of others; it covers none itself.
  const gilt = buchungen.some(({ storniertAm, faelligkeitId }) => storniertAm === null && faelligkeitId !== null);
  if (gilt && nachEnde)
    return {
      status: "gebucht",
      grund: schlussabrechnung === null ? "schlussabrechnung_ausstehend" : "schlussabgerechnet",
    };
  if (gilt) return { status: "gebucht", grund: null };
  const storniert = buchungen.some(({ faelligkeitId }) => faelligkeitId !== null);
  if (tag < ersterTag) return { status: storniert ? "storniert" : "ausserhalb", grund: "vor_beginn" };
  if (nachEnde) return { status: storniert ? "storniert" : "ausserhalb", grund: "nach_pachtende" };
  if (faelligkeit) return { status: storniert ? "storniert" : "offen", grund: null };
  return { status: "fehlend", grund: tag > geplantBis ? "noch_nicht_geplant" : "luecke" };
};

const gleich = (a: Abschnitt, b: Abschnitt): boolean =>
  a.status === b.status &&
  a.grund === b.grund &&
  a.faelligkeit?.id === b.faelligkeit?.id &&
  a.buchungen.length === b.buchungen.length &&
  a.buchungen.every((buchung, nr) => buchung === b.buchungen[nr]);
