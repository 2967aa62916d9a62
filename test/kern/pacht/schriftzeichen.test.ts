import { expect, test } from "vitest";
import { fehlendeZeichen } from "../../../src/kern/pacht/schriftzeichen.ts";

test("jedes einmal; zusammengesetzt, was zusammengesetzt gesetzt wird", () => {
  expect(fehlendeZeichen("Łukasz Dvořák, Nguyễn, Ελένη, Şükrü")).toEqual([]);
  expect(fehlendeZeichen("Mu\u0308ller\u200b\u2003GbR\n")).toEqual([]);
  // Edges of what the font has.
  expect(fehlendeZeichen("ƐƁǝƆﬄ\u{1f916}")).toEqual([]);
  expect(fehlendeZeichen("★ 王 東 ★ 王 🌾")).toEqual(["★", "王", "東", "🌾"]);
});
