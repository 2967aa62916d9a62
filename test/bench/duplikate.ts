import postgres from "postgres";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { inEigenemProzess } from "./abrechnung.ts";
import { type Eintrag, erzeuge } from "./duplikate/erzeuge.ts";
import { messeGrundlinie } from "./duplikate/grundlinie.ts";
import { messeGuete, type Paar, type Zeile, zerlege } from "./duplikate/guete.ts";
import { ladeKontakte } from "./duplikate/lade.ts";
import type { AlltagMessung, DuplikatlaufMessung } from "./messungen/duplikate.ts";
import { drucke, maschine, zahl } from "./tabelle.ts";

/** Another seed than any that the scorer was looked at with. */
const saat = 4711;

const prozent = (anteil: number): string => `${zahl(anteil * 100, 1)} %`;
const teil = (werte: number[], p: number): number =>
  [...werte].sort((a, b) => a - b)[Math.min(werte.length - 1, Math.floor(werte.length * p))] ?? Number.NaN;

const alsZeilen = (zeilen: Zeile[], von: string) =>
  zeilen.map(({ was, vorhanden, gefunden }) => ({
    was,
    zeilen: gefunden,
    verhaeltnis: `von ${zahl(vorhanden)} ${von}${vorhanden < 1e6 ? `: ${prozent(gefunden / Math.max(1, vorhanden))}` : ""}`,
  }));

type Lauf = DuplikatlaufMessung & { spitzeMib: number };

const alsLauf = (was: string, lauf: Lauf, kontakte: number) => {
  const jeMillion = (sekunden: number) => zahl((sekunden / kontakte) * 1e6, 1);
  return {
    was,
    zeilen: kontakte,
    sekunden: lauf.sekunden,
    verhaeltnis:
      `${jeMillion(lauf.sekunden)} s je Million (Ziel < 25 auf ruhiger Maschine), Rechenzeit ${jeMillion(lauf.rechenzeit)} s, ` +
      `Speicher ${lauf.spitzeMib} MiB`,
  };
};

const druckeGuete = (eintraege: Eintrag[], paare: Paar[]): void => {
  drucke(
    "Güte nach score (Ziel je ≥ 90 %)",
    [50, 60, 70, 80, 90].map((ab) => {
      const { genauigkeit, treffer } = messeGuete(
        eintraege,
        paare.filter(({ score }) => score >= ab),
      );
      return { was: `ab ${ab}`, verhaeltnis: `Genauigkeit ${prozent(genauigkeit)}, Trefferquote ${prozent(treffer)}` };
    }),
  );
  const { richtige, falsche } = zerlege(eintraege, paare);
  drucke("gefundene Duplikate nach dem, was sie verschieden macht", alsZeilen(richtige, "vorhandenen"));
  drucke("zu Unrecht gefundene Paare", alsZeilen(falsche, "Paaren"));
};

/** Duplicates of a stock whose truth is known: how well and how fast they are found, at night and in daily work. */
export const messeDuplikate = async (kontakte: number): Promise<void> => {
  const cluster = await starteCluster({ konten: 0, heute: "2026-11-20", sync: true });
  const { name, appUrl, workerUrl, owner } = cluster.vorlage();
  const adminUrl = Object.assign(new URL(cluster.adminUrl()), { pathname: `/${name}` }).href;
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const eintraege = erzeuge(kontakte, saat);
    await ladeKontakte(adminUrl, eintraege);
    console.log(`${zahl(kontakte)} Kontakte; ${maschine()}`);

    const laufe = () => inEigenemProzess<DuplikatlaufMessung>("duplikate", workerUrl, "");
    const erster = laufe();
    await admin`vacuum analyze`;
    const lauf = laufe();
    drucke(`Voller Lauf: ${zahl(lauf.verglichen)} Paare verglichen, ${zahl(lauf.paare)} gefunden`, [
      alsLauf("erster, legt die Schlüssel an", erster, kontakte),
      alsLauf("nächtlicher", lauf, kontakte),
    ]);

    const zeilen = await owner<Paar[]>`select a_id - 1 as a, b_id - 1 as b, score from duplikat_kontakt_paar`;
    druckeGuete(eintraege, [...zeilen]);

    const basis = await messeGrundlinie(admin);
    const ganz = basis.sekunden / basis.anteil;
    const jePaar = basis.sekunden / basis.verglichen;
    const schwellen = [0.5, 0.6, 0.7, 0.75, 0.8].map((ab) => {
      const aehnliche = basis.paare.filter(({ score }) => score >= ab);
      return { ab, ...messeGuete(eintraege, aehnliche, (a) => basis.stichprobe.has(a)) };
    });
    drucke("Zum Vergleich: pg_trgm in SQL, alle Paare einer PLZ", [
      {
        was: `hochgerechnet aus ${prozent(basis.anteil)} der Paare`,
        zeilen: kontakte,
        sekunden: ganz,
        verhaeltnis: `${zahl(ganz / lauf.sekunden, 1)} × der nächtliche Lauf`,
      },
      {
        was: "alle Paare, hochgerechnet",
        verhaeltnis: `${zahl((jePaar * kontakte * (kontakte - 1)) / 2 / 3600)} Stunden`,
      },
      ...schwellen.map(({ ab, genauigkeit, treffer }) => ({
        was: `ähnlich ab ${zahl(ab, 2)}`,
        verhaeltnis: `Genauigkeit ${prozent(genauigkeit)}, Trefferquote ${prozent(treffer)}`,
      })),
    ]);

    const alltag = inEigenemProzess<AlltagMessung>("duplikate-alltag", appUrl, "", String(kontakte));
    drucke(
      "Im Alltag, Millisekunden",
      (
        [
          ["Kontakt speichern, ohne Belang für Duplikate", alltag.ohne],
          ["Kontakt speichern und abgleichen", alltag.mit],
          ["Liste mit 500 Paaren und Gesamtzahl", alltag.liste],
        ] as const
      ).map(([was, werte]) => ({
        was,
        verhaeltnis: `p50 ${zahl(teil(werte, 0.5), 1)}, p95 ${zahl(teil(werte, 0.95), 1)}`,
      })),
    );
  } finally {
    await Promise.all([admin.end(), owner.end()]);
    await cluster.beende();
  }
};
