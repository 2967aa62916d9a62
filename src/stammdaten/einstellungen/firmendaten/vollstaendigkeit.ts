import { konflikt } from "../../../kern/ablehnung.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { findFirmendaten } from "./queries.ts";
import { type Firmendaten, pflichtangaben } from "./schema.ts";

type Pflichtangabe = (typeof pflichtangaben)[number];

/**
 * What is missing before anything may be booked: name, address, tax number or VAT id (§ 14 (4) UStG), the trust
 * account that lessees pay to, and why a fee without VAT has none. Empty when the data are complete.
 */
export const fehlendeAngaben = (firma: Angaben): Pflichtangabe[] =>
  pflichtangaben.filter((feld) => firma[feld] === null && istNoetig(feld, firma));

type Angaben = Pick<Firmendaten, Pflichtangabe | "ustId" | "verwaltungsgebuehrSteuersatzBp">;

const istNoetig = (feld: Pflichtangabe, firma: Angaben): boolean => {
  if (feld === "steuernummer") return firma.ustId === null;
  return feld !== "verwaltungsgebuehrSteuerbefreiungGrund" || firma.verwaltungsgebuehrSteuersatzBp === 0;
};

export const listeFehlendeAngaben = async (sql: Db): Promise<Pflichtangabe[]> =>
  fehlendeAngaben(await findFirmendaten(sql));

const worte: Record<Pflichtangabe, string> = {
  firma: "Firma",
  strasse: "Straße",
  plz: "PLZ",
  ort: "Ort",
  steuernummer: "Steuernummer oder USt-IdNr.",
  treuhandkonto: "Treuhandkonto",
  verwaltungsgebuehrSteuerbefreiungGrund: "Grund der Steuerbefreiung der Verwaltungsgebühr",
};

export const angabenInWorten = (angaben: readonly Pflichtangabe[]): string =>
  angaben.map((angabe) => worte[angabe]).join(", ");

export const fehlendInWorten = (fehlend: readonly Pflichtangabe[]): string =>
  `Vor dem Buchen fehlen in den Firmendaten: ${angabenInWorten(fehlend)}.`;

/** @throws Ablehnung konflikt `firmendaten_unvollstaendig`: no document may leave without them */
export const verlangeFirmendaten = async (sql: Db): Promise<void> => {
  const fehlend = await listeFehlendeAngaben(sql);
  if (fehlend.length > 0) throw konflikt("firmendaten_unvollstaendig", fehlendInWorten(fehlend), { fehlend });
};
