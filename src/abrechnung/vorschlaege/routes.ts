import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { json, koerper, problem } from "../../technik/http/schema.ts";
import { listeVorschlaege } from "./liste.ts";
import { HebungsvorschlagFilter, HebungsvorschlagListe, Uebernahme, UebernehmenBody } from "./schema.ts";
import { uebernimmVorschlaege } from "./uebernimm.ts";

const tags = ["Hebungen"];

const listHebungsvorschlaege = createRoute({
  method: "get",
  path: "/abrechnung/hebungsvorschlaege",
  operationId: "listHebungsvorschlaege",
  tags,
  summary: "Hebungen, die nach der Wertsicherung der Konten anstehen",
  description:
    "Aus `wertsicherung`, Indexreihen, letzter Hebung und Gebuchtem gerechnet wie die Abrechnung selbst; geschrieben wird nichts. Frühestens wirksam: bei einem Index am Ersten des zweiten Monats nach der Eingabe des Wertes. Ein Konto mit einer geplanten oder aktiven Hebung hat keinen Vorschlag. Geordnet nach id des Pachtkontos.",
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: HebungsvorschlagFilter },
  responses: { 200: json(HebungsvorschlagListe, "Eine Seite der Vorschläge, mit Summen über alle") },
});

const postUebernehmen = createRoute({
  method: "post",
  path: "/abrechnung/hebungsvorschlaege/uebernehmen",
  operationId: "postHebungsvorschlaegeUebernehmen",
  tags,
  summary: "Vorschläge als geplante Hebungen übernehmen",
  description:
    "Alle bis `bis`, oder die der genannten Pachtkonten, in einer Transaktion. Noch einmal aufgerufen, kommt nichts doppelt. Aktiviert wird nichts; erst der Abschluss einer Hebung setzt den Basismonat der Klausel weiter.",
  ...dauert,
  ...recht("hebungen.planen"),
  request: koerper(UebernehmenBody),
  responses: {
    200: json(Uebernahme, "Was geplant wurde"),
    409: problem(
      "Die Vorschläge sind nicht mehr die des Hashs (`vorschlag_veraltet`), ein Buchungslauf bucht eines der Konten gerade (`lauf_aktiv`)",
    ),
  },
});

export function mountVorschlaege(app: App, { sqlLang: sql }: Deps): void {
  app.openapi(listHebungsvorschlaege, async (c) => c.json(await listeVorschlaege(sql, c.req.valid("query")), 200));
  app.openapi(postUebernehmen, async (c) =>
    c.json(await uebernimmVorschlaege(sql, c.get("kontext"), c.req.valid("json")), 200),
  );
}
