import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { alsLogo, png } from "../../hilfe/bilder.ts";
import { brief, zeile } from "../../hilfe/musterbrief.ts";

const logo = alsLogo(png(780, 260, [15, 84, 92]), "image/png", 780, 260);

/** Invoices of two pages: six lines, two rates, logo, GiroCode. */
export function rechnungen(anzahl: number): BriefDaten[] {
  return Array.from({ length: anzahl }, (_, i) =>
    brief({
      id: i + 1,
      belegnummer: `RE-2026-${String(i + 1).padStart(6, "0")}`,
      logo,
      zeilen: Array.from({ length: 6 }, (_zeile, nr) =>
        zeile(10_000 + 37 * i + nr, nr % 2 ? {} : { steuersatzBp: 1900, steuerbefreiungGrund: null }),
      ),
    }),
  );
}
