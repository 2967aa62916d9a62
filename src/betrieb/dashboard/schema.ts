import { z } from "@hono/zod-openapi";
import { kontoStatus } from "../../kern/pacht/typen.ts";
import { StatusCount } from "../../stammdaten/patchobjekte/schema.ts";
import { ganzzahlParameter, IdWert, kommaliste, seite } from "../../technik/http/parameter.ts";
import { paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Cent, Datum, Id, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";

const Tagesstufen = z.object({ in30Tagen: Anzahl, in90Tagen: Anzahl, in365Tagen: Anzahl }).openapi("Tagesstufen");
export type Tagesstufen = z.output<typeof Tagesstufen>;

export const DashboardSummary = z
  .object({
    stichtag: Datum.openapi({ description: "Heute in Berlin" }),
    pachtkonten: z.object({
      gesamt: Anzahl,
      jeStatus: z.array(z.object({ status: z.enum(kontoStatus), anzahl: Anzahl })),
      vorauszahlungUnbekannt: Anzahl.openapi({
        description: "Aktive und gekündigte, bei denen `istVorauszahlend` fehlt: sie werden nicht abgerechnet",
      }),
      endenIn90Tagen: Anzahl.openapi({ description: "Aktive und gekündigte mit `pachtende` in 90 Tagen" }),
    }),
    fristen: z.object({ enden: Tagesstufen, kuendbar: Tagesstufen, anzuzeigen: Tagesstufen }).openapi({
      description:
        "In 30, 90 und 365 Tagen von heute an. `enden`: aktive und gekündigte Pachtkonten mit `pachtende` bis dahin; " +
        "`kuendbar`: bis dahin muss eine Kündigung eingegangen sein (Arten `kuendigung` und `verlaengerung`); " +
        "`anzuzeigen`: bis dahin ist die Pacht der Behörde anzuzeigen, Überfälliges mitgezählt. Welche es sind, zeigt " +
        "`naechste-termine`",
    }),
    patchobjekte: z.object({ gesamt: Anzahl, jeStatus: z.array(StatusCount) }),
    kontakte: z.object({ gesamt: Anzahl }),
    faelligkeiten: z
      .object({
        ueberfaellig: Anzahl.openapi({ description: "Offen und vor heute fällig" }),
        heute: Anzahl,
        in30Tagen: Anzahl.openapi({ description: "Von heute an, beide Enden eingeschlossen" }),
      })
      .openapi({ description: "Offene Fälligkeiten ohne die inaktiver Pachtkonten" }),
    hebungen: z.object({
      geplant: Anzahl,
      aktiv: Anzahl,
      ueberfaellig: Anzahl.openapi({
        description:
          "Geplant, aber der Tag der Wirkung ist verstrichen; ohne die inaktiver und schlussabgerechneter Pachtkonten",
      }),
    }),
    buchungslaeufe: z
      .object({
        jahr: z.number().int(),
        anzahl: Anzahl,
        anzahlDokumente: Anzahl,
        paechterBruttoCent: Cent,
        verpaechterBruttoCent: Cent,
        gebuehrBruttoCent: Cent,
        auszahlungCent: Cent,
        letzter: z.object({ id: Uuid, datum: Datum, beendetAm: Zeitpunkt, anzahlKonten: Anzahl }).nullable(),
      })
      .openapi({
        description:
          "Abgeschlossene Läufe mit `belegdatum` in diesem Jahr, ohne ganz stornierte; einzeln stornierte Belege sind " +
          "nicht abgezogen. `letzter` ist der jüngste Lauf überhaupt.",
      }),
  })
  .openapi("DashboardSummary");
export type DashboardSummary = z.output<typeof DashboardSummary>;

/** Kinds of records that clerks work with; sign-ins and jobs are none. */
export const ressourcen = [
  "archivbeleg",
  "archivkonto",
  "aufbewahrung",
  "bestand",
  "buchungslauf",
  "firmendaten",
  "hebung",
  "import",
  "indexfassung",
  "indexreihe",
  "kontakt",
  "kontaktart",
  "logo",
  "pachtkonto",
  "pachtkonto_dokument",
  "patchobjekt",
  "position",
  "positionsart",
  "zahlungsdatei",
] as const;
export type Ressource = (typeof ressourcen)[number];

const taetigkeit = {
  id: Id.openapi({ description: "id des Eintrags im Audit-Log" }),
  zeitpunkt: Zeitpunkt,
  benutzerName: z.string(),
  aktion: z.string().openapi({ example: "aendern" }),
  ressource: z.enum(ressourcen),
  ressourceId: z.string().nullable(),
  text: z.string().openapi({ example: "Erika Muster hat das Pachtkonto PK-000123 geändert." }),
};

export const ActivityEntry = z.object(taetigkeit).openapi("ActivityEntry");
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const ActivityFilter = z.strictObject({
  limit: seite(20, 100).limit.openapi({ description: "Höchstens so viele Einträge, die neuesten zuerst" }),
});

export const Benutzeraenderung = z
  .object({
    ...taetigkeit,
    benutzerId: Id,
    felder: z.array(z.string()).openapi({ description: "Namen der geänderten Felder; ihre Werte zeigt das Audit-Log" }),
  })
  .openapi("Benutzeraenderung");
export type Benutzeraenderung = z.output<typeof Benutzeraenderung>;
export const BenutzeraenderungPaginatedList = paginiert(Benutzeraenderung).openapi("BenutzeraenderungPaginatedList");

export const AenderungFilter = z.strictObject({
  benutzerId: IdWert.optional().openapi({ description: "Nur was dieser Benutzer tat" }),
  ressource: kommaliste(ressourcen).openapi({ description: "Kommaliste; ohne sie alle" }),
  tage: ganzzahlParameter({ min: 1, max: 366, vorgabe: 7 }).openapi({ description: "So viele Tage zurück" }),
  ...seite(20),
});
export type AenderungFilter = z.output<typeof AenderungFilter>;

export const bemerkbare = ["kontakt", "pachtkonto", "patchobjekt"] as const;

export const JuengsteBemerkung = z
  .object({
    id: Id,
    zeitpunkt: Zeitpunkt,
    benutzerId: Id.nullable(),
    benutzerName: z.string(),
    ressource: z.enum(bemerkbare),
    ressourceId: Id,
    name: z
      .string()
      .nullable()
      .openapi({ description: "Anzeigename, Kontonummer oder Bezeichnung; `null`, wenn gelöscht" }),
    bemerkung: z.string().nullable().openapi({ description: "`null`: die Bemerkung wurde geleert" }),
  })
  .openapi("JuengsteBemerkung");
export type JuengsteBemerkung = z.output<typeof JuengsteBemerkung>;
export const JuengsteBemerkungPaginatedList = paginiert(JuengsteBemerkung).openapi("JuengsteBemerkungPaginatedList");

export const BemerkungFilter = z.strictObject({
  ressource: kommaliste(bemerkbare).openapi({ description: "Kommaliste; ohne sie alle" }),
  ...seite(20),
});
export type BemerkungFilter = z.output<typeof BemerkungFilter>;
