import { bruch } from "../../../kern/geld/bruch.ts";
import { verteileWerte } from "../../../kern/geld/verteile.ts";
import type { Belegart } from "../../../kern/pacht/typen.ts";

/** Net of a document by rate, exemption reason and position type. */
export type Nettogruppe = {
  steuersatzBp: number;
  steuerbefreiungGrund: string | null;
  positionsart: string | null;
  erloeskonto: string | null;
  nettoCent: number;
};

export type Steuergruppe = {
  steuersatzBp: number;
  steuerbefreiungGrund: string | null;
  nettoCent: number;
  steuerCent: number;
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

export type Kontenplan = {
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

/**
 * The postings of a document, gross, one for each tax group and account. Rent is a receivable from the lessee against
 * the revenue accounts of its position types; a lessor's Gutschrift a liability against what is passed on; the fee takes
 * from that same liability, as the letters net it. A Storno, or a negative amount, is the same with debit and credit
 * changed.
 */
export const kontiere = (beleg: DatevBeleg, plan: Kontenplan): { buchungen: Buchung[]; maengel: Mangel[] } => {
  const maengel: Mangel[] = [];
  const melde = (code: Mangel["code"], text: string): string => {
    maengel.push({ code, text });
    return "";
  };

  const sachkonto = (nummer: string | null, name: Konto, wessen: string): string => {
    if (nummer === null) return melde(`${name}_fehlt`, `${wessen}: ${worte[name]} fehlt.`);
    return nummer.length <= plan.sachkontenlaenge
      ? nummer
      : melde(
          `${name}_ungueltig`,
          `${wessen}: ${worte[name]} ${nummer} hat mehr als ${plan.sachkontenlaenge} Stellen.`,
        );
  };

  const personenkonto = (nummer: string | null, name: Personenkonto): string => {
    const wessen = `Kontakt ${beleg.kontaktId} ${beleg.kontakt}`;
    if (nummer === null) return melde(`${name}_fehlt`, `${wessen}: ${worte[name]} fehlt.`);
    const stellen = plan.sachkontenlaenge + 1;
    const ziffern = name === "debitornummer" ? "[1-6]" : "[7-9]";
    return new RegExp(`^${ziffern}\\d{${stellen - 1}}$`).test(nummer)
      ? nummer
      : melde(
          `${name}_ungueltig`,
          `${wessen}: ${worte[name]} ${nummer} hat nicht die Form ${ziffern} und ${stellen} Stellen.`,
        );
  };

  const steuerschluessel = (bp: number, art: keyof typeof schluessel): string =>
    schluessel[art][bp] ??
    melde("steuersatz_ohne_schluessel", `Für den Steuersatz ${bp / 100} % ist kein Schlüssel bekannt.`);

  const { grundart } = beleg;
  const anPaechter = grundart === "rechnung" || grundart === "schlussrechnung";
  const konto = anPaechter
    ? personenkonto(beleg.debitornummer, "debitornummer")
    : personenkonto(beleg.kreditornummer, "kreditornummer");
  const posten = anPaechter
    ? beleg.steuer.flatMap((gruppe) => teileAuf(gruppe, beleg.netto))
    : beleg.steuer.map((gruppe) => ({ ...gruppe, positionsart: null, erloeskonto: null }));
  const buchungen = posten
    .filter(({ nettoCent, steuerCent }) => nettoCent + steuerCent !== 0)
    .map(({ nettoCent, steuerCent, steuersatzBp, positionsart, erloeskonto }): Buchung => {
      const brutto = nettoCent + steuerCent;
      const imSoll = (grundart !== "gutschrift") === brutto > 0;
      const gegenkonto = anPaechter
        ? sachkonto(erloeskonto, "erloeskonto", `Positionsart ${positionsart ?? "(ohne)"}`)
        : grundart === "gutschrift"
          ? sachkonto(plan.weiterleitungskonto, "weiterleitungskonto", "Firmendaten")
          : sachkonto(plan.gebuehrenkonto, "gebuehrenkonto", "Firmendaten");
      return {
        umsatzCent: Math.abs(brutto),
        sollHaben: imSoll ? "S" : "H",
        konto,
        gegenkonto,
        schluessel: steuerschluessel(steuersatzBp, grundart === "gutschrift" ? "vorsteuer" : "umsatzsteuer"),
      };
    });
  // A document that moves nothing needs no account.
  return buchungen.length > 0 ? { buchungen, maengel } : { buchungen, maengel: [] };
};

type Konto = "erloeskonto" | "weiterleitungskonto" | "gebuehrenkonto";
type Personenkonto = "debitornummer" | "kreditornummer";

const worte: Record<Konto | Personenkonto, string> = {
  erloeskonto: "Erlöskonto",
  weiterleitungskonto: "Weiterleitungskonto (DATEV)",
  gebuehrenkonto: "Gebührenkonto (DATEV)",
  debitornummer: "Debitornummer",
  kreditornummer: "Kreditornummer",
};

/** The tax of a group on its position types, to the cent: it was computed once, on the sum of their nets. */
const teileAuf = (gruppe: Steuergruppe, netto: readonly Nettogruppe[]) => {
  const teile = netto.filter(
    (teil) => teil.steuersatzBp === gruppe.steuersatzBp && teil.steuerbefreiungGrund === gruppe.steuerbefreiungGrund,
  );
  const steuer = verteileWerte(teile.map(({ nettoCent }) => bruch(nettoCent * gruppe.steuersatzBp, 10_000)));
  return teile.map((teil, i) => ({ ...teil, steuerCent: steuer[i]?.betrag ?? 0 }));
};
