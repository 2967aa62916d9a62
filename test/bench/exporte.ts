import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anzahlVon, type Messwert } from "./bericht.ts";
import { inEigenemProzess } from "./eigenerProzess.ts";
import type { ExportMessung } from "./messungen/exporte.ts";
import { saeLauf } from "./saeLauf.ts";

const dateien = {
  csv: "CSV",
  xlsx: "XLSX",
  lastschrift: "SEPA direct debits, made and stored",
  datev: "DATEV posting batch",
} as const;

/** The files of a run of `anzahl` invoices, each in a process of its own, against its bare rows. */
export async function messeExporte(anzahl: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten: 0, heute, sync: false });
  try {
    const { appUrl, owner } = cluster.vorlage();
    await saeLauf(owner, anzahl);
    await owner.end();
    const messe = (was: string) => inEigenemProzess<ExportMessung>("exporte", appUrl, heute, was);
    messe("bloss");
    const bloss = messe("bloss");
    const alsWerte = (was: string, m: ExportMessung & { spitzeMib: number }): Messwert[] => {
      const umfang = `${anzahlVon(anzahl, "invoices")}, ${m.mib.toFixed(1)} MiB`;
      const gegenBloss = m === bloss ? {} : { verhaeltnis: { wert: m.sekunden / bloss.sekunden, zu: "merely joined" } };
      return [
        { was, umfang, wert: m.sekunden, einheit: "s", ...gegenBloss },
        { was: `${was}, memory`, umfang, wert: m.spitzeMib, einheit: "MiB", grenze: `${m.vorherMib} MiB before` },
        { was: `${was}, event loop held at most`, umfang, wert: m.hoechstensMs, einheit: "ms" },
      ];
    };
    return [
      ...alsWerte("the same rows, merely joined", bloss),
      ...Object.entries(dateien).flatMap(([art, was]) => alsWerte(was, messe(art))),
    ];
  } finally {
    await cluster.beende();
  }
}
