import type { Parteizeile } from "./belege.ts";
import { gutschriftart } from "./gutschrift.ts";
import { gruppiereSteuer } from "./steuer.ts";
import type { UmsatzsteuerStatus } from "./typen.ts";

/** Lessors' lines of one period, and the tax status that it goes by: that of its booking, or today's if it is open. */
type Statusteil = {
  readonly zeilen: readonly Parteizeile[];
  readonly statusVon: (kontaktId: number) => UmsatzsteuerStatus | null;
};

/**
 * The status by which a lessor's document over several periods is titled: what corrects a booking is of the kind that it
 * was (§ 17 UStG), and one invoice among its parts makes the whole an invoice.
 *
 * @param teile at least one with a line of the contact
 */
export function statusDer(teile: readonly Statusteil[], kontaktId: number): UmsatzsteuerStatus | null {
  const eigene = teile.flatMap(({ zeilen, statusVon }) => {
    const seine = zeilen.filter((zeile) => zeile.kontaktId === kontaktId).map(({ zeile }) => zeile);
    return seine.length > 0 ? [{ status: statusVon(kontaktId), gruppen: gruppiereSteuer(seine) }] : [];
  });
  const rechnung = eigene.find(({ status, gruppen }) => gutschriftart(status, gruppen).istRechnung);
  return (rechnung ?? eigene[0])?.status ?? null;
}
