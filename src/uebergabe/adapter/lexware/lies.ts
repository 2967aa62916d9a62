import type { Aufruf, ExternerBeleg, Suche } from "../typen.ts";
import { type Api, oderNull, type Seite } from "./api.ts";
import { bildeId, kontaktIdVon, liesSatz, referenzVon, type Sammlung, type Satz, sammlungVon } from "./beleg.ts";
import type { Kontakte } from "./kontakte.ts";

/** The organisation behind one key, and what was learned of it. */
export type Organisation = {
  api: Api;
  kontakte: Kontakte;
  /** Reference by document: what was made is final and never changes, so it is read once. */
  referenzen: Map<string, string | null>;
};

type Listeneintrag = { id: string; totalAmount: number };

/** null: there is none. @throws Absage without a usable answer */
export async function liesEinen(
  { api, kontakte }: Organisation,
  id: string,
  aufruf: Aufruf,
): Promise<ExternerBeleg | null> {
  const sammlung = id.split("/")[0] as Sammlung;
  const satz = await oderNull(api.frage<Satz>(`/${id}`, aufruf));
  return satz && liesSatz(sammlung, satz, await kontakte.codeVon(kontaktIdVon(satz), aufruf));
}

const liesReferenz = async (
  { api, referenzen }: Organisation,
  sammlung: Sammlung,
  id: string,
  aufruf: Aufruf,
): Promise<string | null> => {
  const schluessel = bildeId(sammlung, id);
  const bekannt = referenzen.get(schluessel);
  if (bekannt !== undefined) return bekannt;
  const referenz = referenzVon(await api.frage<Satz>(`/${schluessel}`, aufruf));
  referenzen.set(schluessel, referenz);
  return referenz;
};

/**
 * By kind, day and amount: the list knows nothing of our reference, the document does. Not by contact: one whose name was
 * changed there is made once more, and what was made for the first would not be found.
 */
const findeInListe = async (
  organisation: Organisation,
  sammlung: Sammlung,
  suche: Suche,
  aufruf: Aufruf,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let seite = 0, letzte = false; !letzte; seite += 1) {
    const filter = new URLSearchParams({
      voucherType: sammlung === "invoices" ? "invoice" : "creditnote",
      voucherStatus: "any",
      voucherDateFrom: suche.belegdatum,
      voucherDateTo: suche.belegdatum,
      page: String(seite),
      size: "250",
    });
    const { content, last } = await organisation.api.frage<Seite<Listeneintrag>>(`/voucherlist?${filter}`, aufruf);
    for (const { id, totalAmount } of content)
      if (
        Math.round(totalAmount * 100) === Math.abs(suche.bruttoCent) &&
        (await liesReferenz(organisation, sammlung, id, aufruf)) === suche.referenz
      )
        ids.push(id);
    letzte = last;
  }
  return ids;
};

const findeEingaenge = async ({ api }: Organisation, { referenz }: Suche, aufruf: Aufruf): Promise<string[]> => {
  const filter = new URLSearchParams({ voucherNumber: referenz });
  const { content } = await api.frage<Seite<Satz>>(`/vouchers?${filter}`, aufruf);
  return content.map(({ id }) => id);
};

/** Everything that was made under the reference. @throws Absage without a usable answer */
export async function sucheBelege(organisation: Organisation, suche: Suche, aufruf: Aufruf): Promise<ExternerBeleg[]> {
  const sammlung = sammlungVon(suche);
  const ids =
    sammlung === "vouchers"
      ? await findeEingaenge(organisation, suche, aufruf)
      : await findeInListe(organisation, sammlung, suche, aufruf);
  const belege: ExternerBeleg[] = [];
  for (const id of ids) {
    const beleg = await liesEinen(organisation, bildeId(sammlung, id), aufruf);
    if (beleg) belege.push(beleg);
  }
  return belege;
}
