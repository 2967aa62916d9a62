import type { BriefDaten, BriefZeile } from "../../../src/belege/briefe/daten.ts";
import { aussteller, brief, firma, person, zeile } from "../../hilfe/musterbrief.ts";

const mitSteuer = { steuersatzBp: 1900, steuerbefreiungGrund: null };
const nichtSteuerbar = { steuerbefreiungGrund: "nicht steuerbar" };

const korrektur = (nettoCent: number, belegnummer: string): BriefZeile => {
  const muster = zeile(nettoCent, { ...mitSteuer, bezeichnung: "Gewerbepacht Halle 3" });
  return {
    ...muster,
    herleitung: {
      ...muster.herleitung,
      methode: "korrektur",
      korrektur: {
        faelligkeitId: 1,
        belegId: 7,
        belegnummer,
        gebuchtCent: 100_000,
        richtigCent: 100_000 + nettoCent,
        segmente: [],
      },
    },
  };
};

const anVerpaechter = {
  belegart: "gutschrift",
  belegnummer: "GS-2026-000001",
  empfaenger: firma,
} as const satisfies Partial<BriefDaten>;

const gemischt = () => [zeile(120_000), zeile(552_000, mitSteuer), zeile(-24_000, mitSteuer)];
const minus = (zeilen: BriefZeile[]) => zeilen.map((z) => ({ ...z, nettoCent: 0 - z.nettoCent }));

/** One document of each kind that carries an e-invoice, with its type. */
export const arten: Record<string, { art: string; brief: BriefDaten }> = {
  "Rechnung, gemischt": { art: "380", brief: brief() },
  "Rechnung mit Lastschrift": {
    art: "380",
    brief: brief({
      empfaenger: { ...person, zahlungsart: "lastschrift", sepaMandat: { referenz: "M-417", datum: "2024-03-01" } },
    }),
  },
  "Rechnung, bar": { art: "380", brief: brief({ empfaenger: { ...person, zahlungsart: "bar" } }) },
  "Rechnung mit zwei Sätzen": {
    art: "380",
    brief: brief({
      zeilen: [zeile(10_005, mitSteuer), zeile(5050, { steuersatzBp: 700, steuerbefreiungGrund: null })],
    }),
  },
  "Rechnung, steuerfrei": { art: "380", brief: brief({ zeilen: [zeile(120_000), zeile(1)] }) },
  "Rechnung, aus zwei Gründen steuerfrei": {
    art: "380",
    brief: brief({
      zeilen: [zeile(120_000), zeile(5000, nichtSteuerbar)],
      steuergruppen: [
        { steuersatzBp: 0, nettoCent: 120_000, steuerCent: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG" },
        { steuersatzBp: 0, nettoCent: 5000, steuerCent: 0, ...nichtSteuerbar },
      ],
    }),
  },
  "Rechnung, nicht steuerbar": { art: "380", brief: brief({ zeilen: [zeile(5000, nichtSteuerbar)] }) },
  "Rechnung, nicht steuerbar, nur mit USt-IdNr.": {
    art: "380",
    brief: brief({
      zeilen: [zeile(5000, nichtSteuerbar)],
      aussteller: { ...aussteller, steuernummer: null, registernummer: null },
    }),
  },
  "Rechnung eines Kleinunternehmers": {
    art: "380",
    brief: brief({
      zeilen: [zeile(5000, { steuerbefreiungGrund: "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)" })],
      aussteller: { ...aussteller, ustId: null, registernummer: null },
    }),
  },
  "Rechnung über 0": {
    art: "380",
    brief: brief({ zeilen: [zeile(5000, mitSteuer), zeile(-5000, mitSteuer)] }),
  },
  "Rechnung mit Guthaben": { art: "381", brief: brief({ zeilen: [zeile(-5000, mitSteuer)] }) },
  Schlussrechnung: {
    art: "380",
    brief: brief({ belegart: "schlussrechnung", belegnummer: "SR-2026-000001" }),
  },
  "negative Schlussrechnung": {
    art: "381",
    brief: brief({
      belegart: "schlussrechnung",
      belegnummer: "SR-2026-000002",
      zeilen: [korrektur(-33_333, "RE-2026-000001"), korrektur(-50, "RE-2026-000002"), zeile(1200)],
    }),
  },
  Gutschrift: {
    art: "389",
    brief: brief({
      ...anVerpaechter,
      gebuehr: { belegnummer: "GB-2026-000001", bruttoCent: 11_900 },
      auszahlungCent: 736_420,
      zeilen: gemischt(),
    }),
  },
  "Gutschrift, steuerfrei und nur mit Steuernummer": {
    art: "389",
    brief: brief({
      ...anVerpaechter,
      empfaenger: { ...firma, ustId: null, kreditornummer: null },
      zeilen: [zeile(120_000)],
      auszahlungCent: 120_000,
    }),
  },
  "negative Gutschrift": {
    art: "261",
    brief: brief({ ...anVerpaechter, zeilen: [korrektur(-33_333, "GS-2026-000009")], auszahlungCent: -39_666 }),
  },
  Gebührenrechnung: {
    art: "380",
    brief: brief({
      belegart: "gebuehrenrechnung",
      belegnummer: "GB-2026-000001",
      empfaenger: firma,
      zeilen: [zeile(10_000, { ...mitSteuer, bezeichnung: "Verwaltungsgebühr" })],
      gutschrift: { belegnummer: "GS-2026-000001" },
    }),
  },
  Stornorechnung: {
    art: "381",
    brief: brief({
      belegart: "stornorechnung",
      belegnummer: "ST-2026-000001",
      zeilen: minus(gemischt()),
      stornoVon: {
        belegart: "rechnung",
        belegnummer: "RE-2026-000001",
        belegdatum: "2026-10-04",
        grund: "Flurstück verwechselt",
      },
    }),
  },
  "Storno einer negativen Schlussrechnung": {
    art: "380",
    brief: brief({
      belegart: "stornorechnung",
      belegnummer: "ST-2026-000002",
      zeilen: [zeile(33_333, mitSteuer)],
      stornoVon: {
        belegart: "schlussrechnung",
        belegnummer: "SR-2026-000002",
        belegdatum: "2026-10-04",
        grund: "Flurstück verwechselt",
      },
    }),
  },
  "Storno der Gutschrift": {
    art: "261",
    brief: brief({
      ...anVerpaechter,
      belegart: "stornogutschrift",
      belegnummer: "SG-2026-000001",
      zeilen: minus(gemischt()),
      stornoVon: {
        belegart: "gutschrift",
        belegnummer: "GS-2026-000001",
        belegdatum: "2026-10-04",
        grund: "Flurstück verwechselt",
      },
    }),
  },
};

/** Names that a careless file gets wrong; the last one decomposed (NFD) and with signs that XML must escape. */
export const namen = [
  "Łukasz Wójcik",
  "Ayşe Şahin",
  "Đorđe Petrović",
  "Zoë Ångström",
  "Őrsi Erzsébet",
  "Nguyễn Văn Ấn",
  "Hafenlogistik Ost Verwaltungs- und Beteiligungsgesellschaft mbH & Co. KG",
  "Müller & Söhne <Agrar> „Süd“".normalize("NFD"),
];
