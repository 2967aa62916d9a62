import type { Db } from "../../technik/database/pool.ts";
import type { CreateFeedbackBody, Feedback } from "./schema.ts";

/** Seconds until the `hoechstens`-th newest message is an hour old; null if there are fewer in the last hour. */
export const findWartezeit = async (sql: Db, benutzerId: number, hoechstens: number): Promise<number | null> => {
  const [zeile] = await sql<{ sekunden: number }[]>`
    select greatest(1, ceil(extract(epoch from erstellt_am + interval '1 hour' - clock_timestamp())))::integer as sekunden
    from feedback
    where benutzer_id = ${benutzerId} and erstellt_am > now() - interval '1 hour'
    order by erstellt_am desc
    limit 1 offset ${hoechstens - 1}`;
  return zeile?.sekunden ?? null;
};

export const insertFeedback = async (sql: Db, benutzerId: number, body: CreateFeedbackBody): Promise<Feedback> => {
  const [feedback] = await sql<Feedback[]>`
    insert into feedback (benutzer_id, art, seite, text)
    values (${benutzerId}, ${body.art ?? null}, ${body.seite ?? null}, ${body.text})
    returning id, text, art, seite, erstellt_am`;
  return feedback as Feedback;
};
