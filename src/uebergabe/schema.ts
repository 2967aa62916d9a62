import { z } from "@hono/zod-openapi";
import { belegarten } from "../abrechnung/vorschau/schema.ts";
import { ArchivEintragDetail } from "../belege/archiv/schema.ts";
import {
  aenderung,
  Bp,
  Cent,
  Datum,
  ganzzahlParameter,
  Id,
  ProblemSchema,
  paginiert,
  Suche,
  text,
  Zeitpunkt,
} from "../technik/http/schema.ts";

const systeme = ["sandkasten", "tryton", "lexware"] as const;
export const zustaende = ["pending", "synced", "failed", "uncertain", "cancelled", "deleted", "legacy"] as const;
export type Zustand = (typeof zustaende)[number];
export const aktionen = ["export", "refresh", "reconcile", "cancel", "delete"] as const;
export type Aktion = (typeof aktionen)[number];
const phasen = ["partei", "anlegen", "festschreiben", "stornieren", "loeschen"] as const;

const Nullbar = z.string().nullable();
const Anzahl = z.number().int().min(0);
const Ursache = Nullbar.openapi({ description: "Was geschehen ist, in einem Satz" });
const System = z.enum(systeme).openapi({ description: "`sandkasten` ist eine Nachbildung zum Ausprobieren" });

const Mandant = z.object({ id: z.string(), name: z.string(), waehrung: z.string() });

export const ExtaccountingStatus = z
  .object({
    eingerichtet: z.boolean().openapi({ description: "Ob ein Buchhaltungssystem konfiguriert ist" }),
    system: System.nullable(),
    bezeichnung: Nullbar.openapi({ description: "Name des Systems für Menschen", example: "Sandkasten" }),
    verbunden: z.boolean().openapi({ description: "Ob jetzt Belege übergeben werden können" }),
    angemeldet: z.boolean(),
    version: Nullbar.openapi({ description: "Version des Buchhaltungssystems" }),
    antwortzeitMs: z.number().int().nullable(),
    mandant: Mandant.nullable().openapi({ description: "Der zugeordnete Mandant" }),
    mandanten: z.array(Mandant).openapi({ description: "Die Mandanten, die es dort gibt" }),
    problem: z
      .object({ code: z.string(), ursache: z.string() })
      .nullable()
      .openapi({ description: "Was der Übergabe im Weg steht" }),
    gesperrtBis: Zeitpunkt.nullable().openapi({ description: "Bis dahin fragt der Dienst nicht wieder an" }),
  })
  .openapi("ExtaccountingStatus");
export type ExtaccountingStatus = z.output<typeof ExtaccountingStatus>;

const Zuordnung = z.strictObject({
  richtung: z.enum(["rechnung", "lieferant"]).openapi({
    description: "`rechnung` an Pächter und über Gebühren, `lieferant` an Verpächter",
  }),
  positionsartId: Id.nullable().openapi({ description: "null: jede" }),
  steuersatzBp: Bp.nullable().openapi({ description: "null: jeder" }),
  konto: text(100).openapi({ description: "Konto im Buchhaltungssystem: id, Nummer oder Code" }),
  steuer: text(100).nullable().openapi({ description: "Steuer im Buchhaltungssystem; null: keine" }),
});

const kennung = text(100).nullable();

/** Both what is read and what a partial PUT takes: its fields are all optional there. */
export const ExtaccountingSettings = aenderung({
  integrationsstart: Datum.nullable().openapi({
    type: ["string", "null"],
    format: "date",
    description: "Belege mit früherem Belegdatum sind `legacy`; null: keiner",
  }),
  mandantId: kennung.openapi({ description: "Mandant (Treuhänder) im Buchhaltungssystem" }),
  journalRechnung: kennung,
  journalLieferant: kennung,
  kontoForderungen: kennung,
  kontoVerbindlichkeiten: kennung,
  zuordnungen: z.array(Zuordnung).max(1000).openapi({
    description: "Konten und Steuern je Positionsart und Steuersatz; die engste passende Zeile gilt",
  }),
  system: System.nullable().openapi({ readOnly: true }),
  geaendertAm: Zeitpunkt.openapi({ readOnly: true }),
}).openapi("ExtaccountingSettings");
export type SettingsBody = z.output<typeof ExtaccountingSettings>;
export type ExtaccountingSettings = Required<SettingsBody>;

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
  state: z.enum(zustaende),
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
    aktion: z.enum(aktionen),
    system: System,
    referenz: Nullbar,
    benutzer: z.string(),
    auftragId: Id.nullable(),
    begonnenAm: Zeitpunkt,
    beendetAm: Zeitpunkt.nullable(),
    phase: z.enum(phasen).nullable().openapi({ description: "Die letzte ändernde Anfrage; null: keine ging hinaus" }),
    phaseBegonnenAm: Zeitpunkt.nullable(),
    ausgang: z.enum(["done", "accepted", "rejected", "uncertain"]).nullable().openapi({
      description: "null: läuft gerade",
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
    phase: z.enum(phasen).nullable().openapi({ description: "`uncertain`: welche Anfrage ohne Antwort blieb" }),
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
  state: z.enum(["all", ...zustaende]).default("all"),
  page: ganzzahlParameter({ min: 1, max: 2_147_483_647, vorgabe: 1 }),
  limit: ganzzahlParameter({ min: 1, max: 100, vorgabe: 25 }),
});
export type DokumentFilter = z.output<typeof DokumentFilter>;

