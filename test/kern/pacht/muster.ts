import type { PeriodenErgebnis } from "../../../src/kern/pacht/ergebnis.ts";
import { berechneKonto } from "../../../src/kern/pacht/konto.ts";
import { planeFaelligkeiten } from "../../../src/kern/pacht/perioden.ts";
import type {
  AktiveHebung,
  BelegEntwurf,
  Beteiligter,
  KontoEingabe,
  PositionVersion,
} from "../../../src/kern/pacht/typen.ts";

/** Billed by nearly every test: far enough that nothing depends on it. */
const DATUM = "2099-12-31";

export function paechter(kontaktId: number, mehr: Partial<Beteiligter> = {}): Beteiligter {
  return {
    kontaktId,
    rolle: "paechter",
    anteilZaehler: null,
    anteilNenner: null,
    gueltigVon: null,
    gueltigBis: null,
    umsatzsteuerStatus: null,
    hatSteuernummer: true,
    hatAnschrift: true,
    ohneAnsprechpartner: false,
    ...mehr,
  };
}

export function verpaechter(kontaktId: number, mehr: Partial<Beteiligter> = {}): Beteiligter {
  return paechter(kontaktId, { rolle: "verpaechter", umsatzsteuerStatus: "nicht_steuerbar", ...mehr });
}

export function anteil(anteilZaehler: number, anteilNenner: number): Partial<Beteiligter> {
  return { anteilZaehler, anteilNenner };
}

/** 1,200.00 a year, free of VAT, kept by the operator. */
export function position(mehr: Partial<PositionVersion> = {}): PositionVersion {
  const id = mehr.id ?? 1;
  return {
    id,
    ursprungId: id,
    positionsartId: 1,
    bezeichnung: "Pacht",
    betragCent: 120_000,
    intervall: "jaehrlich",
    gueltigVon: null,
    gueltigBis: null,
    steuersatzBp: 0,
    steuerbefreiungGrund: "§ 4 Nr. 12 UStG",
    anteilig: true,
    erhoehbar: true,
    weiterleitung: false,
    ...mehr,
  };
}

export function hebung(mehr: Partial<AktiveHebung> = {}): AktiveHebung {
  return {
    id: 1,
    art: "prozent",
    wertBp: 1000,
    betragCent: null,
    indexBasis: null,
    indexNeu: null,
    weitergabeBp: null,
    obergrenzeBp: null,
    verkettung: null,
    wirksamAb: "2025-04-01",
    positionIds: null,
    ...mehr,
  };
}

/** Leased for ever from 1 October 2024, yearly in arrears; the due periods up to `bis` follow from the rest. */
export function konto(mehr: Partial<KontoEingabe> = {}, bis = "2024-10-01"): KontoEingabe {
  const eingabe: KontoEingabe = {
    id: 1,
    kontonummer: "PK-000001",
    version: 1,
    status: "aktiv",
    pachtbeginn: "2024-10-01",
    pachtende: null,
    abrechnungAb: null,
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    schlussabrechnung: null,
    endetVorGebuchtem: false,
    berechnungsart: "monatsgenau",
    zahlungszielTage: 14,
    verwaltungsgebuehrBp: 0,
    gebuehrSteuersatzBp: 1900,
    gebuehrSteuerbefreiungGrund: null,
    beteiligte: [paechter(1)],
    positionen: [position()],
    hebungen: [],
    faelligkeiten: [],
    ...mehr,
  };
  if (mehr.faelligkeiten) return eingabe;
  const plan = planeFaelligkeiten(eingabe, bis);
  return { ...eingabe, faelligkeiten: plan.map((faelligkeit, i) => ({ id: i + 1, ...faelligkeit })) };
}

export function perioden(eingabe: KontoEingabe): PeriodenErgebnis[] {
  const ergebnis = berechneKonto(eingabe, eingabe.pachtende ?? DATUM);
  if (!ergebnis.abrechenbar) throw new Error(`nicht abrechenbar: ${ergebnis.gruende.join(", ")}`);
  return ergebnis.perioden;
}

export function gruende(eingabe: KontoEingabe, datum = DATUM): string[] {
  const ergebnis = berechneKonto(eingabe, datum);
  return ergebnis.abrechenbar ? [] : ergebnis.gruende;
}

export function belege(eingabe: KontoEingabe): BelegEntwurf[] {
  return perioden(eingabe).flatMap((periode) => periode.belege);
}

/** Net cents of all lines of all documents of a kind, in order. */
export function netto(eingabe: KontoEingabe, belegart: BelegEntwurf["belegart"] = "rechnung"): number[] {
  return belege(eingabe)
    .filter((beleg) => beleg.belegart === belegart)
    .flatMap((beleg) => beleg.zeilen.map((zeile) => zeile.nettoCent));
}

/** [contact, net] of each document of a kind. */
export function jeKontakt(eingabe: KontoEingabe, belegart: BelegEntwurf["belegart"] = "rechnung"): [number, number][] {
  return belege(eingabe)
    .filter((beleg) => beleg.belegart === belegart)
    .map((beleg) => [beleg.kontaktId, beleg.nettoCent]);
}
