import { parentPort } from "node:worker_threads";
import { angabenVon, layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { zeichneBlaetter } from "../../../src/belege/briefe/pdf/zeichne.ts";

/** As zeichenfaden.ts, without the e-invoice. */
parentPort?.on("message", async (briefe: BriefDaten[]) => {
  const zeichnungen: { id: number; inhalt: Uint8Array; sha256: string }[] = [];
  for (const brief of briefe)
    zeichnungen.push({
      id: brief.id,
      inhalt: await zeichneBlaetter(layoutBrief(brief), angabenVon(brief)),
      sha256: "",
    });
  parentPort?.postMessage(
    zeichnungen,
    zeichnungen.map(({ inhalt }) => inhalt.buffer as ArrayBuffer),
  );
});
