import { inMomentaufnahme, ladeEingaben } from "../../../src/abrechnung/eingabe/lade.ts";
import { erstelleVorschau } from "../../../src/abrechnung/vorschau/erstelle.ts";
import { alsJson } from "../../../src/abrechnung/vorschau/json.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";

export type VorschauMessung = { konten: number; abruf: number[]; vorschau: number[] };

const dauer = async (tat: () => Promise<unknown>): Promise<number> => {
  const los = performance.now();
  await tat();
  return (performance.now() - los) / 1000;
};

/** Preview of all accounts, and the fetch of its rows alone, in turns. */
export const messeVorschau = async (sql: Sql, heute: string): Promise<VorschauMessung> => {
  const umfang = { datum: heute, auswahl: null };
  const messung: VorschauMessung = { konten: 0, abruf: [], vorschau: [] };
  for (let runde = 0; runde < 5; runde += 1) {
    messung.konten = 0;
    messung.abruf.push(
      await dauer(() =>
        inMomentaufnahme(sql, async (tx) => {
          for await (const ladungen of ladeEingaben(tx, umfang)) messung.konten += ladungen.length;
        }),
      ),
    );
    messung.vorschau.push(
      await dauer(async () => {
        const { promise: beginn, resolve: beginnt } = Promise.withResolvers<string>();
        const vorschau = erstelleVorschau(sql, umfang, { beginnt });
        let zeichen = 0;
        for await (const stueck of alsJson(heute, await beginn, vorschau)) zeichen += stueck.length;
        if (zeichen === 0) throw new Error("leere Vorschau");
      }),
    );
  }
  return messung;
};
