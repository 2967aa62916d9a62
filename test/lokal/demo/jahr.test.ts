import { expect, test } from "vitest";
import { mitParteien } from "../../../src/lokal/demo/jahr.ts";

const beteiligte: Record<string, string[]> = {
  "/pachtkonten/1": ["paechter"],
  "/pachtkonten/2": ["bevollmaechtigter", "verpaechter"],
  "/pachtkonten/3": ["paechter", "verpaechter"],
  "/pachtkonten/4": ["paechter", "verpaechter"],
};
const klient = {
  json: <T>(pfad: string) => Promise.resolve({ beteiligte: beteiligte[pfad]?.map((rolle) => ({ rolle })) } as T),
};
const konten = [1, 2, 3, 4].map((pachtkontoId) => ({ pachtkontoId }));

test("das Jahr nimmt Konten, deren Parteien zu schreiben ist: andere haben keinen Brief", async () => {
  expect(await mitParteien(klient, konten, ["paechter", "verpaechter"], 1)).toEqual([{ pachtkontoId: 3 }]);
  expect(await mitParteien(klient, konten, ["paechter"], 2)).toEqual([{ pachtkontoId: 1 }, { pachtkontoId: 3 }]);
  expect(await mitParteien(klient, konten.slice(1, 2), ["paechter"], 10)).toEqual([]);
});
