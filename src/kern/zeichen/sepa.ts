import { ersetzeUnerlaubte, inLatein } from "./lateinisch.ts";

const deutsch: Record<string, string> = { Ä: "Ae", ä: "ae", Ö: "Oe", ö: "oe", Ü: "Ue", ü: "ue" };

const sepaZeichen = /^[A-Za-z0-9/\-?:().,'+ ]$/;

const alsSepa = (z: string): string => {
  const ersatz = deutsch[z] ?? inLatein(z);
  return [...ersatz].every((teil) => sepaZeichen.test(teil)) ? ersatz : ".";
};

/**
 * The text in the characters that every bank in SEPA takes (EPC217-08): German umlauts as ae, oe, ue, Greek and Cyrillic
 * as they sound, other letters without their marks, what is left as a full stop.
 */
export function sepaText(text: string, hoechstens: number): string {
  return ersetzeUnerlaubte(text, sepaZeichen, alsSepa).replace(/ +/g, " ").trim().slice(0, hoechstens).trim();
}

/** Whether `sepaText` says every letter of a text: Chinese, say, it cannot. Nor is a full stop for a symbol a name. */
export function istInSepaSchreibbar(text: string): boolean {
  return (
    /[A-Za-z0-9]/.test(sepaText(text, 70)) &&
    [...text.normalize("NFC")].every((z) => !/[\p{L}\p{N}]/u.test(z) || alsSepaZeichen(z) !== ".")
  );
}

const alsSepaZeichen = (z: string): string => (sepaZeichen.test(z) ? z : alsSepa(z));
