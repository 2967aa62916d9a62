const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

/** The civil day in Berlin at this instant, "YYYY-MM-DD". */
export const tagInBerlin = (jetzt: Date): string => berlin.format(jetzt);
