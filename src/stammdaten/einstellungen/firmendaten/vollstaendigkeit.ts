import { konflikt } from "../../../kern/ablehnung.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { findFirmendaten } from "./queries.ts";
import { type Firmendaten, pflichtangaben } from "./schema.ts";

type Pflichtangabe = (typeof pflichtangaben)[number];

/**
 * What is missing before anything may be booked: name, address, tax number or VAT id (§ 14 (4) UStG) and the trust
 * account that lessees pay to. Empty when the data are complete.
 */
export const fehlendeAngaben = (firma: Pick<Firmendaten, Pflichtangabe | "ustId">): Pflichtangabe[] =>
  pflichtangaben.filter((feld) => firma[feld] === null && (feld !== "steuernummer" || firma.ustId === null));

export const listeFehlendeAngaben = async (sql: Db): Promise<Pflichtangabe[]> =>
  fehlendeAngaben(await findFirmendaten(sql));

export const fehlendInWorten = (fehlend: readonly string[]): string =>
  `Vor dem Buchen fehlen in den Firmendaten: ${fehlend.join(", ")}.`;

/** @throws Ablehnung konflikt `firmendaten_unvollstaendig`: no document may leave without them */
export const verlangeFirmendaten = async (sql: Db): Promise<void> => {
  const fehlend = await listeFehlendeAngaben(sql);
  if (fehlend.length > 0) throw konflikt("firmendaten_unvollstaendig", fehlendInWorten(fehlend), { fehlend });
};
