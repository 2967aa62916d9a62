import { z } from "@hono/zod-openapi";
import { ArchivEintragDetail } from "../../belege/archiv/schema.ts";
import { belegarten } from "../../kern/pacht/typen.ts";
import { IdParameter, Suche, seite } from "../../technik/http/parameter.ts";
import { paginiert } from "../../technik/http/schema.ts";
import { Cent, Datum, Id, Zeitpunkt } from "../../technik/http/werte.ts";
import { aktionen, Nullbar, Phase, System, Ursache, zustaende } from "../schema.ts";
import { aktionsworte, zustandsworte } from "../worte.ts";

const worteFuer = (worte: Record<string, string>): string =>
  Object.entries(worte)
    .map(([wert, wort]) => `\`${wert}\` ${wort}`)
    .join("; ");

const dokument = {
  id: Id.openapi({ description: "id des Archivbelegs" }),
  belegnummer: z.string().openapi({ example: "RE-2026-000001" }),
  belegart: z.enum(belegarten),
  belegdatum: Datum,
  pachtkontoId: Id,
  kontonummer: z.string(),
  empfaenger: z.string(),
  nettoCent: Cent,
  bruttoCent: Cent,
  stornoVonId: Id.nullable(),
  storniertDurchId: Id.nullable(),
  state: z.enum(zustaende).openapi({ description: `Wie der Beleg steht: ${worteFuer(zustandsworte)}` }),
  uebersprungen: z.boolean().openapi({
    description: "Nie übergeben und storniert, oder Storno eines nie übergebenen Belegs: wird nicht übergeben",
  }),
  gesperrt: z.boolean().openapi({ description: "Das Archivkonto ist als `gesperrt` markiert" }),
  system: System.nullable().openapi({ description: "Das System, in dem der Beleg zuletzt war" }),
  referenz: Nullbar.openapi({ description: "Unsere Referenz dort", example: "LM-RE-2026-000001" }),
  externId: Nullbar,
  externNummer: Nullbar,
  ursache: Ursache,
  geaendertAm: Zeitpunkt,
};

const ExtaccountingDocument = z.object(dokument).openapi("ExtaccountingDocument");
export type ExtaccountingDocument = z.output<typeof ExtaccountingDocument>;
export const ExtaccountingDocumentList = paginiert(ExtaccountingDocument).openapi("ExtaccountingDocumentList");

const ExtaccountingVersuch = z
  .object({
    id: z.uuid(),
    aktion: z.enum(aktionen).openapi({ description: worteFuer(aktionsworte) }),
    system: System,
    referenz: Nullbar,
    benutzer: z.string(),
    auftragId: Id.nullable(),
    begonnenAm: Zeitpunkt,
    beendetAm: Zeitpunkt.nullable(),
    phase: Phase.openapi({
      description:
        "Die letzte ändernde Anfrage: für die `partei`, zum `anlegen`, `festschreiben`, `stornieren` oder `loeschen` des " +
        "Belegs; null: keine ging hinaus",
    }),
    phaseBegonnenAm: Zeitpunkt.nullable(),
    ausgang: z
      .enum(["done", "accepted", "rejected", "uncertain"])
      .nullable()
      .openapi({
        description:
          "`done`: gelungen; `accepted`: angenommen, das System arbeitet noch daran; `rejected`: abgelehnt; `uncertain`: " +
          "die Antwort fehlt, es muss geklärt werden; null: läuft gerade",
      }),
    code: Nullbar,
    ursache: Ursache,
    externId: Nullbar,
    externNummer: Nullbar,
  })
  .openapi("ExtaccountingVersuch");
export type ExtaccountingVersuch = z.output<typeof ExtaccountingVersuch>;

export const ExtaccountingDocumentDetail = z
  .object({
    ...dokument,
    version: z.number().int().min(1),
    mandantId: Nullbar,
    externZustand: Nullbar.openapi({ description: "Das Wort des Buchhaltungssystems" }),
    code: Nullbar,
    phase: Phase.openapi({ description: "`uncertain`: welche Anfrage ohne Antwort blieb" }),
    nichtVor: Zeitpunkt.nullable().openapi({
      description: "`uncertain`: vorher beweist „nicht gefunden“ nichts; danach klärt `reconcile` endgültig",
    }),
    erlaubteAktionen: z.array(z.enum(aktionen)).openapi({ description: "Was der Zustand zulässt" }),
    vorschau: ArchivEintragDetail,
    versuche: z.array(ExtaccountingVersuch).openapi({ description: "Alle Versuche, der neueste zuerst" }),
  })
  .openapi("ExtaccountingDocumentDetail");
export type ExtaccountingDocumentDetail = z.output<typeof ExtaccountingDocumentDetail>;

export const DokumentFilter = z.strictObject({
  search: Suche.openapi({ description: "Teil der Belegnummer, des Empfängers oder der Kontonummer" }),
  state: z
    .enum(["all", ...zustaende])
    .default("all")
    .openapi({ description: "Nur Dokumente in diesem Zustand der Übergabe" }),
  ...seite(25, 100),
});
export type DokumentFilter = z.output<typeof DokumentFilter>;

export const AktionParameter = z.object({
  id: IdParameter.shape.id,
  action: z.enum(aktionen).openapi({
    param: { name: "action", in: "path" },
    description: "Was mit dem Dokument geschehen soll",
    example: "export",
  }),
});
