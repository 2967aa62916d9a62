import {
  anleitung,
  ausgelassenblatt,
  type Befund,
  befundblatt,
  formatVersion,
  type Lieferung,
} from "../../format/blaetter.ts";
import { type Blatt, blattnamen } from "../../format/blattnamen.ts";
import type { Spalte } from "../../format/spalte.ts";
import { naechster, verglichen } from "../aehnlich.ts";
import { dateibefund, type Einzelfall, hoechstensFalsche, jeEinzelnOderEinmal } from "../befunde.ts";
import { erstelleBlattleser } from "../blattleser.ts";
import { gekuerzt, type Rohblatt, type Rohzeile } from "../rohzelle.ts";
import { type Archiv, oeffneArchiv } from "./archiv.ts";
import { alsBereich, liesBlatt } from "./blatt.ts";
import { type Blattort, type Mappe, oeffneMappe } from "./mappe.ts";
import { kaputt } from "./xml.ts";

const ohneDaten = [anleitung, ausgelassenblatt, befundblatt].map(verglichen);

/** By its name as names are compared. */
const blattVon = new Map<string, Blatt>(blattnamen.map((blatt) => [verglichen(blatt), blatt]));

const jeBlatt = (
  blaetter: readonly Einzelfall[],
  { code, schwere, text }: { code: string; schwere: Befund["schwere"]; text: (namen: string) => string },
): Befund[] =>
  jeEinzelnOderEinmal(
    blaetter,
    hoechstensFalsche,
    "ein weiteres",
    (name, einzeln) => dateibefund(code, einzeln, schwere, name),
    text,
  );

type Verwechseltes = { name: string; gemeint: string };

const befundeVerwechselter = (blaetter: readonly Verwechseltes[]): Befund[] =>
  jeBlatt(
    blaetter.map(({ name, gemeint }) => ({
      name,
      text: `Ein Blatt „${name}“ gibt es nicht; gemeint ist wohl „${gemeint}“.`,
      kurz: `„${gekuerzt(name)}“ (gemeint ist wohl „${gemeint}“)`,
    })),
    {
      code: "blatt_unbekannt",
      schwere: "fehler",
      text: (alle) => `Die Blätter ${alle} mit ähnlichen Namen gibt es nicht.`,
    },
  );

const befundeDoppelter = (paare: readonly (readonly [name: string, blatt: Blatt])[]): Befund[] =>
  jeBlatt(
    paare.map(([name, blatt]) => ({
      name,
      text: `Das Blatt „${blatt}“ gibt es zweimal.`,
      kurz: `„${gekuerzt(name)}“`,
    })),
    { code: "blatt_doppelt", schwere: "fehler", text: (alle) => `Die Blätter ${alle} gibt es mehrmals.` },
  );

const befundeFremder = (namen: readonly string[]): Befund[] =>
  jeBlatt(
    namen.map((name) => ({
      name,
      text: `Ein Blatt „${name}“ gibt es nicht; es wird nicht gelesen.`,
      kurz: `„${gekuerzt(name)}“`,
    })),
    {
      code: "blatt_unbekannt",
      schwere: "hinweis",
      text: (alle) => `Die Blätter ${alle} gibt es nicht; sie werden nicht gelesen.`,
    },
  );

/** Which sheet of the workbook is which of the format, in the format's order. */
const ordneBlaetter = ({ blaetter }: Mappe): { orte: [Blatt, Blattort][]; befunde: Befund[] } => {
  const gefunden = new Map<Blatt, Blattort>();
  const verwechselte: Verwechseltes[] = [];
  const fremde: string[] = [];
  const zweite: [string, Blatt][] = [];
  const versteckte: Blatt[] = [];
  for (const ort of blaetter) {
    if (ohneDaten.includes(verglichen(ort.name))) continue;
    const blatt = blattVon.get(verglichen(ort.name));
    if (!blatt) {
      const gemeint = naechster(ort.name, blattnamen);
      if (gemeint) verwechselte.push({ name: ort.name, gemeint });
      else fremde.push(ort.name);
    } else if (gefunden.has(blatt)) zweite.push([ort.name, blatt]);
    else {
      gefunden.set(blatt, ort);
      if (ort.versteckt) versteckte.push(blatt);
    }
  }
  const befunde = [
    ...befundeVerwechselter(verwechselte),
    ...befundeDoppelter(zweite),
    ...befundeFremder(fremde),
    ...versteckte.map((blatt) =>
      dateibefund("blatt_ausgeblendet", "Das Blatt ist ausgeblendet; gelesen wird es trotzdem.", "hinweis", blatt),
    ),
  ];
  if (gefunden.size === 0)
    befunde.push(dateibefund("blatt_fehlt", `Die Mappe hat keines der Blätter ${blattnamen.join(", ")}.`));
  const orte = blattnamen.flatMap((blatt): [Blatt, Blattort][] => {
    const ort = gefunden.get(blatt);
    return ort ? [[blatt, ort]] : [];
  });
  return { orte, befunde };
};

