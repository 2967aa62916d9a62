import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { IdParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { Widerspruch, WiderspruchBody, WiderspruchErledigungBody } from "./schema.ts";
import { erledigeWiderspruch, widersprich } from "./widersprich.ts";

const tags = ["Archiv und Schreiben"];
const gutschriften = "`GET /abrechnung/archiv?belegart=gutschrift`";
const keinBeleg = problem("Kein Archivbeleg mit dieser id");

const postWiderspruch = createRoute({
  method: "post",
  path: "/abrechnung/archiv/{id}/widerspruch",
  operationId: "widersprichGutschrift",
  tags,
  summary: "Den Widerspruch eines Verpächters gegen seine Gutschrift erfassen",
  description:
    "Mit dem Widerspruch verliert die Gutschrift die Wirkung einer Rechnung (§ 14 Abs. 2 UStG). Storniert wird dadurch " +
    "nichts, denn die Rechnungen an die Pächter bleiben richtig; die Auszahlung wartet (`widersprochen` in " +
    "`/abrechnung/export/sepa/pruefung`), bis eingetragen ist, was an die Stelle der Gutschrift tritt. Einmal je Beleg. " +
    `Widersprechen lässt sich Belegen mit dem \`titel\` Gutschrift; ihre \`id\` nennt ${gutschriften}.`,
  ...recht("gutschriften.widersprechen"),
  request: { params: IdParameter, ...koerper(WiderspruchBody) },
  responses: {
    201: jsonMitETag(Widerspruch, "Der Widerspruch"),
    400: problem("Ein Tag vor dem Belegdatum oder nach heute"),
    404: keinBeleg,
    409: problem(
      "Der Beleg heißt nicht Gutschrift, sondern etwa Rechnung oder Auszahlungsmitteilung (`keine_gutschrift`), er ist " +
        "storniert (`storniert`), ihm ist schon widersprochen (`schon_widersprochen`)",
    ),
  },
});

const patchWiderspruch = createRoute({
  method: "patch",
  path: "/abrechnung/archiv/{id}/widerspruch",
  operationId: "erledigeWiderspruch",
  tags,
  summary: "Eintragen, was an die Stelle der widersprochenen Gutschrift tritt",
  description:
    "Die eigene Rechnung des Verpächters, oder eine neue Vereinbarung, mit der dieselbe Gutschrift bestätigt ist. Danach " +
    "wird ausgezahlt. Nur wo die Beträge falsch waren, wird stattdessen storniert. " +
    `Die \`id\` ist die der Gutschrift; ${gutschriften} nennt sie.`,
  ...recht("gutschriften.widersprechen"),
  request: { params: IdParameter, ...koerper(WiderspruchErledigungBody) },
  responses: {
    200: jsonMitETag(Widerspruch, "Der erledigte Widerspruch"),
    400: problem("Ein Tag vor dem Widerspruch oder nach heute"),
    404: keinBeleg,
    409: problem("Es gibt keinen Widerspruch (`kein_widerspruch`), er ist schon erledigt (`schon_erledigt`)"),
  },
});

export function mountWiderspruch(app: App, { sql }: Deps): void {
  app.openapi(postWiderspruch, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await widersprich(sql, c.get("kontext"), id, c.req.valid("json"))), 201);
  });
  app.openapi(patchWiderspruch, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await erledigeWiderspruch(sql, c.get("kontext"), id, c.req.valid("json"))), 200);
  });
}
