import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { sperre } from "../../technik/database/sperre.ts";
import * as q from "./queries.ts";
import type { CreateFeedbackBody, Feedback } from "./schema.ts";

/** Messages of one user within an hour, over all processes of the service. */
export const hoechstensJeStunde = 10;

/** @throws Ablehnung zuViele `zu_viele_anfragen` with Retry-After */
export function sendeFeedback(sql: Sql, kontext: Kontext, body: CreateFeedbackBody): Promise<Feedback> {
  return schreibe(sql, kontext, async (tx) => {
    const { id: benutzerId } = kontext.akteur;
    // One after another for each user, whatever process serves them.
    await sperre(tx, `feedback ${benutzerId}`);
    const wartezeit = await q.findWartezeit(tx, benutzerId, hoechstensJeStunde);
    if (wartezeit !== null)
      throw new Ablehnung(
        "zuViele",
        "zu_viele_anfragen",
        `Höchstens ${hoechstensJeStunde} Rückmeldungen in einer Stunde. Bitte später noch einmal versuchen.`,
        {},
        { warteSekunden: wartezeit },
      );
    const feedback = await q.insertFeedback(tx, benutzerId, body);
    const { text, art, seite } = feedback;
    await protokolliere(tx, kontext, {
      aktion: "anlegen",
      ressource: "feedback",
      ressourceId: feedback.id,
      neu: { text, art, seite },
    });
    return feedback;
  });
}
