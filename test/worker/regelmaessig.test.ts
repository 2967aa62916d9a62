import { expect, test } from "vitest";
import { raeumeRegelmaessig } from "../../worker/regelmaessig.ts";
import { mitDatenbank, owner, worker } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

test("der Worker schließt einen Buchungslauf, dessen Prozess gestorben ist", async () => {
  const [lauf] = await owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name) values ('2026-11-20', '2026-11-20', 'Tot') returning id`;
  const hoereAuf = raeumeRegelmaessig(worker, (fehler) => expect.unreachable(String(fehler)));
  await expect
    .poll(() => owner`select status from buchungslauf where id = ${String(lauf?.id)}`, { timeout: 25_000 })
    .toEqual([{ status: "fehlgeschlagen" }]);
  expect(await owner`select benutzer_name, aktion from auditlog where ressource_id = ${String(lauf?.id)}`).toEqual([
    { benutzerName: "System", aktion: "fehlschlagen" },
  ]);
  await hoereAuf();
});
