import { saeLauf } from "../hilfe/archiv.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { inEigenemProzess } from "./abrechnung.ts";
import type { DokumentMessung } from "./messungen/dokumente.ts";
import type { PdfLaufMessung, SammelMessung } from "./messungen/sammeldatei.ts";
import { drucke, maschine, zahl } from "./tabelle.ts";

const wege = {
  bloss: "bloße Seite aus pdf-lib, ein Wort in Helvetica",
  pdfkit: "dieselbe Seite mit pdfkit",
  schlicht: "Schreiben",
  erechnung: "Schreiben mit E-Rechnung",
  faedenSchlicht: "Schreiben, zwei Fäden",
  faedenErechnung: "Schreiben mit E-Rechnung, zwei Fäden",
} as const;
type Weg = keyof typeof wege;

/** Documents per second against pdfkit and a bare page, and a run of `belege` letters through the database. */
export const messeBriefe = async (belege: number): Promise<void> => {
  const anzahl = Math.min(belege, 1000);
  console.log(maschine());
  const messungen = (Object.keys(wege) as Weg[]).map((weg) => {
    // pdfkit takes its time; its rate is the same over fewer.
    const n = weg === "pdfkit" ? Math.ceil(anzahl / 5) : anzahl;
    return { weg, ...inEigenemProzess<DokumentMessung>("dokumente", "postgres://", "", `${weg}:${n}`) };
  });
  const pdfkit = messungen.find(({ weg }) => weg === "pdfkit");
  if (!pdfkit) throw new Error("Die Messung mit pdfkit fehlt.");
  const jeSekunde = ({ dokumente, sekunden }: DokumentMessung): number => dokumente / sekunden;
  drucke(
    "Eine Seite, sechs Zeilen, Logo, GiroCode; Zeilen sind Dokumente",
    messungen.map((m) => ({
      was: wege[m.weg],
      zeilen: m.dokumente,
      sekunden: m.sekunden,
      verhaeltnis:
        `${zahl(jeSekunde(m) / jeSekunde(pdfkit), 1)} × pdfkit, nach CPU ${zahl(pdfkit.cpuMs / m.cpuMs, 1)} × ` +
        `(${zahl(m.cpuMs, 1)} ms), ` +
        `${zahl(m.kib)} KiB, Speicher ${m.anfangsMib} bis ${m.spitzeMib} MiB`,
    })),
  );
  await messeLauf(belege);
};

const messeLauf = async (belege: number): Promise<void> => {
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
    drucke(`Ein Lauf mit ${zahl(belege)} Rechnungen`, [
      {
        was: "gelesen, mit E-Rechnung in zwei Fäden gezeichnet, gespeichert",
        zeilen: lauf.erstellt,
        sekunden: lauf.sekunden,
        verhaeltnis: `${zahl(lauf.cpuSekunden, 1)} s CPU, Speicher höchstens ${lauf.spitzeMib} MiB`,
      },
      {
        was: "pdf-gesamt",
        zeilen: belege,
        sekunden: gesamt.sekunden,
        verhaeltnis:
          `${zahl(gesamt.cpuSekunden, 1)} s CPU, ${zahl(gesamt.mib)} MiB in ${gesamt.teile} Datei(en), ` +
          `Speicher höchstens ${gesamt.spitzeMib} MiB (Ziel < 800)`,
      },
    ]);
  } finally {
    await cluster.beende();
  }
};
