import { z } from "@hono/zod-openapi";
import { HOECHSTBETRAG_CENT } from "../../../kern/pacht/grenzen.ts";
import { type Wertsicherung as Klausel, rundungen, schwellenvergleiche } from "../../../kern/wertsicherung/klausel.ts";
import { Cent, Datum, Id } from "../../../technik/http/werte.ts";
import { Indexbasis, Indexmonat, Indexwert } from "../../einstellungen/indexreihen/schema.ts";

const index = {
  art: z.literal("index"),
  reiheId: Id.openapi({ description: "Eine Reihe aus `/einstellungen/indexreihen`" }),
  basisMonat: Indexmonat.openapi({
    description: "Monat, von dem an die Änderung zählt; der Abschluss einer vorgeschlagenen Hebung setzt ihn weiter",
  }),
  schwelleBp: z.number().int().min(0).max(100_000).nullable().openapi({
    description: "Ab welcher Änderung angepasst wird, in Basispunkten; dies oder `schwellePunkte`",
  }),
  schwellePunkte: z
    .strictObject({ punkte: Indexwert.openapi({ example: "10.0" }), basis: Indexbasis })
    .nullable()
    .openapi({ description: "Dasselbe in Punkten; die hängen von der Basis ab, deshalb nennt die Schwelle ihre" }),
  vergleich: z
    .enum(schwellenvergleiche)
    .openapi({ description: "Ob die Schwelle erreicht genügt oder überschritten sein muss" }),
  rundung: z.enum(rundungen).openapi({
    description:
      "`amtlich`: die Änderung in Prozent, auf eine Nachkommastelle gerundet, wird mit der Schwelle verglichen",
  }),
  weitergabeBp: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .openapi({ description: "Anteil der Änderung, der weitergegeben wird" }),
  obergrenzeBp: z.number().int().min(1).max(100_000).nullable().openapi({
    description: "Höchste Änderung der Pacht je Anpassung; was darüber liegt, verfällt",
  }),
  beideRichtungen: z.boolean().openapi({ description: "`false`: fällt der Index, bleibt die Pacht" }),
  fruehestensMonate: z.number().int().min(0).max(1200).openapi({
    description:
      "So viele Monate nach der letzten Hebung (einer wenigstens), sonst nach `pachtbeginn`, wird frühestens angepasst",
  }),
};

const stufe = {
  ab: Datum,
  betragCent: Cent.min(0)
    .max(HOECHSTBETRAG_CENT)
    .nullable()
    .openapi({ description: "Neue Pacht im Jahr; dies oder `prozentBp`" }),
  prozentBp: z
    .number()
    .int()
    .min(-10_000)
    .max(100_000)
    .nullable()
    .openapi({ description: "Um so viel mehr als bisher" }),
};

const Prozentklausel = z
  .strictObject({
    art: z.literal("prozent"),
    wertBp: z.number().int().min(-10_000).max(100_000),
    alleMonate: z.number().int().min(1).max(1200).openapi({
      description: "Gezählt von der letzten Hebung, sonst von `pachtbeginn`",
    }),
  })
  .openapi("Prozentklausel");

export const Wertsicherung = z
  .discriminatedUnion("art", [
    z.strictObject(index).openapi("Indexklausel"),
    Prozentklausel,
    z.strictObject({ art: z.literal("staffel"), stufen: z.array(z.strictObject(stufe)) }).openapi("Staffelklausel"),
  ])
  .openapi("Wertsicherung") satisfies z.ZodType<Klausel>;

const { betragCent, prozentBp } = stufe;
export const WertsicherungEingabe = z
  .discriminatedUnion("art", [
    z
      .strictObject({
        ...index,
        schwelleBp: index.schwelleBp.default(null),
        schwellePunkte: index.schwellePunkte.default(null),
        weitergabeBp: index.weitergabeBp.default(10_000),
        obergrenzeBp: index.obergrenzeBp.default(null),
        beideRichtungen: index.beideRichtungen.default(true),
        fruehestensMonate: index.fruehestensMonate.default(0),
      })
      .openapi("IndexklauselEingabe"),
    Prozentklausel,
    z
      .strictObject({
        art: z.literal("staffel"),
        stufen: z
          .array(
            z.strictObject({
              ab: stufe.ab,
              betragCent: betragCent.default(null),
              prozentBp: prozentBp.default(null),
            }),
          )
          .min(1)
          .max(200)
          .openapi({ description: "Nach `ab` aufsteigend" }),
      })
      .openapi("StaffelklauselEingabe"),
  ])
  .openapi("WertsicherungEingabe", {
    description: "Wie die Pacht der Geldentwicklung folgt; daraus entstehen `/abrechnung/hebungsvorschlaege`",
  });
