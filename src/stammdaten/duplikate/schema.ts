import { z } from "@hono/zod-openapi";
import { ganzzahlParameter, seite } from "../../technik/http/parameter.ts";
import { Id, Zeitpunkt } from "../../technik/http/werte.ts";
import { gruende } from "./berechnung/grund.ts";

const text = z.string().nullable();

const KontaktKurz = z.object({
  id: Id,
  anzeigename: z.string(),
  typ: z.string(),
  istOrganisation: z.boolean(),
  strasse: text,
  hausnummer: text,
  plz: text,
  ort: text,
  land: z.string(),
  telefon: text,
  mobil: text,
  email: text,
  iban: text,
});

const PachtobjektKurz = z.object({
  id: Id,
  bezeichnung: z.string(),
  objektart: z.string(),
  status: z.string(),
  strasse: text,
  hausnummer: text,
  plz: text,
  ort: text,
  land: z.string(),
  gemarkung: text,
  flur: text,
  flurstueckZaehler: text,
  flurstueckNenner: text,
  flaecheQm: z.number().int().nullable(),
  pachtkontoId: Id.nullable(),
  kontonummer: text,
});

const entscheidungen = ["offen", "kein_duplikat"] as const;
const Entscheidung = z.enum(entscheidungen).openapi({
  description: "`kein_duplikat`: jemand hat entschieden, dass es zwei sind; `offen`: noch niemand hat entschieden",
});

const bewertung = {
  score: z.number().int().min(0).max(100).openapi({
    description: "Wie sicher beide derselbe sind: 50 heißt ebenso wahrscheinlich wie nicht, ab 85 fast sicher",
  }),
  gruende: z
    .array(z.object({ code: z.enum(gruende), text: z.string() }))
    .openapi({ description: "Worin beide übereinstimmen, in Worten" }),
  entscheidung: Entscheidung,
};

export const DuplikatKontaktPaar = z
  .object({ kontaktA: KontaktKurz, kontaktB: KontaktKurz, ...bewertung })
  .openapi("DuplikatKontaktPaar");
export type DuplikatKontaktPaar = z.output<typeof DuplikatKontaktPaar>;

export const DuplikatPachtobjektPaar = z
  .object({ pachtobjektA: PachtobjektKurz, pachtobjektB: PachtobjektKurz, ...bewertung })
  .openapi("DuplikatPachtobjektPaar");
export type DuplikatPachtobjektPaar = z.output<typeof DuplikatPachtobjektPaar>;

export const DuplikatFilter = z.strictObject({
  minScore: ganzzahlParameter({ min: 0, max: 100, vorgabe: 0 }).openapi({
    description: "Nur Paare mit mindestens diesem `score`; unter 50 gibt es keine",
  }),
  limit: seite(500, 5000).limit.openapi({
    description: "Höchstens so viele Paare, die sichersten zuerst; `X-Total-Count` nennt die Zahl aller",
  }),
  entscheidung: z
    .enum(entscheidungen)
    .default("offen")
    .openapi({ description: "`kein_duplikat` zeigt die Paare, die jemand verworfen hat" }),
});
export type DuplikatFilter = z.output<typeof DuplikatFilter>;

const zweiIds = z
  .array(Id)
  .min(2, { error: "genau zwei ids angeben" })
  .max(2, { error: "genau zwei ids angeben" })
  .refine(([a, b]) => a !== b, { error: "zwei verschiedene ids angeben" })
  .openapi({ uniqueItems: true, description: "Die beiden ids, in beliebiger Ordnung", example: [1, 2] });

export const KontaktEntscheidungBody = z
  .strictObject({ kontaktIds: zweiIds, entscheidung: Entscheidung })
  .openapi("DuplikatKontaktEntscheidungBody", { example: { kontaktIds: [1, 2], entscheidung: "kein_duplikat" } });
export const PachtobjektEntscheidungBody = z
  .strictObject({ pachtobjektIds: zweiIds, entscheidung: Entscheidung })
  .openapi("DuplikatPachtobjektEntscheidungBody", {
    example: { pachtobjektIds: [1, 2], entscheidung: "kein_duplikat" },
  });

export const DuplikatEntscheidung = z
  .object({
    ids: z.array(Id).openapi({ description: "Die beiden ids, die kleinere zuerst" }),
    entscheidung: Entscheidung,
    entschiedenVon: z.string().nullable(),
    entschiedenAm: Zeitpunkt.nullable(),
  })
  .openapi("DuplikatEntscheidung");
export type DuplikatEntscheidung = z.output<typeof DuplikatEntscheidung>;
