const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

let stunde = Number.NaN;
let tag = "";

/** The civil day in Berlin at this instant, "YYYY-MM-DD". Kept for an hour of the clock: no day begins within one. */
export const tagInBerlin = (jetzt: Date): string => {
  const jetzige = Math.floor(jetzt.getTime() / 3_600_000);
  if (jetzige !== stunde) {
    tag = berlin.format(jetzt);
    stunde = jetzige;
  }
  return tag;
};
