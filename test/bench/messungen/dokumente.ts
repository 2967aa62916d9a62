import process from "node:process";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { angabenVon, layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { zeichneBlaetter } from "../../../src/belege/briefe/pdf/zeichne.ts";
import { zeichneBrief } from "../../../src/belege/dokumente/belegbrief/zeichne.ts";
import { starteFaeden } from "../../../src/belege/dokumente/belegbrief/zeichner.ts";
import { rechnungen } from "../dokumente/muster.ts";
import { zeichneMitPdfkit } from "../dokumente/pdfkit.ts";

export type DokumentMessung = {
  dokumente: number;
  sekunden: number;
  /** CPU of all threads. */
  cpuMs: number;
  kib: number;
  /** After a tenth of the documents: what comes on top at the end is not given back. */
  anfangsMib: number;
};

const bloss = async ({ belegnummer }: BriefDaten): Promise<Uint8Array> => {
  const dokument = await PDFDocument.create();
  const font = await dokument.embedFont(StandardFonts.Helvetica);
  dokument.addPage([595.28, 841.89]).drawText(belegnummer, { x: 50, y: 700, size: 10, font });
  return dokument.save();
};

const arten: Record<string, (brief: BriefDaten) => Promise<Uint8Array>> = {
  bloss,
  pdfkit: (brief) => zeichneMitPdfkit(layoutBrief(brief)),
  schlicht: (brief) => zeichneBlaetter(layoutBrief(brief), angabenVon(brief)),
  erechnung: zeichneBrief,
};

const faeden: Record<string, URL | undefined> = {
  faedenSchlicht: new URL("../dokumente/schlichterFaden.ts", import.meta.url),
  faedenErechnung: undefined,
};

const jeStapel = 25;
const anlauf = 2 * jeStapel;

/** One way of drawing, after it has warmed up. */
export async function messeDokumente(art: string, anzahl: number): Promise<DokumentMessung> {
  const briefe = rechnungen(anlauf + anzahl);
  let bytes = 0;
  let anfangsMib = 0;
  const zaehle = (inhalt: Uint8Array, nr: number): void => {
    bytes += inhalt.length;
    if (nr <= anzahl / 10) anfangsMib = Math.round(process.memoryUsage().rss / 1024 / 1024);
  };
  const einzeln = arten[art];
  const zeichner = einzeln ? undefined : starteFaeden(2, faeden[art]);
  const zeichne = async (stapel: readonly BriefDaten[]): Promise<void> => {
    if (einzeln) for (const brief of stapel) zaehle(await einzeln(brief), brief.id - anlauf);
    else
      for (const zeichnung of (await zeichner?.zeichne(stapel)) ?? []) {
        if ("fehler" in zeichnung) throw new Error(zeichnung.fehler);
        zaehle(zeichnung.inhalt, zeichnung.id - anlauf);
      }
  };
  const zeichneAlle = async (alle: readonly BriefDaten[]): Promise<void> => {
    let von = 0;
    const arbeite = async (): Promise<void> => {
      while (von < alle.length) {
        const stapel = alle.slice(von, von + jeStapel);
        von += jeStapel;
        await zeichne(stapel);
      }
    };
    await Promise.all(Array.from({ length: zeichner?.gleichzeitig ?? 1 }, arbeite));
  };
  await zeichneAlle(briefe.slice(0, anlauf));
  bytes = 0;
  const cpu = process.cpuUsage();
  const los = performance.now();
  await zeichneAlle(briefe.slice(anlauf));
  const sekunden = (performance.now() - los) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await zeichner?.beende();
  return {
    dokumente: anzahl,
    sekunden,
    cpuMs: (user + system) / 1000 / anzahl,
    kib: bytes / anzahl / 1024,
    anfangsMib,
  };
}
