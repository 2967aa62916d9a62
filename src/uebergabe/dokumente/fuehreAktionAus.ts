import type { Kontext } from "../../kern/kontext.ts";
import { halteSchluessel, merkeAntwort } from "../../technik/database/schreibe.ts";
import type { Halter } from "../../technik/database/sperre.ts";
import type { Aktion, ExtaccountingDocumentAction } from "../schema.ts";
import { type Dienst, fuehreAus } from "../versuch/fuehreAus.ts";
import { mitPlatz } from "../versuch/sperre.ts";
import { leseDokument } from "./lese.ts";
import type { ExtaccountingDocumentDetail } from "./schema.ts";

/**
 * One action at a clerk's request, and what it came to. The same `Idempotency-Key` gets the first answer again, and none
 * while the first request still acts; after a crash in between the state of the document forbids a second time.
 *
 * @throws what `fuehreAus` throws, and Ablehnung of the key
 */
export async function fuehreAktionAus(
  dienst: Dienst,
  kontext: Kontext,
  id: number,
  aktion: Aktion,
  body: ExtaccountingDocumentAction,
): Promise<ExtaccountingDocumentDetail> {
  const { sql } = dienst;
  const handle = async (halter?: Halter) => {
    await fuehreAus(dienst, kontext, id, aktion, body, halter ? { halter } : {});
    return leseDokument(sql, id);
  };
  if (!kontext.einmal) return handle();
  return mitPlatz(sql, async (halter) => {
    const schon = await halteSchluessel(halter, kontext);
    if (schon) return schon.antwort as ExtaccountingDocumentDetail;
    const dokument = await handle(halter);
    await merkeAntwort(sql, kontext, dokument);
    return dokument;
  });
}
