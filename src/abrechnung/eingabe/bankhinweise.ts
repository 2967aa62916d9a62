import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { istAnPaechter } from "../../kern/pacht/belegart.ts";
import { istMandatsreferenz, type Mandat } from "../../kern/pacht/mandat.ts";
import { istOhneBank } from "../../kern/pacht/schnappschuss.ts";
import type { BelegEntwurf } from "../../kern/pacht/typen.ts";
import { wenn } from "../../kern/wenn.ts";
import {
  type Bankangaben,
  bankhindernistexte,
  istBetragZuHoch,
  kontohindernisse,
} from "../../stammdaten/kontakte/bankverbindung.ts";
import type { Hinweis } from "./hinweis.ts";
import type { Kontakthinweis } from "./packeAus.ts";

/**
 * Where no payment file brings the money of these documents: what they name as bank account and mandate stays as it was
 * when they were booked.
 *
 * @param zahltag by when they are to be paid, and when their letters announce a direct debit for
 */
export function bankhinweise(kontakt: Kontakthinweis, belege: readonly BelegEntwurf[], zahltag: string): Hinweis[] {
  return [
    ...(belege.some(istAuszuzahlen) ? auszahlungshinweise(kontakt) : []),
    ...(belege.some(istZuZahlen) ? einzugshinweise(kontakt, zahltag) : []),
    ...betragshinweise(kontakt, belege),
  ];
}

const istZuZahlen = ({ belegart, bruttoCent }: BelegEntwurf): boolean => istAnPaechter(belegart) && bruttoCent > 0;

/** To a lessor his payout, to a lessee his credit; 0 where nothing is to be paid out. */
const auszahlung = ({ belegart, bruttoCent, auszahlungCent }: BelegEntwurf): number =>
  Math.max(0, belegart === "gutschrift" ? (auszahlungCent ?? bruttoCent) : istAnPaechter(belegart) ? -bruttoCent : 0);

const istAuszuzahlen = (beleg: BelegEntwurf): boolean => auszahlung(beleg) > 0;

/** Each document is one payment: more than SEPA's field holds goes into no file, whatever the account. */
const betragshinweise = ({ anzeigename, zahlungsart }: Kontakthinweis, belege: readonly BelegEntwurf[]): Hinweis[] => {
  const melde = (folge: string): Hinweis => ({
    code: "betrag_zu_hoch",
    text: `${folge}: ${bankhindernistexte.betrag_zu_hoch}`,
  });
  return [
    ...(!istOhneBank(zahlungsart) && belege.some((beleg) => istBetragZuHoch(auszahlung(beleg)))
      ? [melde(`Keine Zahlungsdatei überweist den Betrag an ${anzeigename}`)]
      : []),
    ...(zahlungsart === "lastschrift" && belege.some((beleg) => istZuZahlen(beleg) && istBetragZuHoch(beleg.bruttoCent))
      ? [melde(`${anzeigename} zahlt per Lastschrift, aber ${ohneEinzugFolge}`)]
      : []),
  ];
};

const nachgetragen = "Was nach dem Buchen eingetragen wird, ändert den Beleg nicht: bitte vor dem Buchen eintragen.";

const auszahlungshinweise = ({
  anzeigename,
  zahlungsartOhneIban,
  fraglichesBankkonto: konto,
}: Kontakthinweis): Hinweis[] => {
  if (konto && !istOhneBank(konto.zahlungsart))
    return kontohinweise(konto, `Keine Zahlungsdatei überweist den Betrag an ${anzeigename}`);
  if (zahlungsartOhneIban === null || istOhneBank(zahlungsartOhneIban)) return [];
  const text = `Die IBAN von ${anzeigename} fehlt: Der Brief bittet um die Bankverbindung, und keine Zahlungsdatei überweist den Betrag. ${nachgetragen}`;
  return [{ code: "iban_fehlt", text }];
};

const ohneEinzugFolge = "eingezogen wird nichts, der Brief bittet um Überweisung";

const kontohinweise = (konto: Bankangaben, folge: string): Hinweis[] => {
  const gruende = kontohindernisse(konto).map((hindernis) => bankhindernistexte[hindernis]);
  return gruende.length > 0
    ? [{ code: "konto_unbrauchbar", text: [`${folge}:`, ...gruende, nachgetragen].join(" ") }]
    : [];
};

/** The letter then asks to transfer the amount, and no payment file collects it. */
const einzugshinweise = (kontakt: Kontakthinweis, zahltag: string): Hinweis[] => [
  ...(kontakt.zahlungsartOhneIban === "lastschrift"
    ? [ohneEinzug("iban_fehlt", kontakt, "die IBAN fehlt", ` ${nachgetragen}`)]
    : []),
  ...(kontakt.fraglichesBankkonto?.zahlungsart === "lastschrift"
    ? kontohinweise(
        kontakt.fraglichesBankkonto,
        `${kontakt.anzeigename} zahlt per Lastschrift, aber ${ohneEinzugFolge}`,
      )
    : []),
  ...(kontakt.fraglicherEinzug ? mandatshinweise(kontakt, kontakt.fraglicherEinzug, zahltag) : []),
];

const mandatshinweise = (
  kontakt: Kontakthinweis,
  { mandat, ohneGlaeubigerId }: NonNullable<Kontakthinweis["fraglicherEinzug"]>,
  zahltag: string,
): Hinweis[] => [
  ...(mandat === null
    ? [ohneEinzug("mandat_fehlt", kontakt, "das SEPA-Mandat fehlt", ` ${nachgetragen}`)]
    : unbrauchbaresMandat(kontakt, mandat, zahltag)),
  ...(ohneGlaeubigerId
    ? [ohneEinzug("glaeubiger_id_fehlt", kontakt, "in den Firmendaten fehlt die Gläubiger-Identifikationsnummer")]
    : []),
];

const unbrauchbaresMandat = ({ anzeigename }: Kontakthinweis, mandat: Mandat, zahltag: string): Hinweis[] => {
  const gruende = [
    ...wenn(!istMandatsreferenz(mandat.referenz), "hat eine Referenz, die SEPA nicht zulässt: Eingezogen wird nichts"),
    ...wenn(
      mandat.datum > zahltag,
      `ist vom ${deutschesDatum(mandat.datum)}: Was vorher zu zahlen ist, wird nicht eingezogen`,
    ),
  ];
  return gruende.map((grund) => ({
    code: "mandat_unbrauchbar",
    text: `Das SEPA-Mandat „${mandat.referenz}“ von ${anzeigename} ${grund}, der Brief bittet um Überweisung.`,
  }));
};

const ohneEinzug = (code: Hinweis["code"], { anzeigename }: Kontakthinweis, fehlendes: string, rat = ""): Hinweis => ({
  code,
  text: `${anzeigename} zahlt per Lastschrift, aber ${fehlendes}: Eingezogen wird nichts, der Brief bittet um Überweisung.${rat}`,
});
