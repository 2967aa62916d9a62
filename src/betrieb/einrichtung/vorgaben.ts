import type { CreateKontaktartBody } from "../../stammdaten/einstellungen/kontaktarten/schema.ts";
import type { PositionsartInput } from "../../stammdaten/einstellungen/positionsarten/schema.ts";

/** The contact kinds that a lease administration begins with. */
export const kontaktarten = [
  { name: "paechter", bezeichnung: "Pächter" },
  { name: "verpaechter", bezeichnung: "Verpächter" },
  { name: "bevollmaechtigter", bezeichnung: "Bevollmächtigter" },
  { name: "steuerberater", bezeichnung: "Steuerberater" },
  { name: "behoerde", bezeichnung: "Behörde" },
  { name: "dienstleister", bezeichnung: "Dienstleister" },
] as const satisfies CreateKontaktartBody[];

/** Why the lease of land bears no VAT. */
export const paragraf4 = "Steuerfrei nach § 4 Nr. 12 Satz 1 Buchst. a UStG";

const steuerfrei = { steuersatzBp: 0, steuerbefreiungGrund: paragraf4, weiterleitung: true } as const;
const steuerpflichtig = { steuersatzBp: 1900, steuerbefreiungGrund: null, weiterleitung: true } as const;

/** The position types that it begins with; on which account their revenue goes is for the tax adviser to say. */
export const positionsarten = [
  { name: "Grundpacht", kuerzel: "GP", ...steuerfrei, erhoehbar: true },
  { name: "Gewerbepacht", kuerzel: "GW", ...steuerpflichtig, erhoehbar: true },
  { name: "Gartenpacht", kuerzel: "GA", ...steuerfrei, erhoehbar: true },
  { name: "Jagdpacht", kuerzel: "JP", ...steuerpflichtig, erhoehbar: true },
  { name: "Fischereipacht", kuerzel: "FP", ...steuerpflichtig, erhoehbar: true },
  { name: "Stellplatzpacht", kuerzel: "SP", ...steuerpflichtig, erhoehbar: true },
  { name: "Nutzungsentgelt Energie", kuerzel: "NE", ...steuerpflichtig, erhoehbar: true },
  { name: "Grundsteuerumlage", kuerzel: "GS", ...steuerfrei, erhoehbar: false },
  { name: "Umlage Wasser- und Bodenverband", kuerzel: "WB", ...steuerfrei, erhoehbar: false },
] as const satisfies PositionsartInput[];