export const AktionParameter = z.object({
  id: ganzzahlParameter({ min: 1, max: Number.MAX_SAFE_INTEGER }).openapi({
    param: { name: "id", in: "path" },
    example: 1,
  }),
  action: z.enum(aktionen).openapi({ param: { name: "action", in: "path" } }),
});

export const ExtaccountingDocumentAction = z
  .strictObject({
    bestaetigt: z.boolean().optional().openapi({
      description: "`export`: einen Beleg von vor dem Start der Übergabe (`legacy`) trotzdem übergeben",
    }),
    grund: text(500).optional().openapi({ description: "`cancel`: warum; steht im Versuch und, wo es geht, außen" }),
  })
  .openapi("ExtaccountingDocumentAction");
export type ExtaccountingDocumentAction = z.output<typeof ExtaccountingDocumentAction>;

export const ExtaccountingProblem = z
  .object({
    ...ProblemSchema.shape,
    grund: z
      .string()
      .optional()
      .openapi({ description: "502, 503: was das Buchhaltungssystem sagt, als Maschinenwort" }),
    auftragId: Id.optional().openapi({ description: "`auftrag_aktiv`: der Auftrag, der läuft" }),
  })
  .openapi("ExtaccountingProblem");

const auftragsarten = ["export", "refresh", "reconcile"] as const;
export type Auftragsart = (typeof auftragsarten)[number];

/** States that a job of a kind may be asked for, the usual one first. */
export const zustaendeJeArt = {
  export: ["pending", "failed"],
  refresh: ["synced", "cancelled"],
  reconcile: ["uncertain", "failed", "synced"],
} as const satisfies Record<Auftragsart, readonly Zustand[]>;

export const ExtaccountingJobRequest = z
  .strictObject({
    art: z.enum(auftragsarten),
    dokumentIds: z.array(Id).min(1).max(100_000).optional(),
    filter: z
      .strictObject({
        search: Suche,
        state: z.enum(zustaende).optional().openapi({
          description: "Ohne Angabe: `export` pending, `refresh` synced, `reconcile` uncertain",
        }),
        belegdatumVon: Datum.optional(),
        belegdatumBis: Datum.optional(),
      })
      .optional(),
    fortsetzen: z.literal(true).optional().openapi({ description: "Den angehaltenen Auftrag dieser Art fortsetzen" }),
  })
  .refine((wert) => [wert.dokumentIds, wert.filter, wert.fortsetzen].filter((teil) => teil !== undefined).length <= 1, {
    error: "entweder dokumentIds, filter oder fortsetzen",
  })
  .refine(
    ({ art, filter }) =>
      filter?.state === undefined || (zustaendeJeArt[art] as readonly Zustand[]).includes(filter.state),
    { path: ["filter", "state"], error: "in diesem Zustand gibt es für diesen Auftrag nichts zu tun" },
  )
  .openapi("ExtaccountingJobRequest");
export type ExtaccountingJobRequest = z.output<typeof ExtaccountingJobRequest>;

export const ExtaccountingJob = z
  .object({
    id: Id,
    art: z.enum(auftragsarten),
    status: z.enum(["wartend", "laufend", "angehalten", "abgeschlossen", "abgebrochen"]).openapi({
      description: "`angehalten`: das Buchhaltungssystem steht nicht bereit; es geht weiter, wenn es das wieder tut",
    }),
    gesamt: Anzahl.nullable().openapi({ description: "null: noch nicht ermittelt" }),
    erledigt: Anzahl,
    erfolgreich: Anzahl,
    fehlgeschlagen: Anzahl,
    ungeklaert: Anzahl,
    uebersprungen: Anzahl,
    ursache: Nullbar.openapi({ description: "Warum er angehalten oder abgebrochen ist" }),
    weiterAm: Zeitpunkt.nullable().openapi({ description: "Wann ein angehaltener von selbst weitergeht" }),
    probleme: z
      .array(z.object({ id: Id, belegnummer: z.string(), ergebnis: z.string(), ursache: Nullbar }))
      .openapi({ description: "Die ersten zehn Belege, die nicht erfolgreich waren" }),
    angelegtVon: z.string(),
    erstelltAm: Zeitpunkt,
    begonnenAm: Zeitpunkt.nullable(),
    beendetAm: Zeitpunkt.nullable(),
  })
  .openapi("ExtaccountingJob");
export type ExtaccountingJob = z.output<typeof ExtaccountingJob>;
