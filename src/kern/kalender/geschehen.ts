import { ungueltig } from "../ablehnung.ts";

/**
 * Days on which something has happened, by the field that says so: none of them lies ahead. One that a record has already
 * stays, so that it can be sent back as it was read.
 *
 * @throws Ablehnung ungueltig `zu_weit`
 */
export const pruefeGeschehen = (
  heute: string,
  tage: Readonly<Record<string, string | null | undefined>>,
  bisher: Readonly<Record<string, string | null | undefined>> = {},
): void => {
  for (const [feld, tag] of Object.entries(tage))
    if (tag && tag > heute && tag !== bisher[feld]) throw ungueltig(feld, "zu_weit", "Der Tag liegt nach heute.");
};
