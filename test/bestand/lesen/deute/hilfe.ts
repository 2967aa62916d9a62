import { describe, expect, test } from "vitest";
import { spaltenVon } from "../../../../src/bestand/format/blaetter.ts";
import type { Blatt } from "../../../../src/bestand/format/blattnamen.ts";
import type { Spalte } from "../../../../src/bestand/format/spalte.ts";
import { deute } from "../../../../src/bestand/lesen/deute/deute.ts";
import type { Rohzelle } from "../../../../src/bestand/lesen/rohzelle.ts";

export function text(wert: string): Rohzelle {
  return { art: "text", text: wert };
}

export function zahl(wert: number, anzeige: "prozent" | "zahl" = "zahl"): Rohzelle {
  return { art: "zahl", zahl: wert, anzeige };
}

export function tag(wert: string, uhrzeit = false): Rohzelle {
  return { art: "tag", tag: wert, uhrzeit };
}

export function spalte(blatt: Blatt, name: string): Spalte {
  const gefunden = spaltenVon[blatt].find((eine) => eine.name === name);
  if (!gefunden) throw new Error(`keine Spalte ${name}`);
  return gefunden;
}

/** The value, and after it the code of the remark; of a cell that is none the code alone. */
export function gelesen(eine: Spalte, zelle: Rohzelle | undefined): unknown[] {
  const deutung = deute(eine, zelle);
  if ("fehler" in deutung) return [`! ${deutung.fehler.code}`];
  return deutung.hinweis ? [deutung.wert, deutung.hinweis.code] : [deutung.wert];
}

export function tabelle(
  titel: string,
  blatt: Blatt,
  name: string,
  faelle: [Rohzelle | undefined, ...unknown[]][],
): void {
  describe(titel, () => {
    test.each(faelle.map(([zelle, ...erwartet]) => ({ zelle, erwartet })))(
      "$zelle → $erwartet",
      ({ zelle, erwartet }) => expect(gelesen(spalte(blatt, name), zelle)).toEqual(erwartet),
    );
  });
}
