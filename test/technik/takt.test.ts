import { expect, test } from "vitest";
import { wiederhole } from "../../src/technik/takt.ts";

const offen = () => Promise.withResolvers<void>();

test("Eine Runde beginnt erst, wenn die vorige zu Ende ist", async () => {
  const runden = [offen(), offen()];
  let zugleich = 0;
  let hoechstens = 0;
  let begonnen = 0;
  const halte = wiederhole(
    async () => {
      zugleich += 1;
      hoechstens = Math.max(hoechstens, zugleich);
      await runden[begonnen++]?.promise;
      zugleich -= 1;
    },
    1,
    () => expect.unreachable(),
  );
  // Many times the pause: a clock that does not wait would have begun more.
  await new Promise((weiter) => setTimeout(weiter, 30));
  expect(begonnen).toBe(1);
  for (const runde of runden) runde.resolve();
  await expect.poll(() => begonnen).toBeGreaterThan(2);
  await halte();
  expect(hoechstens).toBe(1);
});

test("Eine gescheiterte Runde wird gemeldet, und die nächste kommt", async () => {
  const gemeldet: unknown[] = [];
  let begonnen = 0;
  const halte = wiederhole(
    async () => {
      begonnen += 1;
      if (begonnen === 1) throw new Error("weg");
    },
    1,
    (fehler) => gemeldet.push(fehler),
  );
  await expect.poll(() => begonnen).toBeGreaterThan(1);
  await halte();
  expect(gemeldet).toEqual([new Error("weg")]);
});

test("Was Runde um Runde gleich scheitert, wird einmal gemeldet, bis es anders scheitert oder dazwischen gelingt", async () => {
  const folge = ["voll", "voll", "voll", undefined, "voll", "weg", "voll"];
  const gemeldet: string[] = [];
  let begonnen = 0;
  const halte = wiederhole(
    async () => {
      const grund = folge[begonnen++];
      if (grund !== undefined) throw new Error(grund);
    },
    1,
    (fehler) => gemeldet.push((fehler as Error).message),
  );
  await expect.poll(() => begonnen).toBeGreaterThan(folge.length);
  await halte();
  expect(gemeldet).toEqual(["voll", "voll", "weg", "voll"]);
});

test("Wer anhält, wartet auf die laufende Runde, und danach beginnt keine mehr", async () => {
  const runde = offen();
  let begonnen = 0;
  let angehalten = false;
  const halte = wiederhole(
    async (ende) => {
      begonnen += 1;
      await runde.promise;
      expect(ende.aborted).toBe(true);
    },
    1,
    (fehler) => expect.unreachable(String(fehler)),
  );
  const ende = halte().then(() => {
    angehalten = true;
  });
  await new Promise((weiter) => setTimeout(weiter, 20));
  expect(angehalten).toBe(false);
  runde.resolve();
  await ende;
  expect(begonnen).toBe(1);
});

test("Wer in der Pause anhält, wartet sie nicht ab", async () => {
  let begonnen = 0;
  const halte = wiederhole(
    async () => {
      begonnen += 1;
    },
    60_000,
    () => expect.unreachable(),
  );
  await expect.poll(() => begonnen).toBe(1);
  await halte();
  expect(begonnen).toBe(1);
});
