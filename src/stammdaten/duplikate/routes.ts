import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { aufgegangen, json, koerper, problem } from "../../technik/http/schema.ts";
import { entscheideKontakte, entscheidePachtobjekte } from "./entscheide.ts";
import { listeKontaktPaare, listePachtobjektPaare } from "./paare/liste.ts";
import {
  DuplikatEntscheidung,
  DuplikatFilter,
  DuplikatKontaktPaar,
  DuplikatPachtobjektPaar,
  KontaktEntscheidungBody,
  PachtobjektEntscheidungBody,
} from "./schema.ts";

const tags = ["Duplikate"];

const liste = <S extends z.ZodType>(paar: S) => ({
  200: {
    ...json(z.array(paar), "Die Paare, das wahrscheinlichste zuerst"),
    headers: z.object({
      "X-Total-Count": z.string().openapi({ description: "Anzahl aller Paare, auch derer über `limit` hinaus" }),
    }),
  },
});

const geordnet =
  "Geordnet nach `score` absteigend, dann nach den ids. Jedes Speichern bringt die Liste auf den neuesten Stand; nachts " +
  "wird der ganze Bestand neu verglichen.";

const entschieden =
  "`kein_duplikat` nimmt das Paar aus der Liste, auch für alle künftigen Vergleiche; `offen` nimmt das zurück. Zweimal " +
  "dasselbe ändert nichts.";

const listDuplikateKontakte = createRoute({
  method: "get",
  path: "/duplikate/kontakte",
  operationId: "listDuplikateKontakte",
  tags,
  summary: "Mutmaßlich doppelte Kontakte",
  description:
    `${geordnet} Verglichen werden Name (auch verschrieben, gleich klingend, abgekürzt oder vertauscht), Anschrift, ` +
    "IBAN, E-Mail, Telefon und Steuernummern. Eheleute und Haushalte unter einer Anschrift sind keine Duplikate, auch " +
    "nicht mit gemeinsamem Konto oder gemeinsamer E-Mail-Adresse; Personen und Organisationen werden nie zum Paar.",
  ...recht("daten.lesen"),
  request: { query: DuplikatFilter },
  responses: liste(DuplikatKontaktPaar),
});

const listDuplikatePachtobjekte = createRoute({
  method: "get",
  path: "/duplikate/pachtobjekte",
  operationId: "listDuplikatePachtobjekte",
  tags,
  summary: "Mutmaßlich doppelte Patchobjekte",
  description:
    `${geordnet} Verglichen werden Gemarkung, Flur und Flurstück, Anschrift, Bezeichnung und Fläche. Verschiedene ` +
    "Nummern in der Bezeichnung (Stellplatz 3 und 4) unterscheiden Objekte auf demselben Flurstück.",
  ...recht("daten.lesen"),
  request: { query: DuplikatFilter },
  responses: liste(DuplikatPachtobjektPaar),
});

const decideDuplikatKontakte = createRoute({
  method: "post",
  path: "/duplikate/kontakte/entscheidung",
  operationId: "decideDuplikatKontakte",
  tags,
  summary: "Über zwei ähnliche Kontakte entscheiden",
  description: entschieden,
  ...recht("daten.schreiben"),
  request: koerper(KontaktEntscheidungBody),
  responses: {
    200: json(DuplikatEntscheidung, "Die Entscheidung"),
    404: problem("Einen der Kontakte gibt es nicht"),
    410: aufgegangen,
  },
});

const decideDuplikatPachtobjekte = createRoute({
  method: "post",
  path: "/duplikate/pachtobjekte/entscheidung",
  operationId: "decideDuplikatPachtobjekte",
  tags,
  summary: "Über zwei ähnliche Patchobjekte entscheiden",
  description: entschieden,
  ...recht("daten.schreiben"),
  request: koerper(PachtobjektEntscheidungBody),
  responses: {
    200: json(DuplikatEntscheidung, "Die Entscheidung"),
    404: problem("Eines der Objekte gibt es nicht"),
    410: aufgegangen,
  },
});

export function mountDuplikate(app: App, { sql }: Deps): void {
  app.openapi(listDuplikateKontakte, async (c) => {
    const { paare, total } = await listeKontaktPaare(sql, c.req.valid("query"));
    c.header("X-Total-Count", String(total));
    return c.json(paare, 200);
  });
  app.openapi(listDuplikatePachtobjekte, async (c) => {
    const { paare, total } = await listePachtobjektPaare(sql, c.req.valid("query"));
    c.header("X-Total-Count", String(total));
    return c.json(paare, 200);
  });
  app.openapi(decideDuplikatKontakte, async (c) =>
    c.json(await entscheideKontakte(sql, c.get("kontext"), c.req.valid("json")), 200),
  );
  app.openapi(decideDuplikatPachtobjekte, async (c) =>
    c.json(await entscheidePachtobjekte(sql, c.get("kontext"), c.req.valid("json")), 200),
  );
}
