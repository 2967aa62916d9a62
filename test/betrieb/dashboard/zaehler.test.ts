import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { updateZaehlerGefaltet } from "../../../src/betrieb/dashboard/queries.ts";
import type { Db } from "../../../src/technik/database/pool.ts";
import { mitDatenbank, owner, worker } from "../../hilfe/mitDatenbank.ts";

mitDatenbank();

beforeAll(async () => {
  await owner`insert into kontaktart (name, bezeichnung) values ('probe', 'Probe'), ('Erbin mit Hof', 'Erbin')`;
});

const gezaehlt = (db: Db) => db`
  select bereich, schluessel, sum(anzahl) anzahl
  from zaehler
  group by bereich, schluessel
  having sum(anzahl) <> 0
  order by bereich, schluessel`;

/** The same counted over the tables themselves. */
const wirklich = (db: Db) => db`
  select bereich, schluessel, count(*) anzahl
  from (
    select 'kontakt' bereich, concat_ws(' ', zahlungsmoral, zahlungsart, typ) schluessel from kontakt
    union all
    select 'patchobjekt', status from patchobjekt
    union all
    select 'pachtkonto', status from pachtkonto
    union all
    select 'vorauszahlung_unbekannt', '' from pachtkonto
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    union all
    select 'bemerkung', ressource from bemerkung_verlauf
    union all
    select 'faelligkeit', faellig_am::text from faelligkeit where status = 'offen'
    union all
    select 'faelligkeit_inaktiv', f.faellig_am::text
    from faelligkeit f
    join pachtkonto k on k.id = f.pachtkonto_id
    where f.status = 'offen' and k.status = 'inaktiv'
  ) t
  group by bereich, schluessel
  order by bereich, schluessel`;

const status = fc.constantFrom("aktiv", "inaktiv", "ausgelaufen");
const voraus = fc.constantFrom(true, false, null);
/** Which of the records there are an action is for. */
const wahl = fc.nat(6);

const aktionen = fc.array(
  fc.oneof(
    fc.record({ art: fc.constant("konto" as const), status, voraus, termine: fc.nat(4) }),
    fc.record({ art: fc.constant("kontoAendern" as const), wahl, status, voraus }),
    fc.record({ art: fc.constant("kontoLoeschen" as const), wahl }),
    fc.record({ art: fc.constant("terminAendern" as const), wahl, offen: fc.boolean(), tage: fc.nat(2) }),
    fc.record({ art: fc.constant("terminLoeschen" as const), wahl }),
    fc.record({ art: fc.constant("objekt" as const), status: fc.constantFrom("aktuell", "kritisch") }),
    fc.record({ art: fc.constant("objektAendern" as const), status: fc.constantFrom("veraltet", "kritisch") }),
    fc.record({ art: fc.constant("objektLoeschen" as const), wahl }),
    fc.record({ art: fc.constant("kontakt" as const), anzahl: fc.nat(3) }),
    fc.record({ art: fc.constant("kontaktAendern" as const), wahl, moral: fc.constantFrom(0, 1, 3) }),
    fc.record({ art: fc.constant("kontaktartUmbenennen" as const) }),
    fc.record({ art: fc.constant("kontaktLoeschen" as const), wahl }),
    fc.record({ art: fc.constant("bemerkung" as const), ressource: fc.constantFrom("kontakt", "pachtkonto") }),
    fc.record({ art: fc.constant("falten" as const) }),
  ),
  { minLength: 1, maxLength: 30 },
);
type Aktion = typeof aktionen extends fc.Arbitrary<(infer A)[]> ? A : never;

let nummer = 0;

