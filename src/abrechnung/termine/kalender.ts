import { ungueltig } from "../../kern/ablehnung.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { type Kalendereintrag, schreibeKalender } from "./ical.ts";
import { listeTermine } from "./liste.ts";
import { hoechstensImKalender, type Kalenderart, type Kontenfrist, type Termin, type TerminFilter } from "./schema.ts";

const worte: Record<Kalenderart, string> = {
  ablehnung: "Fortsetzung ablehnen",
  anfrage: "Nach der Fortsetzung fragen",
  anzeige: "Pacht der Behörde anzeigen",
  faelligkeit: "Pacht fällig",
  hebung_ueberfaellig: "Hebung überfällig",
  kuendigung: "Kündigung muss eingegangen sein",
  pachtende: "Pachtende",
  pachtpruefung: "Pachtprüfung",
  schlussabrechnung: "Schlussabrechnung fällig",
  verlaengerung: "Kündigen, sonst verlängert sich die Pacht",
};

/**
 * All dates and deadlines as a calendar file, for calendars that people share: account numbers only, no names.
 *
 * @param wo the host that the uids are of
 * @throws Ablehnung ungueltig where there are more than a calendar takes
 */
export async function schreibeTerminkalender(
  sql: Sql,
  filter: Omit<TerminFilter, "format">,
  { heute, jetzt }: { heute: string; jetzt: Date },
  wo: string,
): Promise<string> {
  const { pagination, fristenTotal } = await listeTermine(sql, { ...filter, page: 1, limit: 1 }, heute);
  if (Math.max(pagination.total, fristenTotal) > hoechstensImKalender)
    throw ungueltig(
      "tage",
      "zu_weit",
      `Ein Kalender fasst je ${hoechstensImKalender} Termine und Fristen; gefunden sind ${pagination.total} und ${fristenTotal}: weniger Tage oder Arten wählen.`,
    );
  const liste = await listeTermine(sql, { ...filter, page: 1, limit: hoechstensImKalender }, heute);
  const eintraege = [...liste.data.map(alsEintrag), ...liste.fristen.map(alsFristeintrag)];
  return schreibeKalender(
    "Pachtverwaltung: Termine und Fristen",
    eintraege.map((eintrag) => ({ ...eintrag, uid: `${eintrag.uid}@${wo}` })),
    jetzt,
  );
}

const uidVon = ({ art, pachtkontoId, faelligkeitId, hebungId }: Termin): string => {
  if (faelligkeitId) return `faelligkeit-${faelligkeitId}`;
  return hebungId ? `hebung-${hebungId}` : `${art}-${pachtkontoId}`;
};

const alsEintrag = (termin: Termin): Kalendereintrag => {
  const { art, datum, kontonummer, zeitraumVon, zeitraumBis } = termin;
  const zeit =
    zeitraumVon && zeitraumBis ? ` Zeitraum ${deutschesDatum(zeitraumVon)} bis ${deutschesDatum(zeitraumBis)}.` : "";
  return {
    uid: uidVon(termin),
    datum,
    titel: `${kontonummer}: ${worte[art]}`,
    // Not the sentence of the list, in which an increase has the name that a clerk gave it.
    text: `Pachtkonto ${kontonummer}.${zeit}`,
    kategorie: worte[art],
  };
};

const alsFristeintrag = ({
  art,
  tag,
  wirktZum,
  pachtkontoId,
  kontonummer,
  gesetz,
  text,
}: Kontenfrist): Kalendereintrag => ({
  uid: `${art}-${pachtkontoId}`,
  datum: tag,
  titel: `${kontonummer}: ${worte[art]}${wirktZum ? ` (Ende ${deutschesDatum(wirktZum)})` : ""}`,
  text: `${text} (${gesetz})`,
  kategorie: worte[art],
});
