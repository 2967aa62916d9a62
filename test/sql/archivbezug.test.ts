import { expect, test } from "vitest";
import { saeLauf } from "../hilfe/archiv.ts";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const fremdschluessel = { code: "23503" };

test("was ein Beleg im Archiv nennt, muss es geben: Archivkonto, Lauf, Konto und Aussteller, und zu jeder Zeile der Beleg", async () => {
  const { laufId } = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 10_000 }]);
  const anderer = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 20_000 }]);
  const kopiere = (spalte: string, wert: string | number) =>
    owner.unsafe(
      `insert into archiv_beleg
       select (jsonb_populate_record(b, jsonb_build_object('id', 900000, 'belegnummer', 'x', $1::text, $2::text))).*
       from archiv_beleg b where buchungslauf_id = $3`,
      [spalte, String(wert), laufId],
    );
  await expect(kopiere("archivkonto_id", 900_001)).rejects.toMatchObject(fremdschluessel);
  await expect(kopiere("archivkonto_id", anderer.archivkontoId)).rejects.toMatchObject(fremdschluessel);
  await expect(kopiere("buchungslauf_id", anderer.laufId)).rejects.toMatchObject(fremdschluessel);
  await expect(kopiere("pachtkonto_id", 900_001)).rejects.toMatchObject(fremdschluessel);
  await expect(kopiere("aussteller_id", 900_001)).rejects.toMatchObject(fremdschluessel);
  for (const tabelle of ["archiv_zeile", "archiv_steuer"])
    await expect(
      owner.unsafe(
        `insert into ${tabelle}
         select (jsonb_populate_record(t, jsonb_build_object('beleg_id', t.beleg_id + n * 900000, 'nr', 9))).*
         from ${tabelle} t cross join generate_series(0, 1) n where t.beleg_id = $1`,
        [String(anderer.belegIds[0])],
      ),
    ).rejects.toMatchObject(fremdschluessel);
  await expect(kopiere("kontonummer", "PK-9")).resolves.toHaveProperty("count", 1);
});

test("was ein Beleg im Archiv nennt, lässt sich auch vom Eigentümer der Datenbank nicht löschen", async () => {
  const { laufId } = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 10_000 }]);
  const [beleg] = await owner<{ id: number; archivkontoId: number; ausstellerId: number; pachtkontoId: number }[]>`
    select id, archivkonto_id, aussteller_id, pachtkonto_id from archiv_beleg where buchungslauf_id = ${laufId}`;
  for (const [tabelle, id, code] of [
    ["archiv_beleg", beleg?.id, "23001"],
    ["archivkonto", beleg?.archivkontoId, "23001"],
    ["archiv_aussteller", beleg?.ausstellerId, "23001"],
    ["buchungslauf", laufId, "23503"],
    ["pachtkonto", beleg?.pachtkontoId, "23503"],
  ] as const)
    await expect(owner`delete from ${owner(tabelle)} where id = ${String(id)}`, tabelle).rejects.toMatchObject({
      code,
    });
});
