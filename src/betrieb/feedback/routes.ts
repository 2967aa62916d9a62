import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json, koerper, problem } from "../../technik/http/schema.ts";
import { CreateFeedbackBody, Feedback } from "./schema.ts";
import { hoechstensJeStunde, sendeFeedback } from "./sende.ts";

const createFeedback = createRoute({
  method: "post",
  path: "/feedback",
  operationId: "createFeedback",
  tags: ["Feedback"],
  summary: "Rückmeldung an den Betreiber",
  description: `Höchstens ${hoechstensJeStunde} in einer Stunde.`,
  ...recht("angemeldet"),
  request: koerper(CreateFeedbackBody),
  responses: {
    201: json(Feedback, "Die angenommene Rückmeldung"),
    429: problem("Zu viele Rückmeldungen; `Retry-After` sagt, wann es weitergeht"),
  },
});

export function mountFeedback(app: App, { sql }: Deps): void {
  app.openapi(createFeedback, async (c) =>
    c.json(await sendeFeedback(sql, c.get("kontext"), c.req.valid("json")), 201),
  );
}
