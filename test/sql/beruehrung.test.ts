import { expect, test } from "vitest";
import type { Tx } from "../../src/technik/database/pool.ts";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const legePositionAn = (tx: Tx, pachtkontoId: number) => tx`
  insert into pachtkonto_position (id, pachtkonto_id, ursprung_id, positionsart_id, betrag_cent, intervall)
  select id, ${pachtkontoId}, id, (select min(a.id) from positionsart a), 10000, 'jaehrlich'
  from nextval(pg_get_serial_sequence('pachtkonto_position', 'id')) id`;

test("was zu einem Pachtkonto gehört, ändert das Konto: einmal je Vorgang, wie viel auch darin geschieht", async () => {
  const version = async (): Promise<number> => {
    const [zeile] = await owner<{ version: number }[]>`select version from pachtkonto where kontonummer = 'PK-B1'`;
    return Number(zeile?.version);
  };
  await owner`insert into positionsart (name, kuerzel, steuersatz_bp) values ('Grundpacht', 'GP', 1900) on conflict do nothing`;
  const id = await owner.begin(async (tx) => {
    const [zeile] = await tx<{ id: number }[]>`
      insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus) values ('PK-B1', '2026-01-01', 'jaehrlich')
      returning id`;
    await legePositionAn(tx, Number(zeile?.id));
    await legePositionAn(tx, Number(zeile?.id));
    return Number(zeile?.id);
  });
  expect(await version()).toBe(1);

  await owner.begin((tx) => legePositionAn(tx, id));
  expect(await version()).toBe(2);

  await owner.begin(async (tx) => {
    await tx`update pachtkonto set bemerkung = 'Weg an der Ostseite' where id = ${id}`;
    await tx`update pachtkonto_position set betrag_cent = 20000 where pachtkonto_id = ${id}`;
  });
  expect(await version()).toBe(3);

  // That billing looks at it anew is no change of it yet.
  await owner.begin(async (tx) => {
    await tx`update pachtkonto set eingabe_geaendert_am = clock_timestamp() where id = ${id}`;
    await tx`delete from pachtkonto_position where pachtkonto_id = ${id}`;
  });
  expect(await version()).toBe(4);
});

test("kein Trigger hält jede neue Zeile gegen jede alte", async () => {
  const verbindende = await owner<{ proname: string }[]>`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ '\\mjoin\\s+alt\\M'`;
  expect(verbindende).toEqual([]);
});
