import type { Kontext } from "../../kern/kontext.ts";
import type { Tx } from "../database/pool.ts";

/** Keeps a changed remark with who and when; an unchanged one leaves no trace. */
export const merkeBemerkung = async (
  tx: Tx,
  kontext: Kontext,
  ressource: "kontakt" | "pachtkonto" | "patchobjekt",
  ressourceId: number,
  alt: string | null,
  neu: string | null,
): Promise<void> => {
  if (alt === neu) return;
  await tx`
    insert into bemerkung_verlauf (ressource, ressource_id, bemerkung, benutzer_id, benutzer_name)
    values (${ressource}, ${ressourceId}, ${neu}, ${kontext.akteur.id}, ${kontext.akteur.name})`;
};
