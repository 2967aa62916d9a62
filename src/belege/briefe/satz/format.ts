/** Cents as "1.234,50"; by whole numbers, never through a float of euros. */
export const betrag = (cent: number): string => {
  const ziffern = Math.abs(cent).toString().padStart(3, "0");
  const euro = ziffern.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ".");
  return `${cent < 0 ? "-" : ""}${euro},${ziffern.slice(-2)}`;
};

export const euro = (cent: number): string => `${betrag(cent)} €`;

/** "2026-10-01" as "01.10.2026". */
export const tag = (datum: string): string => `${datum.slice(8, 10)}.${datum.slice(5, 7)}.${datum.slice(0, 4)}`;

/** "01.10.–31.12.2026", or with both years where they differ. */
export const zeitraum = (von: string, bis: string): string => {
  if (von === bis) return tag(von);
  return von.slice(0, 4) === bis.slice(0, 4) ? `${tag(von).slice(0, 6)}–${tag(bis)}` : `${tag(von)}–${tag(bis)}`;
};

/** Basis points as "19 %", "5,5 %". */
export const prozent = (bp: number): string =>
  `${Math.trunc(bp / 100)}${bp % 100 === 0 ? "" : `,${(bp % 100).toString().padStart(2, "0").replace(/0$/, "")}`} %`;

/** In groups of four. */
export const ibanGruppen = (iban: string): string =>
  iban
    .replace(/\s/g, "")
    .replace(/(.{4})/g, "$1 ")
    .trim();

/** Drops what is missing. */
export const verbinde = (teile: (string | null | undefined)[], zwischen = " "): string =>
  teile.filter(Boolean).join(zwischen);
