import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as warte } from "node:timers/promises";
import { euro } from "../../kern/geld/dezimal.ts";
import { fortschritt } from "../anzeige.ts";
import { schritt } from "./gang.ts";
import { Demofehler, type Klient } from "./klient.ts";
import { type ArchivEintrag, ausCsv, ausXlsx, type Beleg, bezeichnungen, type Summen } from "./summen.ts";
import { alsTabelle } from "./tabelle.ts";

export type Lauf = Summen & { id: string; datum: string; anzahlKonten: number };

const gleichzeitig = 4;
/** The letters of earlier runs come first. */
const geduldMs = 600_000;

/** All documents of the run; it is the newest, so they stand first in the archive. */
const listeBelege = async (klient: Klient, lauf: Lauf): Promise<ArchivEintrag[]> => {
  const belege: ArchivEintrag[] = [];
  for (let page = 1; belege.length < lauf.anzahlDokumente; page += 1) {
    const { data } = await klient.json<{ data: ArchivEintrag[] }>(`/abrechnung/archiv?page=${page}&limit=500`);
    if (data.length === 0) break;
    belege.push(...data.filter(({ buchungslaufId }) => buchungslaufId === lauf.id));
  }
  return belege;
};

export async function warteAufSchreiben(klient: Klient, lauf: Lauf): Promise<ArchivEintrag[]> {
  schritt("Der Worker schreibt die Briefe.");
  const anzeige = fortschritt();
  let fertigZuvor = -1;
  for (let bis = performance.now() + geduldMs; ; await warte(400)) {
    const belege = await listeBelege(klient, lauf);
    const offen = belege.filter(({ pdfStatus }) => pdfStatus === "offen").length;
    const fertig = belege.length - offen;
    anzeige.zeige(`${fertig} von ${belege.length} Schreiben`, belege.length === 0 ? 1 : fertig / belege.length);
    if (offen === 0) {
      anzeige.beende();
      const gescheitert = belege.filter(({ pdfStatus }) => pdfStatus === "fehlgeschlagen");
      if (gescheitert.length === 0) return belege;
      throw new Demofehler(`Ohne Schreiben blieben: ${gescheitert.map(({ belegnummer }) => belegnummer).join(", ")}`);
    }
    if (fertig > fertigZuvor) bis = performance.now() + geduldMs;
    fertigZuvor = fertig;
    if (performance.now() > bis) throw new Demofehler("Seit zehn Minuten kommt kein Schreiben dazu: läuft der Worker?");
  }
}

export async function ladeSchreiben(klient: Klient, belege: readonly ArchivEintrag[], ordner: string): Promise<number> {
  schritt("Alle Schreiben herunterladen.");
  await mkdir(join(ordner, "schreiben"), { recursive: true });
  const anzeige = fortschritt();
  const warteschlange = [...belege];
  let geladen = 0;
  const lade = async (): Promise<void> => {
    for (let beleg = warteschlange.pop(); beleg !== undefined; beleg = warteschlange.pop()) {
      const { inhalt } = await klient.bytes(`/abrechnung/archiv/${beleg.id}/pdf`);
      if (new TextDecoder("latin1").decode(inhalt.subarray(0, 5)) !== "%PDF-")
        throw new Demofehler(`Das Schreiben ${beleg.belegnummer} ist kein PDF.`);
      await writeFile(join(ordner, "schreiben", `${beleg.belegnummer}.pdf`), inhalt);
      geladen += 1;
      anzeige.zeige(`${geladen} von ${belege.length} PDF`, geladen / belege.length);
    }
  };
  await Promise.all(Array.from({ length: gleichzeitig }, lade));
  anzeige.beende();
  return geladen;
}

/** Both exports in both formats, as files and as the documents that they list. */
export async function ladeExporte(
  klient: Klient,
  { id }: Lauf,
  ordner: string,
): Promise<{ csv: Beleg[]; xlsx: Beleg[] }> {
  const csv: Beleg[] = [];
  const xlsx: Beleg[] = [];
  for (const partei of ["paechter", "verpaechter"])
    for (const format of ["csv", "xlsx"]) {
      const pfad = `/abrechnung/export/${partei}?buchungslaufId=${id}&format=${format}`;
      const { inhalt, dateiname } = await klient.bytes(pfad);
      await writeFile(join(ordner, dateiname ?? `${partei}.${format}`), inhalt);
      if (format === "csv") csv.push(...ausCsv(inhalt));
      else xlsx.push(...(await ausXlsx(inhalt)));
    }
  return { csv, xlsx };
}

/** @returns whether every stage says the same, to the cent */
export function vergleiche(stufen: readonly (readonly [string, Summen])[]): boolean {
  const felder = Object.keys(bezeichnungen) as (keyof Summen)[];
  const gleich = (feld: keyof Summen) => new Set(stufen.map(([, summen]) => summen[feld])).size === 1;
  const wert = (feld: keyof Summen, zahl: number) => (feld === "anzahlDokumente" ? String(zahl) : euro(zahl));
  schritt("Was geschehen ist:\n");
  console.log(
    alsTabelle([
      ["", ...stufen.map(([name]) => name), "stimmt"],
      ...felder.map((feld) => [
        bezeichnungen[feld],
        ...stufen.map(([, summen]) => wert(feld, summen[feld])),
        gleich(feld) ? "ja" : "NEIN",
      ]),
    ]),
  );
  return felder.every(gleich);
}
