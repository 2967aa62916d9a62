import { z } from "@hono/zod-openapi";
import { problemMit } from "../../technik/http/schema.ts";
import { Anzahl, Datum, Id, text } from "../../technik/http/werte.ts";

export const gruppen = {
  stammdaten: "Name, Anschrift, Bank- und Steuerangaben des Kontakts, auch in den Listen und der Suche",
  aehnlichkeiten: "Hinweise auf mögliche Duplikate",
  bemerkungen: "Frühere Bemerkungen",
  protokoll: "Alte und neue Werte im Audit-Log über den Kontakt",
  protokollKonten: "Alte und neue Werte im Audit-Log über die Pachtkonten des Kontakts",
  uploads: "Hochgeladene Dokumente der Pachtkonten des Kontakts",
  hebungsschreiben: "Schreiben über Pachterhöhungen",
  belege: "Belege an den Kontakt mit Brief und E-Rechnung",
  buecher: "Was für die Pachtkonten des Kontakts gebucht wurde, mit den Beteiligten von damals",
  zahlungsdateien: "Dateien für die Bank mit Zahlungen des Kontakts",
  sammeldateien: "Sammel-PDFs, in denen ein Schreiben an den Kontakt sein kann",
} as const;

export const gruppennamen = Object.keys(gruppen) as [keyof typeof gruppen, ...(keyof typeof gruppen)[]];
export type Gruppenname = (typeof gruppennamen)[number];

const anzahl = (description: string) => Anzahl.openapi({ description });

const Gruppe = z.object({
  gruppe: z.enum(gruppennamen),
  bezeichnung: z.string(),
  anzahl: anzahl("Wie viele es davon gibt"),
  loeschbar: anzahl("Wie viele davon eine Löschung heute löscht oder leert"),
  abgelaufen: anzahl(
    "Wie viele über ihre Frist sind und doch bleiben: aufgeführt, sie zu löschen ist nicht vorgesehen",
  ),
  aufbewahrtBis: Datum.nullable().openapi({
    type: ["string", "null"],
    format: "date",
    description:
      "Letzter Tag, an dem etwas davon bleiben muss; `null`: nichts muss, oder der Tag steht noch nicht fest",
  }),
  gesetz: z.string().nullable().openapi({ description: "Nach welchem Gesetz es bleibt", example: "§ 147 Abs. 3 AO" }),
});
export type Gruppe = z.output<typeof Gruppe>;

const Hindernis = z.object({
  code: z.enum(["konto_nicht_abgerechnet", "zahlungsdatei_aufbewahrt"]),
  text: z.string(),
  id: Id.openapi({ description: "Das Pachtkonto oder die Zahlungsdatei" }),
});
export type Hindernis = z.output<typeof Hindernis>;

const Freitext = z.object({
  art: z.enum(["archivkonto", "hebung", "pachtkonto", "pachtkonto_position", "patchobjekt"]),
  id: Id.openapi({ description: "Der Datensatz mit dem Text" }),
  feld: z.enum(["begruendung", "bemerkung", "bezeichnung", "feldwerte", "notiz"]),
  pachtkontoId: Id.openapi({ description: "Das Pachtkonto, zu dem er gehört" }),
  kontonummer: z.string(),
});
export type Freitext = z.output<typeof Freitext>;

export const Loeschung = z
  .object({
    kontaktId: Id,
    loeschbar: z.boolean().openapi({ description: "Ob heute gelöscht werden kann, was nicht bleiben muss" }),
    hindernisse: z.array(Hindernis),
    gruppen: z.array(Gruppe),
    freitexte: z.array(Freitext).openapi({
      description:
        "Freie Texte zu Pachtkonten, an denen er beteiligt ist oder war, die ihn beim Namen nennen, auch einem früheren, " +
        "oder mit Telefon, E-Mail oder Bankverbindung. Eine Löschung ändert sie nicht: sie sagen auch von anderen, und nur " +
        "wer sie liest, weiß, was davon bleiben muss",
    }),
  })
  .openapi("Loeschung");
export type Loeschung = z.output<typeof Loeschung>;

export const LoeschungBody = z
  .strictObject({
    grund: text(500).openapi({ description: "Steht auf Dauer im Audit-Log: ohne Namen" }),
  })
  .openapi("LoeschungBody", { example: { grund: "Verlangen nach Art. 17 DSGVO vom 20.11.2026" } });
export type LoeschungBody = z.output<typeof LoeschungBody>;

export const LoeschungKonflikt = problemMit(
  "LoeschungKonflikt",
  {
    hindernisse: z.array(Hindernis).optional().openapi({ description: "`nicht_loeschbar`: alles, was dagegen steht" }),
  },
  {
    nicht_loeschbar: {
      hindernisse: [
        {
          code: "konto_nicht_abgerechnet",
          text: "Das Pachtkonto PK-000017, an dem er beteiligt ist, ist nicht schlussabgerechnet.",
          id: 17,
        },
      ],
    },
  },
);
