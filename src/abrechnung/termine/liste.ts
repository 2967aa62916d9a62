import { fristarten } from "../../kern/fristen/fristen.ts";
import { deutschesDatum, inTagen, tagVor } from "../../kern/kalender/tag.ts";
import { listeFristen } from "../../stammdaten/pachtkonten/fristen/gruppen.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe } from "../../technik/http/schema.ts";
import { countTermine, listTermine, type Terminzeile } from "./queries.ts";
import { type Termin, type TerminFilter, type TerminPaginatedList, terminarten } from "./schema.ts";

/**
 * What is due in the next days, planned increases that no clerk has activated in time, and what has to be done by when
 * so that leases end or go on.
 */
export async function listeTermine(
  sql: Sql,
  { tage, art = [...terminarten, ...fristarten], page, limit }: Omit<TerminFilter, "format">,
  heute: string,
): Promise<TerminPaginatedList> {
  const seite = { page, limit };
  const spanne = { heute, bis: inTagen(heute, tage) };
  const arten = terminarten.filter((eine) => art.includes(eine));
  const [zeilen, total, { fristen, total: fristenTotal }] = await Promise.all([
    arten.length === 0 ? [] : listTermine(sql, arten, spanne, seite),
    arten.length === 0 ? 0 : countTermine(sql, arten, spanne),
    listeFristen(sql, { ...spanne, ...seite, arten: fristarten.filter((eine) => art.includes(eine)) }),
  ]);
  return { ...alsListe(zeilen.map(alsTermin), total, seite), fristen, fristenTotal };
}

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
    case "schlussabrechnung":
      return `Schlussabrechnung zum ${deutschesDatum(tagVor(zeile.datum))} wird fällig; bis dahin ist alles gebucht.`;
    case "hebung_ueberfaellig":
      return `Die geplante Hebung${name} sollte am ${deutschesDatum(zeile.datum)} wirksam werden und ist nicht aktiviert.`;
  }
};
