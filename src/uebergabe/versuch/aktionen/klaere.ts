import { minuteInBerlin } from "../../../kern/kalender/berlin.ts";
import type { ExternerBeleg } from "../../adapter/typen.ts";
import { abgelehnt, ausBeleg, type Ergebnis, erledigt, nichtsAussen } from "../ergebnis.ts";
import type { Standaenderung } from "../queries.ts";
import { alsAufhebung, einziger, findeEigene, istAufhebung, type Lage, liesEinen, vergleiche } from "./lage.ts";

/** What was sent may still arrive: nothing that is missing outside counts yet. */
const inSetzzeit = ({ stand, jetzt }: Lage): boolean =>
  stand.zustand === "uncertain" && stand.nichtVor !== null && jetzt() < new Date(stand.nichtVor);

/** From the next full minute on: whoever comes then does not come too early. */
const abWann = ({ nichtVor }: Lage["stand"]): string =>
  minuteInBerlin(new Date(Math.ceil(Date.parse(nichtVor ?? "") / 60_000) * 60_000));

/** Stays uncertain; what was seen is kept. */
const nochOffen = (lage: Lage, gesehen: Standaenderung = {}): Ergebnis => ({
  versuch: {
    ausgang: "done",
    code: "setzzeit",
    ursache: `Noch nicht entscheidbar: bis ${abWann(lage.stand)} kann die Anfrage außen noch ankommen. Bitte danach noch einmal klären.`,
  },
  aenderung: gesehen,
});

/**
 * Finds out what an action came to that nobody knows the end of, by looking only.
 *
 * @throws Absage when a look-up gets no answer
 */
export async function klaere(lage: Lage): Promise<Ergebnis> {
  const aufgehobener = istAufhebung(lage) ? lage.original : undefined;
  // A Storno of what could not be cancelled was to be a document of its own, and may be there.
  if (aufgehobener && lage.stand.phase !== "anlegen") return klaereAufhebung(lage, aufgehobener);
  const wahl = einziger(await findeEigene(lage));
  if ("versuch" in wahl) return wahl;
  if (wahl.beleg !== undefined) return mitFund(lage, wahl.beleg);
  return aufgehobener ? klaereAufhebung(lage, aufgehobener) : ohneFund(lage);
}

const ohneFund = (lage: Lage): Ergebnis => {
  const { stand } = lage;
  if (stand.zustand === "synced" || stand.phase === "loeschen")
    return erledigt({ ...nichtsAussen, zustand: "deleted" });
  if (inSetzzeit(lage)) return nochOffen(lage);
  return erledigt({ ...nichtsAussen, zustand: "pending" });
};

const mitFund = (lage: Lage, beleg: ExternerBeleg): Ergebnis => {
  const { stand } = lage;
  const gelesen = ausBeleg(beleg);
  if (beleg.zustand === "storniert") {
    if (stand.zustand !== "failed" && stand.phase !== "anlegen") return erledigt({ ...gelesen, zustand: "cancelled" });
    const ursache = "Unter dieser Referenz steht außen nur ein stornierter Beleg; ein neuer Export nimmt eine neue.";
    return abgelehnt({ code: "storniert", ursache }, nichtsAussen);
  }
  // A cancellation, deletion or numbering that is on its way may still arrive; a draft that was to be made is there.
  const unterwegs =
    stand.phase === "stornieren" ||
    stand.phase === "loeschen" ||
    (stand.phase === "festschreiben" && beleg.zustand === "entwurf");
  if (unterwegs && inSetzzeit(lage)) return nochOffen(lage, gelesen);
  return beleg.zustand === "entwurf" ? erledigt({ ...gelesen, zustand: "pending" }) : vergleiche(lage, beleg);
};

const klaereAufhebung = async (lage: Lage, original: NonNullable<Lage["original"]>): Promise<Ergebnis> => {
  const beleg = original.externId === null ? null : await liesEinen(lage, original.externId);
  if (beleg?.zustand === "storniert") return alsAufhebung(original, beleg);
  if (inSetzzeit(lage)) return nochOffen(lage);
  return erledigt({ ...nichtsAussen, zustand: "pending" });
};
