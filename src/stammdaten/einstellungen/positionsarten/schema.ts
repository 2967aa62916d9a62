import { z } from "@hono/zod-openapi";
import { aenderung, datensatz, leereFelder, ProblemSchema } from "../../../technik/http/schema.ts";
import { Anzahl, Bp, beispielbasis, Id, text } from "../../../technik/http/werte.ts";
import { gedruckterText } from "../gedruckterText.ts";

const schreibbar = {
  name: text(100).openapi({ description: "Eindeutig, Groß-/Kleinschreibung gleichgültig" }),
  kuerzel: text(20),
  steuersatzBp: Bp,
  steuerbefreiungGrund: gedruckterText(300)
    .nullable()
    .openapi({
      description:
        "Pflicht beim Satz 0; gilt auch für Positionen, die den Satz auf 0 setzen. Steht auf Briefen: nur Zeichen, die " +
        "deren Schrift hat",
      example: "§ 4 Nr. 12 UStG",
    }),
  erhoehbar: z.boolean().openapi({ description: "Folgt Hebungen" }),
  weiterleitung: z.boolean().openapi({ description: "Wird an die Verpächter weitergeleitet" }),
  erloeskonto: z
    .string()
    .regex(/^\d{3,9}$/, { error: "Kontonummer aus 3 bis 9 Ziffern erwartet" })
    .nullable()
    .openapi({ description: "Sachkonto der Erlöse", example: "8105" }),
  aktiv: z.boolean(),
};

const gelesen = {
  ...datensatz,
  anzahlVerwendungen: Anzahl.openapi({ description: "Positionen mit dieser Positionsart" }),
};

export const Positionsart = z.object({ ...gelesen, ...schreibbar }).openapi("Positionsart");
export type Positionsart = z.output<typeof Positionsart>;

/** What a new record has where nothing is said. */
export const leerePositionsart = {
  ...leereFelder(schreibbar),
  erhoehbar: true,
  weiterleitung: true,
  aktiv: true,
} as const;

export const schreibbareFelder = Object.keys(schreibbar) as (keyof typeof schreibbar)[];

const { name, kuerzel, steuersatzBp, ...wahlfrei } = schreibbar;
export const PositionsartInput = z
  .strictObject({ name, kuerzel, steuersatzBp, ...z.strictObject(wahlfrei).partial().shape })
  .openapi("PositionsartInput", { example: { name: "Wegegeld", kuerzel: "WG", steuersatzBp: 1900 } });
export type PositionsartInput = z.output<typeof PositionsartInput>;

export const PositionsartUpdate = aenderung({ ...gelesen, ...schreibbar }).openapi("PositionsartUpdate", {
  example: { aktiv: true },
});
export type PositionsartUpdate = z.output<typeof PositionsartUpdate>;

/** A problem body that says what still uses the type. */
export const PositionsartDeleteConflict = z
  .object({
    ...ProblemSchema.shape,
    code: z.enum(["wird_verwendet"]),
    positionsartId: Id,
    anzahlVerwendungen: z.number().int().min(1),
    beispiele: z
      .array(z.object({ pachtkontoId: Id, kontonummer: z.string() }))
      .max(5)
      .openapi({ description: "Bis zu fünf Pachtkonten mit solchen Positionen, nach Kontonummer" }),
  })
  .openapi("PositionsartDeleteConflict", {
    example: {
      type: "urn:pachtverwaltung:problem:wird_verwendet",
      title: "Konflikt",
      status: 409,
      detail: "214 Positionen haben diese Positionsart.",
      instance: `${beispielbasis}/einstellungen/positionsarten/1`,
      code: "wird_verwendet",
      requestId: "0b9c1f6e-7a4d-4c1b-9a57-3f2d8f1b6c20",
      positionsartId: 1,
      anzahlVerwendungen: 214,
      beispiele: [{ pachtkontoId: 1, kontonummer: "PK-000001" }],
    },
  });
export type Verwendung = z.output<typeof PositionsartDeleteConflict>["beispiele"][number];
