import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { tagInBerlin } from "../../../kern/kalender/berlin.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import { schritt } from "../gang.ts";
import { Demofehler, type Klient } from "../klient.ts";
import { type Lauf, ladeExporte, ladeSchreiben, vergleiche, warteAufSchreiben } from "../lauf.ts";
import { ausArchiv, type Summen, summiere } from "../summen.ts";
import { alsTabelle } from "../tabelle.ts";
import { erfindeBuero, type Tippfehler, vertippe } from "./buero.ts";
import { type Blaetter, fuelle, liesBlaetter, verbessere, type Wert } from "./mappe.ts";
import { rechneAus } from "./soll.ts";

type Zahlen = { neu: number; geaendert: number; unveraendert: number; falsch: number };
type Import = {
  id: number;
  status: string;
  ursache: string | null;
  fehler: number;
  hinweise: number;
  blaetter: (Zahlen & { blatt: string })[];
};
type Befund = {
  blatt: string | null;
  zeile: number | null;
  spalte: string | null;
  code: string;
  text: string;
  wert: string | null;
};
type Vorschau = { vorschauHash: string; summen: Summen & { anzahlKonten: number } };
type Ort = { klient: Klient; ordner: string };

/** Other imports may be under way. */
const geduldMs = 300_000;

const warteBis = async (klient: Klient, id: number, fertig: string): Promise<Import> => {
  for (const bis = performance.now() + geduldMs; performance.now() < bis; await warte(200)) {
    const lauf = await klient.json<Import>(`/import/${id}`);
    if (lauf.status === fertig) return lauf;
    if (!lauf.status.startsWith("wird_"))
      throw new Demofehler(`Der Import ${id} ist ${lauf.status}: ${lauf.ursache ?? "siehe seine Befunde"}`);
  }
  throw new Demofehler("Seit fünf Minuten wird der Import nicht fertig: läuft der Worker?");
};

/** Keeps the file, uploads it and waits for the check. */
const pruefe = async ({ klient, ordner }: Ort, name: string, inhalt: Uint8Array<ArrayBuffer>): Promise<Import> => {
  await writeFile(join(ordner, name), inhalt);
  const { id } = await klient.ladeHoch<Import>("/import", name, inhalt);
  return warteBis(klient, id, "geprueft");
};

const zeigeBlaetter = ({ blaetter }: Import): void => {
  const zeile = ({ blatt, neu, geaendert, unveraendert, falsch }: Import["blaetter"][number]) => [
    blatt,
    ...[neu, geaendert, unveraendert, falsch].map(String),
  ];
  console.log(alsTabelle([["Blatt", "neu", "geändert", "unverändert", "falsch"], ...blaetter.map(zeile)]));
};

const inWorten = (wert: Wert): string =>
  wert instanceof Date ? deutschesDatum(wert.toISOString().slice(0, 10)) : String(wert);

/** @returns whether the service has found what was put into the workbook, and nothing else */
const zeigeBefunde = async (klient: Klient, id: number, tippfehler: readonly Tippfehler[]): Promise<boolean> => {
  const { data } = await klient.json<{ data: Befund[] }>(`/import/${id}/befunde?schwere=fehler&limit=500`);
  for (const { blatt, zeile, spalte, text, wert } of data) {
    const ort = [blatt ?? "Datei", zeile && `Zeile ${zeile}`, spalte].filter(Boolean).join(", ");
    console.log(`  ${ort}: ${text.replace(/\.$/, "")}${wert === null ? "" : `, dort steht „${wert}“`}.`);
  }
  const kurz = (befunde: readonly { blatt: string | null; zeile: number | null; code: string }[]) =>
    befunde
      .map(({ blatt, zeile, code }) => `${blatt} ${zeile} ${code}`)
      .sort()
      .join("; ");
  return kurz(data) === kurz(tippfehler);
};

/** Mends the cells in the workbook that has the findings beside its rows, and uploads that. */
const bessereNach = async (ort: Ort, id: number, tippfehler: readonly Tippfehler[]) => {
  const { inhalt } = await ort.klient.bytes(`/import/${id}/befunde.xlsx`);
  await writeFile(join(ort.ordner, "2_Mappe_mit_Befunden.xlsx"), inhalt);
  schritt("Die Mappe mit den Befunden neben den Zeilen ist geladen; in ihr verbessert:\n");
  for (const { blatt, zeile, spalte, wert, richtig } of tippfehler)
    console.log(`  ${blatt}, Zeile ${zeile}, ${spalte}: ${inWorten(wert)} → ${inWorten(richtig)}`);
  const mappe = await verbessere(
    inhalt,
    tippfehler.map((fehler) => ({ ...fehler, wert: fehler.richtig })),
  );
  return { mappe, lauf: await pruefe(ort, "3_Mappe_verbessert.xlsx", mappe) };
};

const fuehreAus = async (klient: Klient, id: number): Promise<void> => {
  await klient.sende(`/import/${id}/ausfuehren`, {});
  zeigeBlaetter(await warteBis(klient, id, "ausgefuehrt"));
};

/** The same workbook once more. @returns whether it would change nothing */
const pruefeErneut = async (ort: Ort, mappe: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const { blaetter, fehler } = await pruefe(ort, "3_Mappe_verbessert.xlsx", mappe);
  const gleich = fehler === 0 && blaetter.every(({ neu, geaendert }) => neu + geaendert === 0);
  schritt(`Dieselbe Mappe noch einmal ${gleich ? "würde nichts ändern" : "würde etwas ändern, und das ist FALSCH"}.`);
  return gleich;
};

