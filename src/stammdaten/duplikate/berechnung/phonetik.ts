const einfach: Record<string, string> = { b: "1", f: "3", v: "3", w: "3", g: "4", k: "4", q: "4", l: "5", m: "6" };
Object.assign(einfach, { n: "6", r: "7", s: "8", z: "8", a: "0", e: "0", i: "0", j: "0", o: "0", u: "0", y: "0" });

const ziffern = (vor: string, zeichen: string, nach: string, istErstes: boolean): string => {
  switch (zeichen) {
    case "p":
      return nach === "h" ? "3" : "1";
    case "d":
    case "t":
      return nach !== "" && "csz".includes(nach) ? "8" : "2";
    case "x":
      return vor !== "" && "ckq".includes(vor) ? "8" : "48";
    case "c": {
      if (istErstes) return nach !== "" && "ahkloqrux".includes(nach) ? "4" : "8";
      if ("sz".includes(vor)) return "8";
      return nach !== "" && "ahkoqux".includes(nach) ? "4" : "8";
    }
    default:
      return einfach[zeichen] ?? "";
  }
};

/**
 * Kölner Phonetik (Postel 1969): words that sound alike in German have the same digits.
 *
 * @param wort folded, other characters than letters are passed over
 * @example phonetik("mullerludenscheidt") // "65752682"
 */
export function phonetik(wort: string): string {
  const buchstaben = wort.replace(/[^a-z]/g, "");
  let roh = "";
  for (let i = 0; i < buchstaben.length; i += 1)
    roh += ziffern(buchstaben[i - 1] ?? "", buchstaben[i] ?? "", buchstaben[i + 1] ?? "", i === 0);
  let code = "";
  for (let i = 0; i < roh.length; i += 1) if (roh[i] !== roh[i - 1] && (roh[i] !== "0" || i === 0)) code += roh[i];
  return code;
}
