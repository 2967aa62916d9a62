import type { Zahlungsdatei, Zahlungspruefung } from "../../../src/belege/zahlungsdateien/schema.ts";
import type { Rolle } from "../../../src/kern/rechte.ts";
import { dienst, verwalter } from "../../hilfe/mitDienst.ts";

export type Art = "lastschrift" | "ueberweisung";

const wege = "/abrechnung/zahlungsdateien";

/** Asks for a file; a refusal is an answer, too. */
export const frageDatei = (laufId: string, art: Art, belegnummern?: string[], wer: Rolle = "verwalter") =>
  dienst.als(wer).post<Zahlungsdatei & { code: string }>(wege, {
    buchungslaufId: laufId,
    art,
    ...(belegnummern ? { belegnummern } : {}),
  });

export const ladeDatei = (id: number) => verwalter().get(`/abrechnung/export/sepa?zahlungsdateiId=${id}`);

/** A file of what is ready, as it is given out. */
export const holeDatei = async (laufId: string, art: Art, belegnummern?: string[]) => {
  const { status, json, text } = await frageDatei(laufId, art, belegnummern);
  if (status !== 201) throw new Error(text);
  return { ...(await ladeDatei(json.id)), datei: json };
};

export const verwirf = (id: number, grund = "Nie eingereicht") =>
  dienst.als("administrator").post<Zahlungsdatei>(`${wege}/${id}/verwerfen`, { grund });

export const pruefe = async (laufId: string, art: Art, zusatz = "") =>
  (
    await verwalter().get<Zahlungspruefung>(
      `/abrechnung/export/sepa/pruefung?buchungslaufId=${laufId}&art=${art}${zusatz}`,
    )
  ).json;
