import { z } from "@hono/zod-openapi";
import { kommaliste, seite, textliste } from "../../technik/http/parameter.ts";
import { AuftragId, paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Id, Zeitpunkt } from "../../technik/http/werte.ts";
import { blattnamen } from "../format/blattnamen.ts";

const importStatus = ["wird_geprueft", "geprueft", "wird_ausgefuehrt", "ausgefuehrt", "fehlgeschlagen"] as const;

export const Import = z
  .object({
    id: Id,
    dateiname: z.string(),
    groesse: Anzahl.openapi({ description: "Bytes" }),
    art: z.enum(blattnamen).nullable().openapi({ description: "Das Blatt, das eine CSV ist; bei einer Mappe null" }),
    status: z.enum(importStatus).openapi({
      description:
        "`geprueft`: ohne `fehler` lässt er sich ausführen; `fehlgeschlagen`: die Prüfung brach ab. Bricht die Ausführung " +
        "ab, ist nichts geschrieben, und der Stand ist wieder `geprueft`; `ursache` sagt, warum.",
    }),
    ursache: z.string().nullable().openapi({
      description: "Warum der letzte Auftrag gescheitert ist; wird er wiederholt, zählt die Wiederholung",
    }),
    zeilen: Anzahl.openapi({ description: "Wie viele Zeilen gelesen sind" }),
    blaetter: z
      .array(
        z.object({
          blatt: z.enum(blattnamen),
          neu: Anzahl,
          geaendert: Anzahl,
          unveraendert: Anzahl,
          falsch: Anzahl,
        }),
      )
      .openapi({ description: "Je Blatt: was die Zeilen würden, nach der Ausführung: was sie wurden" }),
    fehler: Anzahl.openapi({ description: "Befunde, die eine Ausführung verhindern" }),
    hinweise: Anzahl,
    ueberschreiben: z.boolean().openapi({ description: "Ob die Ausführung überschrieb, was im Haus geändert war" }),
    auftragId: AuftragId.nullable(),
    angelegtVon: z.string(),
    angelegtAm: Zeitpunkt,
    geprueftAm: Zeitpunkt.nullable(),
    ausgefuehrtAm: Zeitpunkt.nullable(),
  })
  .openapi("Import");
export type Import = z.output<typeof Import>;

export const ImportFilter = z.strictObject({
  art: z
    .enum(blattnamen)
    .optional()
    .openapi({ description: "Nur bei einer CSV, und dort nötig: welches Blatt sie ist" }),
});
export type ImportFilter = z.output<typeof ImportFilter>;

export const ImportAusfuehrungBody = z
  .strictObject({
    ueberschreiben: z.boolean().optional().openapi({
      description:
        "Nimmt auch dort die Werte der Datei, wo seit dem letzten Import jemand etwas geändert hat; sonst false",
    }),
  })
  .openapi("ImportAusfuehrungBody", { example: { ueberschreiben: false } });
export type ImportAusfuehrungBody = z.output<typeof ImportAusfuehrungBody>;

const ImportBefund = z
  .object({
    blatt: z.string().nullable().openapi({ description: "null: die Datei als ganze" }),
    zeile: z.number().int().nullable().openapi({ description: "Wie die Tabelle zählt; null: das Blatt als ganzes" }),
    spalte: z.string().nullable().openapi({ description: "Wie sie im Kopf heißt" }),
    schwere: z.enum(["fehler", "hinweis"]).openapi({ description: "Ein `fehler` verhindert die Ausführung" }),
    code: z.string().openapi({ description: "Beständiges Maschinenwort" }),
    text: z.string(),
    wert: z.string().nullable().openapi({ description: "Was dort stand" }),
  })
  .openapi("ImportBefund");

export const ImportBefundPaginatedList = paginiert(ImportBefund).openapi("ImportBefundPaginatedList");

export const BefundFilter = z.strictObject({
  blatt: kommaliste(blattnamen).openapi({ description: "Kommaliste von Blättern" }),
  schwere: kommaliste(["fehler", "hinweis"]).openapi({ description: "Kommaliste; ohne sie beide" }),
  code: textliste().openapi({ description: "Kommaliste von Maschinenworten" }),
  ...seite(20),
});
export type BefundFilter = z.output<typeof BefundFilter>;
