import { z } from "@hono/zod-openapi";
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { zahlungsarten } from "../../kern/pacht/schnappschuss.ts";
import { umsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import {
  ausKommaliste,
  grosseSeite,
  Suche,
  sortParameter,
  textliste,
  vergleichstext,
} from "../../technik/http/parameter.ts";
import { aenderung, datensatz, leereFelder, paginiert } from "../../technik/http/schema.ts";
import { Datum, text } from "../../technik/http/werte.ts";
import { laender } from "./laender.ts";
import { kontaktsortierung } from "./sortierung.ts";

/** Checked by its check digits, kept without blanks. */
export const Iban = z
  .string()
  .overwrite((wert) => electronicFormatIBAN(wert) ?? "")
  .refine((wert) => isValidIBAN(wert), { error: "keine gültige IBAN" })
  .openapi({
    example: "DE02120300000000202051",
    pattern: "^[ -]*[A-Za-z][ -]*[A-Za-z][ -]*[0-9][ -]*[0-9][A-Za-z0-9 -]+$",
  });

/** As it is compared: without blanks, in capitals. */
export function ohneLeerzeichen(wert: string): string {
  return wert.replaceAll(" ", "").toUpperCase();
}

export const Bic = z
  .string()
  .overwrite(ohneLeerzeichen)
  .refine((wert) => isValidBIC(wert), { error: "keine gültige BIC" })
  .openapi({ example: "BYLADEM1001", pattern: "^ *([A-Za-z0-9] *){8,11}$" });

export const UstId = z
  .string()
  .max(20)
  .overwrite(ohneLeerzeichen)
  .regex(/^(?:DE\d{9}|(?!DE)[A-Z]{2}[0-9A-Z+*]{2,12})$/, { error: "keine gültige USt-IdNr. (DE und neun Ziffern)" })
  .openapi({
    example: "DE123456789",
    pattern: "^ *(?:[Dd] *[Ee] *(?:[0-9] *){9}|(?![Dd] *[Ee])(?:[A-Za-z] *){2}(?:[0-9A-Za-z+*] *){2,12})$",
  });

export const Land = z
  .string()
  .refine((wert) => laender.has(wert), { error: "Land als zwei Großbuchstaben (ISO 3166-1)" })
  .openapi({ example: "DE", pattern: "^[A-Z]{2}$", description: "Zwei Buchstaben nach ISO 3166-1" });

export const Zahlungsmoral = z
  .literal([0, 1, 3])
  .openapi({ type: "integer", enum: [0, 1, 3], description: "0 = nicht bewertet, 1 = gut, 3 = schlecht" });

/** A coarse number, a finer one, two check digits (ISO 7064 MOD 97-10, letters as 10 to 35). */
const istLeitwegId = (wert: string): boolean =>
  /^\d{2,12}-(?:[A-Z0-9]{1,30}-)?\d{2}$/.test(wert) &&
  BigInt(wert.replaceAll("-", "").replace(/[A-Z]/g, (b) => String(Number.parseInt(b, 36)))) % 97n === 1n;

const LeitwegId = z
  .string()
  .max(46)
  .overwrite(ohneLeerzeichen)
  .refine(istLeitwegId, { error: "keine gültige Leitweg-ID" })
  .openapi({
    description: "Öffentlicher Auftraggeber: er bekommt neben dem Brief eine XRechnung",
    example: "04011000-1234512345-06",
    pattern: "^[A-Za-z0-9 -]+$",
  });

const SepaMandat = z.strictObject({ referenz: text(35), datum: Datum });

const schreibbar = {
  typ: text(50).openapi({ description: "Name einer Kontaktart aus den Einstellungen" }),
  istOrganisation: z.boolean(),
  anrede: text(50).nullable(),
  titel: text(50).nullable(),
  vorname: text(100).nullable(),
  nachname: text(100).nullable(),
  firma: text(200).nullable(),
  strasse: text(150).nullable(),
  hausnummer: text(20).nullable(),
  adresszusatz: text(150).nullable(),
  plz: text(12).nullable(),
  ort: text(100).nullable(),
  land: Land,
  telefon: text(50).nullable(),
  mobil: text(50).nullable(),
  email: z.email({ error: "keine gültige E-Mail-Adresse" }).max(200).nullable(),
  iban: Iban.nullable(),
  bic: Bic.nullable(),
  kontoinhaber: text(150).nullable(),
  zahlungsart: z.enum(zahlungsarten).openapi({
    description:
      "Wie mit diesem Kontakt gezahlt wird. `lastschrift`: Forderungen werden mit `sepaMandat` eingezogen; bei `bar` und " +
      "`verrechnung` steht er in keiner Zahlungsdatei",
  }),
  sepaMandat: SepaMandat.nullable(),
  zahlungsmoral: Zahlungsmoral,
  bankBestaetigtAm: Datum.nullable().openapi({
    description:
      "Wann jemand die Bankverbindung bestätigt hat; eine andere IBAN ohne neuen Tag hebt die Bestätigung auf",
  }),
  debitornummer: text(30).nullable(),
  kreditornummer: text(30).nullable(),
  steuernummer: text(30).nullable(),
  ustId: UstId.nullable(),
  umsatzsteuerStatus: z
    .enum(umsatzsteuerStatus)
    .nullable()
    .openapi({
      description:
        "Eines Verpächters: `regelbesteuert` bekommt Umsatzsteuer, `kleinunternehmer` keine (§ 19 UStG); `pauschaliert`, " +
        "`nicht_steuerbar` und null (unbekannt) auch keine und statt einer Gutschrift eine Auszahlungsmitteilung",
    }),
  gutschriftVereinbartAm: Datum.nullable().openapi({
    description:
      "Wann mit diesem Verpächter vereinbart wurde, seine Leistung durch Gutschrift abzurechnen (§ 14 Abs. 2 Satz 5 " +
      "UStG); fehlt der Tag, weist die Vorschau darauf hin",
  }),
  leitwegId: LeitwegId.nullable(),
  bemerkung: text(4000).nullable(),
};

const gelesen = { ...datensatz, anzeigename: z.string() };

export const Kontakt = z.object({ ...gelesen, ...schreibbar }).openapi("Kontakt");
export type Kontakt = z.output<typeof Kontakt>;

/** What a contact says, also of one that was deleted: only of one that is there the database knows version and times. */
export type Kontaktstand = Omit<Kontakt, keyof Verwaltetes> & Partial<Verwaltetes>;
type Verwaltetes = Pick<Kontakt, "version" | "erstelltAm" | "geaendertAm">;

/** What a new record has where nothing is said. */
export const leererKontakt = {
  ...leereFelder(schreibbar),
  istOrganisation: false,
  land: "DE",
  zahlungsart: "ueberweisung",
  zahlungsmoral: 0,
} as const;

export const schreibbareFelder = Object.keys(schreibbar) as (keyof typeof schreibbar)[];

const { typ, ...wahlfrei } = schreibbar;
export const CreateKontaktBody = z
  .strictObject({ typ, ...z.strictObject(wahlfrei).partial().shape })
  .openapi("CreateKontaktBody", {
    example: { typ: "paechter", vorname: "Ida", nachname: "Jürgensen", plz: "25813", ort: "Husum" },
  });
export type CreateKontaktBody = z.output<typeof CreateKontaktBody>;

export const UpdateKontaktBody = aenderung({ ...gelesen, ...schreibbar }).openapi("UpdateKontaktBody", {
  example: { bemerkung: "Rückruf erbeten" },
});
export type UpdateKontaktBody = z.output<typeof UpdateKontaktBody>;

export const KontaktPaginatedList = paginiert(Kontakt).openapi("KontaktPaginatedList");

const zahlungsmoralListe = z
  .preprocess((wert) => {
    const teile = ausKommaliste(wert);
    return Array.isArray(teile) ? teile.map((teil) => (/^[013]$/.test(teil) ? Number(teil) : teil)) : teile;
  }, z.array(Zahlungsmoral).min(1).optional())
  .openapi({
    param: { style: "form", explode: false, required: false },
    description: "Kommaliste; ohne sie alle",
    type: "array",
    items: { type: "integer", enum: [0, 1, 3] },
  });

export const KontaktFilter = z.strictObject({
  search: Suche,
  typ: textliste(),
  zahlungsmoral: zahlungsmoralListe,
  zahlungsart: textliste(),
  gutschriftVereinbart: z.enum(["ja", "nein"]).optional().openapi({
    description:
      "`nein`: ohne `gutschriftVereinbartAm`; mit `typ` die Verpächter, mit denen noch nichts vereinbart ist",
  }),
  ort: vergleichstext(100).optional().openapi({ description: "Teilzeichenfolge des Ortes" }),
  sort: sortParameter(kontaktsortierung),
  ...grosseSeite,
});
export type KontaktFilter = z.output<typeof KontaktFilter>;
