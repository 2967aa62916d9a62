import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const migration = readFileSync(new URL("../../sql/migrations/0053_kontonummer.sql", import.meta.url), "utf8");

type Konto = { kontonummer: string; doppel: number; version: number };

const listKonten = async (): Promise<Konto[]> => [
  ...(await owner<Konto[]>`
    select kontonummer, kontonummer_doppel doppel, version from pachtkonto order by id`),
];

const lege = (...nummern: string[]) => owner`
  insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus)
  select nummer, '2026-01-01', 'jaehrlich' from unnest(${nummern}::text[]) n (nummer)`;

const vergeben = { code: "23505" };

test("wer Kontonummern hat, die sich nur in Groß- und Kleinschreibung unterscheiden, behält sie; neue gibt es nicht", async () => {
  // As the database was before.
  await owner
    .unsafe("drop index pachtkonto_kontonummer; alter table pachtkonto drop column kontonummer_doppel")
    .simple();
  await lege("PK-1", "pk-1", "PK-2", "Pk-1");
  await owner.begin((tx) => tx.unsafe(migration).simple());
  expect(await listKonten()).toEqual([
    { kontonummer: "PK-1", doppel: 0, version: 1 },
    { kontonummer: "pk-1", doppel: 1, version: 1 },
    { kontonummer: "PK-2", doppel: 0, version: 1 },
    { kontonummer: "Pk-1", doppel: 2, version: 1 },
  ]);
  await expect(lege("pK-1")).rejects.toMatchObject(vergeben);
  await expect(lege("pk-2")).rejects.toMatchObject(vergeben);
  await owner`update pachtkonto set bemerkung = 'x' where kontonummer = 'pk-1'`;
  await expect(owner`update pachtkonto set kontonummer = 'pK-1' where kontonummer = 'pk-1'`).rejects.toMatchObject(
    vergeben,
  );
  await owner`update pachtkonto set kontonummer = 'PK-3' where kontonummer = 'pk-1'`;
  expect(await listKonten()).toContainEqual({ kontonummer: "PK-3", doppel: 0, version: 3 });
});
