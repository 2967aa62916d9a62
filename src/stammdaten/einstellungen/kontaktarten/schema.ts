import { z } from "@hono/zod-openapi";
import { seite } from "../../../technik/http/parameter.ts";
import { datensatz, paginiert } from "../../../technik/http/schema.ts";
import { text } from "../../../technik/http/werte.ts";

const schreibbar = {
  name: text(50)
    .regex(/^[^,]*$/, { error: "darf kein Komma enthalten" })
    .openapi({ description: "Eindeutig; der Wert von `typ` eines Kontakts", example: "paechter" }),
  bezeichnung: text(100).openapi({ example: "Pächter" }),
  aktiv: z.boolean(),
};

export const Kontaktart = z.object({ ...datensatz, ...schreibbar }).openapi("Kontaktart");
export type Kontaktart = z.output<typeof Kontaktart>;

const { name, bezeichnung, aktiv } = schreibbar;
export const CreateKontaktartBody = z
  .strictObject({ name, bezeichnung: bezeichnung.optional(), aktiv: aktiv.optional() })
  .openapi("CreateKontaktartBody", { example: { name: "nachbar", bezeichnung: "Nachbar" } });
export type CreateKontaktartBody = z.output<typeof CreateKontaktartBody>;

export const KontaktartPaginatedList = paginiert(Kontaktart).openapi("KontaktartPaginatedList");

export const KontaktartFilter = z.strictObject({
  aktiv: z.enum(["true", "false"]).optional().openapi({ description: "Nur aktive oder nur nicht aktive Kontaktarten" }),
  ...seite(20),
});
export type KontaktartFilter = z.output<typeof KontaktartFilter>;
