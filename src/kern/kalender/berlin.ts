const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

let stunde = Number.NaN;
let tag = "";

/** The civil day in Berlin at this instant, "YYYY-MM-DD". Kept for an hour of the clock: no day begins within one. */
export function tagInBerlin(jetzt: Date): string {
  const jetzige = Math.floor(jetzt.getTime() / 3_600_000);
  if (jetzige !== stunde) {
    tag = berlin.format(jetzt);
    stunde = jetzige;
  }
  return tag;
}

const minute = new Intl.DateTimeFormat("de-DE", {
  timeZone: "Europe/Berlin",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** Day and minute in Berlin for people, "20.11.2026, 14:05 Uhr"; the seconds are cut off. */
export function minuteInBerlin(zeitpunkt: Date): string {
  return `${minute.format(zeitpunkt)} Uhr`;
}

const millisekunde = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** Day and time in Berlin for programs that know no time zones, as digits: YYYYMMDDHHMMSSmmm. */
export function ziffernInBerlin(zeitpunkt: Date): string {
  return millisekunde.format(zeitpunkt).replace(/\D/g, "");
}
