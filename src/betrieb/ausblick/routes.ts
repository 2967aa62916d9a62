import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { listMonate } from "./queries.ts";
import { Ausblick } from "./schema.ts";

const getAusblick = createRoute({
  method: "get",
  path: "/dashboard/ausblick",
  operationId: "getDashboardAusblick",
  tags: ["Dashboard"],
  summary: "Was in den nächsten zwölf Monaten fällig wird, geschätzt",
  description:
    "Je Monat die offenen Fälligkeiten und was die Pächter dafür netto schulden, der erste mit allem, was schon länger " +
    "offen ist. Eine Schätzung aus den Positionen, wie sie gelten: angebrochene Zeiträume nach Tagen, ohne " +
    "Umsatzsteuer, ohne Hebungen, die nicht abgeschlossen sind, ohne was eine Schlussabrechnung berichtigt und ohne " +
    "inaktive Pachtkonten. Sie entsteht jede Nacht mit den Fälligkeiten (Zeitplan `faelligkeiten`); was genau gebucht " +
    "würde, sagt die Vorschau.",
  ...recht("daten.lesen"),
  responses: { 200: json(Ausblick, "Der Ausblick") },
});

export function mountAusblick(app: App, { sql }: Deps): void {
  app.openapi(getAusblick, async (c) => {
    const monate = await listMonate(sql);
    const berechnetAm = monate[0]?.berechnetAm ?? null;
    return c.json({ berechnetAm, monate: monate.map(({ berechnetAm: _, ...monat }) => monat) }, 200);
  });
}
