import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { mitPlatz } from "../../../src/uebergabe/versuch/sperre.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pool whose locks are always free. */
const pool = () => {
  let vergeben = 0;
  const reserve = async () => {
    vergeben += 1;
    return Object.assign(async () => [{ frei: true }], {
      release: () => {
        vergeben -= 1;
      },
    });
  };
  return { sql: { reserve } as unknown as Sql, vergeben: () => vergeben };
};

test("wer zu lange auf andere warten müsste, soll wiederkommen, und steht niemandem im Weg", async () => {
  const { sql, vergeben } = pool();
  const ende: (() => void)[] = [];
  const handle = (id: number) => mitPlatz(sql, () => new Promise<number>((fertig) => ende.push(() => fertig(id))));
  const erste = [1, 2, 3].map(handle);
  const vierte = handle(4).catch((fehler: unknown) => fehler);
  await vi.advanceTimersByTimeAsync(10_000);
  const fuenfte = handle(5);
  expect(vergeben()).toBe(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await vierte).toMatchObject({
    art: "nichtVerfuegbar",
    code: "extaccounting_nicht_bereit",
    felder: { grund: "beschaeftigt" },
  });
  ende.shift()?.();
  expect(await erste[0]).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  for (const tue of ende) tue();
  expect(await Promise.all([...erste.slice(1), fuenfte])).toEqual([2, 3, 5]);
  expect(vergeben()).toBe(0);
});
