import { z } from "@hono/zod-openapi";
import { Anzahl, beispiellauf, Uuid, Zeitpunkt } from "../../../technik/http/werte.ts";
import { hoechstensAusgelassene, NichtAbrechenbaresKonto } from "../../vorschau/schema.ts";
import { AbgeschlossenerBuchungslauf } from "../schema.ts";

export const LaufParameter = z.object({
  id: Uuid.openapi({
    param: { name: "id", in: "path" },
    description: "id des Buchungslaufs",
    example: beispiellauf,
  }),
});

/** A run in whatever state, with how far it has come. */
export const Buchungslauf = z
  .object({
    ...AbgeschlossenerBuchungslauf.shape,
    status: z.enum(["laufend", "abgeschlossen", "fehlgeschlagen", "storniert"]),
    anzahlKonten: Anzahl.openapi({ description: "Solange der Lauf läuft: bis jetzt berechnete Pachtkonten" }),
    anzahlDokumente: Anzahl.openapi({ description: "Solange der Lauf läuft: bis jetzt berechnete Belege" }),
    beendetAm: Zeitpunkt.nullable(),
    fehler: z
      .string()
      .nullable()
      .openapi({ description: "Warum der Lauf fehlgeschlagen ist; gebucht ist dann nichts." }),
    schreiben: z
      .object({ anzahl: Anzahl, erstellt: Anzahl, fehlgeschlagen: Anzahl, offen: Anzahl })
      .openapi({ description: "Die Schreiben des Laufs, Stornobelege eingeschlossen" }),
    zeitraeume: z
      .object({ gebucht: Anzahl, storniert: Anzahl })
      .openapi({ description: "Was von den gebuchten Zeiträumen noch gilt, und was storniert ist" }),
    anzahlStornobelege: Anzahl,
    nichtAbrechenbar: z.array(NichtAbrechenbaresKonto).openapi({
      description: `Fällige Pachtkonten, die nicht abzurechnen waren, mit allen Gründen; höchstens ${hoechstensAusgelassene}`,
    }),
  })
  .openapi("Buchungslauf");
export type Buchungslauf = z.output<typeof Buchungslauf>;
