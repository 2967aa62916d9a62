import { expect, inject, test } from "vitest";
import { saeLauf } from "../bench/saeLauf.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { vergissStatistik } from "../sicherheit/hilfe/statistik.ts";

mitDatenbank();

/** What a run writes and then refers to. */
const tabellen = ["archiv_beleg", "archivkonto", "faelligkeit", "gebuchter_zeitraum", "schlussabrechnung"];

type Plan = { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } };

/** Pages that the check of a foreign key reads for one row, as PostgreSQL asks: by the key, and nothing else. */
const seitenJePruefung = async (tabelle: string, spalten: string[]): Promise<number> =>
  owner.begin(async (tx) => {
    const schluessel = await tx`
      select ${tx(spalten)} from ${tx(tabelle)} order by random() limit 1`;
    const werte = Object.values(schluessel[0] ?? {}) as string[];
    if (werte.length === 0) return 0;
    const bedingung = spalten.map((spalte, i) => `x."${spalte}" = $${i + 1}`).join(" and ");
    const [zeile] = await tx.unsafe<{ "QUERY PLAN": Plan[] }[]>(
      `explain (analyze, buffers, format json) select 1 from only "${tabelle}" x where ${bedingung} for key share of x`,
      werte,
    );
    const plan = Object.values(zeile ?? {})[0]?.[0]?.Plan;
    return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
  });

test("auch ohne Statistik liest die Prüfung eines Fremdschlüssels wenige Seiten, wie lang das Archiv auch ist", async () => {
  await saeLauf(owner, 5_000);
  const { pathname } = new URL(datenbank.ownerUrl);
  await vergissStatistik(Object.assign(new URL(inject("datenbank").adminUrl), { pathname }).href);
  expect(await seitenJePruefung("archiv_beleg", ["id"])).toBeLessThan(8);
  expect(await seitenJePruefung("archivkonto", ["id"])).toBeLessThan(8);
});

test("kein Index dieser Tabellen führt einen Schlüssel, auf den andere verweisen, hinter einer anderen Spalte", async () => {
  const verwechselbare = await owner<{ index: string }[]>`
    select distinct i.indexrelid::regclass::text "index"
    from pg_constraint f
    join pg_index i on i.indrelid = f.confrelid
    join generate_series(1, 31) nr on nr < i.indnkeyatts
    where f.contype = 'f' and f.confrelid = any(${tabellen}::regclass[])
      and i.indkey[nr] = any(f.confkey) and not i.indkey[0] = any(f.confkey)`;
  expect(verwechselbare).toEqual([]);
});
