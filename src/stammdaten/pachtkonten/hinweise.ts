import { hinweiseZurKuendigung, type Kuendigung, type Kuendigungsstand } from "./fristen/berechne.ts";
import type { Pachtkonto } from "./schema.ts";
import { hinweiseZurKlausel, type Klauselkonto } from "./wertsicherung/pruefe.ts";

type Alt = Kuendigung & Klauselkonto;
type Neu = Kuendigungsstand & Klauselkonto;

/**
 * What is to be said of an account that is stored all the same: of its notice, and of its clause. Entered, changed or
 * imported, it is asked here.
 *
 * @param alt null: a new account
 * @param vereinbartesEnde what ended an account under notice before that, or the end that a new one names
 */
export function hinweiseZumKonto(
  alt: Alt | null,
  neu: Neu,
  vereinbartesEnde: string | null,
): NonNullable<Pachtkonto["hinweise"]> {
  return [...hinweiseZurKuendigung(alt, neu, vereinbartesEnde), ...hinweiseZurKlausel(alt, neu)];
}
