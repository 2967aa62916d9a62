import { deutschesDatum } from "../../kern/kalender/tag.ts";

/** What was booked and stands in the way. */
type Gebuchtes = {
  /** null: the period or settlement came to nothing and has no document. */
  belegnummer: string | null;
  /** Day of the run that booked it. */
  laufAm: string;
};

/** What to cancel first; where there is no document, what its run booked for the account that the sentence before names. */
export function bitteZuerst({ belegnummer, laufAm }: Gebuchtes): string {
  return belegnummer
    ? `Bitte zuerst den Beleg ${belegnummer} stornieren.`
    : `Bitte zuerst stornieren, was der Buchungslauf vom ${deutschesDatum(laufAm)} für dieses Pachtkonto gebucht hat.`;
}
