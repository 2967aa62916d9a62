import { z } from "@hono/zod-openapi";
import { kuendigungscodes } from "../../kern/fristen/hinweis.ts";
import { bundeslaender } from "../../kern/fristen/vertrag.ts";
import { rhythmen } from "../../kern/pacht/perioden.ts";
import { zahlungsarten } from "../../kern/pacht/schnappschuss.ts";
import {
  berechnungsarten,
  beteiligtenrollen,
  faelligkeitArten,
  hebungArten,
  kontoStatus,
} from "../../kern/pacht/typen.ts";
import { klauselcodes } from "../../kern/wertsicherung/hinweise.ts";
import { grosseSeite, kommaliste, Monat, Suche, sortParameter } from "../../technik/http/parameter.ts";
import { aenderung, datensatz, leereFelder, ProblemSchema, paginiert, problemMit } from "../../technik/http/schema.ts";
import { Anzahl, Bp, beispiellauf, Datum, Gueltigkeit, Id, text, Uuid } from "../../technik/http/werte.ts";
import { objektlage } from "../kontakte/verknuepft/schema.ts";
import { Kontofrist, vertragsfelder } from "./fristen/schema.ts";
import { alsKontonummer } from "./kontonummer.ts";
import { PachtkontoPosition } from "./positionen/schema.ts";
import { kontosortierung } from "./sortierung.ts";
import { Wertsicherung, WertsicherungEingabe } from "./wertsicherung/schema.ts";

export const monate = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;

/** A field that the server knows better: it may come back in a PUT as it was read. */
const nurLesbar = { readOnly: true };

const beteiligter = {
  kontaktId: Id,
  rolle: z.enum(beteiligtenrollen),
  hauptkontakt: z.boolean().openapi({ description: "Steht in Schreiben an mehrere vorn" }),
  anteilZaehler: z.number().int().min(1).max(1_000_000_000).nullable(),
  anteilNenner: z.number().int().min(1).max(1_000_000_000).nullable(),
  ...Gueltigkeit,
};

export const parteifelder = Object.keys(beteiligter) as (keyof typeof beteiligter)[];

/** A party without its contact's name. */
export const Partei = z.object(beteiligter).openapi("Partei");

export const Beteiligter = z.object({ ...beteiligter, anzeigename: z.string() }).openapi("Beteiligter");
export type Beteiligter = z.output<typeof Beteiligter>;

const Kontaktdaten = z
  .object({
    strasse: z.string().nullable(),
    hausnummer: z.string().nullable(),
    plz: z.string().nullable(),
    ort: z.string().nullable(),
    land: z.string(),
    telefon: z.string().nullable(),
    email: z.string().nullable(),
    iban: z.string().nullable(),
    zahlungsart: z.enum(zahlungsarten),
  })
  .openapi("BeteiligterKontaktdaten");

export const BeteiligterDetail = z
  .object({ ...beteiligter, anzeigename: z.string(), kontakt: Kontaktdaten })
  .openapi("BeteiligterDetail");
export type BeteiligterDetail = z.output<typeof BeteiligterDetail>;

export const BeteiligterEingabe = z
  .strictObject({
    kontaktId: beteiligter.kontaktId,
    rolle: beteiligter.rolle,
    hauptkontakt: z.boolean().default(false),
    anteilZaehler: beteiligter.anteilZaehler.default(null),
    anteilNenner: beteiligter.anteilNenner.default(null),
    gueltigVon: beteiligter.gueltigVon.default(null),
    gueltigBis: beteiligter.gueltigBis.default(null),
    anzeigename: z.string().optional().openapi(nurLesbar),
    kontakt: z.strictObject(Kontaktdaten.shape).optional().openapi(nurLesbar),
  })
  .openapi("BeteiligterEingabe");
export type BeteiligterEingabe = z.output<typeof BeteiligterEingabe>;

