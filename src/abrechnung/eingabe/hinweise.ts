import { anschriftVon } from "../../kern/pacht/anschrift.ts";
import { hebungenOhnePosition } from "../../kern/pacht/hebung.ts";
import type { NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";
import type { Posten } from "./ermittle.ts";
import type { Ladung } from "./packeAus.ts";

export const hinweiscodes = ["anschrift_gekuerzt", "hebung_geplant", "hebung_ohne_position"] as const;
type Hinweiscode = (typeof hinweiscodes)[number];

export type Hinweis = { code: Hinweiscode; text: string };

/** What a clerk should look at before this period is booked. */
export const hinweise = (ladung: Ladung, posten: Posten): Hinweis[] => [
  ...gekuerzteAnschriften(ladung, posten),
  ...geplanteHebungen(ladung, posten),
  ...wirkungsloseHebungen(ladung, posten),
];

/** Told of each recipient once, however many documents and shares he has. */
const gekuerzteAnschriften = ({ langeAnschriften }: Ladung, { belege }: Posten): Hinweis[] => {
  const betroffene = langeAnschriften.filter(
    ({ kontaktId, anschrift }, i) =>
      belege.some((beleg) => beleg.kontaktId === kontaktId) &&
      langeAnschriften.findIndex((andere) => andere.kontaktId === kontaktId) === i &&
      anschriftVon(anschrift).istGekuerzt,
  );
  return betroffene.map(({ anschrift }) => ({
    code: "anschrift_gekuerzt",
    text: `Die Anschrift von ${anschrift.anzeigename} ist zu lang für das Anschriftfeld; der Brief kürzt sie mit „…“.`,
  }));
};

const geplanteHebungen = ({ geplant }: Ladung, { faelligkeit }: Posten): Hinweis[] =>
  geplant
    .filter(({ wirksamAb }) => faelligkeit.zeitraumVon <= wirksamAb && wirksamAb <= faelligkeit.zeitraumBis)
    .map(({ id, wirksamAb }) => ({
      code: "hebung_geplant",
      text: `Die geplante Hebung ${id} zum ${wirksamAb} ist nicht aktiviert und bleibt unberücksichtigt.`,
    }));

/** Told until a clerk has cancelled it or entered the position that it is meant for. */
const wirkungsloseHebungen = ({ konto }: Ladung, { faelligkeit }: Posten): Hinweis[] =>
  hebungenOhnePosition(konto.positionen, konto.hebungen)
    .filter(({ wirksamAb }) => wirksamAb <= faelligkeit.zeitraumBis)
    .map(({ id, wirksamAb }) => ({
      code: "hebung_ohne_position",
      text: `Die aktive Hebung ${id} ändert nichts: Am ${wirksamAb} gilt keine ihrer Positionen.`,
    }));

export const grundTexte: Record<NichtAbrechenbarGrund, string> = {
  anschrift_fehlt: "Einem Empfänger fehlt die Anschrift: der Ort, oder Straße und Postleitzahl.",
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
