import { z } from "@hono/zod-openapi";
import { UpdateFirmendatenBody } from "../../stammdaten/einstellungen/firmendaten/schema.ts";
import { CreateKontaktartBody } from "../../stammdaten/einstellungen/kontaktarten/schema.ts";
import { PositionsartInput } from "../../stammdaten/einstellungen/positionsarten/schema.ts";
import { kontaktarten, positionsarten } from "./vorgaben.ts";

/** A list of one's own, or the word for the list that comes with the service. */
const liste = <S extends z.ZodType>(eintrag: S, vorgabe: readonly z.output<S>[]) =>
  z
    .union([z.literal("vorgabe"), z.array(eintrag)], { error: "„vorgabe“ oder eine Liste erwartet" })
    .transform((wert) => (wert === "vorgabe" ? [...vorgabe] : wert));

/** What is set up; what is not named stays as it is. */
export const Einrichtung = z.strictObject({
  firmendaten: UpdateFirmendatenBody.optional(),
  kontaktarten: liste(CreateKontaktartBody, kontaktarten).optional(),
  positionsarten: liste(PositionsartInput, positionsarten).optional(),
  /** The provider's word (role or group) for those who shall be administrators. */
  administrator: z.string().trim().min(1).max(200).optional(),
});
export type Einrichtung = z.output<typeof Einrichtung>;