const schreibbar = {
  kontonummer: text(30)
    .overwrite(alsKontonummer)
    .openapi({
      description:
        "Eindeutig; Groß- und Kleinschreibung unterscheiden sie nicht, Leerzeichen am Rand fallen weg, mehrere sind eines. " +
        "Steht auf jedem Brief: eine neue hat nur Zeichen, die deren Schrift hat",
    }),
  bezeichnung: text(200).nullable(),
  status: z.enum(kontoStatus),
  pachtbeginn: Datum,
  pachtende: Datum.nullable(),
  gekuendigtAm: Datum.nullable().openapi({ description: "Tag, an dem die Kündigung einging (§ 130 BGB)" }),
  kuendigungZum: Datum.nullable().openapi({ description: "Wozu gekündigt ist; es wird das Pachtende" }),
  abrechnungAb: Datum.nullable().openapi({ description: "Erster abgerechneter Tag, wenn später als pachtbeginn" }),
  pachtjahrBeginn: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$/, { error: "MM-TT mit Tag 01 bis 28 erwartet" })
    .openapi({ description: "Monat und Tag (MM-TT), an dem jedes Pachtjahr beginnt", example: "10-01" }),
  zahlungsrhythmus: z.enum(rhythmen).openapi({ description: "Wie oft abgerechnet wird, gezählt ab `pachtjahrBeginn`" }),
  istVorauszahlend: z.boolean().nullable().openapi({ description: "null = unbekannt; wird dann nicht abgerechnet" }),
  zahlungszielTage: z.number().int().min(0).max(365).nullable(),
  berechnungsart: z.enum(berechnungsarten).openapi({
    description:
      "Wie ein angebrochener Zeitraum zählt: `monatsgenau` in Monaten und Tagen eines Monats, `tagesgenau` in seinen " +
      "Tagen, `dreissig360` in Monaten zu 30 Tagen",
  }),
  hebemonat: z.enum(monate).nullable().openapi({ description: "Monat der jährlichen Pachtprüfung" }),
  verwaltungsgebuehrBp: Bp.nullable(),
  ...vertragsfelder,
  wertsicherung: Wertsicherung.nullable(),
  bemerkung: text(4000).nullable(),
};

const gelesen = {
  ...datensatz,
  letzteHebung: Datum.nullable(),
  naechsteHebung: Datum.nullable(),
  schlussabrechnung: Datum.nullable(),
};

const einmaligencodes = ["einmalige_vor_beginn", "einmalige_nach_ende"] as const;

const hinweise = z
  .array(z.object({ code: z.enum([...kuendigungscodes, ...klauselcodes, ...einmaligencodes]), text: z.string() }))
  .optional()
  .openapi({
    description:
      "Nur in der Antwort auf ein Schreiben. Zu einer Kündigung: sie kam zu spät (`kuendigung_verspaetet`), an einem " +
      "Tag, über den gestritten wird (`kuendigung_streitig`), oder der Vertrag läuft fest (`kuendigung_befristet`). " +
      "Zu einer Indexklausel: sie wirkt nur nach oben (`klausel_einseitig`), gibt mehr als die Änderung weiter " +
      "(`klausel_unverhaeltnismaessig`), oder der Vertrag ist offen oder kürzer als zehn Jahre (`klausel_laufzeit`). " +
      "Zu einem anderen Beginn oder Ende: eine einmalige Position liegt nun außerhalb und wird nicht abgerechnet " +
      "(`einmalige_vor_beginn`, `einmalige_nach_ende`). Gespeichert ist alles: vereinbaren lässt es sich. Ein PUT darf sie zurücksenden; sie ändern nichts.",
  });

export const Pachtkonto = z
  .object({ ...gelesen, ...schreibbar, beteiligte: z.array(Beteiligter), hinweise })
  .openapi("Pachtkonto");
export type Pachtkonto = z.output<typeof Pachtkonto>;

const objekt = z
  .object({
    id: Id,
    ...objektlage,
    bundesland: z.enum(bundeslaender).nullable(),
  })
  .openapi("PachtkontoObjekt");

const geplanteHebung = z
  .object({
    id: Id,
    bezeichnung: z.string().nullable(),
    art: z.enum(hebungArten),
    wirksamAb: Datum,
  })
  .openapi("PachtkontoHebung");

const offeneFaelligkeit = z
  .object({
    id: Id,
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    faelligAm: Datum,
    art: z.enum(faelligkeitArten),
  })
  .openapi("PachtkontoFaelligkeit");

