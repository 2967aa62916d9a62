import { ungueltig } from "../../kern/ablehnung.ts";
import { pruefeGeschehen } from "../../kern/kalender/geschehen.ts";
import { pruefePlz } from "./plz.ts";
import type { Kontakt, schreibbareFelder } from "./schema.ts";

export type Kontaktwerte = Pick<Kontakt, (typeof schreibbareFelder)[number]>;

/**
 * @param alt as it is stored; undefined: it is new
 * @throws Ablehnung ungueltig where fields do not go together
 */
export function pruefeKontaktfelder(kontakt: Kontaktwerte, alt: Kontaktwerte | undefined, heute: string): void {
  if (kontakt.istOrganisation && !kontakt.firma)
    throw ungueltig("firma", "fehlt", "Eine Organisation braucht eine Firma.");
  if (!kontakt.istOrganisation && !kontakt.nachname)
    throw ungueltig("nachname", "fehlt", "Eine Person braucht einen Nachnamen.");
  pruefePlz(kontakt);
  // Agreements and mandates are entered ahead of their day; nobody confirms a bank account ahead.
  pruefeGeschehen(heute, "bankBestaetigtAm", kontakt.bankBestaetigtAm, alt?.bankBestaetigtAm);
}

/**
 * @param namen of the kinds that there are
 * @param rate what else to say of a kind that there is not
 * @throws Ablehnung ungueltig
 */
export function pruefeKontaktart(
  typ: string,
  namen: ReadonlySet<string>,
  rate: (typ: string) => string = () => "",
): void {
  if (!namen.has(typ))
    throw ungueltig("typ", "unbekannt", `Diese Kontaktart steht nicht in den Einstellungen.${rate(typ)}`);
}

/** Another account is to be confirmed anew: payment files pay to confirmed ones alone. */
export function bestaetigungFuer<W extends Pick<Kontakt, "iban" | "bankBestaetigtAm">>(alt: Kontakt, werte: W): W {
  return werte.iban !== alt.iban && werte.bankBestaetigtAm === alt.bankBestaetigtAm
    ? { ...werte, bankBestaetigtAm: null }
    : werte;
}
