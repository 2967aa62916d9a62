/** Hundredths, such as cents or basis points, with two decimals: 5 is "0.05", -123456 "-1234.56". By whole numbers. */
export function dezimal(hundertstel: number, komma: "." | "," = "."): string {
  const ziffern = Math.abs(hundertstel).toString().padStart(3, "0");
  return `${hundertstel < 0 ? "-" : ""}${ziffern.slice(0, -2)}${komma}${ziffern.slice(-2)}`;
}

/** Hundredths as people read them, with a comma and dots between thousands: 123450 is "1.234,50". */
export function dezimalMitPunkten(hundertstel: number): string {
  return dezimal(hundertstel, ",").replace(/\B(?=(\d{3})+,)/g, ".");
}

/** Cents as people read them: 123450 is "1.234,50 €". */
export function euro(cent: number): string {
  return `${dezimalMitPunkten(cent)} €`;
}

/** Basis points as people read them: 1900 is "19 %", 780 "7,8 %", -25 "-0,25 %", 100000 "1.000 %". */
export function prozent(bp: number): string {
  return `${dezimalMitPunkten(bp).replace(/,?0+$/, "")} %`;
}
