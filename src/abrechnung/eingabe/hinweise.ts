import type { NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";
import type { Posten } from "./ermittle.ts";
import type { Ladung } from "./packeAus.ts";

export type Hinweis = { code: "hebung_geplant"; text: string };

/** What a clerk should look at before this period is booked. */
export const hinweise = ({ geplant }: Ladung, { faelligkeit }: Posten): Hinweis[] =>
  geplant
    .filter(({ wirksamAb }) => faelligkeit.zeitraumVon <= wirksamAb && wirksamAb <= faelligkeit.zeitraumBis)
    .map(({ id, wirksamAb }) => ({
      code: "hebung_geplant",
      text: `Die geplante Hebung ${id} zum ${wirksamAb} ist nicht aktiviert und bleibt unberücksichtigt.`,
    }));

export const grundTexte: Record<NichtAbrechenbarGrund, string> = {
  anteile_paechter: "Die Anteile der Pächter ergeben zusammen nicht 1.",
  anteile_verpaechter: "Die Anteile der Verpächter ergeben zusammen nicht 1.",
  hebung_ohne_basis: "Eine Hebung findet keinen Betrag, auf den sie wirken kann.",
  inaktiv: "Das Pachtkonto ist inaktiv.",
  kein_paechter: "An mindestens einem Tag fehlt ein Pächter.",
  kein_verpaechter: "An mindestens einem Tag fehlt ein Verpächter.",
  steuernummer_verpaechter:
    "Einem Verpächter mit Umsatzsteuer fehlt die Steuernummer oder USt-IdNr.; ohne sie ist seine Gutschrift keine Rechnung.",
  steuerstatus_verpaechter:
    "Für eine steuerpflichtige Zeile fehlt der Umsatzsteuerstatus eines Verpächters, oder er pauschaliert (§ 24 UStG gilt nicht für Pacht).",
  vorauszahlung_unbekannt: "Es ist nicht bekannt, ob im Voraus oder nachträglich gezahlt wird.",
};

export const mitTexten = (gruende: NichtAbrechenbarGrund[]) =>
  gruende.map((code) => ({ code, text: grundTexte[code] }));
