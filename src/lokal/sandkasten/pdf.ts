import { PDFDocument, StandardFonts } from "pdf-lib";
import type { Buchbeleg } from "./queries.ts";

/** Fonts of the PDF standard know Western letters only. */
const westlich = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff€]/g, "?");

/** A sheet that nobody takes for a real document. */
export async function zeichneBeleg(beleg: Buchbeleg): Promise<Uint8Array> {
  const dokument = await PDFDocument.create();
  const schrift = await dokument.embedFont(StandardFonts.Helvetica);
  const blatt = dokument.addPage([595, 842]);
  const zeilen = [
    "SANDKASTEN: Nachbildung einer Buchhaltung, kein Beleg",
    `Nummer ${beleg.nummer ?? "(Entwurf)"}, ${beleg.zustand}`,
    `Referenz ${beleg.referenz}`,
    `Partei ${beleg.parteiCode}`,
    `Brutto ${(beleg.bruttoCent / 100).toFixed(2)} EUR`,
  ];
  for (const [nr, text] of zeilen.entries())
    blatt.drawText(westlich(text), { x: 60, y: 760 - nr * 24, size: nr === 0 ? 16 : 11, font: schrift });
  return dokument.save();
}
