// The last fortnight of a schedule, a day a cell. Pure.
import { dauer, kurzerTag, statusworte, tagInBerlin, uhrzeit } from "./worte.js";

const tage = 14;
/** The endpoint tells so many runs: what lies before the oldest of them is not known. */
const laeufeHoechstens = 14;
const tagMs = 86_400_000;

const satz = ({ status, begonnenAm, dauerMs, ursache }) =>
  [
    statusworte[status],
    begonnenAm ? `um ${uhrzeit(begonnenAm)}` : "",
    dauerMs === null ? "" : `in ${dauer(dauerMs)}`,
    status === "fehlgeschlagen" && ursache ? `(${ursache})` : "",
  ]
    .filter(Boolean)
    .join(" ");

/** @param laeufe the newest first   @returns the oldest day first; the last run of a day counts */
export const vierzehnTage = (laeufe, jetzt) => {
  const jeTag = Map.groupBy(
    laeufe.filter(({ begonnenAm }) => begonnenAm !== null),
    ({ begonnenAm }) => tagInBerlin(begonnenAm),
  );
  const aeltester = laeufe.length < laeufeHoechstens ? "" : [...jeTag.keys()].toSorted()[0];
  return Array.from({ length: tage }, (_, nr) => {
    // Noon, so that no change of the clocks moves it to another day.
    const mittag = Date.parse(`${tagInBerlin(jetzt)}T11:00:00Z`) - (tage - 1 - nr) * tagMs;
    const tag = tagInBerlin(mittag);
    const [letzter, ...fruehere] = jeTag.get(tag) ?? [];
    const ohne = tag < aeltester ? "nicht bekannt" : "kein Lauf";
    const was = letzter ? satz(letzter) : ohne;
    const mehr = fruehere.length > 0 ? `, davor ${fruehere.length} weitere` : "";
    return { tag, ausgang: letzter?.status ?? "keiner", text: `${kurzerTag(mittag)}: ${was}${mehr}` };
  });
};
