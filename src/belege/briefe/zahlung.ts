import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { BriefDaten } from "./daten.ts";
import type { Ueberweisung } from "./girocode.ts";
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
export const zahlungsblock = (brief: BriefDaten): Zahlungsblock => {
  const block = blockVon(brief);
  if (!istEntwurf(brief)) return block;
  const { satz, angaben, hinweise } = block;
  return { satz, angaben, hinweise: [...hinweise, "Entwurf: noch nicht gebucht. Bitte nicht darauf zahlen."] };
};

const blockVon = (brief: BriefDaten): Zahlungsblock => {
  switch (brief.belegart) {
    case "gutschrift":
      return auszahlung(brief);
    case "gebuehrenrechnung":
      return nur(
        brief.gutschrift
          ? `Der Betrag wird mit der Auszahlung ${brief.gutschrift.belegnummer} verrechnet. Bitte nicht überweisen.`
          : "Der Betrag wird mit Ihrer Auszahlung verrechnet. Bitte nicht überweisen.",
      );
    case "stornorechnung":
    case "stornogutschrift":
      return nur(stornofolge(brief));
    default:
      return forderung(brief);
  }
};

/** What becomes of the money. The amounts of a Storno are those of the original with the other sign. */
const stornofolge = ({ belegart, stornoVon, bruttoCent, auszahlungCent }: BriefDaten): string => {
  if (stornoVon?.belegart === "gebuehrenrechnung") return "Die Verrechnung mit Ihrer Auszahlung wird zurückgenommen.";
  if (belegart === "stornogutschrift") {
    const cent = -(auszahlungCent ?? bruttoCent);
    return cent > 0
      ? `Die Auszahlung von ${euro(cent)} wird zurückgenommen. Was wir schon gezahlt haben, verrechnen wir mit Ihren nächsten Auszahlungen.`
      : "Die Abrechnung wird zurückgenommen. Was wir schon verrechnet haben, gleichen wir mit Ihren nächsten Auszahlungen aus.";
  }
  return bruttoCent <= 0
    ? `Die Forderung von ${euro(-bruttoCent)} entfällt. Was Sie schon gezahlt haben, erstatten oder verrechnen wir.`
    : `Das Guthaben von ${euro(bruttoCent)} entfällt. Was wir schon erstattet haben, verrechnen wir mit Ihnen.`;
};

const nur = (satz: string): Zahlungsblock => ({ satz, angaben: [], hinweise: [] });

const forderung = (brief: BriefDaten): Zahlungsblock => {
  const { empfaenger, aussteller, bruttoCent, zahlbarBis } = brief;
  if (bruttoCent === 0) return nur("Es ist nichts zu zahlen.");
  const zweck = verwendungszweck(brief);
  if (bruttoCent < 0)
    return anKunden({ empfaenger, zahlbarBis, cent: -bruttoCent, zweck }, "Das Guthaben", "erstatten wir Ihnen");
  const betrag = euro(bruttoCent);
  if (empfaenger.zahlungsart === "verrechnung") return nur(`Den Betrag von ${betrag} verrechnen wir mit Ihnen.`);
  if (empfaenger.zahlungsart === "bar")
    return {
      satz: `Bitte zahlen Sie ${betrag} bis zum ${deutschesDatum(zahlbarBis)} in bar.`,
      angaben: [["Verwendungszweck", zweck]],
      hinweise: faelligkeit(brief),
    };
  if (empfaenger.zahlungsart === "lastschrift" && empfaenger.sepaMandat && empfaenger.iban)
    return {
      satz: `Wir ziehen ${betrag} am ${deutschesDatum(zahlbarBis)} per SEPA-Lastschrift ein.`,
      angaben: belegt([
        ["Konto", ibanGruppen(empfaenger.iban)],
        ["Kontoinhaber", empfaenger.kontoinhaber ?? empfaenger.anzeigename],
        ["Mandatsreferenz", `${empfaenger.sepaMandat.referenz} vom ${deutschesDatum(empfaenger.sepaMandat.datum)}`],
        ["Gläubiger-ID", aussteller.glaeubigerId],
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

const verwendungszweck = (brief: BriefDaten): string =>
  istEntwurf(brief) ? "folgt mit der Belegnummer" : `${brief.belegnummer} ${brief.kontonummer}`;

/** Why the amount is due: by the lease, or by § 587 BGB where farmland is leased and paid for afterwards. */
const faelligkeit = ({ belegart, istVorauszahlend, istLandpacht, faelligAm }: BriefDaten): string[] => {
  if (belegart === "schlussrechnung")
    return [`Fällig am ${deutschesDatum(faelligAm)} mit dem Ende des Pachtverhältnisses.`];
  if (istVorauszahlend === null) return [];
  if (istVorauszahlend) return [`Im Voraus fällig am ${deutschesDatum(faelligAm)} gemäß Vertrag.`];
  const grund = istLandpacht
    ? "nach Ablauf des Zeitraums (§ 587 Abs. 1 BGB)"
    : "nach Ablauf des Zeitraums gemäß Vertrag";
  return [`Fällig am ${deutschesDatum(faelligAm)} ${grund}.`];
};

/** The account that lessees pay to: the trust account. */
export const zahlkonto = ({ aussteller: a }: Pick<BriefDaten, "aussteller">) =>
  a.treuhandkontoIban
    ? { iban: a.treuhandkontoIban, bic: a.treuhandkontoBic, bank: a.treuhandkontoBank }
    : { iban: a.geschaeftskontoIban, bic: a.geschaeftskontoBic, bank: a.geschaeftskontoBank };

const auszahlung = (brief: BriefDaten): Zahlungsblock =>
  auszahlungsblock({ ...brief, cent: brief.auszahlungCent ?? brief.bruttoCent, zweck: verwendungszweck(brief) });

type Zahlungsziel = Pick<BriefDaten, "empfaenger" | "zahlbarBis"> & { cent: number; zweck: string };

/** What a lessor is told about his payout. */
export const auszahlungsblock = (ziel: Zahlungsziel): Zahlungsblock => {
  if (ziel.cent === 0) return nur("Es ist nichts auszuzahlen.");
  if (ziel.cent < 0)
    return nur(`Die Forderung von ${euro(-ziel.cent)} verrechnen wir mit Ihren nächsten Auszahlungen.`);
  return anKunden(ziel, "Den Betrag", "zahlen wir Ihnen");
};

const anKunden = ({ empfaenger, zahlbarBis, cent, zweck }: Zahlungsziel, was: string, tun: string): Zahlungsblock => {
  const satz = `${was} von ${euro(cent)} ${tun} bis zum ${deutschesDatum(zahlbarBis)}`;
  if (empfaenger.zahlungsart === "bar") return nur(`${satz} in bar.`);
  if (empfaenger.zahlungsart === "verrechnung") return nur(`${was} von ${euro(cent)} verrechnen wir mit Ihnen.`);
  if (!empfaenger.iban)
    return { ...nur(`${satz}.`), hinweise: ["Uns fehlt Ihre Bankverbindung. Bitte teilen Sie sie uns mit."] };
  return {
    satz: `${satz} auf Ihr Konto.`,
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
