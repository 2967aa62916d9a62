import { expect, test } from "vitest";
import { leseProzesse, leseWorkerlage } from "../../../src/betrieb/lebenszeichen/lese.ts";
import { sendeLebenszeichen } from "../../../src/betrieb/lebenszeichen/sende.ts";
import { erstelleVerlauf } from "../../../src/betrieb/verlauf/zaehle.ts";
import { app, mitDatenbank, owner } from "../../hilfe/mitDatenbank.ts";

mitDatenbank();

const unerwartet = (fehler: unknown) => expect.unreachable(String(fehler));

test("ein Prozess sagt, was er ist und woran er arbeitet, und steht nach seinem Ende nicht mehr da", async () => {
  const verstumme = sendeLebenszeichen(app, "server", () => ["bucheAbrechnung"], erstelleVerlauf(), unerwartet);
  const zeichen = () => owner`
    select art, version, arbeitet_an, gestartet_am <= gesehen_am stimmt, rechner <> '' benannt from lebenszeichen`;
  await expect
    .poll(zeichen)
    .toEqual([{ art: "server", version: "2.1.4", arbeitetAn: ["bucheAbrechnung"], stimmt: true, benannt: true }]);
  await verstumme();
  expect(await leseProzesse(app)).toEqual([]);
});

test("endet ein Worker ordentlich, bleibt, wann zuletzt einer gesehen wurde, auch neben einem, der vorher starb", async () => {
  await owner`truncate lebenszeichen`;
  expect(await leseWorkerlage(app)).toEqual({ worker: "keiner", workerGesehenAm: null });
  await owner`
    insert into lebenszeichen (id, art, rechner, version, gesehen_am)
    values (gen_random_uuid(), 'worker', 'alt', '2.1.4', now() - interval '2 hours')`;
  const frueher = await leseWorkerlage(app);
  expect(frueher.worker).toBe("still");
  const verstumme = sendeLebenszeichen(app, "worker", () => [], erstelleVerlauf(), unerwartet);
  await expect.poll(async () => (await leseWorkerlage(app)).worker).toBe("laeuft");
  const lebend = await leseWorkerlage(app);
  await verstumme();
  const danach = await leseWorkerlage(app);
  expect(danach.worker).toBe("still");
  expect(Date.parse(danach.workerGesehenAm ?? "")).toBeGreaterThanOrEqual(Date.parse(lebend.workerGesehenAm ?? ""));
  await owner`delete from lebenszeichen where rechner = 'alt'`;
  expect(await leseWorkerlage(app)).toEqual({ ...danach, worker: "keiner" });
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
