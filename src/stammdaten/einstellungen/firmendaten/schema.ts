import { z } from "@hono/zod-openapi";
import { aenderung } from "../../../technik/http/schema.ts";
import { Bp, text, Zeitpunkt } from "../../../technik/http/werte.ts";
import { Bic, Iban, Land, ohneLeerzeichen, UstId } from "../../kontakte/schema.ts";
import { gedruckterText } from "../gedruckterText.ts";

export const pflichtangaben = [
  "firma",
  "strasse",
  "plz",
  "ort",
  "steuernummer",
  "treuhandkonto",
  "verwaltungsgebuehrSteuerbefreiungGrund",
] as const;

/** The creditor identifier's check digits stand over country and number; the three characters between do not count. */
const istGlaeubigerId = (wert: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(wert)) return false;
  if (wert.startsWith("DE") && !/^DE\d{2}[A-Z0-9]{3}\d{11}$/.test(wert)) return false;
  const ziffern = `${wert.slice(7)}${wert.slice(0, 4)}`.replace(/[A-Z]/g, (buchstabe) =>
    String(Number.parseInt(buchstabe, 36)),
  );
  return BigInt(ziffern) % 97n === 1n;
};

const GlaeubigerId = z
  .string()
  .max(50)
  .overwrite(ohneLeerzeichen)
  .refine(istGlaeubigerId, { error: "keine gültige Gläubiger-Identifikationsnummer" })
  .openapi({ example: "DE98ZZZ09999999999", pattern: "^ *[A-Za-z] *[A-Za-z] *[0-9] *[0-9][A-Za-z0-9 ]+$" });

const Steuernummer = text(20)
  .regex(/^[\d /]+$/, { error: "nur Ziffern, Leerzeichen und Schrägstriche" })
  .refine((wert) => /^\d{10,13}$/.test(wert.replace(/\D/g, "")), { error: "10 bis 13 Ziffern erwartet" })
  .openapi({ example: "19/815/08155" });

/** With or without its scheme, as it stands on paper; a frontend may make a link of it. */
const istWebsite = (wert: string): boolean =>
  /^(?:https?:\/\/)?(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?:[/?#]\S*)?$/iu.test(wert);

const Website = gedruckterText(200).refine(istWebsite, { error: "keine gültige Internetadresse" }).openapi({
  example: "https://www.example.org",
  pattern: "^([Hh][Tt][Tt][Pp][Ss]?://)?[^\\s/?#]+\\.[^\\s/?#]+([/?#].*)?$",
});

const bank = gedruckterText(100).nullable();
const Bankkonto = z.object({ iban: Iban, bic: Bic.nullable(), bank });
const BankkontoBody = z.strictObject({ iban: Iban, bic: Bic.nullable().default(null), bank: bank.default(null) });

const Ansprechpartner = z.strictObject({
  name: text(100),
  telefon: text(50).refine((wert) => wert.replace(/\D/g, "").length >= 3, { error: "mindestens drei Ziffern" }),
  email: z.email({ error: "keine gültige E-Mail-Adresse" }).max(200),
});

const Sachkonto = z.string().regex(/^\d{3,8}$/, { error: "Kontonummer aus 3 bis 8 Ziffern erwartet" });

const datev = {
  berater: z.string().regex(/^\d{4,7}$/, { error: "4 bis 7 Ziffern erwartet" }),
  mandant: z.string().regex(/^\d{1,5}$/, { error: "1 bis 5 Ziffern erwartet" }),
  wjBeginn: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-01$/, { error: "Monatserster im Format MM-TT erwartet" })
    .openapi({ description: "Beginn des Wirtschaftsjahres, MM-TT", example: "01-01" }),
  sachkontenlaenge: z.number().int().min(4).max(8),
  weiterleitungskonto: Sachkonto.nullable().openapi({
    description: "Sachkonto der Pacht, die an Verpächter weitergeleitet wird (Gegenkonto der Gutschriften)",
    example: "5901",
  }),
  gebuehrenkonto: Sachkonto.nullable().openapi({
    description: "Erlöskonto der Verwaltungsgebühr (Gegenkonto der Gebührenrechnungen)",
    example: "4869",
  }),
};

/** Both accounts are needed by the posting batch alone, and only for lessors. */
const datevBody = {
  ...datev,
  weiterleitungskonto: datev.weiterleitungskonto.default(null),
  gebuehrenkonto: datev.gebuehrenkonto.default(null),
};

const einfach = {
  firma: gedruckterText(200).nullable(),
  rechtsform: gedruckterText(100).nullable(),
  strasse: gedruckterText(150).nullable(),
  hausnummer: gedruckterText(20).nullable(),
  adresszusatz: gedruckterText(150).nullable(),
  plz: gedruckterText(12).nullable(),
  ort: gedruckterText(100).nullable(),
  land: Land,
  steuernummer: Steuernummer.nullable(),
  ustId: UstId.nullable(),
  registergericht: gedruckterText(100).nullable(),
  registernummer: gedruckterText(50).nullable(),
  geschaeftsfuehrung: gedruckterText(300).nullable(),
  telefon: gedruckterText(50).nullable(),
  email: z.email({ error: "keine gültige E-Mail-Adresse" }).max(200).nullable(),
  website: Website.nullable(),
  glaeubigerId: GlaeubigerId.nullable(),
  zahlungszielTage: z.number().int().min(0).max(365),
  verwaltungsgebuehrSteuersatzBp: Bp,
  verwaltungsgebuehrSteuerbefreiungGrund: gedruckterText(300).nullable().openapi({
    description: "Pflicht beim Steuersatz 0; steht auf jeder Gebührenrechnung ohne Umsatzsteuer",
    example: "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)",
  }),
};

const gelesen = {
  vollstaendig: z.boolean().openapi({ description: "Alle Angaben sind da, ohne die nicht gebucht wird" }),
  fehlendeAngaben: z.array(z.enum(pflichtangaben)).openapi({
    description:
      "Was zum Buchen fehlt; `steuernummer` nur, wenn auch die USt-IdNr. fehlt, der Grund nur beim Steuersatz 0",
  }),
  geaendertAm: Zeitpunkt,
};

export const Firmendaten = z
  .object({
    ...einfach,
    geschaeftskonto: Bankkonto.nullable(),
    treuhandkonto: Bankkonto.nullable(),
    ansprechpartner: Ansprechpartner.nullable().openapi({
      description: "Wen öffentliche Auftraggeber zu einer XRechnung fragen; ohne ihn wird ihnen nichts berechnet",
    }),
    datev: z.object(datev).nullable(),
    ...gelesen,
  })
  .openapi("Firmendaten");
export type Firmendaten = z.output<typeof Firmendaten>;

const schreibbar = {
  ...einfach,
  geschaeftskonto: BankkontoBody.nullable(),
  treuhandkonto: BankkontoBody.nullable(),
  ansprechpartner: Ansprechpartner.nullable(),
  datev: z.strictObject(datevBody).nullable(),
};

export const einfacheFelder = Object.keys(einfach) as (keyof typeof einfach)[];
export const schreibbareFelder = Object.keys(schreibbar) as (keyof typeof schreibbar)[];

export const UpdateFirmendatenBody = aenderung({ ...schreibbar, ...gelesen }).openapi("UpdateFirmendatenBody", {
  example: { telefon: "0581 9990-0" },
});
export type UpdateFirmendatenBody = z.output<typeof UpdateFirmendatenBody>;
