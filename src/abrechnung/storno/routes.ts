import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { json, koerper, problem } from "../../technik/http/schema.ts";
import { StornierenBody, Storno, StornoKonflikt } from "./schema.ts";
import { storniere } from "./storniere.ts";

const stornieren = createRoute({
  method: "post",
  path: "/abrechnung/stornieren",
  operationId: "storniereAbrechnung",
  tags: ["Storno"],
  summary: "Einen Buchungslauf oder einzelne Belege stornieren",
  description:
    "Storniert wird immer alles, was ein Pachtkonto in einem Zeitraum erhalten hat, an Pächter und Verpächter: wer " +
    "einen Beleg nennt, nennt sie alle. Jeder Beleg bekommt einen Stornobeleg mit den gespeicherten Beträgen und " +
    "umgekehrtem Vorzeichen, mit dem Datum von heute und der nächsten Nummer seiner Reihe (ST, SG). Stornobelege gehören " +
    "zum Lauf und Archivkonto des stornierten Belegs; dessen Summen bleiben, wie sie gebucht wurden. Die Fälligkeiten " +
    "sind danach wieder offen, mit den Tagen und im Rhythmus ihrer Buchung, sonst nach den heutigen Vertragsdaten; ein " +
    "anderer Rhythmus oder Beginn gilt erst hinter dem letzten gebuchten Tag. Ein Lauf, von dem nichts mehr gilt, hat " +
    "den Status `storniert`; von einem teilweise stornierten storniert `buchungslaufId` den Rest. `pachtkontoIds` " +
    "schränkt `buchungslaufId` auf einzelne Pachtkonten des Laufs ein; so lässt sich auch stornieren, was ohne Belege " +
    "gebucht ist. Das Neueste zuerst: solange eine Schlussabrechnung auf einem Zeitraum beruht, ist sein Storno 409. " +
    "Der Storno einer Schlussabrechnung nimmt sie zurück; vor dem Pachtende gilt wieder der Status, den das Pachtkonto " +
    "davor hatte (`gekuendigt` oder `aktiv`), danach bleibt es `ausgelaufen`. Eine abgeschlossene Hebung bleibt " +
    "abgeschlossen.",
  ...dauert,
  ...recht("abrechnung.buchen"),
  request: koerper(StornierenBody),
  responses: {
    201: json(Storno, "Was storniert wurde"),
    400: problem("Nicht genau eines von buchungslaufId und archivIds, pachtkontoIds ohne buchungslaufId, kein Grund"),
    404: problem("Kein Buchungslauf oder Archivbeleg mit dieser id, oder ein Pachtkonto, das nicht in dem Lauf ist"),
    409: problem(
      "Der Beleg ist schon storniert oder selbst ein Storno (`schon_storniert`), eine Schlussabrechnung beruht auf dem Zeitraum " +
        "(`schlussabrechnung_steht`), der Buchungslauf ist nicht erfolgreich abgeschlossen " +
        "(`lauf_nicht_abgeschlossen`), in den Firmendaten fehlt etwas (`firmendaten_unvollstaendig`), oder " +
        "der Schrift der Briefe fehlt ein Zeichen daraus (`zeichen_fehlt`)",
      StornoKonflikt,
    ),
  },
});

export function mountStorno(app: App, { sqlLang: sql }: Deps): void {
  app.openapi(stornieren, async (c) => c.json(await storniere(sql, c.get("kontext"), c.req.valid("json")), 201));
}
