import { parentPort } from "node:worker_threads";
import type { BriefDaten } from "../../briefe/daten.ts";
import { zeichneBriefe } from "./zeichne.ts";

/** A thread of `starteFaeden`: takes letters, gives back files. Fonts and logo stay unpacked from one to the next. */
const port = parentPort;
if (!port) throw new Error("zeichenfaden.ts läuft nur als Faden von zeichner.ts.");
port.on("message", async (briefe: BriefDaten[]) => {
  const zeichnungen = await zeichneBriefe(briefe);
  const puffer = zeichnungen.flatMap((zeichnung) => ("inhalt" in zeichnung ? [zeichnung.inhalt.buffer] : []));
  port.postMessage(zeichnungen, puffer as ArrayBuffer[]);
});
