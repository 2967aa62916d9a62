import type { Warteschlange } from "../../technik/database/boss.ts";

export const zeitzone = "Europe/Berlin";

/**
 * What the worker does every night in Berlin, between one and two: that hour is there once on every day of the year.
 * None of it activates an increase; those that wait beyond their day are only counted.
 */
export const zeitplaene = [
  { name: "pachtende", uhrzeit: "01:05", tut: "Pachtkonten, deren Pachtzeit vorbei ist, gelten als ausgelaufen" },
  {
    name: "faelligkeiten",
    uhrzeit: "01:15",
    tut: "Fälligkeiten aller Pachtkonten, 25 Monate voraus, und der Ausblick auf ihre Beträge",
  },
  {
    name: "naechste-hebung",
    uhrzeit: "01:30",
    tut: "Tage der nächsten Pachtprüfung; überfällige Hebungen werden gezählt",
  },
  { name: "duplikate", uhrzeit: "01:35", tut: "Vergleich aller Kontakte und Patchobjekte auf Duplikate" },
  {
    name: "hebungsbriefe",
    uhrzeit: "01:40",
    tut: "Schreiben abgeschlossener Hebungen, die noch niemand abgerufen hat",
  },
  {
    name: "aufraeumen",
    uhrzeit: "01:50",
    tut: "Abgelaufene Sitzungen, gemerkte Antworten, alte Sammeldateien, Importe und Aufträge",
  },
] as const satisfies readonly { name: Warteschlange; uhrzeit: string; tut: string }[];

export type Zeitplan = (typeof zeitplaene)[number];
export type Zeitplanname = Zeitplan["name"];

export const zeitplannamen = zeitplaene.map(({ name }) => name) as [Zeitplanname, ...Zeitplanname[]];

/** "01:05" every day, as the queue wants it. */
export function cronVon({ uhrzeit }: Pick<Zeitplan, "uhrzeit">): string {
  const [stunde, minute] = uhrzeit.split(":").map(Number);
  return `${minute} ${stunde} * * *`;
}
