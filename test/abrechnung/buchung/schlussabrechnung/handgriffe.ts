import type { AbgeschlossenerBuchungslauf } from "../../../../src/abrechnung/buchung/schema.ts";
import type { ArchivEintragDetail } from "../../../../src/belege/archiv/schema.ts";
import type { PachtkontoDetail } from "../../../../src/stammdaten/pachtkonten/schema.ts";
import { type belegeVon, buche, sendeBuchung } from "../../../hilfe/abrechnung.ts";
import { konto as gewoehnlichesKonto, heute, verwalter } from "../../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../../hilfe/saat.ts";

type Belege = Awaited<ReturnType<typeof belegeVon>>;
export type Beleg = Belege[number];

/** 1,200.00 a year from 1 October 2025, billed ahead. */
export const konto = (mehr: Kontosaat = {}) =>
  gewoehnlichesKonto({ istVorauszahlend: true, pachtbeginn: "2025-10-01", ...mehr });
export const gebucht = (id: number, datum = heute): Promise<AbgeschlossenerBuchungslauf> => buche(datum, [id]);
export const versucheZuBuchen = (id: number, datum = heute) => sendeBuchung({ datum, auswahl: [id] });
export const beende = (id: number, pachtende: string) =>
  verwalter().put<PachtkontoDetail & { code?: string }>(`/pachtkonten/${id}`, { pachtende });
export const kontoVon = async (id: number) => (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`)).json;

/** Kind, contact, net, gross, payout. */
export const kurz = (belege: Belege) =>
  belege.map(({ belegart, kontaktId, nettoCent, bruttoCent, auszahlungCent }) =>
    [belegart, kontaktId, nettoCent, bruttoCent, ...(auszahlungCent === null ? [] : [auszahlungCent])].join(" "),
  );
export const zeilenVon = async (beleg: Beleg | undefined) =>
  (await verwalter().get<ArchivEintragDetail>(`/abrechnung/archiv/${beleg?.id}`)).json.zeilen;

type Gruppen = {
  vorschauHash: string;
  gruppen: { schluessel: string; summen: { paechterBruttoCent: number; anzahlKonten: number } }[];
  summen: Record<string, number>;
};
export const vorschau = async (id: number, datum = heute): Promise<Gruppen> =>
  (await verwalter().get<Gruppen>(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id}`)).json;
