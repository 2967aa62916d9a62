import { create } from "qrcode";
import { dezimal } from "../../kern/geld/dezimal.ts";
import { saeubere } from "./satz/schrift.ts";

/** `zweck`: what the transfer says, at most 140 characters. */
export type Ueberweisung = { name: string; iban: string; bic: string | null; cent: number; zweck: string };

const hoechsteBytes = 331;
const hoechsterBetrag = 99_999_999_999;

/**
 * The text of a GiroCode (EPC 069-12, version 002): UTF-8, credit transfer, unstructured remittance information.
 *
 * @returns null where a GiroCode cannot say it
 */
export function giroCodeText({ name, iban, bic, cent, zweck }: Ueberweisung): string | null {
  if (cent <= 0 || cent > hoechsterBetrag) return null;
  const betrag = `EUR${dezimal(cent)}`;
  const kuerze = (text: string, laenge: number) => [...saeubere(text)].slice(0, laenge).join("");
  const konto = iban.replace(/\s/g, "");
  const zeilen = ["BCD", "002", "1", "SCT", bic ?? "", kuerze(name, 70), konto, betrag, "", "", kuerze(zweck, 140)];
  const text = zeilen.join("\n");
  return new TextEncoder().encode(text).length > hoechsteBytes ? null : text;
}

/** The code as rows of "1" (black) and "0", error correction M. */
export function giroCodeRaster(text: string): string[] {
  const { modules } = create([{ data: new TextEncoder().encode(text), mode: "byte" }], { errorCorrectionLevel: "M" });
  return Array.from({ length: modules.size }, (_, zeile) =>
    Array.from(modules.data.subarray(zeile * modules.size, (zeile + 1) * modules.size)).join(""),
  );
}
