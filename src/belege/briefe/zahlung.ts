import { deutschesDatum, formatTag, parseTag, plusTage } from "../../kern/kalender/tag.ts";
import { istAnPaechter } from "../../kern/pacht/belegart.ts";
import type { Mandat } from "../../kern/pacht/mandat.ts";
import type { BriefDaten } from "./daten.ts";
import type { Ueberweisung } from "./girocode.ts";
import { einzugshindernisse } from "./hindernisse.ts";
import { euro, ibanGruppen, verbinde } from "./satz/format.ts";
import { firmenname, istEntwurf } from "./wortlaut.ts";

/** What a letter says about the money: a sentence, labelled details, and smaller print; what the recipient transfers. */
export type Zahlungsblock = {
  satz: string;
  angaben: [string, string][];
  hinweise: string[];
  ueberweisung?: Ueberweisung;
};

/** A draft says what the letter would say, and that nothing is to be paid on it. */
export function zahlungsblock(brief: BriefDaten): Zahlungsblock {
  const block = blockVon(brief);
  if (!istEntwurf(brief)) return block;
  const { satz, angaben, hinweise } = block;
  return { satz, angaben, hinweise: [...hinweise, entwurfsatz(brief)] };
}

const entwurfsatz = ({ belegart, bruttoCent }: BriefDaten): string =>
  istAnPaechter(belegart) && bruttoCent > 0
    ? "Entwurf, noch nicht gebucht: Bitte zahlen Sie erst, wenn Sie die Rechnung haben."
    : "Entwurf, noch nicht gebucht: Die Beträge können sich noch ändern.";

const blockVon = (brief: BriefDaten): Zahlungsblock => {
  switch (brief.belegart) {
    case "gutschrift":
      return auszahlung(brief);
    case "gebuehrenrechnung":
      return nur(gebuehrensatz(brief));
    case "stornorechnung":
    case "stornogutschrift":
      return nur(stornofolge(brief));
    default:
      return forderung(brief);
  }
};

/** A fee is netted with the payout that it belongs to: nobody transfers it. */
const gebuehrensatz = ({ gutschrift, bruttoCent }: BriefDaten): string => {
  const auszahlung = verbinde(["Ihrer Auszahlung", gutschrift?.belegnummer]);
  if (bruttoCent === 0) return "Es ist nichts zu zahlen.";
  return bruttoCent > 0
    ? `Der Betrag von ${euro(bruttoCent)} wird von ${auszahlung} abgezogen. Sie brauchen nichts zu überweisen.`
    : `Das Guthaben von ${euro(-bruttoCent)} wird mit ${auszahlung} verrechnet.`;
};

/** What becomes of the money. The amounts of a Storno are those of the original with the other sign. */
const stornofolge = (brief: BriefDaten): string => {
  const anVerpaechter = brief.belegart === "stornogutschrift";
  const cent = -((anVerpaechter ? brief.auszahlungCent : null) ?? brief.bruttoCent);
  if (cent === 0) return "Der Beleg kam auf 0,00 €. Es ist nichts zu zahlen und nichts zu erstatten.";
  if (brief.stornoVon?.belegart === "gebuehrenrechnung")
    return "Die Verrechnung mit Ihrer Auszahlung wird zurückgenommen.";
  const betrag = euro(Math.abs(cent));
  if (anVerpaechter)
    return cent > 0
      ? `Die Auszahlung von ${betrag} wird zurückgenommen. Was wir schon gezahlt haben, verrechnen wir mit Ihren nächsten Auszahlungen.`
      : `Unsere Forderung von ${betrag} entfällt. Was darauf schon gezahlt oder verrechnet ist, gleichen wir mit Ihnen aus.`;
  return cent > 0
    ? `Die Forderung von ${betrag} entfällt. Was Sie schon gezahlt haben, erstatten oder verrechnen wir.`
    : `Das Guthaben von ${betrag} entfällt. Was wir schon erstattet haben, verrechnen wir mit Ihnen.`;
};

const nur = (satz: string): Zahlungsblock => ({ satz, angaben: [], hinweise: [] });

const forderung = (brief: BriefDaten): Zahlungsblock => {
  const { empfaenger, aussteller, bruttoCent, zahlbarBis } = brief;
  if (bruttoCent === 0) return nur("Es ist nichts zu zahlen.");
  const zweck = verwendungszweck(brief);
  if (bruttoCent < 0) return anKunden({ empfaenger, zahlbarBis, cent: -bruttoCent, zweck }, "Ihr Guthaben");
  const betrag = euro(bruttoCent);
  if (empfaenger.zahlungsart === "verrechnung") return nur(verrechnet("den Betrag", bruttoCent));
  if (empfaenger.zahlungsart === "bar")
    return {
      satz: `Bitte zahlen Sie ${betrag} bis zum ${deutschesDatum(zahlbarBis)} in bar.`,
      angaben: [["Verwendungszweck", zweck]],
      hinweise: faelligkeit(brief),
    };
  const einzug = einzugVon(brief);
  if (einzug)
    return {
      satz: `Wir ziehen ${betrag} am ${deutschesDatum(zahlbarBis)} per SEPA-Lastschrift ein.`,
      angaben: belegt([
        ["Konto", ibanGruppen(einzug.iban)],
        ["Kontoinhaber", empfaenger.kontoinhaber ?? empfaenger.anzeigename],
        ["Mandatsreferenz", `${einzug.mandat.referenz} vom ${deutschesDatum(einzug.mandat.datum)}`],
        ["Gläubiger-ID", einzug.glaeubigerId],
      ]),
      hinweise: [...faelligkeit(brief), "Bitte sorgen Sie für ausreichende Deckung des Kontos."],
    };
  const konto = zahlkonto(brief);
  return {
    satz: `Bitte überweisen Sie ${betrag} bis zum ${deutschesDatum(zahlbarBis)}.`,
    angaben: belegt([
      ["Empfänger", firmenname(aussteller)],
      ["IBAN", konto.iban && ibanGruppen(konto.iban)],
      ["BIC", verbinde([konto.bic, konto.bank], " · ")],
      ["Verwendungszweck", zweck],
    ]),
    hinweise: faelligkeit(brief),
    ...(konto.iban
      ? { ueberweisung: { name: firmenname(aussteller), iban: konto.iban, bic: konto.bic, cent: bruttoCent, zweck } }
      : {}),
  };
};

