/** Which accounts are special, by their number: every case recurs in a fixed rhythm, whatever the size of the stock. */
const jedes = (rhythmus: number, rest: number) => (nr: number) => nr % rhythmus === rest;

export const sonderfall = {
  // How the lease ends.
  endetVorigenMonat: jedes(60, 13),
  endeteImHalbjahr: jedes(60, 43),
  endeteVorUebernahme: jedes(75, 20),
  gekuendigt: jedes(40, 11),
  inaktiv: jedes(300, 7),
  // What keeps an account from being billed.
  vorauszahlungUnbekannt: jedes(75, 33),
  ohneVerpaechter: jedes(300, 101),
  pauschalierterVerpaechter: jedes(300, 144),
  verpaechterOhneSteuerstatus: jedes(300, 212),
  // Who changes within the year.
  paechterwechsel: jedes(25, 5),
  verpaechterwechsel: jedes(50, 9),
  // How it came into this service, and what it is billed.
  mittenImZeitraumUebernommen: jedes(25, 17),
  getrenntePositionen: jedes(4, 0),
  minderung: jedes(20, 6),
  nachlass: jedes(9, 2),
  nachzahlung: jedes(15, 4),
  wildschaden: jedes(30, 19),
  // Its rent increases.
  aktiveHebung: jedes(16, 3),
  ueberfaelligeHebung: jedes(100, 57),
  geplanteHebung: jedes(12, 8),
  stornierteHebung: jedes(60, 26),
} as const;
