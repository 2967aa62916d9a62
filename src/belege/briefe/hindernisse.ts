import { istEinziehbar, istMandatsreferenz } from "../../kern/pacht/mandat.ts";
import type { EmpfaengerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import { wenn } from "../../kern/wenn.ts";
import { type Bankhindernis, bankhindernisse } from "../../stammdaten/kontakte/bankverbindung.ts";

/** Why nothing can be collected on a document. */
export type Einzugshindernis =
  | Bankhindernis
  | "glaeubiger_id_nicht_im_beleg"
  | "mandat_fehlt"
  | "mandat_nach_zahltag"
  | "mandat_ungueltig";

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
