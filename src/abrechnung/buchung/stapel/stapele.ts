import type { PeriodenErgebnis, Schlussabrechnung } from "../../../kern/pacht/ergebnis.ts";
import type { BelegEntwurf } from "../../../kern/pacht/typen.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { type Ermittelt, fristVon, type Posten, postenVon } from "../../eingabe/ermittle.ts";
import { summiere } from "../../eingabe/summen.ts";
import { updateFortschritt } from "../laeufe/queries.ts";
import {
  insertStapelBelege,
  insertStapelFaelligkeiten,
  insertStapelKonten,
  insertStapelSchlussabrechnungen,
  insertStapelSteuer,
  insertStapelZeilen,
  listNeueArchivkontoIds,
  listNeueBelegIds,
  type StapelBeleg,
  type StapelKonto,
} from "./queries.ts";

/** An account that can be billed. */
export type Buchbar = Omit<Ermittelt, "ergebnis"> & {
  perioden: PeriodenErgebnis[];
  schlussabrechnung?: Schlussabrechnung;
};

/** How many rows of each kind a run computes: so many must be published. */
export type Anzahl = { konten: number; faelligkeiten: number; belege: number; zeilen: number; steuer: number };

export function nullAnzahl(): Anzahl {
  return { konten: 0, faelligkeiten: 0, belege: 0, zeilen: 0, steuer: 0 };
}

/** Adds what one account is billed for. */
export function zaehle(zu: Anzahl, posten: readonly Posten[]): void {
  zu.konten += 1;
  for (const { faelligkeit, belege } of posten) {
    if (faelligkeit.id !== null) zu.faelligkeiten += 1;
    zu.belege += belege.length;
    for (const { zeilen, steuergruppen } of belege) {
      zu.zeilen += zeilen.length;
      zu.steuer += steuergruppen.length;
    }
  }
}

/** Puts computed accounts where publishing finds them: each part in its own transaction, seen by nobody. */
export function stapele(sql: Sql, laufId: string, konten: Buchbar[], belegdatum: string): Promise<unknown> {
  return sql.begin(async (tx) => {
    const { stapelKonten, belege } = await bereiteVor(tx, konten, belegdatum);
    // Sent one behind the other, in this order: PostgreSQL writes one part while the next is put together.
    await Promise.all([
      insertStapelKonten(tx, laufId, stapelKonten),
      insertStapelFaelligkeiten(tx, laufId, stapelKonten),
      insertStapelSchlussabrechnungen(tx, laufId, stapelKonten),
      insertStapelBelege(tx, laufId, belege),
      insertStapelZeilen(tx, laufId, belege),
      insertStapelSteuer(tx, laufId, belege),
    ]);
    // At the end: two parts are written at a time, and the second waits here for the first.
    const { count } = await updateFortschritt(tx, laufId, stapelKonten.length, belege.length);
    if (count !== 1) throw new Error(`Der Buchungslauf ${laufId} läuft nicht mehr.`);
  });
}

const bereiteVor = async (
  tx: Tx,
  konten: Buchbar[],
  belegdatum: string,
): Promise<{ stapelKonten: StapelKonto[]; belege: StapelBeleg[] }> => {
  const archivkontoIds = await listNeueArchivkontoIds(tx, konten.length);
  const anzahlBelege = konten.reduce((n, konto) => n + belegeVon(konto).length, 0);
  const belegIds = await listNeueBelegIds(tx, anzahlBelege);
  const stapelKonten: StapelKonto[] = [];
  const belege: StapelBeleg[] = [];
  for (const [i, buchbar] of konten.entries()) {
    const { konto, geaendertAm, firmendatenGeaendertAm, kontaktVersionen, schlussabrechnung = null } = buchbar;
    const archivkontoId = archivkontoIds[i] as number;
    stapelKonten.push({
      archivkontoId,
      pachtkontoId: konto.id,
      version: konto.version,
      geaendertAm,
      firmendatenGeaendertAm,
      kontaktVersionen,
      summen: summiere(belegeVon(buchbar)),
      faelligkeiten: postenVon(buchbar).flatMap(({ faelligkeit: { id, ...tage } }) =>
        id === null ? [] : [{ id, ...tage }],
      ),
      schlussabrechnung,
    });
    for (const { faelligkeit, belege: entwuerfe } of postenVon(buchbar)) {
      const ids = entwuerfe.map((_, nr) => belegIds[belege.length + nr] as number);
      const frist = fristVon(konto, faelligkeit, belegdatum);
      for (const [nr, entwurf] of entwuerfe.entries())
        belege.push({
          id: ids[nr] as number,
          archivkontoId,
          pachtkontoId: konto.id,
          faelligkeit,
          zahlbarBis: frist,
          gebuehrBelegId: ids[gebuehrVon(entwuerfe, entwurf)] ?? null,
          entwurf,
        });
    }
  }
  return { stapelKonten, belege };
};

const belegeVon = (konto: Buchbar): BelegEntwurf[] => postenVon(konto).flatMap(({ belege }) => belege);

/** A lessor's Gutschrift names the fee document of the same lessor and period: which of `entwuerfe` it is. */
export function gebuehrVon(entwuerfe: readonly BelegEntwurf[], beleg: BelegEntwurf): number {
  return beleg.belegart === "gutschrift"
    ? entwuerfe.findIndex(
        ({ belegart, kontaktId }) => belegart === "gebuehrenrechnung" && kontaktId === beleg.kontaktId,
      )
    : -1;
}
