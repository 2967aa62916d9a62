import { tagNach } from "../../../src/kern/kalender/tag.ts";
import { berechneKonto } from "../../../src/kern/pacht/konto.ts";
import { planeFaelligkeiten } from "../../../src/kern/pacht/perioden.ts";
import type {
  Belegart,
  BelegEntwurf,
  BelegZeile,
  Beteiligter,
  Faelligkeit,
  GebuchtePeriode,
  KontoEingabe,
  UmsatzsteuerStatus,
} from "../../../src/kern/pacht/typen.ts";
import { konto } from "./muster.ts";
import { negiere } from "./storno.ts";

export type Beleg = BelegEntwurf & { id: number; belegnummer: string };

/** What one booking made of one due period, or of the final settlement. */
export type Buchung = {
  faelligkeit: Omit<Faelligkeit, "id"> & { id: number | null };
  /** The account at booking: what a later correction of the period goes by. */
  bedingungen: Omit<GebuchtePeriode, "faelligkeitId" | "zeitraumVon" | "zeitraumBis" | "zeilen">;
  beteiligte: Beteiligter[];
  /** VAT status of each contact at booking. */
  status: Map<number, UmsatzsteuerStatus | null>;
  belege: Beleg[];
};

const SERIE: Record<Belegart, string> = {
  rechnung: "RE",
  schlussrechnung: "SR",
  gutschrift: "GS",
  gebuehrenrechnung: "GB",
  stornorechnung: "ST",
  stornogutschrift: "SG",
};

/** An account with its books, kept as the service keeps them but in memory. */
export class Buch {
  konto: KontoEingabe;
  /** What is booked and not cancelled, in the order of booking. */
  buchungen: Buchung[] = [];
  /** Every document ever made, counter documents included. */
  archiv: Beleg[] = [];
  #faelligkeiten = 0;
  /** Who the contacts are now that were merged. */
  #heutige = new Map<number, number>();

  constructor(stamm: Partial<KontoEingabe> = {}) {
    this.konto = konto({ ...stamm, faelligkeiten: [] });
  }

  aendere(mehr: Partial<KontoEingabe>): void {
    this.konto = { ...this.konto, ...mehr };
  }

