import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { schreibeZeilen } from "../../../src/belege/exporte/mappe.ts";

test("ein langsamer Leser bekommt alle Zeilen, und nach keinem Warten auf ihn hört noch jemand hin", async () => {
  const ausgang = new PassThrough();
  const hoerer = () => ["drain", "close", "error"].map((ereignis) => ausgang.listenerCount(ereignis));
  const vorher = hoerer();
  async function* stapel() {
    for (let i = 0; i < 30; i += 1) yield Array.from({ length: 20 }, () => "x".repeat(2_000));
  }
  const lies = async () => {
    let gelesen = 0;
    for (let stueck = ausgang.read(); gelesen < 1_200_000; stueck = ausgang.read()) {
      gelesen += stueck?.length ?? 0;
      await pause(1);
    }
  };
  const [istDa] = await Promise.all([schreibeZeilen(stapel(), ausgang, (zeile) => ausgang.write(zeile)), lies()]);
  expect(istDa).toBe(true);
  expect(hoerer()).toEqual(vorher);
});

test("ein Leser, der geht, während auf ihn gewartet wird, beendet das Schreiben", async () => {
  const ausgang = new PassThrough();
  let geschrieben = 0;
  async function* stapel() {
    for (;;) yield ["x".repeat(100_000)];
  }
  const schreiben = schreibeZeilen(stapel(), ausgang, (zeile) => {
    geschrieben += 1;
    ausgang.write(zeile);
  });
  await expect.poll(() => geschrieben).toBe(1);
  ausgang.destroy();
  expect(await schreiben).toBe(false);
});