type Benannt = { name: string };

/** @throws Demofehler where the stock has not the kinds that the office's rows name: it moves in beside others */
export async function verlangeArten(klient: Pick<Klient, "json">, buero: Blaetter): Promise<void> {
  const positionsarten = await klient.json<Benannt[]>("/einstellungen/positionsarten");
  const { data: kontaktarten } = await klient.json<{ data: Benannt[] }>("/einstellungen/kontaktarten?limit=500");
  const bekannt = new Set([...positionsarten, ...kontaktarten].map(({ name }) => name));
  const genannt = [
    ...(buero.Positionen ?? []).map(({ positionsart }) => positionsart),
    ...(buero.Kontakte ?? []).map(({ typ }) => typ),
  ];
  const fehlende = [...new Set(genannt.map(String))].filter((name) => !bekannt.has(name)).sort();
  if (fehlende.length > 0)
    throw new Demofehler(
      `Der Einzug kommt zu den Demodaten dazu; diesem Bestand fehlen die Arten ${fehlende.join(", ")}. ` +
        "Wie ein leerer Bestand beginnt, steht in docs/import.md.",
    );
}

const findeKonten = async (klient: Klient, marke: string): Promise<number[]> => {
  type Liste = { data: { id: number; kontonummer: string }[] };
  const { data } = await klient.json<Liste>(`/pachtkonten?search=${marke}&limit=500`);
  return data.filter(({ kontonummer }) => kontonummer.startsWith(`${marke}-`)).map(({ id }) => id);
};

/** Bills the accounts that have come. @returns whether every sum is that of the workbook */
const rechneAb = async ({ klient, ordner }: Ort, auswahl: number[], soll: Summen): Promise<boolean> => {
  const datum = tagInBerlin(new Date());
  const pfad = `/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${auswahl.join(",")}`;
  const { vorschauHash, summen } = await klient.json<Vorschau>(pfad);
  const lauf = await klient.sende<Lauf>("/abrechnung/buchen", { datum, auswahl, vorschauHash });
  schritt(`Gebucht ist der erste Zeitraum: Lauf ${lauf.id}, ${lauf.anzahlKonten} Pachtkonten.`);
  const belege = await warteAufSchreiben(klient, lauf);
  const geladen = await ladeSchreiben(klient, belege, ordner);
  const { csv, xlsx } = await ladeExporte(klient, lauf, ordner);
  const stimmt = vergleiche([
    ["aus der Mappe", soll],
    ["Vorschau", summen],
    ["Buchungslauf", lauf],
    ["Archiv", summiere(ausArchiv(belege))],
    ["CSV", summiere(csv)],
    ["XLSX", summiere(xlsx)],
  ]);
  return stimmt && lauf.anzahlKonten === auswahl.length && geladen === lauf.anzahlDokumente;
};

/**
 * A small office moves in: its workbook, with mistakes, mended, imported and billed. All its keys begin with the time of
 * the walk, so that each walk brings another office. @returns whether mistakes and sums are those that were put in
 */
export async function zieheEin(klient: Klient, ausgabe: string): Promise<boolean> {
  const marke = new Date().toISOString().slice(2, 19).replace(/[-:]/g, "").replace("T", "-");
  const ort = { klient, ordner: join(ausgabe, `import_${marke}`) };
  await mkdir(ort.ordner, { recursive: true });

  const { inhalt: vorlage } = await klient.bytes("/import/vorlage");
  await writeFile(join(ort.ordner, "0_Vorlage.xlsx"), vorlage);
  const buero = erfindeBuero(marke, tagInBerlin(new Date()));
  await verlangeArten(klient, buero);
  const tippfehler = vertippe(buero, marke);
  const falsche = await verbessere(await fuelle(vorlage, buero), tippfehler);
  const erster = await pruefe(ort, "1_Mappe.xlsx", falsche);
  schritt(`Die Vorlage ist geladen, mit einem kleinen Büro gefüllt und geprüft: ${erster.fehler} Fehler.\n`);
  const gefunden = await zeigeBefunde(klient, erster.id, tippfehler);
  if (!gefunden) console.log("Das sind NICHT die Fehler, die in die Mappe getippt wurden.");

  const { mappe, lauf } = await bessereNach(ort, erster.id, tippfehler);
  schritt(`Noch einmal geprüft: ${lauf.fehler} Fehler, ${lauf.hinweise} Hinweise. Ausgeführt:\n`);
  await fuehreAus(klient, lauf.id);
  const erneut = await pruefeErneut(ort, mappe);

  const firma = await klient.json<{ verwaltungsgebuehrSteuersatzBp: number }>("/einstellungen/firmendaten");
  const soll = rechneAus(await liesBlaetter(mappe), firma.verwaltungsgebuehrSteuersatzBp / 100);
  const konten = await findeKonten(klient, marke);
  const abgerechnet = await rechneAb(ort, konten, soll);
  schritt(`Mappen, Schreiben und Tabellen liegen in ${relative(process.cwd(), ort.ordner) || ort.ordner}`);
  console.log(
    abgerechnet ? "Alle Summen stimmen auf den Cent mit der Mappe überein." : "Es stimmt NICHT alles überein.",
  );
  return gefunden && erneut && abgerechnet && konten.length === buero.Pachtkonten?.length;
}
