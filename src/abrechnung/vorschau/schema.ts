import { z } from "@hono/zod-openapi";
import { nichtAbrechenbarGruende } from "../../kern/pacht/ergebnis.ts";
import { intervalle } from "../../kern/pacht/perioden.ts";
import { belegarten, faelligkeitArten, rechenmethoden } from "../../kern/pacht/typen.ts";
import { Idliste, IdWert, seite } from "../../technik/http/parameter.ts";
import { paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Bp, beispieltage, Cent, Datum, GenannterZeitpunkt, Id } from "../../technik/http/werte.ts";
import { hinweiscodes } from "../eingabe/hinweis.ts";

/** More ids than this do not belong into an address; a body takes them. */
export const hoechstensInAnfrage = 1000;
export const hoechstensImKoerper = 100_000;

/** How far ahead of today a preview looks; due dates are planned a little further. */
export const vorschauMonate = 24;
/** How far ahead of today a booking takes what will be due. */
export const buchungTage = 62;

const KommaIds = Idliste.optional().openapi({
  description: `Nur diese Pachtkonten: höchstens ${hoechstensInAnfrage} ids, durch Komma getrennt, ohne Leerzeichen.`,
});

const StichtagFeld = Datum.openapi({
  type: "string",
  format: "date",
  description:
    "Stichtag: erfasst wird alles Offene, das bis zu diesem Tag fällig ist. Eine Vorschau nimmt ihn bis " +
    `${vorschauMonate} Monate nach heute, das Buchen bis ${buchungTage} Tage.`,
  example: beispieltage.heute,
});

export const VorschauGruppenFilter = z.strictObject({ datum: StichtagFeld, auswahl: KommaIds });
export const VorschauFilter = z.strictObject({
  datum: StichtagFeld,
  auswahl: KommaIds,
  pachtkontoId: IdWert.optional().openapi({ description: "Nur dieses Pachtkonto, mit Belegen, Zeilen und Herleitung" }),
  ...seite(20),
});
export type VorschauFilter = z.output<typeof VorschauFilter>;

export const BuchenBody = z
  .strictObject({
    datum: StichtagFeld,
    auswahl: z
      .array(Id)
      .min(1)
      .optional()
      .openapi({ description: "Nur diese Pachtkonten", maxItems: hoechstensImKoerper }),
    vorschauHash: z
      .string()
      .refine((wert) => /^[0-9a-f]{64}$/.test(wert.slice(wert.lastIndexOf(".") + 1)), { error: "kein vorschauHash" })
      .refine((wert) => GenannterZeitpunkt.safeParse(wert.slice(0, wert.lastIndexOf("."))).success, {
        error: "kein vorschauHash",
      })
      .optional()
      .openapi({
        description: "Aus der Vorschau: gebucht wird nur, wenn genau das herauskommt, was sie gezeigt hat.",
        pattern: "^[0-9TZ:.+-]+\\.[0-9a-f]{64}$",
      }),
  })
  .openapi("BuchenBody", { example: { datum: beispieltage.heute } });
export type BuchenBody = z.output<typeof BuchenBody>;

/** What documents come to, by whom they are for; a Storno counts with what it cancels. */
export const betragssummen = {
  paechterNettoCent: Cent,
  paechterSteuerCent: Cent,
  paechterBruttoCent: Cent,
  verpaechterBruttoCent: Cent,
  gebuehrBruttoCent: Cent,
  auszahlungCent: Cent,
};

export const summenFelder = {
  anzahlDokumente: Anzahl,
  ...betragssummen,
  verpaechterBruttoCent: Cent.openapi({ format: "int64", description: "Gutschriften an Verpächter" }),
  gebuehrBruttoCent: Cent.openapi({ format: "int64", description: "Verwaltungsgebühren" }),
  auszahlungCent: Cent.openapi({ format: "int64", description: "Gutschriften abzüglich Gebühren" }),
};

const AbrechnungSummen = z.object({ anzahlKonten: Anzahl, ...summenFelder }).openapi("AbrechnungSummen");

const AbrechnungHinweis = z.object({ code: z.enum(hinweiscodes), text: z.string() }).openapi("AbrechnungHinweis", {
  description:
    "Was vor dem Buchen anzusehen ist; es hindert nicht. `vielfaches_der_letzten_abrechnung`: eine Rolle zahlt oder " +
    "bekommt mindestens das Zehnfache dessen, was dasselbe Konto für den letzten gebuchten Zeitraum derselben Länge " +
    "(auf drei Tage) gezahlt oder bekommen hat.",
});
const NichtAbrechenbarGrund = z
  .object({ code: z.enum(nichtAbrechenbarGruende), text: z.string() })
  .openapi("NichtAbrechenbarGrund", {
    description:
      "Die Vorschau nennt im Text, an welchen Tagen und bei wem etwas fehlt; was mit einem Buchungslauf aufbewahrt wird, nennt niemanden.",
  });

/** How many accounts that were left out a run and a conflict name. */
export const hoechstensAusgelassene = 1000;

export const NichtAbrechenbaresKonto = z
  .object({ pachtkontoId: Id, kontonummer: z.string(), gruende: z.array(NichtAbrechenbarGrund) })
  .openapi("NichtAbrechenbaresKonto");
export type NichtAbrechenbaresKonto = z.output<typeof NichtAbrechenbaresKonto>;

const AbrechnungVorschauKonto = z
  .object({ pachtkontoId: Id, kontonummer: z.string(), ...summenFelder, hinweise: z.array(AbrechnungHinweis) })
  .openapi("AbrechnungVorschauKonto");

