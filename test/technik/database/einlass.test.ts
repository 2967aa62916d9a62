import { expect, test } from "vitest";
import { einlass } from "../../../src/technik/database/einlass.ts";

test("so viele zugleich, die anderen der Reihe nach, auch nach einem Fehler", async () => {
  const herein = einlass(2);
  const begonnen: number[] = [];
  const enden: (() => void)[] = [];
  const laeufe = [0, 1, 2, 3].map((nr) =>
    herein(async () => {
      begonnen.push(nr);
      await new Promise<void>((ende) => {
        enden[nr] = ende;
      });
      if (nr === 1) throw new Error("misslungen");
      return nr;
    }),
  );
  const alle = Promise.allSettled(laeufe);
  expect(begonnen).toEqual([0, 1]);
  enden[1]?.();
  await expect(laeufe[1]).rejects.toThrow("misslungen");
  expect(begonnen).toEqual([0, 1, 2]);
  enden[0]?.();
  await laeufe[0];
  expect(begonnen).toEqual([0, 1, 2, 3]);
  enden[2]?.();
  enden[3]?.();
  expect((await alle).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await herein(async () => "frei")).toBe("frei");
});
