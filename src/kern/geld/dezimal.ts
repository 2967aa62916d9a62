/** Hundredths, such as cents or basis points, with two decimals: 5 is "0.05", -123456 "-1234.56". By whole numbers. */
export function dezimal(hundertstel: number, komma: "." | "," = "."): string {
  const ziffern = Math.abs(hundertstel).toString().padStart(3, "0");
  return `${hundertstel < 0 ? "-" : ""}${ziffern.slice(0, -2)}${komma}${ziffern.slice(-2)}`;
}

/** Basis points as people read them: 1900 is "19 %", 780 "7,8 %", -25 "-0,25 %". */
export function prozent(bp: number): string {
  return `${dezimal(bp, ",").replace(/,?0+$/, "")} %`;
}
