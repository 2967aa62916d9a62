import type { Steuergruppe } from "../../kern/pacht/typen.ts";
import type { Steuer, Steuerkategorie } from "./typen.ts";

type Gruppe = Pick<Steuergruppe, "steuersatzBp" | "steuerbefreiungGrund">;

/** "nicht steuerbar": no supply in the sense of VAT law, and not one that is exempt. */
const istNichtSteuerbar = ({ steuersatzBp, steuerbefreiungGrund }: Gruppe): boolean =>
  steuersatzBp === 0 && /nicht\s+steuerbar/i.test(steuerbefreiungGrund ?? "");

/**
 * The category of each line of a document. O ("not subject to VAT") excludes all others in EN 16931 (BR-O-11), so it is
 * used where the whole document is not subject to VAT; beside other lines the text of the exemption says it.
 */
export function kategorieVon(gruppen: readonly Gruppe[]): (zeile: Gruppe) => Steuerkategorie {
  const ohne = gruppen.length > 0 && gruppen.every(istNichtSteuerbar) ? "O" : "E";
  return ({ steuersatzBp }) => (steuersatzBp > 0 ? "S" : ohne);
}

/** Reason of an exemption in words and, where the VATEX list has one, as a code. */
export function befreiung(steuerbefreiungGrund: string | null): { grund: string; code: string | null } {
  const grund = steuerbefreiungGrund ?? "Ohne Umsatzsteuer";
  // Letting of land: Art. 135 (1) (l) of the VAT directive; the list has no code of its own for the letter l.
  const istVerpachtung = /§\s*4\s*(Abs\.?\s*1\s*)?(Nr|Nummer|Ziff|Ziffer)\.?\s*12(?!\d)/i.test(grund);
  return { grund, code: istVerpachtung ? "VATEX-EU-135-1" : null };
}

/** EN 16931 allows one group without tax (BR-E-01, BR-O-01): several reasons become one text. */
export function gruppiere(
  gruppen: readonly Steuergruppe[],
  kategorie: (gruppe: Steuergruppe) => Steuerkategorie,
): Steuer[] {
  const mitSteuer = gruppen
    .filter(({ steuersatzBp }) => steuersatzBp > 0)
    .map(
      ({ steuersatzBp, nettoCent, steuerCent }): Steuer => ({
        kategorie: "S",
        satzBp: steuersatzBp,
        nettoCent,
        steuerCent,
        grund: null,
        grundCode: null,
      }),
    );
  const ohneSteuer = gruppen.filter(({ steuersatzBp }) => steuersatzBp === 0);
  const [erste] = ohneSteuer;
  if (!erste) return mitSteuer;
  const gruende = ohneSteuer.map(({ steuerbefreiungGrund }) => befreiung(steuerbefreiungGrund));
  const codes = new Set(gruende.map(({ code }) => code));
  const ohne = kategorie(erste);
  // Of several reasons no code says all.
  const einziger = codes.size === 1 ? (gruende[0]?.code ?? null) : null;
  return [
    ...mitSteuer,
    {
      kategorie: ohne,
      satzBp: 0,
      nettoCent: ohneSteuer.reduce((summe, { nettoCent }) => summe + nettoCent, 0),
      steuerCent: 0,
      grund: [...new Set(gruende.map(({ grund }) => grund))].join("; "),
      grundCode: ohne === "O" ? "VATEX-EU-O" : einziger,
    },
  ];
}
