import { expect, test } from "vitest";
import { versiegele } from "../../../../src/technik/auditlog/siegel/siegel.ts";
import { app, mitDatenbank, owner, worker } from "../../../hilfe/mitDatenbank.ts";
import { pruefe, schreibe, versiegeleGenau } from "./handgriffe.ts";

mitDatenbank();

/** Entries as a dump brings them from a server whose transactions had got much further than those of this one. */
const bringe = (...xids: string[]) =>
  owner.begin(async (tx) => {
    await tx`alter table auditlog disable trigger user`;
    await tx`
      insert into auditlog (benutzer_name, aktion, ressource, xid)
      select 'dort', 'anlegen', 'hof', xid::xid8 from unnest(${xids}::text[]) xid`;
    await tx`alter table auditlog enable trigger user`;
  });

test("was ein Dump unversiegelt mitbringt, gilt nicht als eingefügt, ob dort schon ein Siegel war oder nicht", async () => {
  await bringe("900000000000", "900000000001");
  expect(await pruefe()).toMatchObject({ geprueft: 0, offen: 2, bruch: null });
  expect(await versiegele(worker, 1)).toBe(1);
  expect(await pruefe()).toMatchObject({ geprueft: 1, offen: 1, bruch: null });
  await schreibe(app, 1);
  expect(await pruefe()).toMatchObject({ geprueft: 1, offen: 2, bruch: null });

  await bringe("899999999999");
  expect((await pruefe()).bruch?.grund).toContain("eingefügt");
  await owner`alter table auditlog disable trigger user`;
  await owner`delete from auditlog where xid = '899999999999'`;
  await owner`alter table auditlog enable trigger user`;

  await versiegeleGenau(2);
  expect(await pruefe()).toMatchObject({ geprueft: 3, offen: 0, bruch: null });
  // From now on this server seals, and no transaction of another one comes any more.
  await bringe("900000000002");
  expect((await pruefe()).bruch?.grund).toContain("eingefügt");
});
