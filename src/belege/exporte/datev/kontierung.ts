import { bruch } from "../../../kern/geld/bruch.ts";
import { prozent } from "../../../kern/geld/dezimal.ts";
import { verteileWerte } from "../../../kern/geld/verteile.ts";
import { istAnPaechter } from "../../../kern/pacht/belegart.ts";
import type { Belegart, Steuergruppe } from "../../../kern/pacht/typen.ts";
import { betragText } from "../tabellen/csv.ts";

/** Net of a document by rate, exemption reason and position type. */
export type Nettogruppe = {
  steuersatzBp: number;
  steuerbefreiungGrund: string | null;
  positionsart: string | null;
  erloeskonto: string | null;
  nettoCent: number;
};

export type DatevBeleg = {
  belegnummer: string;
  /** Kind of the document itself, of a Storno that of the cancelled one. */
  grundart: Belegart;
  istStorno: boolean;
  belegdatum: string;
  zahlbarBis: string;
  kontonummer: string;
  kontaktId: number;
  kontakt: string;
  debitornummer: string | null;
  kreditornummer: string | null;
  netto: Nettogruppe[];
  steuer: Steuergruppe[];
};

type Kontenplan = {
  sachkontenlaenge: number;
  weiterleitungskonto: string | null;
  gebuehrenkonto: string | null;
};

/** One posting: `umsatzCent` > 0 on `konto`, in debit (S) or credit (H), against `gegenkonto`. */
export type Buchung = {
  umsatzCent: number;
  sollHaben: "S" | "H";
  konto: string;
  gegenkonto: string;
  schluessel: string;
};

export const mangelcodes = [
  "betrag_zu_hoch",
  "debitornummer_fehlt",
  "debitornummer_ungueltig",
  "erloeskonto_fehlt",
  "erloeskonto_ungueltig",
  "gebuehrenkonto_fehlt",
  "gebuehrenkonto_ungueltig",
  "kreditornummer_fehlt",
  "kreditornummer_ungueltig",
  "steuersatz_ohne_schluessel",
  "weiterleitungskonto_fehlt",
  "weiterleitungskonto_ungueltig",
] as const;
/** What keeps a document from being posted; the text names whose it is. */
export type Mangel = { code: (typeof mangelcodes)[number]; text: string };

/** Tax keys of SKR 03 and 04: output tax on revenue, input tax on what is bought. Exempt amounts have none. */
const schluessel: Record<"umsatzsteuer" | "vorsteuer", Record<number, string>> = {
  umsatzsteuer: { 0: "", 700: "2", 1900: "3" },
  vorsteuer: { 0: "", 700: "8", 1900: "9" },
};

/** Ten digits before the comma: the width of DATEV's field. */
const hoechstensCent = 999_999_999_999;

/**
 * The postings of a document, gross, one for each tax group and account. Rent is a receivable from the lessee against
 * the revenue accounts of its position types; a lessor's Gutschrift a liability against what is passed on; the fee takes
 * from that same liability, as the letters net it. A Storno, or a negative amount, is the same with debit and credit
 * changed.
 */
export function kontiere(beleg: DatevBeleg, plan: Kontenplan): { buchungen: Buchung[]; maengel: Mangel[] } {
  const { grundart } = beleg;
  const maengel: Mangel[] = [];
  const melde = (code: Mangel["code"], text: string): string => {
    maengel.push({ code, text });
    return "";
  };
  const konto = personenkonto(beleg, plan, melde);
  const buchungen = postenVon(beleg)
    .filter(({ nettoCent, steuerCent }) => nettoCent + steuerCent !== 0)
    .map((posten): Buchung => {
      const brutto = posten.nettoCent + posten.steuerCent;
      if (Math.abs(brutto) > hoechstensCent)
        melde(
          "betrag_zu_hoch",
          `Beleg ${beleg.belegnummer}: ${betragText(brutto)} € sind mehr als die ${betragText(hoechstensCent)} €, die ein DATEV-Umsatz fasst.`,
        );
      const imSoll = (grundart !== "gutschrift") === brutto > 0;
      return {
        umsatzCent: Math.abs(brutto),
        sollHaben: imSoll ? "S" : "H",
        konto,
        gegenkonto: gegenkonto(grundart, posten, plan, melde),
        schluessel: steuerschluessel(grundart, posten.steuersatzBp, melde),
      };
    });
  // A document that moves nothing needs no account.
  return buchungen.length > 0 ? { buchungen, maengel } : { buchungen, maengel: [] };
}

/** Notes what is missing; in its place stands nothing. */
type Melde = (code: Mangel["code"], text: string) => string;

