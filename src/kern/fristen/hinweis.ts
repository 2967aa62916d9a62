import { deutscherTag, plusTage, spaeterer, type Tag, wochentag } from "../kalender/tag.ts";
import { dreissigJahre, naechstesVertragsende, ohneEnde, vertragsende } from "./fristen.ts";
import {
  gesetzlicheZeile,
  istEnde,
  istWerktag,
  type Kuendigung,
  kuendigungszeile,
  letzterEmpfang,
  naechsteKuendigung,
  vereinbarteZeile,
} from "./kuendigung.ts";
import type { Kuendigungszeile } from "./regeln.ts";
import { type Vertrag, vertragsartVon } from "./vertrag.ts";

const SAMSTAG = 5;

export const kuendigungscodes = ["kuendigung_befristet", "kuendigung_streitig", "kuendigung_verspaetet"] as const;
export type Kuendigungshinweis = { readonly code: (typeof kuendigungscodes)[number]; readonly text: string };

/**
 * Whether a notice received on `empfangen` ends the lease on `zum`, the contract being as it was before. Both sides may
 * agree on another day, so that this is a hint and no refusal; null where the rule is kept, or nobody knows it.
 */
export function pruefeKuendigung(vertrag: Vertrag, empfangen: Tag, zum: Tag): Kuendigungshinweis | null {
  if (kuendigungszeile(vertrag) === null) return null;
  const moeglich = moeglichkeit(vertrag, empfangen, zum);
  if (moeglich === null) return null;
  if (moeglich === "befristet") return { code: "kuendigung_befristet", text: befristet(vertrag) };
  const { zeile, naechste, endetDann } = moeglich;
  if (zum >= naechste.zum && endetDann) return null;
  const tag = letzterEmpfang(zeile, zum);
  if (zeile.dritterWerktag && endetDann && istStreitig(tag, empfangen))
    return {
      code: "kuendigung_streitig",
      text:
        `Streitig: Der ${deutscherTag(tag)}, der letzte Tag für eine Kündigung zum ${deutscherTag(zum)}, ist ein Samstag; ob sie ` +
        `dann noch am nächsten Werktag eingehen kann, ist nicht entschieden (${zeile.gesetz}, § 193 BGB).`,
    };
  const warum = endetDann ? `dazu hätte sie bis ${deutscherTag(tag)} eingehen müssen` : "an diesem Tag endet sie nicht";
  return {
    code: "kuendigung_verspaetet",
    text:
      `Die am ${deutscherTag(empfangen)} eingegangene Kündigung wirkt nach der Regel zum ${deutscherTag(naechste.zum)}, nicht zum ` +
      `${deutscherTag(zum)}: ${warum} (${zeile.gesetz}). Beide Seiten können es anders vereinbaren.`,
  };
}

type Moeglichkeit = { zeile: Kuendigungszeile; naechste: Kuendigung; endetDann: boolean };

/** By which row, and to which day, a notice ends the lease at all; null where it ends then anyway, or nobody knows. */
function moeglichkeit(vertrag: Vertrag, empfangen: Tag, zum: Tag): Moeglichkeit | "befristet" | null {
  const { pachtende, verlaengerungMonate, pachtjahrBeginn } = vertrag;
  const nach = (zeile: Kuendigungszeile | null, fruehestens: Tag): Moeglichkeit | null =>
    zeile && {
      zeile,
      naechste: naechsteKuendigung(zeile, pachtjahrBeginn, empfangen, fruehestens),
      endetDann: istEnde(zeile, pachtjahrBeginn, zum),
    };
  const offen = ohneEnde(vertrag, empfangen);
  if (offen !== null || pachtende === null)
    return nach(kuendigungszeile(vertrag), spaeterer(empfangen, offen?.fruehestens ?? empfangen));
  const dreissig = dreissigJahre(vertrag);
  if (dreissig !== null && empfangen >= dreissig && zum < pachtende) {
    const vorher = nach(gesetzlicheZeile(vertrag), empfangen);
    if (vorher === null || vorher.naechste.zum < pachtende) return vorher;
  }
  if (verlaengerungMonate === null) return zum === pachtende ? null : "befristet";
  return zuEigenemEnde(vertrag, pachtende, verlaengerungMonate, empfangen, zum);
}

function zuEigenemEnde(
  vertrag: Vertrag,
  pachtende: Tag,
  monate: number,
  empfangen: Tag,
  zum: Tag,
): Moeglichkeit | null {
  let nr = 0;
  while (vertragsende(pachtende, monate, nr) < zum) nr += 1;
  const zeile = vereinbarteZeile(vertrag);
  return (
    zeile && {
      zeile,
      naechste: naechstesVertragsende(zeile, pachtende, monate, empfangen),
      endetDann: vertragsende(pachtende, monate, nr) === zum,
    }
  );
}

function befristet(vertrag: Vertrag): string {
  const gesetz = vertragsartVon(vertrag) === "landpacht" ? "§ 594 Satz 1 BGB" : "§ 542 Abs. 2 BGB";
  const ende = vertrag.pachtende === null ? "" : ` bis ${deutscherTag(vertrag.pachtende)}`;
  return `Der Vertrag läuft fest${ende} (${gesetz}); vorher endet er nur außerordentlich oder wenn beide Seiten es vereinbaren.`;
}

/** Up to the next working day after a Saturday on which the time ended. */
function istStreitig(tag: Tag, empfangen: Tag): boolean {
  if (wochentag(tag) !== SAMSTAG || empfangen <= tag) return false;
  let danach = plusTage(tag, 1);
  while (!istWerktag(danach)) danach = plusTage(danach, 1);
  return empfangen <= danach;
}
