import { z } from "@hono/zod-openapi";
import { Anzahl, Datum, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";
import { ExtaccountingJob } from "../../uebergabe/auftraege/schema.ts";
import { Zeitplan } from "../zeitplaene/schema.ts";

const Sekunden = Anzahl.nullable();

const Prozess = z
  .object({
    art: z.enum(["server", "worker"]),
    rechner: z.string(),
    version: z.string(),
    zustand: z.enum(["laeuft", "still"]),
    gestartetAm: Zeitpunkt,
    gesehenAm: Zeitpunkt,
    arbeitetAn: z.array(z.string()).openapi({ description: "Warteschlangen, deren Aufträge er gerade bearbeitet" }),
  })
  .openapi("Prozess");

const Datenbank = z
  .object({
    version: z.string(),
    groesseBytes: Anzahl.openapi({ format: "int64" }),
    verbindungen: Anzahl,
    verbindungenHoechstens: Anzahl,
    laengsteTransaktionSekunden: Sekunden.openapi({
      description: "Unter denen, die der Dienst sehen darf; alle sieht er als Mitglied von pg_read_all_stats",
    }),
  })
  .openapi("Datenbankzustand");
export type Datenbank = z.output<typeof Datenbank>;

const Lesekopie = z
  .object({
    zustand: z.enum(["folgt", "zurueck", "weg", "fremd"]).openapi({
      description:
        "`folgt`: Listen, Vorschauen und Exporte lesen aus ihr. Sonst liest dieser Server aus der Datenbank: Sie ist zu " +
        "weit zurück, nicht erreichbar, oder keine Kopie dieser Datenbank",
    }),
    rueckstandSekunden: Sekunden.openapi({ description: "Wie alt das ist, was sie noch nicht hat" }),
  })
  .openapi("Lesekopie");

const Warteschlange = z
  .object({
    name: z.string(),
    wartend: Anzahl,
    laufend: Anzahl,
    fehlgeschlagen: Anzahl.openapi({ description: "In den letzten Tagen" }),
    aeltesterSekunden: Sekunden.openapi({ description: "Wie lange der älteste schon wartet" }),
  })
  .openapi("Warteschlange");
export type Warteschlange = z.output<typeof Warteschlange>;

const Lauf = z
  .object({ id: Uuid, datum: Datum, begonnenAm: Zeitpunkt, benutzerName: z.string(), anzahlKonten: Anzahl })
  .openapi("LaufenderBuchungslauf");
export type Lauf = z.output<typeof Lauf>;

const Schreiben = z
  .object({ gezeichnet: Anzahl, fehlend: Anzahl, fehlgeschlagen: Anzahl })
  .openapi({ description: "Belege nach ihren Schreiben: gezeichnet, noch nicht, oder es ließ sich nicht zeichnen" });
export type Schreiben = z.output<typeof Schreiben>;

export const uebergabestaende = ["offen", "pending", "synced", "failed", "uncertain", "cancelled", "deleted"] as const;

const Uebergabe = z
  .object({ zustand: z.enum(uebergabestaende).openapi({ description: "`offen`: nie versucht" }), anzahl: Anzahl })
  .openapi("Uebergabestand");
export type Uebergabe = z.output<typeof Uebergabe>;

const { id, art } = ExtaccountingJob.shape;

const AngehalteneUebergabe = z
  .object({ id, art, ursache: z.string().nullable().openapi({ description: "Warum er angehalten ist" }) })
  .openapi("AngehalteneUebergabe");
export type AngehalteneUebergabe = z.output<typeof AngehalteneUebergabe>;

const { name, naechsterLaufAm, laeufe } = Zeitplan.shape;

export const Betriebszustand = z
  .object({
    zeitpunkt: Zeitpunkt,
    prozesse: z.array(Prozess),
    datenbank: Datenbank,
    lesekopie: z.union([Lesekopie, z.null()]).openapi({
      description: "Wie der Server, der antwortet, die Kopie der Datenbank sieht; null: Es ist keine eingerichtet",
    }),
    warteschlangen: z.array(Warteschlange),
    siegel: z.object({ offen: Anzahl, aeltesterSekunden: Sekunden }).openapi({
      description: "Einträge des Audit-Logs, die noch kein Siegel deckt; ab 10.000 wird nicht weitergezählt",
    }),
    schreiben: Schreiben,
    uebergaben: z.array(Uebergabe).openapi({ description: "Belege nach ihrem Stand in der externen Buchhaltung" }),
    angehalteneUebergaben: z.array(AngehalteneUebergabe).openapi({
      description:
        "Aufträge der Übergabe, die erst weitergehen, wenn jemand etwas tut; `id` ist die von `/extaccounting/jobs`",
    }),
    buchungslaeufe: z.array(Lauf).openapi({ description: "Die gerade laufen" }),
    zeitplaene: z.array(z.object({ name, naechsterLaufAm, letzterLauf: z.union([laeufe.element, z.null()]) })),
  })
  .openapi("Betriebszustand");
export type Betriebszustand = z.output<typeof Betriebszustand>;