type Buchungsposten = Steuergruppe & Pick<Nettogruppe, "positionsart" | "erloeskonto">;

/** What is posted apart: rent by its position types, everything else by its tax groups. */
const postenVon = ({ grundart, steuer, netto }: DatevBeleg): Buchungsposten[] =>
  istAnPaechter(grundart)
    ? steuer.flatMap((gruppe) => teileAuf(gruppe, netto))
    : steuer.map((gruppe) => ({ ...gruppe, positionsart: null, erloeskonto: null }));

const personenkonto = (beleg: DatevBeleg, { sachkontenlaenge }: Kontenplan, melde: Melde): string => {
  const name = istAnPaechter(beleg.grundart) ? "debitornummer" : "kreditornummer";
  const nummer = beleg[name];
  const wessen = `Kontakt ${beleg.kontaktId} ${beleg.kontakt}`;
  if (nummer === null) return melde(`${name}_fehlt`, `${wessen}: ${worte[name]} fehlt.`);
  const stellen = sachkontenlaenge + 1;
  const ziffern = name === "debitornummer" ? "[1-6]" : "[7-9]";
  if (new RegExp(`^${ziffern}\\d{${stellen - 1}}$`).test(nummer)) return nummer;
  return melde(
    `${name}_ungueltig`,
    `${wessen}: ${worte[name]} ${nummer} hat nicht die Form ${ziffern} und ${stellen} Stellen.`,
  );
};

const gegenkonto = (grundart: Belegart, posten: Buchungsposten, plan: Kontenplan, melde: Melde): string => {
  if (istAnPaechter(grundart))
    return sachkonto(posten.erloeskonto, "erloeskonto", `Positionsart ${posten.positionsart ?? "(ohne)"}`, plan, melde);
  return grundart === "gutschrift"
    ? sachkonto(plan.weiterleitungskonto, "weiterleitungskonto", "Firmendaten", plan, melde)
    : sachkonto(plan.gebuehrenkonto, "gebuehrenkonto", "Firmendaten", plan, melde);
};

const sachkonto = (
  nummer: string | null,
  name: Sachkonto,
  wessen: string,
  { sachkontenlaenge }: Kontenplan,
  melde: Melde,
): string => {
  if (nummer === null) return melde(`${name}_fehlt`, `${wessen}: ${worte[name]} fehlt.`);
  if (nummer.length <= sachkontenlaenge) return nummer;
  return melde(`${name}_ungueltig`, `${wessen}: ${worte[name]} ${nummer} hat mehr als ${sachkontenlaenge} Stellen.`);
};

const steuerschluessel = (grundart: Belegart, satzBp: number, melde: Melde): string =>
  schluessel[grundart === "gutschrift" ? "vorsteuer" : "umsatzsteuer"][satzBp] ??
  melde("steuersatz_ohne_schluessel", `Für den Steuersatz ${prozent(satzBp)} ist kein Schlüssel bekannt.`);

type Sachkonto = "erloeskonto" | "weiterleitungskonto" | "gebuehrenkonto";

const worte: Record<Sachkonto | "debitornummer" | "kreditornummer", string> = {
  erloeskonto: "Erlöskonto",
  weiterleitungskonto: "Weiterleitungskonto (DATEV)",
  gebuehrenkonto: "Gebührenkonto (DATEV)",
  debitornummer: "Debitornummer",
  kreditornummer: "Kreditornummer",
};

/** Types on one account are posted together; those that lack one stay apart, since each is named. */
const jeErloeskonto = (teile: readonly Nettogruppe[]): Nettogruppe[] =>
  [...Map.groupBy(teile, (teil) => teil.erloeskonto ?? teil).values()].flatMap(([erste, ...weitere]) =>
    erste
      ? [{ ...erste, nettoCent: weitere.reduce((summe, { nettoCent }) => summe + nettoCent, erste.nettoCent) }]
      : [],
  );

/** The tax of a group on its accounts, to the cent: it was computed once, on the sum of their nets. */
const teileAuf = (gruppe: Steuergruppe, netto: readonly Nettogruppe[]): Buchungsposten[] => {
  const teile = jeErloeskonto(
    netto.filter(
      (teil) => teil.steuersatzBp === gruppe.steuersatzBp && teil.steuerbefreiungGrund === gruppe.steuerbefreiungGrund,
    ),
  );
  const steuer = verteileWerte(teile.map(({ nettoCent }) => bruch(nettoCent * gruppe.steuersatzBp, 10_000)));
  return teile.map((teil, i) => ({ ...teil, steuerCent: steuer[i]?.betrag ?? 0 }));
};
