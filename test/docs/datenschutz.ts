import { readFileSync } from "node:fs";

export type Angaben = { wer: string; wozu: string; siehtWer: string; wieLange: string; loeschung: string };

/** A column as docs/datenschutz.md puts it; without `angaben` it says nothing about persons. */
type Einordnung = { tabelle: string; spalte: string; angaben: Angaben | null };

const seite = readFileSync(new URL("../../docs/datenschutz.md", import.meta.url), "utf8");

const abschnitt = (titel: string): string =>
  seite
    .split(/^## /m)
    .find((teil) => teil.startsWith(`${titel}\n`))
    ?.slice(titel.length) ?? "";

const inSpitzen = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, wort = ""]) => wort);

const zeilen = (titel: string): string[][] =>
  abschnitt(titel)
    .split("\n")
    .filter((zeile) => zeile.startsWith("| `"))
    .map((zeile) =>
      zeile
        .split("|")
        .slice(1, -1)
        .map((zelle) => zelle.trim()),
    );

const ordneEin = (tabelle: string, spalten: string, angaben: Angaben | null): Einordnung[] =>
  inSpitzen(tabelle).flatMap((name) => inSpitzen(spalten).map((spalte) => ({ tabelle: name, spalte, angaben })));

export function einordnungen(): Einordnung[] {
  return [
    ...zeilen("Columns with personal data").flatMap(
      ([tabelle = "", spalten = "", wer = "", wozu = "", siehtWer = "", wieLange = "", loeschung = ""]) =>
        ordneEin(tabelle, spalten, { wer, wozu, siehtWer, wieLange, loeschung }),
    ),
    ...zeilen("Columns without").flatMap(([tabelle = "", spalten = ""]) => ordneEin(tabelle, spalten, null)),
  ];
}

/** Names that say nothing about persons in whatever table. */
export function allgemein(): string[] {
  return inSpitzen(/^In every table:(.*?)Besides:/ms.exec(abschnitt("Columns without"))?.[1] ?? "");
}

export function passt(muster: string, spalte: string): boolean {
  return new RegExp(`^${muster.replaceAll("*", ".*")}$`).test(spalte);
}
