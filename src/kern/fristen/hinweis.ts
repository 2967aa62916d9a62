import { plusTage, spaeterer, type Tag, wochentag } from "../kalender/tag.ts";
import { dreissigJahre, naechstesVertragsende, ohneEnde, vertragsende } from "./fristen.ts";
import {
  deutsch,
  istEnde,
  istWerktag,
  type Kuendigung,
  kuendigungszeile,
  letzterEmpfang,
  naechsteKuendigung,
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
  const zeile = kuendigungszeile(vertrag);
  if (zeile === null) return null;
  const moeglich = moeglichkeit(vertrag, zeile, empfangen, zum);
  if (moeglich === "endet_ohnehin") return null;
  if (moeglich === "befristet") return { code: "kuendigung_befristet", text: befristet(vertrag) };
  const { naechste, endetDann } = moeglich;
  if (zum >= naechste.zum && endetDann) return null;
  const tag = letzterEmpfang(zeile, zum);
  if (zeile.dritterWerktag && endetDann && istStreitig(tag, empfangen))
    return {
      code: "kuendigung_streitig",
      text:
        `Streitig: Der ${deutsch(tag)}, der letzte Tag für eine Kündigung zum ${deutsch(zum)}, ist ein Samstag; ob sie ` +
        `dann noch am nächsten Werktag eingehen kann, ist nicht entschieden (${zeile.gesetz}, § 193 BGB).`,
    };
  const warum = endetDann ? `dazu hätte sie bis ${deutsch(tag)} eingehen müssen` : "an diesem Tag endet sie nicht";
  return {
    code: "kuendigung_verspaetet",
    text:
      `Die am ${deutsch(empfangen)} eingegangene Kündigung wirkt nach der Regel zum ${deutsch(naechste.zum)}, nicht zum ` +
      `${deutsch(zum)}: ${warum} (${zeile.gesetz}). Beide Seiten können es anders vereinbaren.`,
  };
}

type Moeglichkeit = { naechste: Kuendigung; endetDann: boolean } | "befristet" | "endet_ohnehin";

function moeglichkeit(vertrag: Vertrag, zeile: Kuendigungszeile, empfangen: Tag, zum: Tag): Moeglichkeit {
  const { pachtende, verlaengerungMonate, pachtjahrBeginn } = vertrag;
  const offen = ohneEnde(vertrag, empfangen);
  const dreissig = dreissigJahre(vertrag);
  if (offen !== null || pachtende === null || (dreissig !== null && empfangen >= dreissig)) {
    const fruehestens = spaeterer(empfangen, offen?.fruehestens ?? empfangen);
    return {
      naechste: naechsteKuendigung(zeile, pachtjahrBeginn, empfangen, fruehestens),
      endetDann: istEnde(zeile, pachtjahrBeginn, zum),
    };
  }
  if (verlaengerungMonate === null) return zum === pachtende ? "endet_ohnehin" : "befristet";
  let nr = 0;
  while (vertragsende(pachtende, verlaengerungMonate, nr) < zum) nr += 1;
  return {
    naechste: naechstesVertragsende(zeile, pachtende, verlaengerungMonate, empfangen),
    endetDann: vertragsende(pachtende, verlaengerungMonate, nr) === zum,
  };
}

function befristet(vertrag: Vertrag): string {
  const gesetz = vertragsartVon(vertrag) === "landpacht" ? "§ 594 Satz 1 BGB" : "§ 542 Abs. 2 BGB";
  const ende = vertrag.pachtende === null ? "" : ` bis ${deutsch(vertrag.pachtende)}`;
  return `Der Vertrag läuft fest${ende} (${gesetz}); vorher endet er nur außerordentlich oder wenn beide Seiten es vereinbaren.`;
}

/** Up to the next working day after a Saturday on which the time ended. */
function istStreitig(tag: Tag, empfangen: Tag): boolean {
  if (wochentag(tag) !== SAMSTAG || empfangen <= tag) return false;
  let danach = plusTage(tag, 1);
  while (!istWerktag(danach)) danach = plusTage(danach, 1);
  return empfangen <= danach;
}
