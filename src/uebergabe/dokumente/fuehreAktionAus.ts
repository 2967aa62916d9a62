import type { Kontext } from "../../kern/kontext.ts";
import { findeAntwort, merkeAntwort } from "../../technik/database/schreibe.ts";
import type { Aktion, ExtaccountingDocumentAction } from "../schema.ts";
import { type Dienst, fuehreAus } from "../versuch/fuehreAus.ts";
import { leseDokument } from "./lese.ts";
import type { ExtaccountingDocumentDetail } from "./schema.ts";

/**
 * One action at a clerk's request, and what it came to. The same `Idempotency-Key` gets the first answer again; after a
 * crash in between the state of the document forbids a second time.
 *
 * @throws what `fuehreAus` throws, and Problem 409/422 of the key
 */
export const fuehreAktionAus = async (
  dienst: Dienst,
  kontext: Kontext,
  id: number,
  aktion: Aktion,
  body: ExtaccountingDocumentAction,
): Promise<ExtaccountingDocumentDetail> => {
  const { sql } = dienst;
  const schon = await sql.begin((tx) => findeAntwort(tx, kontext));
  if (schon) return schon.antwort as ExtaccountingDocumentDetail;
  await fuehreAus(dienst, kontext, id, aktion, body);
  const dokument = await leseDokument(sql, id);
  await merkeAntwort(sql, kontext, dokument);
  return dokument;
};
