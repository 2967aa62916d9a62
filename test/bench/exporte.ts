import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { inEigenemProzess } from "./abrechnung.ts";
import type { ExportMessung } from "./messungen/exporte.ts";
import { saeLauf } from "./saeLauf.ts";
import { drucke, zahl } from "./tabelle.ts";

const dateien = {
  csv: "CSV",
  xlsx: "XLSX",
  lastschrift: "SEPA-Lastschriften (pain.008)",
  datev: "DATEV-Buchungsstapel",
} as const;

/** The files of a run of `anzahl` invoices, each in a process of its own, against its bare rows. */
export const messeExporte = async (anzahl: number): Promise<void> => {
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten: 0, heute, sync: false });
  try {
    const { appUrl, owner } = cluster.vorlage();
    await saeLauf(owner, anzahl);
    await owner.end();
    const messe = (was: string) => inEigenemProzess<ExportMessung>("exporte", appUrl, heute, was);
    messe("bloss");
    const grund = messe("bloss");
    const zeile = (was: string, m: ExportMessung & { spitzeMib: number }) => ({
      was,
      zeilen: anzahl,
      sekunden: m.sekunden,
      verhaeltnis:
        `${zahl(m.sekunden / grund.sekunden, 1)} × bloß, ${zahl(m.mib, 1)} MiB, Speicher von ${m.vorherMib} auf ${m.spitzeMib} MiB, ` +
        `Ereignisschleife höchstens ${zahl(m.hoechstensMs)} ms gehalten`,
    });
    drucke(`Dateien eines Laufs mit ${zahl(anzahl)} Rechnungen`, [
      zeile("dieselben Zeilen, bloß aneinandergereiht", grund),
      ...Object.entries(dateien).map(([art, was]) => zeile(was, messe(art))),
    ]);
  } finally {
    await cluster.beende();
  }
};
