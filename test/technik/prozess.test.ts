import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const programm = (aufraeumen: string) => `
  import { beiEnde } from ${JSON.stringify(pathToFileURL(path.resolve("src/technik/prozess.ts")))};
  beiEnde(async () => { ${aufraeumen} }, false);
  setInterval(() => console.log("läuft"), 20);`;

/** A process that says all the time that it runs. */
const starte = async (aufraeumen = 'process.stderr.write("aufgeräumt")') => {
  const kind = spawn(process.execPath, ["--input-type=module", "--eval", programm(aufraeumen)]);
  let gesagt = "";
  kind.stderr.setEncoding("utf8").on("data", (text: string) => {
    gesagt += text;
  });
  await once(kind.stdout, "data");
  return { kind, ende: once(kind, "close").then(([code]) => ({ code, gesagt })) };
};

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s: erst wird aufgeräumt, dann ist Schluss", async (signal) => {
  const { kind, ende } = await starte();
  kind.kill(signal);
  expect(await ende).toEqual({ code: 0, gesagt: "aufgeräumt" });
});

test("wer geht, hat vorher einen Augenblick geruht: sonst warten die Fäden, die übersetzen, und er aufeinander", async () => {
  const { kind, ende } = await starte('setTimeout(() => process.stderr.write("geruht"), 10)');
  kind.kill("SIGTERM");
  expect(await ende).toEqual({ code: 0, gesagt: "geruht" });
});

test("ein Dienst, dessen Ausgabe niemand mehr liest, läuft weiter, und räumt auf wie sonst", async () => {
  const { kind, ende } = await starte();
  kind.stdout.destroy();
  const [weiter] = await Promise.race([once(kind, "exit").then(() => [false]), setTimeout(300, [true])]);
  expect(weiter).toBe(true);
  kind.kill("SIGTERM");
  expect(await ende).toEqual({ code: 0, gesagt: "aufgeräumt" });
});

test.runIf(existsSync("/dev/full"))("ein Dienst läuft weiter, wo für sein Protokoll kein Platz ist", async () => {
  const voll = openSync("/dev/full", "w");
  const laeuftWeiter = 'setTimeout(() => process.stderr.write("läuft weiter, "), 100)';
  const text = `${programm('process.stderr.write("aufgeräumt")')}\n${laeuftWeiter}`;
  const kind = spawn(process.execPath, ["--input-type=module", "--eval", text], { stdio: ["ignore", voll, "pipe"] });
  closeSync(voll);
  let gesagt = "";
  kind.stderr?.setEncoding("utf8").on("data", (teil: string) => {
    gesagt += teil;
  });
  const ende = once(kind, "close");
  await expect.poll(() => gesagt, { timeout: 10_000 }).not.toBe("");
  kind.kill("SIGTERM");
  expect([...(await ende), gesagt]).toEqual([0, null, "läuft weiter, aufgeräumt"]);
});
