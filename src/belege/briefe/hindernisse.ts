import { isSEPACountry, isValidBIC, isValidIBAN } from "ibantools";
import { istEinziehbar, istMandatsreferenz } from "../../kern/pacht/mandat.ts";
import type { EmpfaengerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import { istInSepaSchreibbar } from "../exporte/zeichensatz.ts";

/** Why no bank carries out a payment to or from whom a document names, whatever is entered later. */
type Bankhindernis =
  | "anschrift_fehlt"
  | "betrag_zu_hoch"
  | "bic_fehlt"
  | "iban_ausserhalb_sepa"
  | "iban_fehlt"
  | "iban_ungueltig"
  | "name_nicht_schreibbar";

/** Why nothing can be collected on a document. */
export type Einzugshindernis =
  | Bankhindernis
  | "glaeubiger_id_nicht_im_beleg"
  | "mandat_fehlt"
  | "mandat_nach_zahltag"
  | "mandat_ungueltig";

/** SEPA's field holds eleven digits. */
const hoechstensCent = 99_999_999_999;

export function bankhindernisse(empfaenger: EmpfaengerSchnappschuss, betragCent: number): Bankhindernis[] {
  return [
    ...kontohindernisse(empfaenger),
    ...wenn(betragCent > hoechstensCent, "betrag_zu_hoch"),
    ...wenn(!istInSepaSchreibbar(inhaber(empfaenger)), "name_nicht_schreibbar"),
  ];
}

type Forderung = {
  empfaenger: EmpfaengerSchnappschuss;
  bruttoCent: number;
  zahlbarBis: string;
  /** The creditor identifier that the document names. */
  glaeubigerId: string | null;
};

/**
 * What keeps a claim from being collected, as far as its document says: with none the letter announces the debit, with
 * one it asks for a transfer, and no payment file collects it. Letter and file ask here, so that both say the same.
 */
export function einzugshindernisse({
  empfaenger,
  bruttoCent,
  zahlbarBis,
  glaeubigerId,
}: Forderung): Einzugshindernis[] {
  return [
    ...bankhindernisse(empfaenger, bruttoCent),
    ...mandatshindernisse(empfaenger, zahlbarBis),
    ...wenn(glaeubigerId === null, "glaeubiger_id_nicht_im_beleg"),
  ];
}

const mandatshindernisse = (
  { sepaMandat: mandat }: EmpfaengerSchnappschuss,
  zahlbarBis: string,
): Einzugshindernis[] => {
  if (mandat === null) return ["mandat_fehlt"];
  if (istEinziehbar(mandat, zahlbarBis)) return [];
  return [
    ...wenn(mandat.datum > zahlbarBis, "mandat_nach_zahltag"),
    ...wenn(!istMandatsreferenz(mandat.referenz), "mandat_ungueltig"),
  ];
};

/** Joined SEPA in 2024 and 2025; the library does not know yet. */
const neueLaender = new Set(["AL", "MD", "ME", "MK", "RS"]);
const ewr = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

const kontohindernisse = ({ iban, bic, ort, land }: EmpfaengerSchnappschuss): Bankhindernis[] => {
  if (iban === null) return ["iban_fehlt"];
  if (!isValidIBAN(iban)) return ["iban_ungueltig"];
  const staat = iban.slice(0, 2);
  if (!isSEPACountry(staat) && !neueLaender.has(staat)) return ["iban_ausserhalb_sepa"];
  if (ewr.has(staat)) return [];
  const hatAnschrift = ort !== null && istInSepaSchreibbar(ort) && land !== "";
  return [...wenn(gueltigeBic(bic) === null, "bic_fehlt"), ...wenn(!hatAnschrift, "anschrift_fehlt")];
};

const wenn = <const G extends Einzugshindernis>(gilt: boolean, grund: G): G[] => (gilt ? [grund] : []);

/**
 * In whose name the account is held: banks compare it (Verification of Payee), so that a person goes without the title
 * that letters name.
 */
export function inhaber({ kontoinhaber, anzeigename, istOrganisation, vorname, nachname }: EmpfaengerSchnappschuss) {
  return (
    kontoinhaber ?? (istOrganisation || nachname === null ? anzeigename : [vorname, nachname].filter(Boolean).join(" "))
  );
}

export function gueltigeBic(bic: string | null): string | null {
  return bic !== null && isValidBIC(bic) ? bic : null;
}
