import { z } from "@hono/zod-openapi";
import { belegarten, faelligkeitArten } from "../../kern/pacht/typen.ts";
import { gedruckterText } from "../../stammdaten/einstellungen/gedruckterText.ts";
import { problemMit } from "../../technik/http/schema.ts";
import { Anzahl, beispiellauf, Cent, Datum, Id, Uuid } from "../../technik/http/werte.ts";
import { betragssummen } from "../vorschau/schema.ts";

/** What one request may name. */
const hoechstensJeAnfrage = 1000;
/** What one answer lists; the counts and sums are those of all. */
export const hoechstensGenannt = 10_000;

export const StornierenBody = z
  .strictObject({
    buchungslaufId: Uuid.optional().openapi({ description: "Alles, was von diesem Lauf noch nicht storniert ist" }),
    pachtkontoIds: z
      .array(Id)
      .min(1)
      .max(hoechstensJeAnfrage)
      .optional()
      .openapi({
        description:
          "Nur zusammen mit `buchungslaufId`: allein was der Lauf für diese Pachtkonten gebucht hat, auch eine " +
          "Schlussabrechnung oder einen Zeitraum ohne Belege",
      }),
    archivIds: z
      .array(Id)
      .min(1)
      .max(hoechstensJeAnfrage)
      .optional()
      .openapi({ description: "Einzelne Belege; jeder steht für alle Belege seines Pachtkontos in seinem Zeitraum." }),
    grund: gedruckterText(500).openapi({
      description:
        "Steht beim Stornobeleg im Archiv, im Audit-Log und auf jedem Schreiben dazu: Pächter wie Verpächter lesen " +
        "es. Deshalb nur Zeichen, die die Schrift der Briefe hat.",
    }),
  })
  .refine(({ buchungslaufId, archivIds }) => (buchungslaufId === undefined) !== (archivIds === undefined), {
    error: "genau eines von buchungslaufId und archivIds angeben",
  })
  .refine(({ buchungslaufId, pachtkontoIds }) => pachtkontoIds === undefined || buchungslaufId !== undefined, {
    error: "nur zusammen mit buchungslaufId angeben",
    path: ["pachtkontoIds"],
  })
  .openapi("StornierenBody", {
    description:
      "Genau eines von `buchungslaufId` und `archivIds`, dazu der Grund. `pachtkontoIds` schränkt `buchungslaufId` ein.",
    example: { archivIds: [1], grund: "Fläche falsch vermessen" },
  });
export type StornierenBody = z.output<typeof StornierenBody>;

const StornierterZeitraum = z
  .object({
    buchungslaufId: Uuid,
    art: z.enum(faelligkeitArten),
    faelligkeitId: Id.nullable().openapi({
      description: "Die wieder offene Fälligkeit; null bei einer Schlussabrechnung, die nur Gebuchtes berichtigt hat",
    }),
    zeitraumVon: Datum,
    zeitraumBis: Datum,
  })
  .openapi("StornierterZeitraum");

const StorniertesKonto = z
  .object({ pachtkontoId: Id, kontonummer: z.string(), zeitraeume: z.array(StornierterZeitraum) })
  .openapi("StorniertesKonto");
export type StorniertesKonto = z.output<typeof StorniertesKonto>;

export const Stornobeleg = z
  .object({
    id: Id,
    belegnummer: z.string().openapi({ example: "ST-2026-000001" }),
    belegart: z.enum(["stornorechnung", "stornogutschrift"]),
    stornoVonId: Id,
    stornoVonBelegnummer: z.string(),
    stornoVonBelegart: z.enum(belegarten),
    stornoVonBuchungslaufId: Uuid,
    pachtkontoId: Id,
    kontonummer: z.string(),
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    kontaktId: Id,
    kontakt: z.string(),
    nettoCent: Cent,
    steuerCent: Cent,
    bruttoCent: Cent,
    auszahlungCent: Cent.nullable(),
  })
  .openapi("Stornobeleg");
export type Stornobeleg = z.output<typeof Stornobeleg>;

const StornoSummen = z.object(betragssummen).openapi("StornoSummen", {
  description: "Summen der Stornobelege nach der Art des stornierten Belegs, mit Vorzeichen",
});
export type StornoSummen = z.output<typeof StornoSummen>;

export const Storno = z
  .object({
    belegdatum: Datum,
    grund: z.string(),
    laeufe: z.array(z.object({ buchungslaufId: Uuid, status: z.enum(["abgeschlossen", "storniert"]) })).openapi({
      description: "Betroffene Läufe; `storniert`, sobald nichts mehr von einem Lauf gilt",
    }),
    anzahlKonten: Anzahl,
    anzahlZeitraeume: Anzahl,
    anzahlBelege: Anzahl,
    summen: StornoSummen,
    konten: z.array(StorniertesKonto).openapi({
      description: `Nach Kontonummer, höchstens ${hoechstensGenannt}; die Anzahlen zählen alle.`,
    }),
    belege: z.array(Stornobeleg).openapi({
      description: `Nach id, höchstens ${hoechstensGenannt}; alle stehen in den Archivkonten und Exporten des Laufs.`,
    }),
    extern: z.array(z.object({ archivId: Id, belegnummer: z.string() })).openapi({
      description: `Die stornierten Belege, die ein Buchhaltungssystem schon hat, nach id, höchstens ${hoechstensGenannt}; der Export ihres Stornos hebt sie dort auf.`,
    }),
    zahlungsdateien: z
      .array(
        z.object({
          archivId: Id,
          belegnummer: z.string(),
          zahlungsdateiId: Id,
          nachrichtenId: z.string(),
          betragCent: Cent,
        }),
      )
      .openapi({
        description: `Die stornierten Belege, die schon in einer Zahlungsdatei stehen, nach id, höchstens ${hoechstensGenannt}: bei der Bank zurückzurufen, oder das Gezahlte auszugleichen.`,
      }),
  })
  .openapi("Storno");
export type Storno = z.output<typeof Storno>;

export const StornoKonflikt = problemMit(
  "StornoKonflikt",
  {
    belegnummern: z.array(z.string()).optional().openapi({
      description:
        "Schon stornierte Belege, oder die der Schlussabrechnung, die zuerst zu stornieren ist (höchstens 100)",
    }),
    pachtkontoIds: z.array(Id).optional().openapi({
      description:
        "`schlussabrechnung_steht`: deren Pachtkonten; `schon_storniert`: die genannten, von denen nichts mehr gilt",
    }),
    buchungslaufIds: z.array(Uuid).optional().openapi({
      description:
        "`schlussabrechnung_steht`: die Läufe, die sie gebucht haben (mit `pachtkontoIds` einzeln stornierbar)",
    }),
    fehlend: z.array(z.string()).optional().openapi({ description: "`firmendaten_unvollstaendig`: fehlende Angaben" }),
  },
  {
    schon_storniert: { belegnummern: ["RE-2026-000017"] },
    schlussabrechnung_steht: {
      belegnummern: ["SR-2026-000003"],
      pachtkontoIds: [17],
      buchungslaufIds: [beispiellauf],
    },
    firmendaten_unvollstaendig: { fehlend: ["steuernummer"] },
  },
);
