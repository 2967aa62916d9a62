import { z } from "@hono/zod-openapi";
import { Cent, Id, ProblemSchema, paginiert, seite, textliste, Zeitpunkt } from "../../technik/http/schema.ts";
import { LaufId } from "../exporte/schema.ts";
import { type Grundcode, gruende, sepaArten, type Unbeteiligt, unbeteiligt } from "./sepa/zahlungen.ts";

const art = z.enum(sepaArten).openapi({
  description: "`lastschrift`: Einzug bei Pächtern; `ueberweisung`: Auszahlung an Verpächter und Guthaben der Pächter",
});

export const SepaFilter = z.strictObject({
  buchungslaufId: LaufId,
  art,
  belegnummern: textliste().openapi({
    description: "Nur diese Belege (höchstens 100): eine eigene Datei mit eigener Nachrichten-ID",
  }),
});
export type SepaFilter = z.output<typeof SepaFilter>;

export const SepaPruefungFilter = z.strictObject({ buchungslaufId: LaufId, art, ...seite(100) });
export type SepaPruefungFilter = z.output<typeof SepaPruefungFilter>;

const codes = Object.keys(gruende) as [Grundcode, ...Grundcode[]];
const woSonst = Object.keys(unbeteiligt) as [Unbeteiligt, ...Unbeteiligt[]];

export const AusgelasseneZahlung = z
  .object({
    archivId: Id,
    belegnummer: z.string(),
    kontonummer: z.string(),
    kontakt: z.string(),
    betragCent: Cent,
    gruende: z.array(z.object({ code: z.enum(codes), text: z.string() })).min(1),
  })
  .openapi("AusgelasseneZahlung");
export type AusgelasseneZahlung = z.output<typeof AusgelasseneZahlung>;

export const Abruf = z
  .object({
    zeitpunkt: Zeitpunkt,
    benutzer: z.string(),
    nachrichtenId: z.string(),
    anzahl: z.number().int().min(1),
    summeCent: Cent,
  })
  .openapi("SepaAbruf");
export type Abruf = z.output<typeof Abruf>;

const Summe = z.object({ anzahl: z.number().int().min(0), summeCent: Cent });

export const Zahlungspruefung = z
  .object({
    zahlungen: Summe.openapi({ description: "Was in der Datei stünde" }),
    ausgelassen: Summe.openapi({
      description: "Was zu zahlen wäre, aber nicht in der Datei stünde; einzeln in `data`",
    }),
    unbeteiligt: z
      .array(z.object({ code: z.enum(woSonst), text: z.string(), anzahl: z.number().int().min(1) }))
      .openapi({ description: "Die übrigen Belege des Laufs, nach dem, warum sie in diese Datei nicht gehören" }),
    abrufe: z.array(Abruf).openapi({
      description: "Wer eine Datei dieses Laufs und dieser Art schon geladen hat; die letzten 20, jüngste zuerst",
    }),
    ...paginiert(AusgelasseneZahlung).shape,
  })
  .openapi("Zahlungspruefung");
export type Zahlungspruefung = z.output<typeof Zahlungspruefung>;

/** How many left-out payments a refusal names. */
export const hoechstensGenannt = 1000;

export const KeineZahlungen = z
  .object({
    ...ProblemSchema.shape,
    anzahlAusgelassen: z.number().int().min(0).optional(),
    ausgelassen: z
      .array(AusgelasseneZahlung)
      .optional()
      .openapi({ description: `\`keine_zahlungen\`: die ausgelassenen, höchstens ${hoechstensGenannt}` }),
  })
  .openapi("KeineZahlungen");
