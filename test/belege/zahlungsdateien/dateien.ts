import type { Zahlungsdatei, Zahlungspruefung } from "../../../src/belege/zahlungsdateien/schema.ts";
import type { Rolle } from "../../../src/kern/rechte.ts";
import { dienst, verwalter } from "../../hilfe/mitDienst.ts";

export type Art = "lastschrift" | "ueberweisung";

const wege = "/abrechnung/zahlungsdateien";

/** Asks for a file; a refusal is an answer, too. */
export function frageDatei(laufId: string, art: Art, belegnummern?: string[], wer: Rolle = "verwalter") {
  return dienst.als(wer).post<Zahlungsdatei & { code: string }>(wege, {
    buchungslaufId: laufId,
    art,
    ...(belegnummern ? { belegnummern } : {}),
  });
}

export function ladeDatei(id: number) {
  return verwalter().get(`/abrechnung/export/sepa?zahlungsdateiId=${id}`);
}

/** A file of what is ready, as it is given out. */
export async function holeDatei(laufId: string, art: Art, belegnummern?: string[]) {
  const { status, json, text } = await frageDatei(laufId, art, belegnummern);
  if (status !== 201) throw new Error(text);
  return { ...(await ladeDatei(json.id)), datei: json };
}

export function verwirf(id: number, grund = "Nie eingereicht") {
  return dienst.als("administrator").post<Zahlungsdatei>(`${wege}/${id}/verwerfen`, { grund });
}

export async function pruefe(laufId: string, art: Art, zusatz = "") {
  return (
    await verwalter().get<Zahlungspruefung>(
      `/abrechnung/export/sepa/pruefung?buchungslaufId=${laufId}&art=${art}${zusatz}`,
    )
  ).json;
}
