import { z } from "@hono/zod-openapi";
import { IdWert, kommaliste, seite } from "../../technik/http/parameter.ts";
import { paginiert, problemMit } from "../../technik/http/schema.ts";
import { Anzahl, beispiellauf, Cent, Datum, Id, text, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";
import { LaufId } from "../exporte/schema.ts";
import { type Grundcode, gruende, sepaArten, type Unbeteiligt, unbeteiligt } from "./sepa/zahlungen.ts";

const art = z.enum(sepaArten).openapi({
  description: "`lastschrift`: Einzug bei Pächtern; `ueberweisung`: Auszahlung an Verpächter und Guthaben der Pächter",
});

/** Without an example: here it is one of several ways to name a file. */
const Lauf = z.guid().openapi({ type: "string", format: "uuid" });

export const ZahlungsdateiBody = z
  .strictObject({
    buchungslaufId: Lauf,
    art,
    belegnummern: z.array(z.string().min(1).max(35)).min(1).max(1000).optional().openapi({
      description: "Nur diese Belege; sonst alle des Laufs",
    }),
  })
  .openapi("ZahlungsdateiBody", { example: { buchungslaufId: beispiellauf, art: "lastschrift" } });
export type ZahlungsdateiBody = z.output<typeof ZahlungsdateiBody>;

export const VerwerfenBody = z
  .strictObject({ grund: text(500).openapi({ description: "Warum sie nie zur Bank ging" }) })
  .openapi("VerwerfenBody", { example: { grund: "Vor dem Einreichen neu erstellt, die Bank hat sie nicht" } });
export type VerwerfenBody = z.output<typeof VerwerfenBody>;

const Verwerfung = z.object({ am: Zeitpunkt, von: z.string(), grund: z.string() });

export const Zahlungsdatei = z
  .object({
    id: Id,
    buchungslaufId: Uuid,
    datum: Datum.openapi({ description: "Stichtag des Laufs" }),
    art,
    nachrichtenId: z.string().openapi({ description: "MsgId der Datei, nie ein zweites Mal vergeben" }),
    dateiname: z.string(),
    istAuswahl: z.boolean().openapi({ description: "Mit `belegnummern` erstellt" }),
    anzahl: z.number().int().min(1).openapi({ description: "Zahlungen in der Datei" }),
    summeCent: Cent,
    anzahlAusgelassen: Anzahl.openapi({ description: "Was beim Erstellen nicht hineinkonnte" }),
    sha256: z
      .string()
      .nullable()
      .openapi({ description: "null: geladen, bevor Dateien aufbewahrt wurden; ihren Inhalt gibt es nicht mehr" }),
    erstelltAm: Zeitpunkt,
    erstelltVon: z.string(),
    verworfen: Verwerfung.nullable(),
    abrufe: z
      .array(z.object({ zeitpunkt: Zeitpunkt, benutzer: z.string() }))
      .openapi({ description: "Wer sie wann geladen hat; die letzten 20, jüngste zuerst" }),
  })
  .openapi("Zahlungsdatei");
export type Zahlungsdatei = z.output<typeof Zahlungsdatei>;

export const ZahlungsdateiPaginatedList = paginiert(Zahlungsdatei).openapi("ZahlungsdateiPaginatedList");

export const ZahlungsdateiFilter = z.strictObject({
  buchungslaufId: Lauf.optional().openapi({ description: "Nur Dateien dieses Laufs" }),
  art: art.optional(),
  ...seite(20),
});
export type ZahlungsdateiFilter = z.output<typeof ZahlungsdateiFilter>;

export const SepaFilter = z
  .strictObject({
    zahlungsdateiId: IdWert.optional().openapi({ description: "Die Datei", example: 1, type: "integer" }),
    buchungslaufId: Lauf.optional().openapi({ description: "Mit `art`: die eine Datei dieses Laufs" }),
    art: art.optional(),
  })
  .refine(
    ({ zahlungsdateiId, buchungslaufId, art: diese }) =>
      zahlungsdateiId === undefined
        ? buchungslaufId !== undefined && diese !== undefined
        : buchungslaufId === undefined && diese === undefined,
    { error: "entweder zahlungsdateiId oder buchungslaufId und art angeben" },
  );
export type SepaFilter = z.output<typeof SepaFilter>;

const staende = ["bereit", "in_datei", "ausgelassen", "forderung", "unbeteiligt"] as const;
export type Stand = (typeof staende)[number];

export const SepaPruefungFilter = z.strictObject({
  buchungslaufId: LaufId,
  art: art.openapi({ example: "lastschrift" }),
  stand: kommaliste(staende),
  ...seite(100),
});
export type SepaPruefungFilter = z.output<typeof SepaPruefungFilter>;

const codes = [...new Set([...Object.keys(gruende), ...Object.keys(unbeteiligt)])] as [
  Grundcode | Unbeteiligt,
  ...(Grundcode | Unbeteiligt)[],
];

export const Zahlungsbefund = z
  .object({
    archivId: Id,
    belegnummer: z.string(),
    kontonummer: z.string(),
    kontakt: z.string(),
    stand: z.enum(staende).openapi({
      description:
        "`bereit`: kommt in die nächste Datei. `in_datei`: steht in `zahlungsdateiId`. `ausgelassen`: wäre zu zahlen, " +
        "aber etwas steht entgegen. `forderung`: eine Auszahlung unter null, die ein Mensch einfordert oder verrechnet. " +
        "`unbeteiligt`: gehört nicht in diese Datei.",
    }),
    betragCent: Cent.nullable().openapi({ description: "Was zu zahlen ist; null bei `unbeteiligt`" }),
    zahlungsdateiId: Id.nullable(),
    gruende: z.array(z.object({ code: z.enum(codes), text: z.string() })).openapi({
      description: "Warum nicht; bei `in_datei`, was seither dagegen spricht",
    }),
  })
  .openapi("Zahlungsbefund");
export type Zahlungsbefund = z.output<typeof Zahlungsbefund>;

export const Abruf = z
  .object({
    zahlungsdateiId: Id,
    zeitpunkt: Zeitpunkt,
    benutzer: z.string(),
    nachrichtenId: z.string(),
    anzahl: z.number().int().min(1),
    summeCent: Cent,
  })
  .openapi("SepaAbruf");
export type Abruf = z.output<typeof Abruf>;

const Summe = z.object({ anzahl: Anzahl, summeCent: Cent });
export type Summe = z.output<typeof Summe>;

export const Zahlungspruefung = z
  .object({
    zahlungen: Summe.openapi({ description: "Was bereit ist: der Inhalt der nächsten Datei" }),
    inDateien: Summe.openapi({ description: "Was in Dateien steht, die nicht verworfen sind" }),
    ausgelassen: Summe.openapi({ description: "Was zu zahlen wäre, aber nicht kann" }),
    forderungen: Summe.openapi({ description: "Auszahlungen unter null" }),
    unbeteiligt: z
      .array(z.object({ code: z.enum(codes), text: z.string(), anzahl: z.number().int().min(1) }))
      .openapi({ description: "Die übrigen Belege des Laufs, nach dem, warum sie in diese Datei nicht gehören" }),
    abrufe: z.array(Abruf).openapi({
      description: "Wer eine Datei dieses Laufs und dieser Art schon geladen hat; die letzten 20, jüngste zuerst",
    }),
    ...paginiert(Zahlungsbefund).shape,
  })
  .openapi("Zahlungspruefung");
export type Zahlungspruefung = z.output<typeof Zahlungspruefung>;

/** How many left-out payments and files a refusal names. */
export const hoechstensGenannt = 1000;

const dateien = z
  .array(Zahlungsdatei)
  .optional()
  .openapi({ description: `Die Dateien dieses Laufs und dieser Art, ohne verworfene; höchstens ${hoechstensGenannt}` });

const eineDatei: Zahlungsdatei = {
  id: 2,
  buchungslaufId: beispiellauf,
  datum: "2026-10-12",
  art: "lastschrift",
  nachrichtenId: "LS-f08c96fd86dd447a8dbe44e8bdcbcc77",
  dateiname: "sepa-lastschrift-2026-10-12-f08c96fd.xml",
  istAuswahl: false,
  anzahl: 41,
  summeCent: 5_124_000,
  anzahlAusgelassen: 1,
  sha256: "57901955586c053f8cad1b3df182cf2f8b02b15683e7a8f1d0b8c1776f4c271a",
  erstelltAm: "2026-10-12T09:40:00Z",
  erstelltVon: "Erika Beispiel",
  verworfen: null,
  abrufe: [],
};

export const MehrereZahlungsdateien = problemMit(
  "MehrereZahlungsdateien",
  { zahlungsdateien: dateien },
  { mehrere_zahlungsdateien: { zahlungsdateien: [eineDatei, { ...eineDatei, id: 3, istAuswahl: true, anzahl: 1 }] } },
);

export const ZahlungsdateiKonflikt = problemMit(
  "ZahlungsdateiKonflikt",
  {
    anzahlAusgelassen: Anzahl.optional(),
    ausgelassen: z
      .array(Zahlungsbefund)
      .optional()
      .openapi({ description: `\`keine_zahlungen\`: was nicht hineinkann, höchstens ${hoechstensGenannt}` }),
    zahlungsdateien: dateien,
  },
  {
    keine_zahlungen: {
      anzahlAusgelassen: 1,
      ausgelassen: [
        {
          archivId: 17,
          belegnummer: "RE-2026-000017",
          kontonummer: "PK-000017",
          kontakt: "Anna Müller",
          stand: "ausgelassen",
          betragCent: 120_000,
          zahlungsdateiId: null,
          gruende: [{ code: "mandat_fehlt", text: "Im Beleg fehlt das SEPA-Mandat; der Brief bittet um Überweisung." }],
        },
      ],
      zahlungsdateien: [eineDatei],
    },
  },
);
