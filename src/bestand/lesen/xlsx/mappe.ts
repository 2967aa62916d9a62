import { Unlesbar } from "../befunde.ts";
import type { Archiv } from "./archiv.ts";
import { type Anzeige, liesStile } from "./stile.ts";
import { liesTexte } from "./texte.ts";
import type { Textspeicher } from "./textspeicher.ts";
import { liesGanz, merkmal } from "./xml.ts";

export type Blattort = { name: string; pfad: string; versteckt: boolean };

export type Mappe = {
  blaetter: Blattort[];
  /** days are counted from 1904 */
  ab1904: boolean;
  stile: Anzeige[];
  texte: Textspeicher;
};

type Beziehung = { art: string; pfad: string };

/** Targets are addresses, relative to their part; what is none leads to a part that is not there. */
const pfadZu = (ziel: string, ordner: string): string => {
  try {
    return decodeURI(new URL(ziel, `x:/${ordner}`).pathname.slice(1));
  } catch {
    return "";
  }
};

/** What a part refers to by id, paths from the archive's root. */
const liesBeziehungen = async (archiv: Archiv, teil: string): Promise<Map<string, Beziehung>> => {
  const ordner = teil.slice(0, teil.lastIndexOf("/") + 1);
  const beziehungen = new Map<string, Beziehung>();
  await liesGanz(archiv.lies(`${ordner}_rels/${teil.slice(ordner.length)}.rels`, "nebenteil"), {
    auf(name, { Id, Type, Target }) {
      if (name !== "Relationship" || !Id || !Target) return;
      beziehungen.set(Id, { art: Type?.slice(Type.lastIndexOf("/") + 1) ?? "", pfad: pfadZu(Target, ordner) });
    },
  });
  return beziehungen;
};

const pfadVon = (beziehungen: ReadonlyMap<string, Beziehung>, art: string): string =>
  [...beziehungen.values()].find((beziehung) => beziehung.art === art)?.pfad ?? "";

const fremde: [string, string, string][] = [
  [
    "xl/vbaProject.bin",
    "datei_mit_makros",
    "Die Mappe enthält Makros; bitte als „Excel-Arbeitsmappe (.xlsx)“ ohne Makros speichern.",
  ],
  [
    "xl/workbook.bin",
    "datei_binaer",
    "Die Datei ist eine binäre Mappe (.xlsb); bitte als „Excel-Arbeitsmappe (.xlsx)“ speichern.",
  ],
  ["content.xml", "datei_ods", "Die Datei ist eine OpenDocument-Tabelle; bitte als „Excel (.xlsx)“ speichern."],
];

/** What else comes in such an archive is told from a workbook, and what to do about it. */
const pruefeArt = async (archiv: Archiv): Promise<void> => {
  for (const [teil, code, text] of fremde) if (archiv.namen.has(teil)) throw new Unlesbar(code, text);
  let makros = false;
  await liesGanz(archiv.lies("[Content_Types].xml", "nebenteil"), {
    auf(_, { ContentType }) {
      if (ContentType && /macroEnabled|vbaProject/.test(ContentType)) makros = true;
    },
  });
  if (makros) throw new Unlesbar("datei_mit_makros", fremde[0]?.[2] ?? "");
};

/** @throws Unlesbar */
export async function oeffneMappe(archiv: Archiv): Promise<Mappe> {
  await pruefeArt(archiv);
  const ort = pfadVon(await liesBeziehungen(archiv, ""), "officeDocument");
  if (!archiv.namen.has(ort))
    throw new Unlesbar("datei_unlesbar", "Die Datei ist keine Excel-Mappe; erwartet wird .xlsx oder CSV.");
  const beziehungen = await liesBeziehungen(archiv, ort);
  const blaetter: Blattort[] = [];
  let ab1904 = false;
  await liesGanz(archiv.lies(ort, "nebenteil"), {
    auf(name, merkmale) {
      if (name === "workbookPr") ab1904 = /^(1|true)$/.test(merkmale.date1904 ?? "");
      else if (name === "sheet")
        blaetter.push({
          name: merkmale.name ?? "",
          pfad: beziehungen.get(merkmal(merkmale, "id") ?? "")?.pfad ?? "",
          versteckt: (merkmale.state ?? "visible") !== "visible",
        });
    },
  });
  return {
    blaetter,
    ab1904,
    stile: await liesStile(archiv, pfadVon(beziehungen, "styles")),
    texte: await liesTexte(archiv, pfadVon(beziehungen, "sharedStrings")),
  };
}
