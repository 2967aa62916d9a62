import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { type Ausgabe, alsStrom } from "../ausgabe.ts";
import { verlangeLauf } from "../lauf.ts";
import { mappentyp } from "../mappe.ts";
import { schreibeCsv } from "./csv.ts";
import type { ExportFilter, Format } from "./schema.ts";
import { belegtabelle, type Empfaengerkreis, kontakttabelle, type Tabelle } from "./spalten.ts";
import { schreibeXlsx } from "./xlsx.ts";
import { leseBelegzeilen, leseKontaktzeilen } from "./zeilen.ts";

export const medientyp = {
  csv: "text/csv",
  xlsx: mappentyp,
} as const satisfies Record<Format, string>;

/**
 * Checks that the run may be exported and gives its rows as a file.
 *
 * @param ort says where the rows are read, once it is sure that they will be
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen`
 */
export const exportiere = async (
  sql: Sql,
  kontext: Kontext,
  kreis: Empfaengerkreis,
  filter: ExportFilter,
  heruntergeladen: boolean,
  ort: () => Promise<Sql> = async () => sql,
): Promise<Ausgabe> => {
  const { buchungslaufId, format } = filter;
  const zusammenfassen = filter.zusammenfassen === "1";
  const dateiname = await sql.begin(async (tx) => {
    const lauf = await verlangeLauf(tx, buchungslaufId);
    const name = `${kreis}${zusammenfassen ? "-je-kontakt" : ""}-${lauf.datum}.${format}`;
    if (heruntergeladen)
      await protokolliere(tx, kontext, {
        aktion: "export",
        ressource: "buchungslauf",
        ressourceId: lauf.id,
        neu: { art: kreis, format, zusammenfassen, dateiname: name },
      });
    return name;
  });
  const lesend = await ort();
  return {
    dateiname,
    oeffne: () =>
      zusammenfassen
        ? alsDatei(kontakttabelle(kreis), leseKontaktzeilen(lesend, buchungslaufId, kreis), format)
        : alsDatei(belegtabelle(kreis), leseBelegzeilen(lesend, buchungslaufId, kreis), format),
  };
};

const alsDatei = <Z>(tabelle: Tabelle<Z>, stapel: AsyncIterable<Z[]>, format: Format): ReadableStream<Uint8Array> =>
  alsStrom(format === "csv" ? schreibeCsv(tabelle, stapel) : schreibeXlsx(tabelle, stapel));
