import type { Tx } from "../database/pool.ts";
import type { Urheber } from "./protokolliere.ts";

type Bemerkungswechsel = { ressourceId: number; alt: string | null; neu: string | null };

/** Keeps changed remarks with who and when; an unchanged one leaves no trace. */
export async function merkeBemerkungen(
  tx: Tx,
  { akteur }: Urheber,
  ressource: "kontakt" | "pachtkonto" | "patchobjekt",
  wechsel: readonly Bemerkungswechsel[],
): Promise<void> {
  const geaendert = wechsel.filter(({ alt, neu }) => alt !== neu);
  if (geaendert.length === 0) return;
  await tx`
    insert into bemerkung_verlauf (ressource, ressource_id, bemerkung, benutzer_id, benutzer_name)
    select ${ressource}, w.id, w.bemerkung, ${akteur.id}::bigint, ${akteur.name}
    from unnest(${geaendert.map(({ ressourceId }) => ressourceId)}::bigint[], ${geaendert.map(({ neu }) => neu)}::text[])
      with ordinality w (id, bemerkung, nr)
    order by w.nr`;
}

/** What the remarks on these records said goes; that there were any, by whom and when, stays. */
export async function leereBemerkungen(
  tx: Tx,
  ressource: "kontakt" | "pachtkonto" | "patchobjekt",
  ressourceIds: readonly number[],
): Promise<void> {
  await tx`
    update bemerkung_verlauf
    set bemerkung = null
    where ressource = ${ressource} and ressource_id = any(${ressourceIds}::bigint[]) and bemerkung is not null`;
}
