import { z } from "@hono/zod-openapi";
import { problemMit } from "../../technik/http/schema.ts";
import { Anzahl, Datum, Id, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";
import { NichtAbrechenbaresKonto, summenFelder } from "../vorschau/schema.ts";

export const AbgeschlossenerBuchungslauf = z
  .object({
    id: Uuid,
    datum: Datum,
    belegdatum: Datum,
    status: z.enum(["abgeschlossen", "storniert"]),
    anzahlAusgewaehlt: Anzahl.nullable().openapi({ description: "Zahl der ausgewählten Pachtkonten; null: alle" }),
    anzahlKonten: Anzahl,
    anzahlNichtAbrechenbar: Anzahl.openapi({
      description: "Fällige Pachtkonten, die nicht abzurechnen waren; mit Gründen in `/abrechnung/buchungslaeufe/{id}`",
    }),
    ...summenFelder,
    pdfErstellt: Anzahl.openapi({ description: "Fertige Schreiben des Laufs, die von Stornobelegen eingeschlossen" }),
    pdfFehlgeschlagen: Anzahl.openapi({
      description: "Schreiben, die sich nicht erstellen ließen; der Grund steht beim Beleg in `pdfFehler`",
    }),
    benutzerName: z.string(),
    begonnenAm: Zeitpunkt,
    beendetAm: Zeitpunkt,
  })
  .openapi("AbgeschlossenerBuchungslauf");
export type AbgeschlossenerBuchungslauf = z.output<typeof AbgeschlossenerBuchungslauf>;

const BetroffenesKonto = z.object({ pachtkontoId: Id, kontonummer: z.string() });

/** Why nothing was booked, with the accounts that it is about (at most a thousand). */
export const BuchenKonflikt = problemMit(
  "BuchenKonflikt",
  {
    konten: z.array(BetroffenesKonto).optional().openapi({
      description: "`vorschau_veraltet`, `gleichzeitig_geaendert`: seither geänderte oder gebuchte Konten",
    }),
    nichtAbrechenbar: z.array(NichtAbrechenbaresKonto).optional().openapi({ description: "`nichts_zu_buchen`" }),
    fehlend: z.array(z.string()).optional().openapi({ description: "`firmendaten_unvollstaendig`: fehlende Angaben" }),
  },
  {
    vorschau_veraltet: { konten: [{ pachtkontoId: 17, kontonummer: "PK-000017" }] },
    gleichzeitig_geaendert: { konten: [{ pachtkontoId: 17, kontonummer: "PK-000017" }] },
    nichts_zu_buchen: {
      nichtAbrechenbar: [
        {
          pachtkontoId: 17,
          kontonummer: "PK-000017",
          gruende: [
            {
              code: "kein_paechter",
              text: "Ein Pächter fehlt vom 01.10.2026 bis 31.12.2026: bitte bei den Beteiligten eintragen.",
            },
          ],
        },
      ],
    },
    firmendaten_unvollstaendig: { fehlend: ["steuernummer", "treuhandkonto"] },
  },
);
