import type { KontoErgebnis } from "../../../kern/pacht/ergebnis.ts";
import { berechneKonto } from "../../../kern/pacht/konto.ts";
import { schlussabrechnungFaellig } from "../../../kern/pacht/perioden.ts";
import type { KontoEingabe } from "../../../kern/pacht/typen.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { begruende, type Grund } from "../../eingabe/gruende.ts";
import { ladeKonten } from "../../eingabe/lade.ts";
import type { Ladung } from "../../eingabe/packeAus.ts";
import { summiere } from "../../eingabe/summen.ts";
import { listNaechsteFaelligkeiten, type OffeneFaelligkeit } from "./queries.ts";

/** The next due period of an account with what its lessees would be billed; null where it cannot be billed. */
type NaechsteFaelligkeit = OffeneFaelligkeit & {
  nettoCent: number | null;
  steuerCent: number | null;
  bruttoCent: number | null;
};

export type Anstehendes = {
  naechsteFaelligkeit: NaechsteFaelligkeit | null;
  /** Open periods that a booking for `datum` would take. */
  anzahlFaellig: number;
  gruende: Grund[];
};

/**
 * The next due period of each of these accounts, also one that lies after `datum`, with the amount that a booking on
 * its day would come to, or with the reasons why there is none. Same calculation as preview and booking.
 *
 * @param tx a transaction that sees one moment
 */
export async function ermittleAnstehendes(tx: Tx, ids: number[], datum: string): Promise<Map<number, Anstehendes>> {
  const naechste = new Map(
    (await listNaechsteFaelligkeiten(tx, ids)).map(({ pachtkontoId, ...faelligkeit }) => [pachtkontoId, faelligkeit]),
  );
  const bis = [...naechste.values()].reduce((tag, { faelligAm }) => spaeterer(tag, faelligAm), datum);
  const ladungen = await ladeKonten(tx, ids, { datum: bis, belegdatum: datum });
  return new Map(
    ladungen.map((ladung) => [ladung.konto.id, anstehendesVon(ladung, naechste.get(ladung.konto.id), datum)]),
  );
}

const spaeterer = (a: string, b: string): string => (a > b ? a : b);

const anstehendesVon = (ladung: Ladung, naechste: OffeneFaelligkeit | undefined, datum: string): Anstehendes => {
  const { konto } = ladung;
  const stichtag = spaeterer(datum, naechste?.faelligAm ?? datum);
  const ergebnis = berechneKonto({ ...konto, faelligkeiten: bisZum(konto, stichtag) }, stichtag);
  const faellige = bisZum(konto, datum);
  // One that only corrects what is booked has no due date of its own.
  const berichtigt = schlussabrechnungFaellig(konto, datum) && faellige.every(({ art }) => art !== "schlussabrechnung");
  return {
    naechsteFaelligkeit: naechste ? { ...naechste, ...betraege(ergebnis, naechste) } : null,
    anzahlFaellig: faellige.length + (berichtigt ? 1 : 0),
    gruende: begruende(ladung, ergebnis),
  };
};

const bisZum = ({ faelligkeiten }: KontoEingabe, tag: string) =>
  faelligkeiten.filter(({ faelligAm }) => faelligAm <= tag);

const betraege = (ergebnis: KontoErgebnis, { faelligkeitId }: OffeneFaelligkeit) => {
  const perioden = ergebnis.abrechenbar ? [...ergebnis.perioden, ergebnis.schlussabrechnung] : [];
  const periode = perioden.find((kandidat) => kandidat?.faelligkeit.id === faelligkeitId);
  if (!periode) return { nettoCent: null, steuerCent: null, bruttoCent: null };
  const summen = summiere(periode.belege);
  return {
    nettoCent: summen.paechterNettoCent,
    steuerCent: summen.paechterSteuerCent,
    bruttoCent: summen.paechterBruttoCent,
  };
};
