import { deutschesDatum, formatTag, parseTag, plusTage } from "../../kern/kalender/tag.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { countTermine, listTermine, type Terminzeile } from "./queries.ts";
import { type Termin, type TerminFilter, terminarten } from "./schema.ts";

/** What is due in the next days, and planned increases that no clerk has activated in time. */
export const listeTermine = async (
  sql: Sql,
  { tage, art = [...terminarten], ...seite }: TerminFilter,
  heute: string,
): Promise<Liste<Termin>> => {
  const spanne = { heute, bis: formatTag(plusTage(parseTag(heute), tage)) };
  const arten = terminarten.filter((eine) => art.includes(eine));
  const [zeilen, total] = await Promise.all([listTermine(sql, arten, spanne, seite), countTermine(sql, arten, spanne)]);
  return alsListe(zeilen.map(alsTermin), total, seite);
};

const alsTermin = (zeile: Terminzeile): Termin => {
  const { kontoStatus: _, faelligkeitArt: __, hebungBezeichnung: ___, ...termin } = zeile;
  return { ...termin, text: textVon(zeile) };
};

const textVon = (zeile: Terminzeile): string => {
  const name = zeile.hebungBezeichnung ? ` „${zeile.hebungBezeichnung}“` : "";
  switch (zeile.art) {
    case "faelligkeit": {
      const was = zeile.faelligkeitArt === "schlussabrechnung" ? "Schlussabrechnung" : "Pacht";
      return `${was} vom ${deutschesDatum(zeile.zeitraumVon ?? "")} bis ${deutschesDatum(zeile.zeitraumBis ?? "")} wird fällig.`;
    }
    case "pachtpruefung":
      return zeile.hebungId === null
        ? "Die jährliche Pachtprüfung steht an."
        : `Die geplante Hebung${name} soll wirksam werden.`;
    case "pachtende":
      return zeile.kontoStatus === "gekuendigt" ? "Die gekündigte Pacht endet." : "Die Pacht endet.";
    case "hebung_ueberfaellig":
      return `Die geplante Hebung${name} sollte am ${deutschesDatum(zeile.datum)} wirksam werden und ist nicht aktiviert.`;
  }
};
