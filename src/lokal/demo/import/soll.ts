import type { Summen } from "../summen.ts";
import { monateJe } from "./buero.ts";
import type { Blaetter, Blattzeile } from "./mappe.ts";

type Posten = { cent: number; satz: number };

const summe = (zahlen: readonly number[]): number => zahlen.reduce((bisher, zahl) => bisher + zahl, 0);

const monate = (rhythmus: unknown): number => monateJe[rhythmus as keyof typeof monateJe];

const anteilVon = ({ anteilZaehler, anteilNenner }: Blattzeile): number =>
  anteilNenner === undefined ? 1 : Number(anteilZaehler) / Number(anteilNenner);

/** What each position comes to in one period. */
const postenVon = (konto: Blattzeile, positionen: readonly Blattzeile[]): Posten[] =>
  positionen.map(({ betrag, intervall, steuersatz }) => ({
    cent: Math.round((Number(betrag) * 100 * monate(konto.zahlungsrhythmus)) / monate(intervall)),
    satz: Math.round(Number(steuersatz) * 100),
  }));

/** Of a share: the net, and the tax, rounded once for each rate. */
const belegUeber = (posten: readonly Posten[], anteil: number): { netto: number; steuer: number } => {
  const netto = (satz: number) =>
    Math.round(summe(posten.filter((einer) => einer.satz === satz).map(({ cent }) => cent)) * anteil);
  const saetze = [...new Set(posten.map(({ satz }) => satz))];
  return {
    netto: summe(saetze.map(netto)),
    steuer: summe(saetze.map((satz) => Math.round((netto(satz) * satz) / 100))),
  };
};

/**
 * What the first period of each account comes to, worked out from the cells of the workbook with plain arithmetic and
 * nothing of the service: a second opinion. It takes shares without a rest for granted.
 *
 * @param gebuehrSatz VAT on the fee in percent
 */
export function rechneAus(blaetter: Blaetter, gebuehrSatz: number): Summen {
  const { Kontakte = [], Pachtkonten = [], Beteiligte = [], Positionen = [] } = blaetter;
  const istRegelbesteuert = (kontakt: unknown) =>
    Kontakte.some((k) => k.importSchluessel === kontakt && k.umsatzsteuerStatus === "regelbesteuert");
  const konten = Pachtkonten.map((konto) => {
    const eigene = (zeilen: readonly Blattzeile[]) =>
      zeilen.filter(({ pachtkonto }) => pachtkonto === konto.importSchluessel);
    const posten = postenVon(konto, eigene(Positionen));
    const parteien = (rolle: string) => eigene(Beteiligte).filter((partei) => partei.rolle === rolle);
    const rechnungen = parteien("paechter").map((partei) => belegUeber(posten, anteilVon(partei)));
    const gutschriften = parteien("verpaechter").map((partei) => {
      const { netto, steuer } = belegUeber(posten, anteilVon(partei));
      // In whole basis points, since 0.045 is none that a computer can hold.
      const gebuehr = Math.round((netto * Math.round(Number(konto.verwaltungsgebuehr) * 10_000)) / 10_000);
      return {
        brutto: netto + (istRegelbesteuert(partei.kontakt) ? steuer : 0),
        gebuehr: gebuehr + Math.round((gebuehr * gebuehrSatz) / 100),
      };
    });
    return { rechnungen, gutschriften };
  });
  const rechnungen = konten.flatMap((konto) => konto.rechnungen);
  const gutschriften = konten.flatMap((konto) => konto.gutschriften);
  const paechterNettoCent = summe(rechnungen.map(({ netto }) => netto));
  const paechterSteuerCent = summe(rechnungen.map(({ steuer }) => steuer));
  const verpaechterBruttoCent = summe(gutschriften.map(({ brutto }) => brutto));
  const gebuehrBruttoCent = summe(gutschriften.map(({ gebuehr }) => gebuehr));
  return {
    // Each lessor gets a bill over the fee beside what is credited to him.
    anzahlDokumente: rechnungen.length + 2 * gutschriften.length,
    paechterNettoCent,
    paechterSteuerCent,
    paechterBruttoCent: paechterNettoCent + paechterSteuerCent,
    verpaechterBruttoCent,
    gebuehrBruttoCent,
    auszahlungCent: verpaechterBruttoCent - gebuehrBruttoCent,
  };
}
