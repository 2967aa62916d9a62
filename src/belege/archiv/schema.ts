import { z } from "@hono/zod-openapi";
import { BelegZeile, leistungszeitraum, Steuergruppe } from "../../abrechnung/vorschau/schema.ts";
import { vertragsarten } from "../../kern/fristen/vertrag.ts";
import { rhythmen } from "../../kern/pacht/perioden.ts";
import { zahlungsarten } from "../../kern/pacht/schnappschuss.ts";
import { belegarten, berechnungsarten, beteiligtenrollen, umsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import { ganzzahlParameter, IdWert, kommaliste, Suche, seite, sortParameter } from "../../technik/http/parameter.ts";
import { AuftragId, paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Bp, Cent, Datum, Gueltigkeit, Id, text, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";
import { archivsortierung } from "./sortierung.ts";
import { Widerspruch } from "./widerspruch/schema.ts";

const Nullbar = z.string().nullable();

const Empfaenger = z
  .object({
    anzeigename: z.string(),
    istOrganisation: z.boolean(),
    anrede: Nullbar,
    titel: Nullbar,
    vorname: Nullbar,
    nachname: Nullbar,
    firma: Nullbar,
    strasse: Nullbar,
    hausnummer: Nullbar,
    adresszusatz: Nullbar,
    plz: Nullbar,
    ort: Nullbar,
    land: z.string(),
    iban: Nullbar,
    bic: Nullbar,
    kontoinhaber: Nullbar,
    zahlungsart: z.enum(zahlungsarten),
    sepaMandat: z.object({ referenz: z.string(), datum: Datum }).nullable(),
    debitornummer: Nullbar,
    kreditornummer: Nullbar,
    steuernummer: Nullbar,
    ustId: Nullbar,
    umsatzsteuerStatus: z.enum(umsatzsteuerStatus).nullable(),
    leitwegId: Nullbar.optional(),
  })
  .openapi("Empfaenger", { description: "Der Empfänger, wie er bei der Buchung war" });

const Aussteller = z
  .object({
    firma: Nullbar,
    rechtsform: Nullbar,
    strasse: Nullbar,
    hausnummer: Nullbar,
    adresszusatz: Nullbar,
    plz: Nullbar,
    ort: Nullbar,
    land: z.string(),
    steuernummer: Nullbar,
    ustId: Nullbar,
    registergericht: Nullbar,
    registernummer: Nullbar,
    geschaeftsfuehrung: Nullbar,
    telefon: Nullbar,
    email: Nullbar,
    website: Nullbar,
    geschaeftskontoIban: Nullbar,
    geschaeftskontoBic: Nullbar,
    geschaeftskontoBank: Nullbar,
    treuhandkontoIban: Nullbar,
    treuhandkontoBic: Nullbar,
    treuhandkontoBank: Nullbar,
    glaeubigerId: Nullbar,
    ansprechpartner: z.object({ name: z.string(), telefon: z.string(), email: z.string() }).nullable().optional(),
  })
  .openapi("Aussteller", { description: "Die Firma, wie sie bei der Buchung war" });

export const ErechnungFilter = z.strictObject({
  profil: z.enum(["factur-x", "xrechnung"]).default("factur-x").openapi({
    description: "`xrechnung`: XRechnung 3.0 für einen Empfänger mit Leitweg-ID",
  }),
});

export const pdfStatus = ["offen", "erstellt", "fehlgeschlagen"] as const;

const eintrag = {
  id: Id,
  buchungslaufId: Uuid,
  archivkontoId: Id,
  pachtkontoId: Id,
  kontonummer: z.string(),
  belegart: z.enum(belegarten),
  titel: z.string().openapi({
    description: "Wie der Beleg im Schreiben heißt; an Verpächter Gutschrift oder Auszahlungsmitteilung",
  }),
  belegnummer: z.string().openapi({ example: "RE-2026-000001" }),
  belegdatum: Datum,
  zeitraumVon: Datum,
  zeitraumBis: Datum,
  ...leistungszeitraum,
  faelligAm: Datum,
  zahlbarBis: Datum,
  kontaktId: Id,
  empfaenger: Empfaenger,
  nettoCent: Cent,
  steuerCent: Cent,
  bruttoCent: Cent,
  gebuehrBelegId: Id.nullable().openapi({ description: "Gutschrift: die mit ihr verrechnete Gebührenrechnung" }),
  auszahlungCent: Cent.nullable().openapi({ format: "int64", description: "Gutschrift: Auszahlung nach Gebühr" }),
  stornoVonId: Id.nullable().openapi({ description: "Storno: der stornierte Beleg" }),
  stornoVonBuchungslaufId: Uuid.nullable().openapi({ description: "Storno: der Lauf des stornierten Belegs" }),
  storniertDurchId: Id.nullable().openapi({ description: "Der Storno dieses Belegs" }),
  pdfStatus: z.enum(pdfStatus),
  erstelltAm: Zeitpunkt,
};

export const ArchivEintrag = z.object(eintrag).openapi("ArchivEintrag");
export type ArchivEintrag = z.output<typeof ArchivEintrag>;
export const ArchivEintragPaginatedList = paginiert(ArchivEintrag).openapi("ArchivEintragPaginatedList");

export const ArchivEintragDetail = z
  .object({
    ...eintrag,
    stornoGrund: Nullbar.openapi({ description: "Storno: warum storniert wurde" }),
    widerspruch: Widerspruch.nullable().openapi({
      description: "Gutschrift: der Widerspruch des Verpächters (§ 14 Abs. 2 UStG)",
    }),
    pdfFehler: Nullbar.openapi({ description: "Warum sich das PDF nicht erstellen ließ" }),
    aussteller: Aussteller,
    zeilen: z.array(BelegZeile),
    steuergruppen: z.array(Steuergruppe),
  })
  .openapi("ArchivEintragDetail");
export type ArchivEintragDetail = z.output<typeof ArchivEintragDetail>;

const nummer = IdWert.optional();
const betrag = ganzzahlParameter({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).optional();
const tag = Datum.optional();

export const ArchivFilter = z.strictObject({
  search: Suche.openapi({ description: "Teil der Belegnummer, des Empfängers oder der Kontonummer" }),
  year: ganzzahlParameter({ min: 1900, max: 9999 }).optional().openapi({ description: "Jahr des Belegdatums" }),
  von: tag.openapi({ description: "Belegdatum von diesem Tag an", example: undefined }),
  bis: tag.openapi({ description: "Belegdatum bis zu diesem Tag", example: undefined }),
  belegart: kommaliste(belegarten),
  kontaktId: nummer.openapi({ description: "Nur Belege an diesen Kontakt" }),
  pachtkontoId: nummer.openapi({ description: "Nur Belege dieses Pachtkontos" }),
  buchungslaufId: Uuid.optional().openapi({ description: "Nur Belege dieses Laufs, auch seine Stornobelege" }),
  bruttoVonCent: betrag.openapi({ description: "Brutto mindestens so viele Cent" }),
  bruttoBisCent: betrag.openapi({ description: "Brutto höchstens so viele Cent" }),
  pdfStatus: z.enum(pdfStatus).optional().openapi({ description: "Stand des Schreibens" }),
  sort: sortParameter(archivsortierung),
  ...seite(20),
});
export type ArchivFilter = z.output<typeof ArchivFilter>;

const Markierung = z.enum(["geprueft", "rueckfrage", "gesperrt"]);

const konto = {
  id: Id,
  buchungslaufId: Uuid,
  pachtkontoId: Id,
  kontonummer: z.string(),
  datum: Datum.openapi({ type: "string", format: "date", description: "Stichtag des Laufs" }),
  belegdatum: Datum,
  anzahlDokumente: Anzahl,
  paechterBruttoCent: Cent,
  verpaechterBruttoCent: Cent,
  gebuehrBruttoCent: Cent,
  version: z.number().int().min(1).openapi({ description: "Fassung der Markierung, zugleich der ETag" }),
  markierung: Markierung.nullable(),
  markierungNotiz: Nullbar,
  markiertVon: Nullbar,
  markiertAm: Zeitpunkt.nullable(),
};

export const Archivkonto = z.object(konto).openapi("Archivkonto");
export type Archivkonto = z.output<typeof Archivkonto>;
export const ArchivkontoPaginatedList = paginiert(Archivkonto).openapi("ArchivkontoPaginatedList");

const KontoSchnappschuss = z
  .object({
    bezeichnung: Nullbar,
    pachtbeginn: Datum,
    pachtende: Datum.nullable(),
    abrechnungAb: Datum.nullable(),
    pachtjahrBeginn: z.string().openapi({ description: "Monat und Tag (MM-TT), an dem jedes Pachtjahr beginnt" }),
    zahlungsrhythmus: z.enum(rhythmen),
    istVorauszahlend: z.boolean().nullable(),
    berechnungsart: z.enum(berechnungsarten),
    zahlungszielTage: z.number().int().nullable(),
    verwaltungsgebuehrBp: Bp.nullable(),
    gebuehrSteuersatzBp: Bp.optional().openapi({
      description: "Steuersatz auf die Verwaltungsgebühr; fehlt in älteren Buchungen",
    }),
    gebuehrSteuerbefreiungGrund: Nullbar.optional().openapi({
      description: "Warum auf die Verwaltungsgebühr keine Umsatzsteuer fällt; fehlt in älteren Buchungen",
    }),
    objektarten: z
      .array(z.string())
      .optional()
      .openapi({ description: "Die Arten der Pachtobjekte; fehlt in älteren Buchungen" }),
    vertragsart: z
      .enum(vertragsarten)
      .nullable()
      .optional()
      .openapi({ description: "Die eingetragene Art des Vertrags; fehlt in älteren Buchungen" }),
    beteiligte: z.array(
      z.object({
        kontaktId: Id,
        anzeigename: z.string(),
        rolle: z.enum(beteiligtenrollen),
        anteilZaehler: z.number().int().nullable(),
        anteilNenner: z.number().int().nullable(),
        ...Gueltigkeit,
      }),
    ),
  })
  .openapi("KontoSchnappschuss", { description: "Das Pachtkonto, wie es bei der Buchung war" });

export const ArchivkontoDetail = z
  .object({ ...konto, konto: KontoSchnappschuss, dokumente: z.array(ArchivEintrag) })
  .openapi("ArchivkontoDetail");
export type ArchivkontoDetail = z.output<typeof ArchivkontoDetail>;

export const ArchivkontoFilter = z.strictObject({
  buchungslaufId: Uuid.optional().openapi({ description: "Nur Archivkonten dieses Laufs" }),
  pachtkontoId: IdWert.optional().openapi({ description: "Nur Archivkonten dieses Pachtkontos" }),
  ...seite(20),
});
export type ArchivkontoFilter = z.output<typeof ArchivkontoFilter>;

export const MarkierungBody = z
  .strictObject({
    markierung: Markierung.nullable().openapi({
      description:
        "`gesperrt` hält die Belege aus Zahlungsdateien und Aufträgen heraus; null nimmt die Markierung weg.",
    }),
    notiz: text(2000).nullable().optional().openapi({ description: "Nicht genannt: bleibt, außer ohne Markierung" }),
  })
  .openapi("MarkierungBody", { example: { markierung: "geprueft", notiz: "Mit dem Vertrag verglichen" } });
export type MarkierungBody = z.output<typeof MarkierungBody>;

export const DokumenteJob = z
  .object({
    id: Uuid,
    auftragId: AuftragId,
    art: z.literal("dokumente"),
    status: z.enum(["wartend", "laufend"]),
    angelegtAm: Zeitpunkt,
    anzahlFehlend: Anzahl.openapi({ description: "Belege ohne Schreiben in diesem Augenblick, auch fehlgeschlagene" }),
  })
  .openapi("DokumenteJob");
export type DokumenteJob = z.output<typeof DokumenteJob>;
