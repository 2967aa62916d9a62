/** An all-day event. `uid` stays the same as long as it is the same date, on whatever day it falls. */
export type Kalendereintrag = { uid: string; datum: string; titel: string; text: string; kategorie: string };

const anfang = Date.UTC(2020, 0, 1);

/**
 * A calendar file (RFC 5545). Events are days without a time (`VALUE=DATE`), which no time zone moves: so there is no
 * VTIMEZONE. Nobody keeps when a date last changed, so each file counts as the newest word on all of its events:
 * SEQUENCE, the seconds since 2020, grows from file to file, and a calendar that knows an event takes the later one.
 */
export function schreibeKalender(name: string, eintraege: readonly Kalendereintrag[], jetzt: Date): string {
  const stand = jetzt.toISOString().replace(/[-:]|\.\d+/g, "");
  const folge = Math.floor((jetzt.getTime() - anfang) / 1000);
  const zeilen = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pachtverwaltung//Termine und Fristen//DE",
    "CALSCALE:GREGORIAN",
    `NAME:${maskiere(name)}`,
    `X-WR-CALNAME:${maskiere(name)}`,
    ...eintraege.flatMap(({ uid, datum, titel, text, kategorie }) => [
      "BEGIN:VEVENT",
      `UID:${maskiere(uid)}`,
      `DTSTAMP:${stand}`,
      `LAST-MODIFIED:${stand}`,
      `SEQUENCE:${folge}`,
      `DTSTART;VALUE=DATE:${datum.replaceAll("-", "")}`,
      `SUMMARY:${maskiere(titel)}`,
      `DESCRIPTION:${maskiere(text)}`,
      `CATEGORIES:${maskiere(kategorie)}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return zeilen.map((zeile) => `${falte(zeile)}\r\n`).join("");
}

const maskiere = (text: string): string =>
  text.replace(/[\\;,]/g, (zeichen) => `\\${zeichen}`).replace(/\r\n|\n|\r/g, "\\n");

const jeZeile = 75;
const oktette = new TextEncoder();

/** At most 75 octets a line, and no character in two of them. */
const falte = (zeile: string): string => {
  const teile: string[] = [];
  let teil = "";
  let laenge = 0;
  for (const zeichen of zeile) {
    const breite = oktette.encode(zeichen).length;
    if (laenge + breite > jeZeile) {
      teile.push(teil);
      teil = " ";
      laenge = 1;
    }
    teil += zeichen;
    laenge += breite;
  }
  return [...teile, teil].join("\r\n");
};
