import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { abreissend } from "../../technik/http/dateien/abreissend.ts";
import { liesLang } from "../../technik/http/lesen.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { json, koerper, problem } from "../../technik/http/schema.ts";
import { leseAuswahl, pruefeFilter, pruefeUmfang } from "./auswahl.ts";
import { listeVorschau } from "./liste.ts";
import {
  AbrechnungVorschauGruppen,
  AbrechnungVorschauListe,
  BuchenBody,
  hoechstensImKoerper,
  hoechstensInAnfrage,
  VorschauFilter,
  VorschauGruppenFilter,
} from "./schema.ts";
import { sendeVorschau } from "./strom.ts";

const tags = ["Vorschau und Buchung"];
const ungueltig = problem(
  "Datum oder Auswahl ist ungültig (`ungueltige_eingabe`), die Auswahl ist zu groß (`auswahl_zu_gross`)",
);

/** The same answer as json(), but written as a stream: the type asks for no object. */
const gestreamt: { description: string; content: Record<string, { schema: typeof AbrechnungVorschauGruppen }> } = json(
  AbrechnungVorschauGruppen,
  "Die Vorschau",
);

const getVorschauGruppen = createRoute({
  method: "get",
  path: "/abrechnung/vorschau-gruppen",
  operationId: "getAbrechnungVorschauGruppen",
  tags,
  summary: "Vorschau der Abrechnung, nach Fälligkeiten gruppiert",
  description:
    "Was ein Buchen zu diesem Datum ergäbe, aus demselben Rechenweg; geschrieben wird nichts. Gruppen nach " +
    "Fälligkeit, darin die Pachtkonten nach Kontonummer. Zeilen und Herleitung: `/abrechnung/vorschau?pachtkontoId`. " +
    "Eine große Vorschau beginnt zu antworten, ehe alles berechnet ist: bricht sie ab, ist die Antwort kein " +
    "vollständiges JSON.",
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: VorschauGruppenFilter },
  responses: { 200: gestreamt, 400: ungueltig },
});

const postVorschauGruppen = createRoute({
  method: "post",
  path: "/abrechnung/vorschau-gruppen",
  operationId: "postAbrechnungVorschauGruppen",
  tags,
  summary: "Vorschau der Abrechnung mit großer Auswahl",
  description: `Wie die Abfrage, mit bis zu ${hoechstensImKoerper} Pachtkonten im Körper; geschrieben wird nichts.`,
  "x-nur-lesend": true,
  ...dauert,
  ...recht("daten.lesen"),
  request: koerper(BuchenBody),
  responses: { 200: gestreamt, 400: ungueltig },
});

const getVorschau = createRoute({
  method: "get",
  path: "/abrechnung/vorschau",
  operationId: "getAbrechnungVorschau",
  tags,
  summary: "Vorschau der Abrechnung, eine Zeile je Pachtkonto",
  description:
    "Geordnet nach id des Pachtkontos. Mit `pachtkontoId` samt Belegen, Zeilen und Herleitung; steht es nicht in `auswahl`, ist die Liste leer.",
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: VorschauFilter },
  responses: { 200: json(AbrechnungVorschauListe, "Eine Seite der Vorschau"), 400: ungueltig },
});

export function mountVorschau(app: App, deps: Deps): void {
  app.openapi(getVorschauGruppen, async (c) => {
    const { datum, auswahl } = c.req.valid("query");
    const { heute } = c.get("kontext");
    const gewaehlt = { datum, auswahl: leseAuswahl(auswahl) };
    return liesLang(c, deps, async (sql) =>
      sendeVorschau(sql, await pruefeUmfang(sql, gewaehlt, heute, hoechstensInAnfrage), (strom) =>
        abreissend(c, strom),
      ),
    );
  });
  app.openapi(postVorschauGruppen, async (c) => {
    const { heute } = c.get("kontext");
    return liesLang(c, deps, async (sql) =>
      sendeVorschau(sql, await pruefeUmfang(sql, c.req.valid("json"), heute, hoechstensImKoerper), (strom) =>
        abreissend(c, strom),
      ),
    );
  });
  app.openapi(getVorschau, async (c) => {
    const filter = c.req.valid("query");
    const { heute } = c.get("kontext");
    const vorschau = await liesLang(c, deps, async (sql) =>
      listeVorschau(sql, await pruefeFilter(sql, filter, heute), filter),
    );
    return c.json(vorschau, 200);
  });
}
