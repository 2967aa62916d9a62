import { istVertippt } from "./abstand.ts";
import { falte } from "./falte.ts";

export type AnschriftDaten = {
  strasse: string | null;
  hausnummer: string | null;
  plz: string | null;
  ort: string | null;
  land: string;
};

/** An address, folded; "" is unknown. */
export type Anschrift = { land: string; plz: string; ort: string; strasse: string; nummer: string };

const mitNummer = /^(.*[a-z]) (\d+ ?[a-z]?)$/;

export function bildeAnschrift({ strasse, hausnummer, plz, ort, land }: AnschriftDaten): Anschrift {
  const gefaltet = falte(strasse);
  const getrennt = hausnummer === null ? mitNummer.exec(gefaltet) : null;
  return {
    land,
    plz: plz?.trim() ?? "",
    ort: falte(ort),
    strasse: (getrennt?.[1] ?? gefaltet).replaceAll(" ", "").replace(/str$/, "strasse"),
    nummer: (getrennt?.[2] ?? falte(hausnummer)).replaceAll(" ", ""),
  };
}

export function verdichteAnschrift({ land, plz, ort, strasse, nummer }: Anschrift) {
  return [land, plz, ort, strasse, nummer] as const;
}

export function entfalteAnschrift(werte: ReturnType<typeof verdichteAnschrift>): Anschrift {
  const [land, plz, ort, strasse, nummer] = werte;
  return { land, plz, ort, strasse, nummer };
}

/** Where it is, as far as it is known: postcode, else town. */
export function gegend({ plz, ort }: Anschrift): string {
  return plz || ort;
}

const ziffernVon = (nummer: string): string => /^\d*/.exec(nummer)?.[0] ?? "";

/** 12 and 12a. */
const gleicheZiffern = (a: string, b: string): boolean => ziffernVon(a) !== "" && ziffernVon(a) === ziffernVon(b);

export type Anschriftvergleich = "gleich" | "aehnlich" | "ort" | "anders" | "unbekannt";

const gleicherOrt = (a: Anschrift, b: Anschrift): boolean =>
  (a.plz !== "" && a.plz === b.plz) || (a.ort !== "" && a.ort === b.ort);

const vertippteGegend = (a: Anschrift, b: Anschrift): boolean => istVertippt(a.plz, b.plz) || istVertippt(a.ort, b.ort);

/** Equal, equal but for a typing mistake, at least the same town, or neither. */
export function vergleicheAnschrift(a: Anschrift, b: Anschrift): Anschriftvergleich {
  if (a.land !== b.land) return "anders";
  const bekannt = (gegend(a) !== "" && gegend(b) !== "") || (a.strasse !== "" && b.strasse !== "");
  if (!bekannt) return "unbekannt";
  const hier = gleicherOrt(a, b);
  if (a.strasse !== "" && b.strasse !== "" && (a.strasse === b.strasse || istVertippt(a.strasse, b.strasse))) {
    const gleicheNummer = a.nummer === b.nummer;
    if (hier && gleicheNummer && a.strasse === b.strasse) return "gleich";
    const ohneGegend = gegend(a) === "" || gegend(b) === "";
    if ((gleicheNummer || gleicheZiffern(a.nummer, b.nummer)) && (hier || ohneGegend || vertippteGegend(a, b)))
      return "aehnlich";
  }
  return hier ? "ort" : "anders";
}
