import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { Grundstelle, KontoErgebnis, NichtAbrechenbarGrund } from "../../kern/pacht/ergebnis.ts";
import type { Ladung } from "./packeAus.ts";

/** How a text names whose data, which increases and which days it is of. */
type Worte = {
  /** "von Anna Müller"; where nobody is named what is said instead, "eines Verpächters" */
  wer: (vorwort: string, sonst: string) => string;
  /** "am 01.10.2025", "vom 01.10.2025 bis 31.10.2025" */
  wann: string;
  /** "die Hebung 5 zum 01.10.2025", "die Hebungen 5 zum 01.10.2025 und 7 zum 01.01.2026" */
  hebung: string;
};

const texte: Record<NichtAbrechenbarGrund, (worte: Worte) => string> = {
  anschrift_fehlt: ({ wer }) =>
    `Die Anschrift ${wer("von", "eines Empfängers")} ist unvollständig: Es fehlt der Ort, oder Straße und Postleitzahl. Wer eine Leitweg-ID hat, braucht Ort und Postleitzahl. Bitte im Kontakt eintragen.`,
  ansprechpartner_fehlt: ({ wer }) =>
    `Für die XRechnung ${wer("an", "an einen öffentlichen Auftraggeber")} fehlt in den Firmendaten der Ansprechpartner: bitte dort eintragen.`,
  anteile_paechter: ({ wann }) =>
    `Die Anteile der Pächter ergeben ${wann} zusammen nicht 1: bitte bei den Beteiligten berichtigen.`,
  anteile_verpaechter: ({ wann }) =>
    `Die Anteile der Verpächter ergeben ${wann} zusammen nicht 1: bitte bei den Beteiligten berichtigen.`,
  hebung_ohne_basis: ({ hebung }) =>
    `Für ${hebung} gibt es keinen Betrag, der sich ändern ließe, oder der neue wäre größer als 10 Milliarden Euro: bitte berichtigen oder zurückziehen.`,
  inaktiv: () => "Das Pachtkonto ist inaktiv.",
  kein_paechter: ({ wann }) => `Ein Pächter fehlt ${wann}: bitte bei den Beteiligten eintragen.`,
  kein_verpaechter: ({ wann }) => `Ein Verpächter fehlt ${wann}: bitte bei den Beteiligten eintragen.`,
  steuernummer_verpaechter: ({ wer }) =>
    `Die Gutschrift ${wer("von", "eines Verpächters")} ist eine Rechnung (mit Umsatzsteuer oder als Kleinunternehmer), aber es fehlt die Steuernummer oder USt-IdNr.; ohne sie ist sie keine. Bitte im Kontakt eintragen.`,
  steuerstatus_verpaechter: ({ wer }) =>
    `Für eine steuerpflichtige Zeile fehlt der Umsatzsteuerstatus ${wer("von", "eines Verpächters")}, oder er ist „pauschaliert“ (§ 24 UStG gilt nicht für Pacht): bitte im Kontakt eintragen.`,
  vorauszahlung_unbekannt: () =>
    "Es ist nicht bekannt, ob im Voraus oder nachträglich gezahlt wird: bitte am Pachtkonto eintragen.",
};

const allgemein: Worte = { wer: (_, sonst) => sonst, wann: "an mindestens einem Tag", hebung: "eine Hebung" };

/** Of whatever account: what a run keeps for years names nobody. */
export function grundText(code: NichtAbrechenbarGrund): string {
  return texte[code](allgemein);
}

export function mitTexten(gruende: readonly NichtAbrechenbarGrund[]): Grund[] {
  return gruende.map((code) => ({ code, text: grundText(code) }));
}

export type Grund = { code: NichtAbrechenbarGrund; text: string };

/** Why this account cannot be billed: whose data are missing, on which days; empty where it can be. */
export function begruende(ladung: Pick<Ladung, "konto" | "kontakte">, ergebnis: KontoErgebnis): Grund[] {
  if (ergebnis.abrechenbar) return [];
  const { gruende, stellen } = ergebnis;
  return gruende.map((code) => ({ code, text: texte[code](worteFuer(ladung, stellen[code])) }));
}

const aufgezaehlt = new Intl.ListFormat("de");

/** More than so many names or stretches of days are not told. */
const hoechstens = 5;

const aufzaehlung = (alle: readonly string[]): string =>
  aufgezaehlt.format(alle.length > hoechstens ? [...alle.slice(0, hoechstens), "weitere"] : alle);

const worteFuer = ({ konto, kontakte }: Pick<Ladung, "konto" | "kontakte">, stelle: Grundstelle | undefined): Worte => {
  if (!stelle) return allgemein;
  const namen = kontakte.filter(({ kontaktId }) => stelle.kontaktIds.includes(kontaktId));
  const hebungen = konto.hebungen.filter(({ id }) => stelle.hebungIds.includes(id));
  const tage = stelle.tage.map(({ von, bis }) =>
    von === bis ? `am ${deutschesDatum(von)}` : `vom ${deutschesDatum(von)} bis ${deutschesDatum(bis)}`,
  );
  return {
    wer: (vorwort, sonst) =>
      namen.length > 0 ? `${vorwort} ${aufzaehlung(namen.map(({ anzeigename }) => anzeigename))}` : sonst,
    wann: tage.length > 0 ? aufzaehlung(tage) : allgemein.wann,
    hebung:
      hebungen.length > 0
        ? `die ${hebungen.length === 1 ? "Hebung" : "Hebungen"} ${aufzaehlung(hebungen.map(({ id, wirksamAb }) => `${id} zum ${deutschesDatum(wirksamAb)}`))}`
        : allgemein.hebung,
  };
};