const AbrechnungVorschauGruppe = z
  .object({
    schluessel: z.string().openapi({ description: "`art|faelligAm|zeitraumVon|zeitraumBis`" }),
    art: z.enum(faelligkeitArten),
    faelligAm: Datum,
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    summen: AbrechnungSummen,
    konten: z.array(AbrechnungVorschauKonto),
  })
  .openapi("AbrechnungVorschauGruppe");

export const AbrechnungVorschauGruppen = z
  .object({
    datum: Datum,
    vorschauHash: z.string(),
    hinweise: z
      .array(z.object({ code: z.enum(["firmendaten_unvollstaendig", "zeichen_fehlt"]), text: z.string() }))
      .openapi({ description: "Was das Buchen im Ganzen verhindert" }),
    gruppen: z.array(AbrechnungVorschauGruppe),
    nichtAbrechenbar: z.array(NichtAbrechenbaresKonto),
    nichtAbrechenbarGruende: z
      .array(z.object({ code: z.enum(nichtAbrechenbarGruende), text: z.string(), anzahl: Anzahl }))
      .openapi({ description: "Wie viele Pachtkonten ein Grund betrifft" }),
    summen: AbrechnungSummen,
  })
  .openapi("AbrechnungVorschauGruppen");

const rechenweg = {
  segmentVon: Datum,
  segmentBis: Datum,
  methode: z.enum(rechenmethoden).openapi({
    description:
      "`voll`: der ganze Zeitraum; `nicht_anteilig`: der volle Betrag, so lang die Position auch gilt (in älteren " +
      "Belegen ebenfalls `voll`)",
  }),
  betragCent: Cent,
  intervall: z.enum(intervalle),
  vollbetrag: z.string().openapi({ description: "Betrag des ungekürzten Zeitraums in Cent, als Bruch" }),
  bruchteil: z.string().openapi({ description: "Teil des ungekürzten Zeitraums, als Bruch", example: "7/12" }),
  segmentCent: Cent,
  anteil: z.string().openapi({ description: "Anteil dieser Partei, als Bruch", example: "1/2" }),
  restCentSegment: z.number().int(),
  restCentAnteil: z.number().int(),
  hebungIds: z.array(Id),
};

const Korrektur = z
  .object({
    faelligkeitId: Id,
    belegId: Id.nullable(),
    belegnummer: z.string().nullable().openapi({ description: "Der berichtigte Beleg" }),
    gebuchtCent: Cent,
    richtigCent: Cent,
    segmente: z.array(z.object({ ...rechenweg, nettoCent: Cent })),
  })
  .openapi("Korrektur", { description: "Nur in einer Schlussabrechnung: was richtig ist, abzüglich des Gebuchten" });

export const Herleitung = z.object({ ...rechenweg, korrektur: Korrektur.optional() }).openapi("Herleitung");

/** A line of a document, before and after booking. */
export const BelegZeile = z
  .object({
    ursprungId: Id.nullable(),
    positionId: Id.nullable(),
    positionsartId: Id.nullable(),
    bezeichnung: z.string(),
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    nettoCent: Cent,
    steuersatzBp: Bp,
    steuerbefreiungGrund: z.string().nullable(),
    weiterleitung: z.boolean(),
    herleitung: Herleitung,
  })
  .openapi("BelegZeile");

export const Steuergruppe = z
  .object({ steuersatzBp: Bp, steuerbefreiungGrund: z.string().nullable(), nettoCent: Cent, steuerCent: Cent })
  .openapi("Steuergruppe");

/** The days of a document's own supply; `zeitraumVon` and `zeitraumBis` are the account's period. */
export const leistungszeitraum = {
  leistungVon: Datum.openapi({
    type: "string",
    format: "date",
    description: "Erster Tag der eigenen Leistung (§ 14 Abs. 4 Nr. 6 UStG): dieser Partei, nicht des ganzen Zeitraums",
  }),
  leistungBis: Datum.openapi({ type: "string", format: "date", description: "Letzter Tag der eigenen Leistung" }),
};

const BelegEntwurf = z
  .object({
    belegart: z.enum(belegarten),
    kontaktId: Id,
    ...leistungszeitraum,
    nettoCent: Cent,
    steuerCent: Cent,
    bruttoCent: Cent,
    auszahlungCent: Cent.nullable(),
    zeilen: z.array(BelegZeile),
    steuergruppen: z.array(Steuergruppe),
  })
  .openapi("BelegEntwurf");

const AbrechnungVorschauPeriode = z
  .object({
    faelligkeitId: Id.nullable().openapi({
      description: "null: eine Schlussabrechnung, deren letzter Zeitraum schon gebucht ist",
    }),
    art: z.enum(faelligkeitArten),
    faelligAm: Datum,
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    belege: z.array(BelegEntwurf),
  })
  .openapi("AbrechnungVorschauPeriode");

export const AbrechnungVorschauZeile = z
  .object({
    pachtkontoId: Id,
    kontonummer: z.string(),
    anzahlPerioden: Anzahl,
    ...summenFelder,
    hinweise: z.array(AbrechnungHinweis),
    gruende: z.array(NichtAbrechenbarGrund).openapi({ description: "Leer: abrechenbar" }),
    perioden: z.array(AbrechnungVorschauPeriode).optional().openapi({ description: "Nur mit `pachtkontoId`" }),
  })
  .openapi("AbrechnungVorschauZeile");
export type AbrechnungVorschauZeile = z.output<typeof AbrechnungVorschauZeile>;
export const AbrechnungVorschauListe = paginiert(AbrechnungVorschauZeile).openapi("AbrechnungVorschauListe");
