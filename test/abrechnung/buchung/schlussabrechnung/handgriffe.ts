import type { AbgeschlossenerBuchungslauf } from "../../../../src/abrechnung/buchung/schema.ts";
import type { ArchivEintragDetail } from "../../../../src/belege/archiv/schema.ts";
import type { PachtkontoDetail } from "../../../../src/stammdaten/pachtkonten/schema.ts";
import { type belegeVon, buche, sendeBuchung } from "../../../hilfe/abrechnung.ts";
import { konto as gewoehnlichesKonto, heute, verwalter } from "../../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../../hilfe/saat.ts";

type Belege = Awaited<ReturnType<typeof belegeVon>>;
export type Beleg = Belege[number];

/** 1,200.00 a year from 1 October 2025, billed ahead. */
export function konto(mehr: Kontosaat = {}) {
  return gewoehnlichesKonto({ istVorauszahlend: true, pachtbeginn: "2025-10-01", ...mehr });
}
export function gebucht(id: number, datum = heute): Promise<AbgeschlossenerBuchungslauf> {
  return buche(datum, [id]);
}
export function versucheZuBuchen(id: number, datum = heute) {
  return sendeBuchung({ datum, auswahl: [id] });
}
export function beende(id: number, pachtende: string) {
  return verwalter().put<PachtkontoDetail & { code?: string }>(`/pachtkonten/${id}`, { pachtende });
}
export async function kontoVon(id: number) {
  return (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`)).json;
}

/** Kind, contact, net, gross, payout. */
export function kurz(belege: Belege) {
  return belege.map(({ belegart, kontaktId, nettoCent, bruttoCent, auszahlungCent }) =>
    [belegart, kontaktId, nettoCent, bruttoCent, ...(auszahlungCent === null ? [] : [auszahlungCent])].join(" "),
  );
}
export async function zeilenVon(beleg: Beleg | undefined) {
  return (await verwalter().get<ArchivEintragDetail>(`/abrechnung/archiv/${beleg?.id}`)).json.zeilen;
}

type Gruppen = {
  vorschauHash: string;
  gruppen: { schluessel: string; summen: { paechterBruttoCent: number; anzahlKonten: number } }[];
  summen: Record<string, number>;
};
export async function vorschau(id: number, datum = heute): Promise<Gruppen> {
  return (await verwalter().get<Gruppen>(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id}`)).json;
}
