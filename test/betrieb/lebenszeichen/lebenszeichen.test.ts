import { expect, test } from "vitest";
import { sendeLebenszeichen } from "../../../src/betrieb/lebenszeichen/sende.ts";
import { erstelleVerlauf } from "../../../src/betrieb/verlauf/zaehle.ts";
import { app, mitDatenbank, owner } from "../../hilfe/mitDatenbank.ts";

mitDatenbank();

const unerwartet = (fehler: unknown) => expect.unreachable(String(fehler));

test("ein Prozess sagt, was er ist und woran er arbeitet, und nimmt am Ende sein Zeichen mit", async () => {
  const verstumme = sendeLebenszeichen(app, "server", () => ["bucheAbrechnung"], erstelleVerlauf(), unerwartet);
  const zeichen = () => owner`
    select art, version, arbeitet_an, gestartet_am <= gesehen_am stimmt, rechner <> '' benannt from lebenszeichen`;
  await expect
    .poll(zeichen)
    .toEqual([{ art: "server", version: "2.1.4", arbeitetAn: ["bucheAbrechnung"], stimmt: true, benannt: true }]);
  await verstumme();
  expect(await zeichen()).toEqual([]);
});

test("misslingt ein Zeichen, wird es gemeldet, und der Prozess lebt weiter", async () => {
  await owner`alter table lebenszeichen rename to lebenszeichen_fort`;
  const gemeldet: unknown[] = [];
  const verstumme = sendeLebenszeichen(
    app,
    "worker",
    () => [],
    erstelleVerlauf(),
    (fehler) => gemeldet.push(fehler),
  );
  await expect.poll(() => gemeldet.length).toBe(1);
  await owner`alter table lebenszeichen_fort rename to lebenszeichen`;
  await verstumme();
  expect(gemeldet).toHaveLength(1);
});