/** The version that a workbook says it has, in the first row of the sheet that explains the others. */
const pruefeVersion = async (archiv: Archiv, mappe: Mappe): Promise<Befund[]> => {
  const ort = mappe.blaetter.find(({ name }) => verglichen(name) === verglichen(anleitung));
  if (!ort) return [];
  for await (const { zeilen } of liesBlatt(archiv, mappe, ort.pfad)) {
    const version = zeilen[0]?.zellen.get(1);
    if (!version) continue;
    if (version.art !== "zahl" || version.zahl === formatVersion) return [];
    const text = `Die Mappe hat die Formatversion ${version.zahl}, gelesen wird Version ${formatVersion}; bitte die Daten in die neue Vorlage übertragen.`;
    return [dateibefund("formatversion", text, "fehler", ort.name)];
  }
  return [];
};

/** Only the upper left one of joined cells has what all of them show. */
const befundVerbundener = (blatt: Blatt, spalten: ReadonlyMap<number, Spalte>, bereich: string): Befund[] => {
  const { oben, links, rechts } = alsBereich(bereich);
  const beruehrt = [...spalten].find(([stelle]) => stelle >= links && stelle <= rechts);
  if (!beruehrt) return [];
  return [
    {
      ...{ blatt, zeile: oben, spalte: beruehrt[1].name, schwere: "fehler" },
      code: "zellen_verbunden",
      text: `Die Zellen ${bereich} sind verbunden; bitte trennen und den Wert in jede Zeile eintragen, für die er gilt.`,
      wert: bereich,
    },
  ];
};

async function* liesEinBlatt(archiv: Archiv, mappe: Mappe, blatt: Blatt, pfad: string): AsyncGenerator<Lieferung> {
  if (!archiv.namen.has(pfad)) throw kaputt();
  const leser = erstelleBlattleser(blatt);
  for await (const { zeilen: rohe, verbundene } of liesBlatt(archiv, mappe, pfad)) {
    const { zeilen, befunde } = leser.nimm(rohe);
    const weitere = verbundene.flatMap((bereich) => befundVerbundener(blatt, leser.spalten(), bereich));
    yield { zeilen, befunde: [...befunde, ...weitere] };
  }
}

/** @throws Unlesbar */
export async function* liesXlsx(bytes: Uint8Array): AsyncGenerator<Lieferung> {
  const archiv = await oeffneArchiv(bytes);
  const mappe = await oeffneMappe(archiv);
  const { orte, befunde } = ordneBlaetter(mappe);
  yield { zeilen: [], befunde: [...befunde, ...(await pruefeVersion(archiv, mappe))] };
  for (const [blatt, { pfad }] of orte) yield* liesEinBlatt(archiv, mappe, blatt, pfad);
}

async function* liesZeilen(archiv: Archiv, mappe: Mappe, { pfad }: Blattort): AsyncGenerator<Rohzeile[]> {
  for await (const { zeilen } of liesBlatt(archiv, mappe, pfad)) yield zeilen;
}

/** What an earlier upload and an export say of themselves. */
const erzeugte = [ausgelassenblatt, befundblatt].map(verglichen);

/**
 * All sheets of a workbook that somebody filled, in the file's order.
 *
 * @throws Unlesbar
 */
export async function oeffneBlaetter(bytes: Uint8Array): Promise<Rohblatt[]> {
  const archiv = await oeffneArchiv(bytes);
  const mappe = await oeffneMappe(archiv);
  const blattAn = new Map(ordneBlaetter(mappe).orte.map(([blatt, ort]) => [ort, blatt]));
  return mappe.blaetter
    .filter(({ name }) => !erzeugte.includes(verglichen(name)))
    .map((ort) => ({ name: ort.name, blatt: blattAn.get(ort), zeilen: liesZeilen(archiv, mappe, ort) }));
}
