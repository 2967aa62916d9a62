import { saeLauf } from "../hilfe/archiv.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anzahlVon, type Messwert } from "./bericht.ts";
import { inEigenemProzess } from "./eigenerProzess.ts";
import type { DokumentMessung } from "./messungen/dokumente.ts";
import type { PdfLaufMessung, SammelMessung } from "./messungen/sammeldatei.ts";

const wege = {
  bloss: "a bare page of pdf-lib, one word in Helvetica",
  pdfkit: "the same page with pdfkit",
  schlicht: "letter",
  erechnung: "letter with e-invoice",
  faedenSchlicht: "letter, two threads",
  faedenErechnung: "letter with e-invoice, two threads",
} as const;
type Weg = keyof typeof wege;

/** A letter each (six lines, logo, GiroCode) against pdfkit. */
const messeWege = (hoechstens: number): Messwert[] => {
  const messungen = (Object.keys(wege) as Weg[]).map((weg) => {
    // pdfkit takes its time; its rate is the same over fewer.
    const n = weg === "pdfkit" ? Math.ceil(hoechstens / 5) : hoechstens;
    return { weg, ...inEigenemProzess<DokumentMessung>("dokumente", "postgres://", "", `${weg}:${n}`) };
  });
  const pdfkit = messungen.find(({ weg }) => weg === "pdfkit");
  if (!pdfkit) throw new Error("Die Messung mit pdfkit fehlt.");
  const jeSekunde = ({ dokumente, sekunden }: DokumentMessung): number => dokumente / sekunden;
  return messungen.flatMap((m): Messwert[] => {
    const umfang = `${anzahlVon(m.dokumente, "pages")} of ${Math.round(m.kib)} KiB`;
    return [
      {
        was: wege[m.weg],
        umfang,
        wert: jeSekunde(m),
        einheit: "a second",
        ...(m === pdfkit ? {} : { verhaeltnis: { wert: jeSekunde(m) / jeSekunde(pdfkit), zu: "as fast as pdfkit" } }),
        grenze: `${m.cpuMs.toFixed(1)} ms of CPU each`,
      },
      {
        was: `${wege[m.weg]}, memory`,
        umfang,
        wert: m.spitzeMib,
        einheit: "MiB",
        grenze: `${m.anfangsMib} MiB after a tenth`,
      },
    ];
  });
};

const messeLauf = async (belege: number): Promise<Messwert[]> => {
  const cluster = await starteCluster({ konten: 0, heute: "2026-11-20", sync: true });
  try {
    const { workerUrl, owner } = cluster.vorlage();
    const saat = Array.from({ length: belege }, (_, i) => ({
      belegart: "rechnung" as const,
      nettoCent: 10_000 + i,
      steuersatzBp: 1900,
    }));
    const { laufId, belegIds } = await saeLauf(owner, saat);
    // Six lines a letter, as above.
    await owner`
      insert into archiv_zeile (beleg_id, nr, bezeichnung, zeitraum_von, zeitraum_bis, netto_cent, steuersatz_bp,
        steuerbefreiung_grund, weiterleitung, herleitung)
      select beleg_id, nr + n, bezeichnung, zeitraum_von, zeitraum_bis, 0, steuersatz_bp, steuerbefreiung_grund,
        weiterleitung, herleitung
      from archiv_zeile
      cross join generate_series(1, 5) n`;
    await owner`
      insert into sammeldatei (art, schluessel, stand, buchungslauf_id, ids, job_id)
      values ('gesamt', ${laufId}, '', ${laufId}, ${belegIds}, gen_random_uuid())`;
    await owner`vacuum analyze`;
    await owner.end();
    const lauf = inEigenemProzess<PdfLaufMessung>("pdfLauf", workerUrl, "");
    const gesamt = inEigenemProzess<SammelMessung>("sammeldatei", workerUrl, "");
    const umfang = anzahlVon(belege, "invoices");
    return [
      {
        was: "run of invoices, read, drawn with e-invoice in two threads, stored",
        umfang,
        wert: lauf.erstellt / lauf.sekunden,
        einheit: "a second",
        grenze: `${((1000 * lauf.cpuSekunden) / lauf.erstellt).toFixed(1)} ms of CPU each`,
      },
      { was: "run of invoices, memory", umfang, wert: lauf.spitzeMib, einheit: "MiB" },
      {
        was: "`pdf-gesamt`",
        umfang: `${umfang}, ${Math.round(gesamt.mib)} MiB in ${gesamt.teile} file(s)`,
        wert: belege / gesamt.sekunden,
        einheit: "a second",
        grenze: `${((1000 * gesamt.cpuSekunden) / belege).toFixed(1)} ms of CPU each`,
      },
      { was: "`pdf-gesamt`, memory", umfang, wert: gesamt.spitzeMib, einheit: "MiB", ziel: { hoechstens: 800 } },
    ];
  } finally {
    await cluster.beende();
  }
};

/** Documents per second against pdfkit and a bare page, and a run of `belege` letters through the database. */
export async function messeBriefe(belege: number): Promise<Messwert[]> {
  return [...messeWege(Math.min(belege, 1000)), ...(await messeLauf(belege))];
}
