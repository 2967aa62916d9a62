import { ladeEingaben } from "../../../src/abrechnung/eingabe/lade.ts";
import { sendeVorschau } from "../../../src/abrechnung/vorschau/strom.ts";
import { inMomentaufnahme } from "../../../src/technik/database/momentaufnahme.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";

/** Seconds of each round; `beginn` until the first bytes of the preview. */
export type VorschauMessung = { konten: number; abruf: number[]; vorschau: number[]; beginn: number[] };

const sekundenSeit = (los: number): number => (performance.now() - los) / 1000;

/** Preview of all accounts as the service answers it, and the fetch of its rows alone, in turns. */
export async function messeVorschau(sql: Sql, heute: string): Promise<VorschauMessung> {
  const umfang = { datum: heute, auswahl: null, belegdatum: heute };
  const messung: VorschauMessung = { konten: 0, abruf: [], vorschau: [], beginn: [] };
  for (let runde = 0; runde < 5; runde += 1) {
    messung.konten = 0;
    const abrufLos = performance.now();
    await inMomentaufnahme(sql, async (tx) => {
      for await (const ladungen of ladeEingaben(tx, umfang)) messung.konten += ladungen.length;
    });
    messung.abruf.push(sekundenSeit(abrufLos));
    const vorschauLos = performance.now();
    const { body } = await sendeVorschau(sql, umfang);
    let bytes = 0;
    for await (const stueck of body ?? []) {
      if (bytes === 0) messung.beginn.push(sekundenSeit(vorschauLos));
      bytes += stueck.byteLength;
    }
    if (bytes === 0) throw new Error("leere Vorschau");
    messung.vorschau.push(sekundenSeit(vorschauLos));
  }
  return messung;
}
