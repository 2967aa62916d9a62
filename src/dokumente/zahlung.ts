import type { BriefDaten } from "./briefdaten.ts";
import { euro, ibanGruppen, tag, verbinde } from "./format.ts";
import { firmenname } from "./wortlaut.ts";

/** What a letter says about the money: a sentence, labelled details, and smaller print. */
export type Zahlungsblock = { satz: string; angaben: [string, string][]; hinweise: string[] };

export const zahlungsblock = (brief: BriefDaten): Zahlungsblock => {
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
      return nur("Bereits geleistete Zahlungen gleichen wir mit Ihnen aus.");
    default:
      return forderung(brief);
  }
};

const nur = (satz: string): Zahlungsblock => ({ satz, angaben: [], hinweise: [] });

const forderung = (brief: BriefDaten): Zahlungsblock => {
  const { empfaenger, aussteller, bruttoCent, zahlbarBis } = brief;
  if (bruttoCent === 0) return nur("Es ist nichts zu zahlen.");
  if (bruttoCent < 0) return anKunden(brief, "Das Guthaben", -bruttoCent, "erstatten wir Ihnen");
  const betrag = euro(bruttoCent);
  const zweck: [string, string] = ["Verwendungszweck", `${brief.belegnummer} ${brief.kontonummer}`];
  if (empfaenger.zahlungsart === "verrechnung") return nur(`Den Betrag von ${betrag} verrechnen wir mit Ihnen.`);
  if (empfaenger.zahlungsart === "bar")
    return { ...nur(`Bitte zahlen Sie ${betrag} bis zum ${tag(zahlbarBis)} in bar.`), angaben: [zweck] };
  if (empfaenger.zahlungsart === "lastschrift" && empfaenger.sepaMandat && empfaenger.iban)
    return {
      satz: `Wir ziehen ${betrag} am ${tag(zahlbarBis)} per SEPA-Lastschrift ein.`,
      angaben: belegt([
        ["Konto", ibanGruppen(empfaenger.iban)],
        ["Kontoinhaber", empfaenger.kontoinhaber ?? empfaenger.anzeigename],
        ["Mandatsreferenz", `${empfaenger.sepaMandat.referenz} vom ${tag(empfaenger.sepaMandat.datum)}`],
        ["Gläubiger-ID", aussteller.glaeubigerId],
      ]),
      hinweise: ["Bitte sorgen Sie für ausreichende Deckung des Kontos."],
    };
  const konto = zahlkonto(brief);
  return {
    satz: `Bitte überweisen Sie ${betrag} bis zum ${tag(zahlbarBis)}.`,
    angaben: belegt([
      ["Empfänger", firmenname(aussteller)],
      ["IBAN", konto.iban && ibanGruppen(konto.iban)],
      ["BIC", verbinde([konto.bic, konto.bank], " · ")],
      zweck,
    ]),
    hinweise: [],
  };
};

/** The account that lessees pay to: the trust account. */
export const zahlkonto = ({ aussteller: a }: Pick<BriefDaten, "aussteller">) =>
  a.treuhandkontoIban
    ? { iban: a.treuhandkontoIban, bic: a.treuhandkontoBic, bank: a.treuhandkontoBank }
    : { iban: a.geschaeftskontoIban, bic: a.geschaeftskontoBic, bank: a.geschaeftskontoBank };

const auszahlung = (brief: BriefDaten): Zahlungsblock => {
  const betrag = brief.auszahlungCent ?? brief.bruttoCent;
  if (betrag === 0) return nur("Es ist nichts auszuzahlen.");
  if (betrag < 0) return nur(`Die Forderung von ${euro(-betrag)} verrechnen wir mit Ihren nächsten Auszahlungen.`);
  return anKunden(brief, "Den Betrag", betrag, "zahlen wir Ihnen");
};

const anKunden = (brief: BriefDaten, was: string, betrag: number, tun: string): Zahlungsblock => {
  const { empfaenger, zahlbarBis } = brief;
  const satz = `${was} von ${euro(betrag)} ${tun} bis zum ${tag(zahlbarBis)}`;
  if (empfaenger.zahlungsart === "bar") return nur(`${satz} in bar.`);
  if (empfaenger.zahlungsart === "verrechnung") return nur(`${was} von ${euro(betrag)} verrechnen wir mit Ihnen.`);
  if (!empfaenger.iban)
    return { ...nur(`${satz}.`), hinweise: ["Uns fehlt Ihre Bankverbindung. Bitte teilen Sie sie uns mit."] };
  return {
    satz: `${satz} auf Ihr Konto.`,
    angaben: belegt([
      ["Kontoinhaber", empfaenger.kontoinhaber ?? empfaenger.anzeigename],
      ["IBAN", ibanGruppen(empfaenger.iban)],
      ["BIC", empfaenger.bic],
      ["Verwendungszweck", `${brief.belegnummer} ${brief.kontonummer}`],
    ]),
    hinweise: [],
  };
};

const belegt = (angaben: [string, string | null][]): [string, string][] =>
  angaben.flatMap(([name, wert]) => (wert ? [[name, wert] as [string, string]] : []));
