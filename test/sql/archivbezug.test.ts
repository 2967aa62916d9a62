import { expect, test } from "vitest";
import { saeLauf } from "../hilfe/archiv.ts";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { bisWarten } from "../hilfe/sperren.ts";

mitDatenbank();

const fremdschluessel = { code: "23503" };

test("was ein Beleg im Archiv nennt, muss es geben: Archivkonto, Lauf, Konto, Aussteller, Fälligkeit und Kontakt, und zu jeder Zeile der Beleg", async () => {
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
  await expect(kopiere("faelligkeit_id", 900_001)).rejects.toMatchObject(fremdschluessel);
  await expect(kopiere("kontakt_id", 900_001)).rejects.toMatchObject(fremdschluessel);
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
  const [beleg] = await owner<Record<string, number>[]>`
    select id, archivkonto_id, aussteller_id, pachtkonto_id, faelligkeit_id, kontakt_id
    from archiv_beleg where buchungslauf_id = ${laufId}`;
  for (const [tabelle, id, code] of [
    ["archiv_beleg", beleg?.id, "23001"],
    ["archivkonto", beleg?.archivkontoId, "23001"],
    ["archiv_aussteller", beleg?.ausstellerId, "23001"],
    ["buchungslauf", laufId, "23503"],
    ["pachtkonto", beleg?.pachtkontoId, "23503"],
    ["faelligkeit", beleg?.faelligkeitId, "23503"],
    ["kontakt", beleg?.kontaktId, "23503"],
  ] as const)
    await expect(owner`delete from ${owner(tabelle)} where id = ${String(id)}`, tabelle).rejects.toMatchObject({
      code,
    });
});

const ohneLauf = "01900000-0000-7000-8000-000000000000";

/** The rows of a run once more, with another value in a column; `id` is one that is free. */
const verdopple = (tabelle: string, laufId: string, anders: Record<string, string | number>) =>
  owner.unsafe(
    `insert into ${tabelle} overriding system value
     select (jsonb_populate_record(t, $1::text::jsonb)).* from ${tabelle} t where buchungslauf_id = $2`,
    [JSON.stringify(anders), laufId],
  );

test("ein gebuchtes Konto und sein Zeitraum nennen Lauf, Konto und Fälligkeit, die es gibt, und bleiben dabei", async () => {
  const { laufId } = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 10_000 }]);
  const anderer = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 10_000 }]);
  await owner`
    insert into gebuchter_zeitraum (faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
    select id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis from faelligkeit
    where buchungslauf_id = ${laufId}`;
  for (const [tabelle, anders] of [
    ["archivkonto", { id: 900_002, pachtkonto_id: 900_001 }],
    ["archivkonto", { id: 900_002, buchungslauf_id: ohneLauf }],
    ["gebuchter_zeitraum", { faelligkeit_id: 900_001, zeitraum_von: "2030-01-01", zeitraum_bis: "2030-12-31" }],
    ["gebuchter_zeitraum", { buchungslauf_id: ohneLauf, zeitraum_von: "2030-01-01", zeitraum_bis: "2030-12-31" }],
    ["gebuchter_zeitraum", { buchungslauf_id: anderer.laufId, pachtkonto_id: 900_001 }],
  ] as const)
    await expect(verdopple(tabelle, laufId, anders), `${tabelle} ${Object.keys(anders)}`).rejects.toMatchObject(
      fremdschluessel,
    );
  const umziehen = owner`update gebuchter_zeitraum set buchungslauf_id = ${anderer.laufId} where buchungslauf_id = ${laufId}`;
  await expect(umziehen).rejects.toMatchObject({ code: "23001" });
  const gebucht = owner`update faelligkeit set buchungslauf_id = ${ohneLauf} where buchungslauf_id = ${laufId}`;
  await expect(gebucht).rejects.toMatchObject(fremdschluessel);
});

test("ein Kontakt, der eben in einem Beleg genannt wird, lässt sich nicht löschen", async () => {
  const { laufId } = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 10_000 }]);
  const [kontakt] = await owner<{ id: number }[]>`
    insert into kontakt (typ, nachname) values ('test', 'Neu') returning id`;
  const genannt = Promise.withResolvers<void>();
  const weiter = Promise.withResolvers<void>();
  const buchung = owner.begin(async (tx) => {
    await tx`
      insert into archiv_beleg
      select (jsonb_populate_record(b, jsonb_build_object('id', 900003, 'belegnummer', 'y', 'kontakt_id', ${Number(kontakt?.id)}::bigint))).*
      from archiv_beleg b where buchungslauf_id = ${laufId}`;
    genannt.resolve();
    await weiter.promise;
  });
  await genannt.promise;
  const loeschung = owner`delete from kontakt where id = ${Number(kontakt?.id)}`.execute();
  loeschung.catch(() => undefined);
  await bisWarten(owner, 1);
  weiter.resolve();
  await buchung;
  await expect(loeschung).rejects.toMatchObject(fremdschluessel);
});