export const Feldwerte = z
  .record(z.string().min(1).max(64), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
  .openapi("Feldwerte", { description: "Eigene Felder des Kontos" });

const detail = {
  positionen: z.array(PachtkontoPosition),
  objekte: z.array(objekt),
  geplanteHebungen: z.array(geplanteHebung),
  offeneFaelligkeiten: z.array(offeneFaelligkeit),
  feldwerte: Feldwerte,
  anzahlDokumente: Anzahl,
  fristen: z
    .array(Kontofrist)
    .openapi({ description: "Für heute berechnet, die früheste zuerst; in einem PUT ohne Wirkung" }),
};

export const PachtkontoDetail = z
  .object({ ...gelesen, ...schreibbar, beteiligte: z.array(BeteiligterDetail), ...detail })
  .openapi("PachtkontoDetail");
export type PachtkontoDetail = z.output<typeof PachtkontoDetail>;
/** All that is stored of an account. */
export type Kontostand = Omit<PachtkontoDetail, "fristen">;

export const kontofelder = Object.keys(schreibbar) as (keyof typeof schreibbar)[];
/** What a new record has where nothing is said. */
export const leeresPachtkonto = {
  ...leereFelder(schreibbar),
  status: "aktiv",
  pachtjahrBeginn: "01-01",
  berechnungsart: "monatsgenau",
} as const;

export const schreibbareFelder = [...kontofelder, "beteiligte"] as const;

const beteiligteEingabe = z.array(BeteiligterEingabe).max(500);
const { pachtbeginn, zahlungsrhythmus, ...wahlfrei } = schreibbar;
export const CreatePachtkontoBody = z
  .strictObject({
    pachtbeginn,
    zahlungsrhythmus,
    ...z.strictObject(wahlfrei).partial().shape,
    wertsicherung: WertsicherungEingabe.nullable().optional(),
    beteiligte: beteiligteEingabe.optional(),
  })
  .openapi("CreatePachtkontoBody", {
    example: {
      bezeichnung: "Koppel am Deich",
      pachtbeginn: "2026-10-01",
      pachtjahrBeginn: "10-01",
      zahlungsrhythmus: "jaehrlich",
      istVorauszahlend: false,
    },
  });
export type CreatePachtkontoBody = z.output<typeof CreatePachtkontoBody>;

export const UpdatePachtkontoBody = aenderung({
  ...gelesen,
  ...schreibbar,
  wertsicherung: WertsicherungEingabe.nullable(),
  beteiligte: beteiligteEingabe,
  hinweise,
  ...detail,
}).openapi("UpdatePachtkontoBody", { example: { bemerkung: "Grenzstein fehlt" } });
export type UpdatePachtkontoBody = z.output<typeof UpdatePachtkontoBody>;

export const PachtkontoPaginatedList = paginiert(Pachtkonto).openapi("PachtkontoPaginatedList");

export const PachtkontoFilter = z.strictObject({
  search: Suche,
  status: kommaliste([...kontoStatus, "alle"]),
  pachtbeginnMonat: Monat,
  pachtendeMonat: Monat,
  schlussabrechnung: z
    .enum(["vorhanden", "nicht_vorhanden", "alle"])
    .optional()
    .openapi({ description: "Ob eine Schlussabrechnung gebucht ist" }),
  schlussabrechnungMonat: Monat,
  istVorauszahlend: z
    .enum(["ja", "nein", "unbekannt", "alle"])
    .optional()
    .openapi({ description: "Ob im Voraus gezahlt wird" }),
  hebemonat: kommaliste(monate),
  letzteHebungMonat: Monat,
  sort: sortParameter(kontosortierung),
  ...grosseSeite,
});
export type PachtkontoFilter = z.output<typeof PachtkontoFilter>;

/** 409 of a write into a booked period: what to cancel first. */
const ZeitraumGebucht = problemMit(
  "ZeitraumGebucht",
  {
    code: z.enum(["zeitraum_gebucht"]),
    belegnummer: z.string().nullable(),
    belegnummern: z.array(z.string()),
    buchungslaufId: Uuid,
    zeitraumVon: Datum,
    zeitraumBis: Datum,
  },
  {
    zeitraum_gebucht: {
      belegnummer: "RE-2026-000017",
      belegnummern: ["RE-2026-000017", "GS-2026-000012"],
      buchungslaufId: beispiellauf,
      zeitraumVon: "2026-10-01",
      zeitraumBis: "2027-09-30",
    },
  },
);

/** 409 of a write to a settled account: what to cancel first, null where another service settled it. */
const Schlussabgerechnet = problemMit(
  "Schlussabgerechnet",
  {
    code: z.enum(["schlussabgerechnet"]),
    belegnummer: z.string().nullable(),
    buchungslaufId: Uuid.nullable(),
  },
  { schlussabgerechnet: { belegnummer: "SR-2026-000003", buchungslaufId: beispiellauf } },
);

export const KontoKonflikt = z.union([ZeitraumGebucht, Schlussabgerechnet, ProblemSchema]).openapi("KontoKonflikt");

/** What an account writes of itself. */
export type Kontowerte = Pick<Pachtkonto, (typeof kontofelder)[number] | "naechsteHebung">;

/** A new one may leave its number to the service. */
export type NeueKontowerte = Omit<Kontowerte, "kontonummer"> & { kontonummer: string | null };
