import { expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { bossFuerMigration } from "../../src/technik/database/boss.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

test("eine Migration macht eine Warteschlange mit geänderter Regel neu und lässt den übrigen ihre Aufträge", async () => {
  const boss = bossFuerMigration(owner);
  await boss.start();
  await boss.deleteQueue("faelligkeiten");
  await boss.createQueue("faelligkeiten");
  await boss.send("faelligkeiten", {});
  const bleibt = await boss.send("pdf-lauf", {});
  await boss.stop({ close: false, graceful: false });
  await migriere(datenbank.ownerUrl);
  expect(
    await owner`select name, policy from jobs.queue where name in ('faelligkeiten', 'pdf-lauf') order by name`,
  ).toEqual([
    { name: "faelligkeiten", policy: "exclusive" },
    { name: "pdf-lauf", policy: "standard" },
  ]);
  expect(await owner`select id from jobs.job where name in ('faelligkeiten', 'pdf-lauf')`).toEqual([{ id: bleibt }]);
});
