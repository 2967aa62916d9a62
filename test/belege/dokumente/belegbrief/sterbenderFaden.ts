import process from "node:process";
import { parentPort } from "node:worker_threads";

/** Draws nothing, and dies of letter 666. */
parentPort?.on("message", (briefe: { id: number }[]) => {
  if (briefe.some(({ id }) => id === 666)) process.exit(1);
  parentPort?.postMessage(briefe.map(({ id }) => ({ id, inhalt: new Uint8Array(1), sha256: "" })));
});
