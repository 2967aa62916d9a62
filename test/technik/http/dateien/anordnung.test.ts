import { expect, test } from "vitest";
import { alsPdf } from "../../../../src/technik/http/antwort.ts";
import { anordnung } from "../../../../src/technik/http/dateien/dateiantwort.ts";

test.each([
  ["Müller.pdf", "Muller.pdf", "M%C3%BCller.pdf"],
  ["Hof \u201eEck\u201c (2).pdf", "Hof _Eck_ (2).pdf", "Hof%20%E2%80%9EEck%E2%80%9C%20%282%29.pdf"],
  ["D'Angelo*.pdf", "D_Angelo_.pdf", "D%27Angelo%2A.pdf"],
  ['a"b\r\nc.pdf', "a_b__c.pdf", "a%22b%0D%0Ac.pdf"],
])("%j heißt für alte Clients %s und sonst %s", (name, ascii, voll) => {
  expect(anordnung("attachment", name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${voll}`);
});

test("ein PDF wird gezeigt und heißt so", () => {
  expect(alsPdf(new Uint8Array(), "Kontoauszug_Müller").headers.get("content-disposition")).toBe(
    "inline; filename=\"Kontoauszug_Muller.pdf\"; filename*=UTF-8''Kontoauszug_M%C3%BCller.pdf",
  );
});
