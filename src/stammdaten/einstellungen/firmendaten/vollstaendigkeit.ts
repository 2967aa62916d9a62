import { type Firmendaten, pflichtangaben } from "./schema.ts";

/**
 * What is missing before anything may be booked: name, address, tax number or VAT id (§ 14 (4) UStG) and the trust
 * account that lessees pay to. Empty when the data are complete.
 */
export const fehlendeAngaben = (
  firma: Pick<Firmendaten, (typeof pflichtangaben)[number] | "ustId">,
): (typeof pflichtangaben)[number][] =>
  pflichtangaben.filter((feld) => firma[feld] === null && (feld !== "steuernummer" || firma.ustId === null));
