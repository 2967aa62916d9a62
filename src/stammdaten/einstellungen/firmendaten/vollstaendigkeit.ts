import { konflikt } from "../../../kern/ablehnung.ts";
import { fehlendeZeichen, fehlendeZeichenInWorten } from "../../../kern/pacht/schriftzeichen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { type FirmendatenZeile, findFirmendaten } from "./queries.ts";
import { einfacheFelder, type Firmendaten, pflichtangaben } from "./schema.ts";

type Pflichtangabe = (typeof pflichtangaben)[number];

/**
 * What is missing before anything may be booked: name, address, tax number or VAT id (§ 14 (4) UStG), the trust
 * account that lessees pay to, and why a fee without VAT has none. Empty when the data are complete.
 */
export function fehlendeAngaben(firma: Angaben): Pflichtangabe[] {
  return pflichtangaben.filter((feld) => firma[feld] === null && istNoetig(feld, firma));
}

type Angaben = Pick<Firmendaten, Pflichtangabe | "ustId" | "verwaltungsgebuehrSteuersatzBp">;

const istNoetig = (feld: Pflichtangabe, firma: Angaben): boolean => {
  if (feld === "steuernummer") return firma.ustId === null;
  return feld !== "verwaltungsgebuehrSteuerbefreiungGrund" || firma.verwaltungsgebuehrSteuersatzBp === 0;
};

const worte: Record<Pflichtangabe, string> = {
  firma: "Firma",
  strasse: "Straße",
  plz: "PLZ",
  ort: "Ort",
  steuernummer: "Steuernummer oder USt-IdNr.",
  treuhandkonto: "Treuhandkonto",
  verwaltungsgebuehrSteuerbefreiungGrund: "Grund der Steuerbefreiung der Verwaltungsgebühr",
};

export function angabenInWorten(angaben: readonly Pflichtangabe[]): string {
  return angaben.map((angabe) => worte[angabe]).join(", ");
}

const fehlendInWorten = (fehlend: readonly Pflichtangabe[]): string =>
  `Vor dem Buchen fehlen in den Firmendaten: ${angabenInWorten(fehlend)}.`;

type Hindernis = { code: "firmendaten_unvollstaendig" | "zeichen_fehlt"; text: string; fehlend?: Pflichtangabe[] };

/**
 * Why nothing may be booked with these company data: some are missing, or the font of letters lacks a character of one.
 * That stands on every letter, and what is booked keeps it, so that the whole run could never be printed.
 */
export async function listeHindernisse(sql: Db): Promise<Hindernis[]> {
  const firma = await findFirmendaten(sql);
  const fehlend = fehlendeAngaben(firma);
  const unvollstaendig: Hindernis[] =
    fehlend.length > 0 ? [{ code: "firmendaten_unvollstaendig", text: fehlendInWorten(fehlend), fehlend }] : [];
  return [...unvollstaendig, ...unlesbare(firma)];
}

/** Of data that were stored before they were checked for it. */
const unlesbare = (firma: FirmendatenZeile): Hindernis[] => {
  const angaben = [...einfacheFelder.map((feld) => firma[feld]), firma.geschaeftskonto?.bank, firma.treuhandkonto?.bank]
    .filter((angabe) => typeof angabe === "string")
    .filter((angabe) => fehlendeZeichen(angabe).length > 0);
  const genannt = angaben.map((angabe) => `„${angabe}“`).join(", ");
  const text = fehlendeZeichenInWorten(`In den Firmendaten (${genannt})`, angaben.join(""));
  return text === null ? [] : [{ code: "zeichen_fehlt", text }];
};

/** @throws Ablehnung konflikt `firmendaten_unvollstaendig` or `zeichen_fehlt`: no document may leave with such data */
export async function verlangeFirmendaten(sql: Db): Promise<void> {
  const [hindernis] = await listeHindernisse(sql);
  if (!hindernis) return;
  const { code, text, ...mehr } = hindernis;
  throw konflikt(code, text, mehr);
}