  /** `geht` is `bleibt` from now on; what is booked keeps its contacts. */
  fuehreZusammen(bleibt: number, geht: number): void {
    for (const [damals, heute] of this.#heutige) if (heute === geht) this.#heutige.set(damals, bleibt);
    this.#heutige.set(geht, bleibt);
    const beteiligte = this.konto.beteiligte.map((b) => (b.kontaktId === geht ? { ...b, kontaktId: bleibt } : b));
    this.aendere({ beteiligte });
  }

  /** The account as the calculation would get it for `datum`. */
  eingabe(datum: string): KontoEingabe {
    const { konto: stamm } = this;
    const letzterTag = this.#perioden().at(-1)?.faelligkeit.zeitraumBis;
    const abrechnungAb = letzterTag ? tagNach(letzterTag) : stamm.abrechnungAb;
    const faelligkeiten = planeFaelligkeiten({ ...stamm, abrechnungAb }, datum)
      .filter(({ faelligAm }) => faelligAm <= datum)
      .map((faelligkeit, i) => ({ id: this.#faelligkeiten + i + 1, ...faelligkeit }));
    const erster = [stamm.pachtbeginn, stamm.abrechnungAb ?? ""].toSorted().at(-1) ?? "";
    const endetVorGebuchtem = (stamm.pachtende ?? erster) < erster && letzterTag !== undefined;
    return { ...stamm, faelligkeiten, endetVorGebuchtem, gebucht: this.#ueberDasEndeHinaus() };
  }

  /** Books everything that is due on `datum`. */
  buche(datum: string): Buchung[] {
    const ergebnis = berechneKonto(this.eingabe(datum), datum);
    if (!ergebnis.abrechenbar) throw new Error(`nicht abrechenbar: ${ergebnis.gruende.join(", ")}`);
    const { perioden, schlussabrechnung } = ergebnis;
    const { pachtjahrBeginn, zahlungsrhythmus, berechnungsart } = this.konto;
    const { verwaltungsgebuehrBp, gebuehrSteuersatzBp, gebuehrSteuerbefreiungGrund } = this.konto;
    const gebuehr = { verwaltungsgebuehrBp, gebuehrSteuersatzBp, gebuehrSteuerbefreiungGrund };
    const bedingungen = { pachtjahrBeginn, zahlungsrhythmus, berechnungsart, ...gebuehr };
    const status = new Map(this.konto.beteiligte.map((b) => [b.kontaktId, b.umsatzsteuerStatus]));
    const { beteiligte } = this.konto;
    const neue = [...perioden, ...(schlussabrechnung ? [schlussabrechnung] : [])].map(({ faelligkeit, belege }) => {
      const nummeriert = belege.map((beleg) => this.#archiviere(beleg));
      return { faelligkeit, bedingungen, beteiligte, status, belege: nummeriert };
    });
    this.#faelligkeiten += neue.length;
    this.buchungen.push(...neue);
    if (schlussabrechnung) this.aendere({ schlussabrechnung: datum, status: "ausgelaufen" });
    return neue;
  }

  /** Cancels the newest booking. */
  storniereLetzte(): Beleg[] {
    const buchung = this.buchungen.pop();
    if (!buchung) throw new Error("nichts gebucht");
    if (buchung.faelligkeit.art === "schlussabrechnung") this.aendere({ schlussabrechnung: null, status: "aktiv" });
    return buchung.belege.map((beleg) => this.#archiviere(negiere(beleg)));
  }

  #perioden(): Buchung[] {
    return this.buchungen.filter(({ faelligkeit }) => faelligkeit.id !== null);
  }

  #ueberDasEndeHinaus(): GebuchtePeriode[] {
    const { pachtende } = this.konto;
    return this.#perioden().flatMap(
      ({ faelligkeit: { id, zeitraumVon, zeitraumBis }, bedingungen, beteiligte, status, belege }) => {
        if (id === null || pachtende === null || zeitraumBis < pachtende) return [];
        const zeilen = belege.flatMap(({ id: belegId, belegnummer, belegart, kontaktId, zeilen: eigene }) =>
          eigene.map(({ herleitung: _, ...zeile }) => {
            const umsatzsteuerStatus = status.get(kontaktId) ?? null;
            return { ...zeile, belegId, belegnummer, belegart, kontaktId, umsatzsteuerStatus };
          }),
        );
        const heutige = [...this.#heutige].filter(([damals]) => beteiligte.some((b) => b.kontaktId === damals));
        const vorZusammenfuehrung = heutige.length > 0 ? { beteiligte, heutige } : null;
        return [{ faelligkeitId: id, zeitraumVon, zeitraumBis, ...bedingungen, zeilen, vorZusammenfuehrung }];
      },
    );
  }

  #archiviere(entwurf: BelegEntwurf): Beleg {
    const nummer = this.archiv.filter(({ belegart }) => belegart === entwurf.belegart).length + 1;
    const beleg = { ...entwurf, id: this.archiv.length + 1, belegnummer: `${SERIE[entwurf.belegart]}-${nummer}` };
    this.archiv.push(beleg);
    return beleg;
  }
}

/** Each document as [number, contact, net, gross]. */
export function kurz(buchungen: readonly Buchung[]): [string, number, number, number][] {
  return buchungen.flatMap(({ belege }) =>
    belege.map((b): [string, number, number, number] => [b.belegnummer, b.kontaktId, b.nettoCent, b.bruttoCent]),
  );
}

/** Each line as [number of its document, contact, description, from, to, net]. */
export function zeilen(buchungen: readonly Buchung[]): [string, number, string, string, string, number][] {
  return buchungen.flatMap(({ belege }) =>
    belege.flatMap((b) =>
      b.zeilen.map((z): [string, number, string, string, string, number] => [
        b.belegnummer,
        b.kontaktId,
        z.bezeichnung,
        z.zeitraumVon,
        z.zeitraumBis,
        z.nettoCent,
      ]),
    ),
  );
}

/** Net of every side, contact and position over documents; sums of 0 are left out. */
export function salden(belege: readonly BelegEntwurf[]): Record<string, number> {
  const summen = new Map<string, number>();
  const zaehle = (schluessel: string, { nettoCent }: BelegZeile) =>
    summen.set(schluessel, (summen.get(schluessel) ?? 0) + nettoCent);
  for (const { belegart, kontaktId, zeilen: eigene } of belege)
    for (const zeile of eigene)
      if (zeile.ursprungId !== null)
        zaehle(`${/gutschrift$/.test(belegart) ? "verpaechter" : "paechter"} ${kontaktId}: ${zeile.ursprungId}`, zeile);
  return Object.fromEntries([...summen].filter(([, cent]) => cent !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