/** Several records at a time, as a statement of the service would change them. */
const tue = async (db: Db, aktion: Aktion): Promise<unknown> => {
  switch (aktion.art) {
    case "konto":
      return db`
        with konto as (
          insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus, status, ist_vorauszahlend)
          values (${`Z-${++nummer}`}, '2026-01-01', 'jaehrlich', ${aktion.status}, ${aktion.voraus})
          returning id
        )
        insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art)
        select id, tag, tag, tag, 'regulaer'
        from konto, generate_series(1, ${aktion.termine}::int) n, lateral (select '2026-01-01'::date + n tag) t`;
    case "kontoAendern":
      return db`
        update pachtkonto set status = ${aktion.status}, ist_vorauszahlend = ${aktion.voraus}
        where id % 7 = ${aktion.wahl}`;
    case "kontoLoeschen":
      return db`delete from pachtkonto where id % 7 = ${aktion.wahl}`;
    case "terminAendern":
      return db`
        update faelligkeit set status = ${aktion.offen ? "offen" : "entfallen"}, faellig_am = zeitraum_von + ${aktion.tage}::int
        where id % 7 = ${aktion.wahl}`;
    case "terminLoeschen":
      return db`delete from faelligkeit where id % 7 = ${aktion.wahl}`;
    case "objekt":
      return db`insert into patchobjekt (bezeichnung, objektart, status) values ('Acker', 'acker', ${aktion.status})`;
    case "objektAendern":
      return db`update patchobjekt set status = ${aktion.status} where id % 2 = 0`;
    case "objektLoeschen":
      return db`delete from patchobjekt where id % 7 = ${aktion.wahl}`;
    case "kontakt":
      return db`
        insert into kontakt (typ, ist_organisation, nachname)
        select 'probe', false, 'Muster' from generate_series(1, ${aktion.anzahl}::int)`;
    case "kontaktAendern":
      return db`
        update kontakt
        set zahlungsmoral = ${aktion.moral}, zahlungsart = 'bar',
          typ = (select name from kontaktart where bezeichnung = 'Erbin')
        where id % 7 = ${aktion.wahl}`;
    case "kontaktartUmbenennen":
      return db`
        update kontaktart
        set name = case name when 'Erbin mit Hof' then 'Hoferbin' else 'Erbin mit Hof' end
        where bezeichnung = 'Erbin'`;
    case "kontaktLoeschen":
      return db`delete from kontakt where id % 7 = ${aktion.wahl}`;
    case "bemerkung":
      return db`
        insert into bemerkung_verlauf (benutzer_name, ressource, ressource_id, bemerkung)
        values ('Probe', ${aktion.ressource}, 1, 'neu')`;
    case "falten":
      return updateZaehlerGefaltet(worker, 0);
  }
};

test("nach beliebigen Änderungen sagen die Zähler, was in den Tabellen steht", async () => {
  await fc.assert(
    fc.asyncProperty(aktionen, async (folge) => {
      for (const aktion of folge) await tue(owner, aktion);
      expect(await gezaehlt(owner)).toEqual(await wirklich(owner));
    }),
    { numRuns: 25 },
  );
});

test("zugleich Schreibende und das Falten zwischen ihnen verlieren nichts", async () => {
  const schreiber = (stelle: number) =>
    owner.begin(async (tx) => {
      await tue(tx, { art: "konto", status: stelle % 2 ? "inaktiv" : "aktiv", voraus: null, termine: 3 });
      await tue(tx, { art: "kontakt", anzahl: 2 });
      await updateZaehlerGefaltet(worker, 0);
    });
  await Promise.all(Array.from({ length: 12 }, (_, i) => schreiber(i)));
  await updateZaehlerGefaltet(worker, 0);
  expect(await gezaehlt(owner)).toEqual(await wirklich(owner));
  const [zeile] = await owner<{ offen: number }[]>`
    select count(*) offen from (select bereich, schluessel from zaehler group by 1, 2 having count(*) > 1) t`;
  expect(zeile?.offen).toBe(0);
});

test("eine zurückgenommene Änderung zählt nicht", async () => {
  const vorher = await gezaehlt(owner);
  await owner
    .begin(async (tx) => {
      await tue(tx, { art: "kontakt", anzahl: 3 });
      throw new Error("zurück");
    })
    .catch(() => {});
  expect(await gezaehlt(owner)).toEqual(vorher);
});