type Einzug = { iban: string; mandat: Mandat; glaeubigerId: string };

/** What the amount can be collected by on its day; null: the recipient is asked to transfer it. */
export function einzugVon(brief: BriefDaten): Einzug | null {
  const { glaeubigerId } = brief.aussteller;
  const { zahlungsart, sepaMandat: mandat, iban } = brief.empfaenger;
  if (zahlungsart !== "lastschrift" || !iban || !mandat || !glaeubigerId) return null;
  return einzugshindernisse({ ...brief, glaeubigerId }).length === 0 ? { iban, mandat, glaeubigerId } : null;
}

const verwendungszweck = (brief: BriefDaten): string =>
  istEntwurf(brief) ? "folgt mit der Belegnummer" : `${brief.belegnummer} ${brief.kontonummer}`;

/** Why the amount is due: by the lease, or by § 587 BGB where farmland is leased and paid for afterwards. */
const faelligkeit = ({ belegart, istVorauszahlend, vertragsart, faelligAm }: BriefDaten): string[] => {
  if (belegart === "schlussrechnung")
    return [`Fällig am ${deutschesDatum(faelligAm)} mit dem Ende des Vertragsverhältnisses.`];
  if (istVorauszahlend === null) return [];
  if (istVorauszahlend) return [`Im Voraus fällig am ${deutschesDatum(faelligAm)} gemäß Vertrag.`];
  const letzter = formatTag(plusTage(parseTag(faelligAm), -1));
  const grund = vertragsart === "landpacht" ? "(§ 587 Abs. 1 BGB)" : "gemäß Vertrag";
  return [`Nachträglich fällig am ersten Werktag nach dem ${deutschesDatum(letzter)} ${grund}.`];
};

/** The account that lessees pay to: the trust account. */
export function zahlkonto({ aussteller: a }: Pick<BriefDaten, "aussteller">) {
  return a.treuhandkontoIban
    ? { iban: a.treuhandkontoIban, bic: a.treuhandkontoBic, bank: a.treuhandkontoBank }
    : { iban: a.geschaeftskontoIban, bic: a.geschaeftskontoBic, bank: a.geschaeftskontoBank };
}

const auszahlung = (brief: BriefDaten): Zahlungsblock =>
  auszahlungsblock({ ...brief, cent: brief.auszahlungCent ?? brief.bruttoCent, zweck: verwendungszweck(brief) });

type Zahlungsziel = Pick<BriefDaten, "empfaenger" | "zahlbarBis"> & { cent: number; zweck: string };

/** What a lessor is told about his payout. */
export function auszahlungsblock(ziel: Zahlungsziel): Zahlungsblock {
  if (ziel.cent === 0) return nur("Es ist nichts auszuzahlen.");
  if (ziel.cent < 0)
    return nur(
      `Wir haben eine Forderung von ${euro(-ziel.cent)} an Sie. Wir melden uns bei Ihnen und klären, ob Sie überweisen oder wir mit einer späteren Auszahlung verrechnen. Bitte überweisen Sie jetzt nichts.`,
    );
  return anKunden(ziel, "den Betrag");
}

const verrechnet = (was: string, cent: number): string =>
  `Wir verrechnen ${was} von ${euro(cent)}, wie mit Ihnen vereinbart. Es wird nichts überwiesen.`;

/** Money to the recipient; where his bank account is missing, that he must name it is the first thing he reads. */
const anKunden = ({ empfaenger, zahlbarBis, cent, zweck }: Zahlungsziel, was: string): Zahlungsblock => {
  const betrag = `${was} von ${euro(cent)}`;
  const tag = deutschesDatum(zahlbarBis);
  if (empfaenger.zahlungsart === "bar") return nur(`Wir zahlen Ihnen ${betrag} bis zum ${tag} in bar.`);
  if (empfaenger.zahlungsart === "verrechnung") return nur(verrechnet(was, cent));
  if (!empfaenger.iban)
    return nur(`Bitte teilen Sie uns Ihre Bankverbindung mit. Sobald wir sie haben, überweisen wir Ihnen ${betrag}.`);
  return {
    satz: `Wir überweisen Ihnen ${betrag} bis zum ${tag}.`,
    angaben: belegt([
      ["Kontoinhaber", empfaenger.kontoinhaber ?? empfaenger.anzeigename],
      ["IBAN", ibanGruppen(empfaenger.iban)],
      ["BIC", empfaenger.bic],
      ["Verwendungszweck", zweck],
    ]),
    hinweise: [],
  };
};

const belegt = (angaben: [string, string | null][]): [string, string][] =>
  angaben.flatMap(([name, wert]) => (wert ? [[name, wert] as [string, string]] : []));
