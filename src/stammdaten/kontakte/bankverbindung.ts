import { isSEPACountry, isValidBIC, isValidIBAN } from "ibantools";
import type { EmpfaengerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import { wenn } from "../../kern/wenn.ts";
import { istInSepaSchreibbar } from "../../kern/zeichen/sepa.ts";

/** Why no bank carries out a payment to or from a contact, whatever is entered after it was booked. */
export type Bankhindernis =
  | "anschrift_fehlt"
  | "betrag_zu_hoch"
  | "bic_fehlt"
  | "iban_ausserhalb_sepa"
  | "iban_fehlt"
  | "iban_ungueltig"
  | "name_nicht_schreibbar";

/** What a payment names of a contact. */
export type Bankangaben = Pick<
  EmpfaengerSchnappschuss,
  "anzeigename" | "istOrganisation" | "vorname" | "nachname" | "kontoinhaber" | "iban" | "bic" | "ort" | "land"
>;

export const bankhindernistexte = {
  anschrift_fehlt:
    "Für ein Konto außerhalb des EWR fehlen Ort oder Land des Kontakts, oder SEPA lässt die Zeichen des Ortes nicht zu.",
  betrag_zu_hoch: "Mehr als 999.999.999,99 € lässt SEPA in einer Zahlung nicht zu.",
  bic_fehlt: "Für ein Konto außerhalb des EWR fehlt eine gültige BIC.",
  iban_ausserhalb_sepa: "Die IBAN liegt außerhalb des SEPA-Raums.",
  iban_fehlt: "Die IBAN fehlt.",
  iban_ungueltig: "Die IBAN ist ungültig.",
  name_nicht_schreibbar: "Der Kontoinhaber lässt sich in den Zeichen, die SEPA zulässt, nicht schreiben.",
} as const satisfies Record<Bankhindernis, string>;

/** SEPA's field holds eleven digits. */
const hoechstensCent = 99_999_999_999;

export function bankhindernisse(kontakt: Bankangaben, betragCent: number): Bankhindernis[] {
  return [...kontohindernisse(kontakt), ...wenn(istBetragZuHoch(betragCent), "betrag_zu_hoch")];
}

/** Whether one payment cannot hold so many cents. */
export function istBetragZuHoch(betragCent: number): boolean {
  return betragCent > hoechstensCent;
}

/** Those that his account has for any amount. */
export function kontohindernisse(kontakt: Bankangaben): Bankhindernis[] {
  return [...ibanhindernisse(kontakt), ...wenn(!istInSepaSchreibbar(inhaber(kontakt)), "name_nicht_schreibbar")];
}

/** Joined SEPA in 2024 and 2025; the library does not know yet. */
const neueLaender = new Set(["AL", "MD", "ME", "MK", "RS"]);
const ewr = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

const ibanhindernisse = ({ iban, bic, ort, land }: Bankangaben): Bankhindernis[] => {
  if (iban === null) return ["iban_fehlt"];
  if (!isValidIBAN(iban)) return ["iban_ungueltig"];
  const staat = iban.slice(0, 2);
  if (!isSEPACountry(staat) && !neueLaender.has(staat)) return ["iban_ausserhalb_sepa"];
  if (ewr.has(staat)) return [];
  const hatAnschrift = ort !== null && istInSepaSchreibbar(ort) && land !== "";
  return [...wenn(gueltigeBic(bic) === null, "bic_fehlt"), ...wenn(!hatAnschrift, "anschrift_fehlt")];
};

/**
 * In whose name the account is held: banks compare it (Verification of Payee), so that a person goes without the title
 * that letters name.
 */
export function inhaber({ kontoinhaber, anzeigename, istOrganisation, vorname, nachname }: Bankangaben) {
  return (
    kontoinhaber ?? (istOrganisation || nachname === null ? anzeigename : [vorname, nachname].filter(Boolean).join(" "))
  );
}

export function gueltigeBic(bic: string | null): string | null {
  return bic !== null && isValidBIC(bic) ? bic : null;
}
