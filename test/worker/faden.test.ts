import { expect, test } from "vitest";
import { Ablehnung } from "../../src/kern/ablehnung.ts";
import { WorkerEndet } from "../../src/technik/database/auftrag/arbeiteAb.ts";
import { imFaden } from "../../worker/faden/faden.ts";

test("eine Ablehnung kommt aus dem Faden als solche zurück: ihr Satz ist für den, der den Auftrag gab", async () => {
  const programm = new URL("./hilfe/weistAb.ts", import.meta.url);
  const grund = await imFaden(programm, {}, new AbortController().signal, { jungeMib: 16 }).catch((fehler) => fehler);
  expect(grund).toBeInstanceOf(Ablehnung);
  expect(grund).toMatchObject({
    art: "konflikt",
    code: "lauf_aktiv",
    detail: "Vera Verwalterin bucht gerade dieses Pachtkonto.",
    felder: { laufId: "abc" },
  });
});

test("wer ihn abbricht, sagt warum", async () => {
  const programm = new URL("./hilfe/wartet.ts", import.meta.url);
  const ende = new AbortController();
  const arbeit = imFaden(programm, {}, ende.signal, { jungeMib: 16 });
  ende.abort(new WorkerEndet());
  await expect(arbeit).rejects.toBeInstanceOf(WorkerEndet);
});
