import { afterAll, beforeAll, expect } from "vitest";
import type { PachtkontoDetail } from "../../../../src/stammdaten/pachtkonten/schema.ts";
import { starteDienst, type Testdienst } from "../../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../../hilfe/saat.ts";

export const heute = "2026-11-20";
export let dienst: Testdienst;

export type Zeile = {
  zeitraumVon: string;
  zeitraumBis: string;
  nettoCent: number;
  herleitung: { methode: string; korrektur?: { belegnummer: string | null; gebuchtCent: number; richtigCent: number } };
};
export type Beleg = {
  id: number;
  buchungslaufId: string;
  belegart: string;
  belegnummer: string;
  kontaktId: number;
  nettoCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
  zeitraumVon: string;
  zeitraumBis: string;
  faelligAm: string;
};
export type Lauf = {
  id: string;
  code?: string;
  anzahlKonten: number;
  anzahlDokumente: number;
  paechterBruttoCent: number;
};

export const verwalter = () => dienst.als("verwalter");
export const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) =>
  saeKonto(dienst.owner, heute, { istVorauszahlend: true, pachtbeginn: "2025-10-01", ...mehr });
export const buche = (id: number, datum = heute) =>
  verwalter().post<Lauf>("/abrechnung/buchen", { datum, auswahl: [id] });
export const gebucht = async (id: number, datum = heute): Promise<Lauf> => {
  const { status, json, text } = await buche(id, datum);
  expect(status, text).toBe(201);
  return json;
};
export const beende = async (id: number, pachtende: string) => {
  const antwort = await verwalter().put<PachtkontoDetail & { code?: string; belegnummer?: string }>(
    `/pachtkonten/${id}`,
    { pachtende },
  );
  return antwort;
};
export const kontoVon = async (id: number) => (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`)).json;

/** Documents of a run: kind, contact, net, gross, payout; lessees first. */
export const belegeVon = async (id: number, lauf: Lauf): Promise<Beleg[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[] }>(
    `/abrechnung/archiv-konten?pachtkontoId=${id}&buchungslaufId=${lauf.id}`,
  );
  const [eintrag] = json.data;
  const detail = await verwalter().get<{ dokumente: Beleg[] }>(`/abrechnung/archiv-konten/${eintrag?.id}`);
  return detail.json.dokumente;
};
export const kurz = (belege: Beleg[]) =>
  belege.map(({ belegart, kontaktId, nettoCent, bruttoCent, auszahlungCent }) =>
    [belegart, kontaktId, nettoCent, bruttoCent, ...(auszahlungCent === null ? [] : [auszahlungCent])].join(" "),
  );
export const zeilenVon = async (beleg: Beleg | undefined): Promise<Zeile[]> =>
  (await verwalter().get<{ zeilen: Zeile[] }>(`/abrechnung/archiv/${beleg?.id}`)).json.zeilen;

export type Gruppen = {
  vorschauHash: string;
  gruppen: { schluessel: string; summen: { paechterBruttoCent: number; anzahlKonten: number } }[];
  summen: Record<string, number>;
};
export const vorschau = async (id: number, datum = heute): Promise<Gruppen> =>
  (await verwalter().get<Gruppen>(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id}`)).json;

/** A service for the tests of one file. */
export const mitDienst = (): void => {
  beforeAll(async () => {
    dienst = await starteDienst(heute);
    await saeStammdaten(dienst.owner);
  });
  afterAll(async () => {
    expect(dienst.fehler).toEqual([]);
    await dienst.beende();
  });
};
