import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hauptspalten } from "../../../src/bestand/format/blaetter.ts";
import type { Blatt } from "../../../src/bestand/format/blattnamen.ts";
import { type Mappenblatt, type Mappenzeile, schreibeMappe } from "../../../src/bestand/format/mappe.ts";
import { alsZelle, zahlenformat } from "../../../src/bestand/format/zelle.ts";

type Werte = Record<string, string | number | boolean>;

/** Six rows make a lease; the increases of some come on top. */
export const zeilenJeKonto = 6;
/** Every tenth account has an increase that is due, and one behind it. */
const jeErhoehung = 10;

const jeStapel = 1_000;
const rhythmen = ["jaehrlich", "halbjaehrlich", "vierteljaehrlich", "monatlich"];

export function kontakt(nr: number): Werte {
  return {
    ...{ typ: "paechter", vorname: `Vorname${nr % 997}`, nachname: `Nachname${nr * 7919}` },
    ...{ strasse: `Straße ${nr % 97}`, hausnummer: String(1 + (nr % 200)), plz: "25813", ort: "Husum" },
    ...{ telefon: `04841 ${10_000 + nr}`, umsatzsteuerStatus: "nicht_steuerbar" },
  };
}

export function objekt(nr: number): Werte {
  return {
    ...{ bezeichnung: `Koppel ${nr}`, objektart: nr % 2 ? "acker" : "gruenland", flaecheQm: 1_000 + nr },
    ...{ gemarkung: "Husum", flur: String(1 + (nr % 30)), flurstueckZaehler: String(nr) },
  };
}

export function konto(nr: number): Werte {
  return {
    ...{ kontonummer: `N-${nr}`, bezeichnung: `Koppel ${nr}`, pachtbeginn: "2019-10-01", abrechnungAb: "2026-10-01" },
    ...{ pachtjahrBeginn: "10-01", zahlungsrhythmus: String(rhythmen[nr % 4]), istVorauszahlend: true },
    verwaltungsgebuehrBp: 500,
  };
}

export function position(nr: number): Werte {
  return { betragCent: 120_000 + nr, intervall: "jaehrlich" };
}

const hebungen = (nr: number): Werte[] => [
  { bezeichnung: "Anpassung", art: "prozent", wertBp: 300, wirksamAb: "2027-10-01", status: "aktiv" },
  { bezeichnung: "Staffel", art: "betrag", betragCent: 1_000 + nr, wirksamAb: "2029-10-01", status: "geplant" },
];

/** The rows of an account on each sheet; its lessor is somebody else's lessee. */
const jeBlatt = (konten: number): Partial<Record<Blatt, (nr: number) => Werte[]>> => ({
  Kontakte: (nr) => [{ importSchluessel: `K${nr}`, ...kontakt(nr) }],
  Patchobjekte: (nr) => [{ importSchluessel: `O${nr}`, pachtkontoId: `P${nr}`, ...objekt(nr) }],
  Pachtkonten: (nr) => [{ importSchluessel: `P${nr}`, ...konto(nr) }],
  Beteiligte: (nr) => [
    { pachtkontoId: `P${nr}`, kontaktId: `K${nr}`, rolle: "paechter" },
    { pachtkontoId: `P${nr}`, kontaktId: `K${(nr * 31 + 1) % konten}`, rolle: "verpaechter" },
  ],
  Positionen: (nr) => [
    { importSchluessel: `B${nr}`, pachtkontoId: `P${nr}`, positionsartId: "Grundpacht", ...position(nr) },
  ],
  Hebungen: (nr) =>
    nr % jeErhoehung > 0
      ? []
      : hebungen(nr).map((hebung, i) => ({ importSchluessel: `H${nr}-${i}`, pachtkontoId: `P${nr}`, ...hebung })),
});

async function* alsMappenblaetter(konten: number): AsyncGenerator<Mappenblatt> {
  for (const [name, zeilenVon] of Object.entries(jeBlatt(konten))) {
    const felder = new Set(zeilenVon(0).flatMap(Object.keys));
    const spalten = hauptspalten(name as Blatt).filter(({ feld }) => felder.has(feld));
    const stapel = async function* (): AsyncGenerator<Mappenzeile[]> {
      for (let von = 0; von < konten; von += jeStapel) {
        const nummern = Array.from({ length: Math.min(jeStapel, konten - von) }, (_, i) => von + i);
        yield nummern
          .flatMap(zeilenVon)
          .map((werte) => ({ zellen: spalten.map((spalte) => alsZelle(spalte, werte[spalte.feld])) }));
      }
    };
    yield {
      name,
      spalten: spalten.map((spalte) => ({ titel: spalte.name, breite: 14, zahlenformat: zahlenformat(spalte) })),
      stapel: stapel(),
    };
  }
}

/** The workbook of an office with so many leases. */
export function schreibeBuero(pfad: string, konten: number): Promise<void> {
  return pipeline(Readable.from(schreibeMappe(alsMappenblaetter(konten))), createWriteStream(pfad));
}
